/* The end of a game that is scored: dead stones are found by an engine process, the arithmetic is
 * the game's, and what the two engines say of the score is written down beside it. */
#include <stdlib.h>
#include <string.h>

#include "../../src/core/memory.h"
#include "../../src/core/vertex.h"
#include "arena_game_inside.h"

enum { JUDGE_TRIES = 2 };

/* Whether the rules' score depends on which stones have that mark. */
static bool marks_matter(const struct session *session, enum mark mark) {
    return mark <= session_game(session)->scored_marks[session_setup(session)->rules];
}

static void arena_game_score(struct arena_game *bout) {
    struct result score =
        session_game(bout->session)->score(session_state(bout->session), &bout->marks);
    session_end(bout->session, ENDING_SCORED, score.winner, score.margin, NULL);
    arena_game_claim(bout);
}

void arena_game_judge(struct arena_game *bout) {
    bout->stage = GAME_JUDGING;
    memset(&bout->marks, MARK_ALIVE, sizeof bout->marks);
    if (!marks_matter(bout->session, MARK_DEAD)) {
        arena_game_score(bout);
        return;
    }
    bout->judge_tries++;
    bout->chairs[JUDGE].set = false;
    chair_sit(&bout->chairs[JUDGE], (int)bout->shared->plan->engine_count);
}

void arena_game_judge_failed(struct arena_game *bout, const char *detail) {
    if (bout->stage != GAME_JUDGING)
        return;
    if (bout->judge_tries < JUDGE_TRIES) {
        arena_game_judge(bout);
        return;
    }
    bout->result->fault = "judge";
    bout->result->detail = printable_line(detail);
    bout->result->counted = false;
    bout->abnormal = true;
    session_end(bout->session, ENDING_FAULT, SIDE_NONE, 0, NULL);
    arena_game_close(bout);
}

/* Gives the mark to living stones at vertices on one or several lines; false if one is none. */
static bool marks_read(const char *text, int size, enum mark mark, struct marks *marks) {
    struct text flat = {0};
    for (; *text != '\0'; text++)
        text_putc(&flat, *text == '\n' ? ' ' : *text);
    struct words words;
    words_split(&words, text_string(&flat));
    bool fine = true;
    for (int i = 0; fine && i < words.count; i++) {
        int column, row;
        fine = vertex_parse(words.at[i], &column, &row) == (int)strlen(words.at[i]) &&
               column < size && row < size;
        if (fine && marks->at[row * size + column] == MARK_ALIVE)
            marks->at[row * size + column] = (unsigned char)mark;
    }
    words_free(&words);
    text_free(&flat);
    return fine;
}

/* Judges need not know of seki: who does not say is taken to see none. */
static void on_seki(void *context, const struct reply *reply) {
    struct chair *chair = context;
    struct arena_game *bout = chair->bout;
    struct marks marks = bout->marks;
    chair->waiting--;
    if (reply->ok && marks_read(reply->text, session_setup(bout->session)->size, MARK_SEKI, &marks))
        bout->marks = marks;
    chair_leave(chair, false);
    arena_game_score(bout);
}

static void on_dead(void *context, const struct reply *reply) {
    struct chair *chair = context;
    struct arena_game *bout = chair->bout;
    chair->waiting--;
    memset(&bout->marks, MARK_ALIVE, sizeof bout->marks);
    if (reply->ok &&
        marks_read(reply->text, session_setup(bout->session)->size, MARK_DEAD, &bout->marks)) {
        if (marks_matter(bout->session, MARK_SEKI)) {
            chair_send(chair, "final_status_list seki", bout->shared->plan->hang, on_seki);
            driver_flush(seat_driver(chair->seat));
        } else {
            chair_leave(chair, false);
            arena_game_score(bout);
        }
        return;
    }
    struct text detail = {0};
    text_print(&detail, "the judge cannot say what is dead: %.200s", reply->text);
    arena_game_fault(chair, "judge", text_string(&detail));
    text_free(&detail);
}

void arena_game_judge_set(struct arena_game *bout) {
    struct chair *chair = &bout->chairs[JUDGE];
    chair_send(chair, "final_status_list dead", bout->shared->plan->hang, on_dead);
    driver_flush(seat_driver(chair->seat));
}

/* ---- what the engines say */

static void on_claim(void *context, const struct reply *reply) {
    struct chair *chair = context;
    struct arena_result *result = chair->bout->result;
    chair->waiting--;
    result->claims[chair->side] = printable_line(reply->ok ? reply->text : "?");
    arena_game_claim(chair->bout);
}

/* "B+3.5" and "b+3.50" say the same. */
static bool claim_agrees(const char *claim, const char *result) {
    double a, b;
    if (text_same(claim, result))
        return true;
    return strlen(claim) > 2 && strlen(result) > 2 && (claim[0] | 32) == (result[0] | 32) &&
           claim[1] == '+' && text_to_number(claim + 2, 0, 1e4, &a) &&
           text_to_number(result + 2, 0, 1e4, &b) && a == b;
}

static void arena_game_compare(struct arena_game *bout) {
    struct arena_result *result = bout->result;
    struct text printed = {0};
    session_print_result(bout->session, &printed);
    for (int side = 0; side < 2; side++)
        if (result->claims[side] != NULL && result->claims[side][0] != '?' &&
            !claim_agrees(result->claims[side], text_string(&printed)))
            result->dispute = true;
    text_free(&printed);
}

static bool chair_ask_score(struct chair *chair) {
    if (chair->seat == NULL || !seat_can(chair->seat, CAN_FINAL_SCORE))
        return false;
    chair_send_plays(chair);
    chair_send(chair, "final_score", chair->bout->shared->plan->answer, on_claim);
    driver_flush(seat_driver(chair->seat));
    return true;
}

void arena_game_claim(struct arena_game *bout) {
    struct chair *chairs = bout->chairs;
    if (session_game(bout->session)->score == NULL) {
        arena_game_close(bout);
        return;
    }
    if (bout->stage != GAME_CLAIMING) {
        bout->stage = GAME_CLAIMING;
        bool asked = chair_ask_score(&chairs[0]);
        if (chair_ask_score(&chairs[1]) || asked)
            return;
    }
    for (int side = 0; side < 2; side++)
        if (chairs[side].seat != NULL && driver_waiting(seat_driver(chairs[side].seat)) > 0)
            return;
    arena_game_compare(bout);
    arena_game_close(bout);
}

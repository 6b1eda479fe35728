#include "archive.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../src/core/memory.h"
#include "../plan/openings.h"

/* ---- opening */

static void plan_read_settings(struct plan *plan, const char *lines) {
    struct text pair = {0};
    while (text_next_line(&lines, &pair))
        strings_add(&plan->settings, text_string(&pair));
    text_free(&pair);
}

static bool archive_plan(struct archive *archive, struct error *error) {
    const struct manifest *manifest = &archive->manifest;
    struct plan *plan = &archive->plan;
    static const char *const names[] = {"game", "rules", "size"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = manifest_value(manifest, names[i]);
        if (value == NULL)
            return error_set(error, "archive.manifest", "the journal does not say its {0}",
                             names[i], NULL);
        if (!plan_set(plan, names[i], value, error))
            return false;
    }
    plan_read_settings(plan, manifest_value(manifest, "set"));
    archive->fresh = plan_session(plan, error);
    return archive->fresh != NULL;
}

bool archive_open(struct archive *archive, const char *path, struct error *error) {
    *archive = (struct archive){0};
    plan_init(&archive->plan);
    archive->journal = journal_read(path, error);
    if (archive->journal == NULL || !journal_hold(archive->journal, error) ||
        !journal_manifest(archive->journal, &archive->manifest, error) ||
        !archive_plan(archive, error))
        return false;
    const char **names = memory_new(archive->manifest.engine_count, sizeof *names);
    for (size_t i = 0; i < archive->manifest.engine_count; i++)
        names[i] = archive->manifest.engines[i].name;
    archive->words = (struct table_words){.names = names, .sides = archive->plan.game->sides};
    return true;
}

void archive_close(struct archive *archive) {
    free((void *)archive->words.names);
    if (archive->fresh != NULL)
        session_free(archive->fresh);
    manifest_free(&archive->manifest);
    plan_free(&archive->plan);
    if (archive->journal != NULL)
        journal_close(archive->journal, NULL);
}

void archive_let_go(struct archive *archive) {
    journal_let_go(archive->journal);
}

/* ---- games */

static bool side_is_sound(int side) {
    return side >= SIDE_NONE && side <= SIDE_SECOND;
}

/* Other programs may have written into the file. */
static bool result_is_sound(const struct archive *archive, const struct arena_result *result,
                            struct error *error) {
    bool sound = result->opening != NULL && result->text != NULL && side_is_sound(result->winner) &&
                 side_is_sound(result->fault_side);
    for (int side = 0; side < 2; side++)
        sound = sound && result->game.players[side] >= 0 &&
                (size_t)result->game.players[side] < archive->manifest.engine_count;
    if (sound)
        return true;
    struct text number = {0};
    text_print(&number, "%ld", result->game.number);
    error_set(error, "archive.damaged", "the journal is damaged: game {0} makes no sense",
              text_string(&number), NULL);
    text_free(&number);
    return false;
}

struct archive_walk {
    const struct archive *archive;
    archive_fn *each;
    void *context;
    struct error *error;
    bool fine;
};

static void walk_take(void *context, struct arena_result *result) {
    struct archive_walk *walk = context;
    walk->fine = walk->fine && result_is_sound(walk->archive, result, walk->error) &&
                 walk->each(walk->context, result, walk->error);
    arena_result_free(result);
}

bool archive_each(struct archive *archive, bool full, archive_fn *each, void *context,
                  struct error *error) {
    struct archive_walk walk = {
        .archive = archive, .each = each, .context = context, .error = error, .fine = true};
    return journal_each(archive->journal, full, walk_take, &walk, error) && walk.fine;
}

struct arena_result *archive_game(struct archive *archive, const char *number,
                                  struct error *error) {
    long value;
    if (!text_to_whole(number, 0, LONG_MAX, &value)) {
        error_set(error, "usage.number", "{0} is not the number of a game", number, NULL);
        return NULL;
    }
    struct arena_result *result = journal_game(archive->journal, value, error);
    if (result != NULL && !result_is_sound(archive, result, error)) {
        arena_result_free(result);
        return NULL;
    }
    return result;
}

/* ---- replaying */

static void session_conclude(struct session *session, const struct arena_result *result) {
    if (!result->counted)
        return; /* void: no result, and no draw either */
    if (result->ending == ENDING_RESIGN && result->winner != SIDE_NONE)
        session_resign(session, side_other(result->winner), NULL);
    else if (result->ending != ENDING_RULES)
        session_end(session, result->ending, result->winner, result->margin, NULL);
}

static bool print_time(double seconds, const char *format, char *to, size_t room) {
    time_t moment = (time_t)seconds;
    struct tm day;
    return gmtime_r(&moment, &day) != NULL && strftime(to, room, format, &day) > 0;
}

void archive_print_time(double seconds, struct text *text) {
    char moment[64];
    text_put(text, print_time(seconds, "%Y-%m-%d %H:%M:%S", moment, sizeof moment) ? moment : "?");
}

static void session_tags(struct session *session, const struct archive *archive,
                         const struct arena_result *result) {
    char date[32] = "";
    struct text round = {0};
    text_print(&round, "%ld", result->game.number);
    session_set_tag(session, "Event", "ternion-arena");
    session_set_tag(session, "Date",
                    print_time(result->began, "%Y-%m-%d", date, sizeof date) ? date : "");
    session_set_tag(session, "Round", text_string(&round));
    session_set_tag(session, "Side0", archive->words.names[result->game.players[0]]);
    session_set_tag(session, "Side1", archive->words.names[result->game.players[1]]);
    text_free(&round);
}

struct session *archive_start(const struct archive *archive, const struct arena_result *result,
                              struct error *error) {
    struct session *session = session_copy(archive->fresh);
    bool fine = opening_play(result->opening, session, error);
    if (fine)
        return session;
    session_free(session);
    return NULL;
}

void archive_print_evaluation(const struct evaluation *evaluation, struct text *text) {
    if (evaluation->winrate >= 0)
        text_print(text, ", %.1f%%", 100 * evaluation->winrate);
    if (evaluation->depth > 0)
        text_print(text, ", depth %ld", evaluation->depth);
    if (evaluation->nodes > 0)
        text_print(text, ", %llu nodes", (unsigned long long)evaluation->nodes);
    if (evaluation->length > 0)
        text_print(text, ": %.*s", (int)evaluation->length, evaluation->line);
}

static void session_remark(struct session *session, int side, uint64_t microseconds,
                           const struct evaluation *evaluation) {
    struct text remark = {0};
    text_print(&remark, "%.3f s", (double)microseconds / 1e6);
    archive_print_evaluation(evaluation, &remark);
    session_comment(session, text_string(&remark));
    if (evaluation->winrate >= 0)
        session_value(session, side == SIDE_FIRST ? evaluation->winrate : 1 - evaluation->winrate);
    text_free(&remark);
}

static bool archive_play(const struct arena_result *result, struct session *session,
                         struct error *error) {
    struct words words;
    struct evaluation *evaluations = arena_result_evaluations(result);
    words_split(&words, text_string(&result->moves));
    bool fine = true;
    for (int i = 0; fine && i < words.count; i++) {
        int side = session_to_play(session);
        fine = session_play(session, side, words.at[i], error);
        if (fine && (size_t)i < result->plies)
            session_remark(session, side, result->times[i], &evaluations[i]);
    }
    words_free(&words);
    free(evaluations);
    return fine;
}

struct session *archive_session(const struct archive *archive, const struct arena_result *result,
                                struct error *error) {
    struct session *session = archive_start(archive, result, error);
    if (session == NULL)
        return NULL;
    if (!archive_play(result, session, error)) {
        session_free(session);
        return NULL;
    }
    session_tags(session, archive, result);
    session_conclude(session, result);
    return session;
}

#include "archive.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../src/core/memory.h"
#include "../plan/openings.h"

/* ---- opening */

static void plan_read_settings(struct plan *plan, const char *lines) {
    while (lines != NULL && *lines != '\0') {
        struct text pair = {0};
        size_t length = strcspn(lines, "\n");
        text_putn(&pair, lines, length);
        strings_add(&plan->settings, text_string(&pair));
        text_free(&pair);
        lines += length + (lines[length] == '\n');
    }
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
static bool outcome_is_sound(const struct archive *archive, const struct outcome *outcome,
                             struct error *error) {
    bool sound = outcome->opening != NULL && outcome->result != NULL &&
                 side_is_sound(outcome->winner) && side_is_sound(outcome->fault_side);
    for (int side = 0; side < 2; side++)
        sound = sound && outcome->fixture.players[side] >= 0 &&
                (size_t)outcome->fixture.players[side] < archive->manifest.engine_count;
    if (sound)
        return true;
    struct text number = {0};
    text_print(&number, "%ld", outcome->fixture.number);
    error_set(error, "archive.damaged", "the journal is damaged: game {0} makes no sense",
              text_string(&number), NULL);
    text_free(&number);
    return false;
}

struct walk {
    const struct archive *archive;
    archive_fn *each;
    void *context;
    struct error *error;
    bool fine;
};

static void walk_take(void *context, struct outcome *outcome) {
    struct walk *walk = context;
    walk->fine = walk->fine && outcome_is_sound(walk->archive, outcome, walk->error) &&
                 walk->each(walk->context, outcome, walk->error);
    outcome_free(outcome);
}

bool archive_each(struct archive *archive, bool full, archive_fn *each, void *context,
                  struct error *error) {
    struct walk walk = {
        .archive = archive, .each = each, .context = context, .error = error, .fine = true};
    return journal_each(archive->journal, full, walk_take, &walk, error) && walk.fine;
}

struct outcome *archive_game(struct archive *archive, const char *number, struct error *error) {
    long value;
    if (!text_to_whole(number, 0, LONG_MAX, &value)) {
        error_set(error, "usage.number", "{0} is no number of a game", number, NULL);
        return NULL;
    }
    struct outcome *outcome = journal_game(archive->journal, value, error);
    if (outcome != NULL && !outcome_is_sound(archive, outcome, error)) {
        outcome_free(outcome);
        return NULL;
    }
    return outcome;
}

/* ---- replaying */

static void session_conclude(struct session *session, const struct outcome *outcome) {
    if (!outcome->counted)
        return; /* void: no result, and no draw either */
    if (outcome->ending == ENDING_RESIGN && outcome->winner != SIDE_NONE)
        session_resign(session, side_other(outcome->winner), NULL);
    else if (outcome->ending != ENDING_RULES)
        session_end(session, outcome->ending, outcome->winner, outcome->margin, NULL);
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
                         const struct outcome *outcome) {
    char date[32] = "";
    struct text round = {0};
    text_print(&round, "%ld", outcome->fixture.number);
    session_set_tag(session, "Event", "ternion-arena");
    session_set_tag(session, "Date",
                    print_time(outcome->began, "%Y-%m-%d", date, sizeof date) ? date : "");
    session_set_tag(session, "Round", text_string(&round));
    session_set_tag(session, "Side0", archive->words.names[outcome->fixture.players[0]]);
    session_set_tag(session, "Side1", archive->words.names[outcome->fixture.players[1]]);
    text_free(&round);
}

struct session *archive_start(const struct archive *archive, const struct outcome *outcome,
                              struct error *error) {
    struct session *session = session_copy(archive->fresh);
    bool fine = opening_play(outcome->opening, session, error);
    if (fine)
        return session;
    session_free(session);
    return NULL;
}

struct session *archive_session(const struct archive *archive, const struct outcome *outcome,
                                struct error *error) {
    struct session *session = archive_start(archive, outcome, error);
    if (session == NULL)
        return NULL;
    if (!opening_play(text_string(&outcome->moves), session, error)) {
        session_free(session);
        return NULL;
    }
    session_tags(session, archive, outcome);
    session_conclude(session, outcome);
    return session;
}

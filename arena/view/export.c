#include "export.h"

#include <stdlib.h>
#include <string.h>

#include "../../src/core/json.h"
#include "../journal/records.h"

static const char export_formats[] = "record, sgf, pdn, csv, jsonl, samples, dialogue";

/* ---- formats: each appends one game */

typedef bool export_fn(const struct archive *archive, const struct arena_result *result,
                       struct text *text, struct error *error);

static bool put_record(const struct archive *archive, const struct arena_result *result,
                       struct text *text, struct error *error) {
    struct session *session = archive_session(archive, result, error);
    if (session == NULL)
        return false;
    session_print_record(session, text);
    text_putc(text, '\n');
    session_free(session);
    return true;
}

static void put_quoted(struct text *text, const char *string) {
    text_putc(text, '"');
    for (; string != NULL && *string != '\0'; string++) {
        if (*string == '"')
            text_putc(text, '"');
        text_putc(text, *string);
    }
    text_putc(text, '"');
}

static void put_strings(struct text *text, const char *first, const char *second) {
    put_quoted(text, first);
    text_putc(text, ',');
    put_quoted(text, second);
    text_putc(text, ',');
}

static const char *side_word(const struct archive *archive, int side) {
    return side == SIDE_NONE ? "" : archive->words.sides[side];
}

static const char CSV_HEADING[] =
    "game,pair,engine0,engine1,opening,result,counted,winner,margin,ending,fault,fault_side,detail,"
    "late,plies,plies0,plies1,time0,time1,slowest0,slowest1,claim0,claim1,dispute,dead0,dead1,"
    "began,"
    "seconds,overruns0,overruns1,moves\n";

static bool put_csv(const struct archive *archive, const struct arena_result *result,
                    struct text *text, struct error *error) {
    const int *engines = result->game.players;
    (void)error;
    text_print(text, "%ld,%ld,", result->game.number, result->game.pair);
    put_strings(text, archive->words.names[engines[0]], archive->words.names[engines[1]]);
    put_quoted(text, result->opening);
    text_print(text, ",%s,%d,%s,%g,%s,%s,%s,", result->text, result->counted,
               side_word(archive, result->winner), result->margin, ending_name(result->ending),
               result->fault != NULL ? result->fault : "",
               result->fault == NULL ? "" : side_word(archive, result->fault_side));
    put_quoted(text, result->detail);
    text_print(text, ",%.6f,%zu,%zu,%zu,%.6f,%.6f,%.6f,%.6f,", result->late, result->plies,
               result->side_plies[0], result->side_plies[1], result->side_time[0],
               result->side_time[1], result->side_slow[0], result->side_slow[1]);
    put_strings(text, result->claims[0], result->claims[1]);
    text_print(text, "%d,", result->dispute);
    put_strings(text, result->dead[0], result->dead[1]);
    text_print(text, "%.3f,%.6f,%ld,%ld,", result->began, result->seconds, result->side_overruns[0],
               result->side_overruns[1]);
    put_quoted(text, text_string(&result->moves));
    text_putc(text, '\n');
    return true;
}

static bool put_jsonl(const struct archive *archive, const struct arena_result *result,
                      struct text *text, struct error *error) {
    (void)error;
    records_print(result, archive->words.names, text);
    return true;
}

/* A position as the side to play saw it: what it thought of it, and how the game ended for it. */
static void put_sample(const struct session *session, const struct arena_result *result,
                       const char *token, const struct evaluation *evaluation, struct text *text) {
    int side = session_to_play(session);
    struct text position = {0};
    session_game(session)->save(session_state(session), &position);
    text_print(text, "{\"game\":%ld,\"ply\":%zu", result->game.number, session_plies(session));
    json_member(text, "position", text_string(&position));
    json_member(text, "to_play", session_game(session)->sides[side]);
    json_member(text, "move", token);
    json_name(text, "value");
    if (evaluation->winrate >= 0)
        text_print(text, "%.4f", evaluation->winrate);
    else
        text_put(text, "null");
    json_number(text, "result", result->winner == SIDE_NONE ? 0.5 : result->winner == side ? 1 : 0);
    text_put(text, "}\n");
    text_free(&position);
}

/* Games that a fault or the clock ended say nothing of their positions. */
static bool put_samples(const struct archive *archive, const struct arena_result *result,
                        struct text *text, struct error *error) {
    if (!result->counted || result->fault != NULL)
        return true;
    struct session *session = archive_start(archive, result, error);
    if (session == NULL)
        return false;
    struct evaluation *evaluations = arena_result_evaluations(result);
    struct words words;
    words_split(&words, text_string(&result->moves));
    bool fine = true;
    for (int i = 0; fine && i < words.count && (size_t)i < result->plies; i++) {
        put_sample(session, result, words.at[i], &evaluations[i], text);
        fine = session_play(session, session_to_play(session), words.at[i], error);
    }
    words_free(&words);
    free(evaluations);
    session_free(session);
    return fine;
}

static bool put_dialogue(const struct archive *archive, const struct arena_result *result,
                         struct text *text, struct error *error) {
    (void)archive;
    (void)error;
    if (result->dialogue != NULL)
        text_print(text, "# game %ld\n%s", result->game.number, result->dialogue);
    return true;
}

/* ---- choosing */

struct format {
    const char *name;
    export_fn *put;
    const char *heading;
};

static const struct format formats[] = {
    {"record", put_record, ""},     {"sgf", put_record, ""},  {"pdn", put_record, ""},
    {"csv", put_csv, CSV_HEADING},  {"jsonl", put_jsonl, ""}, {"samples", put_samples, ""},
    {"dialogue", put_dialogue, ""},
};

static const struct format *format_find(const char *name) {
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(formats[i].name, name) == 0)
            return &formats[i];
    return NULL;
}

bool export_check(const char *format, const struct archive *archive, struct error *error) {
    if (format_find(format) == NULL)
        return error_set(error, "usage.format", "{0} is none of {1}, table", format, export_formats,
                         NULL);
    const char *suffix = archive->plan.game->record_suffix;
    bool own = strcmp(format, "sgf") == 0 || strcmp(format, "pdn") == 0;
    if (own && (suffix == NULL || strcmp(suffix, format) != 0))
        return error_set(error, "usage.suffix", "games of {0} are not written as {1}, but as {2}",
                         archive->plan.game->name, format, suffix != NULL ? suffix : "record",
                         NULL);
    return true;
}

struct exporter {
    const struct archive *archive;
    const struct filter *filter;
    const struct format *format;
    FILE *out;
    struct text text;
};

static bool exporter_take(void *context, const struct arena_result *result, struct error *error) {
    struct exporter *exporter = context;
    if (!filter_passes(exporter->filter, exporter->archive, result))
        return true;
    text_clear(&exporter->text);
    if (!exporter->format->put(exporter->archive, result, &exporter->text, error))
        return false;
    fwrite(text_string(&exporter->text), 1, exporter->text.length, exporter->out);
    return true;
}

bool export_games(struct archive *archive, const char *format, char *const *numbers, size_t count,
                  const struct filter *filter, FILE *out, struct error *error) {
    struct exporter exporter = {
        .archive = archive, .filter = filter, .format = format_find(format), .out = out};
    fputs(exporter.format->heading, out);
    bool fine = true;
    for (size_t i = 0; fine && i < count; i++) {
        struct arena_result *result = archive_game(archive, numbers[i], error);
        fine = result != NULL && exporter_take(&exporter, result, error);
        arena_result_free(result);
    }
    if (count == 0)
        fine = archive_each(archive, true, exporter_take, &exporter, error);
    text_free(&exporter.text);
    return fine;
}

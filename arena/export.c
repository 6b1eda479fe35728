#include "export.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../src/core/memory.h"
#include "journal.h"
#include "stats.h"
#include "table.h"

/* A journal opened for reading, with the plan that its manifest describes. */
struct archive {
    struct journal *journal;
    struct manifest manifest;
    struct plan plan;
    struct session *fresh;
    struct table_words words;
    FILE *out;
    const char *format;
    bool faults;
    struct error *error;
    bool fine;
};

/* ---- opening */

static bool archive_plan(struct archive *archive, struct error *error) {
    const struct manifest *manifest = &archive->manifest;
    struct plan *plan = &archive->plan;
    static const char *const names[] = {"game", "rules", "size"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = manifest_value(manifest, names[i]);
        if (value == NULL || !plan_set(plan, names[i], value, error))
            return false;
    }
    const char *lines = manifest_value(manifest, "set");
    while (lines != NULL && *lines != '\0') {
        struct text pair = {0};
        size_t length = strcspn(lines, "\n");
        text_putn(&pair, lines, length);
        strings_add(&plan->settings, text_string(&pair));
        text_free(&pair);
        lines += length + (lines[length] == '\n');
    }
    archive->fresh = plan_session(plan, error);
    return archive->fresh != NULL;
}

static bool archive_open(struct archive *archive, const char *path, struct error *error) {
    plan_init(&archive->plan);
    archive->error = error;
    archive->fine = true;
    archive->journal = journal_read(path, error);
    if (archive->journal == NULL ||
        !journal_manifest(archive->journal, &archive->manifest, error) ||
        !archive_plan(archive, error))
        return false;
    const char **names = memory_new(archive->manifest.engine_count, sizeof *names);
    for (size_t i = 0; i < archive->manifest.engine_count; i++)
        names[i] = archive->manifest.engines[i].name;
    archive->words = (struct table_words){.names = names, .sides = archive->plan.game->sides};
    return true;
}

static void archive_close(struct archive *archive) {
    free((void *)archive->words.names);
    if (archive->fresh != NULL)
        session_free(archive->fresh);
    manifest_free(&archive->manifest);
    plan_free(&archive->plan);
    if (archive->journal != NULL)
        journal_close(archive->journal, NULL);
}

static bool outcome_is_sound(const struct archive *archive, const struct outcome *outcome) {
    for (int side = 0; side < 2; side++)
        if (outcome->fixture.engines[side] < 0 ||
            (size_t)outcome->fixture.engines[side] >= archive->manifest.engine_count)
            return false;
    return true;
}

/* ---- a game replayed */

static bool play_words(struct session *session, const char *line, struct error *error) {
    struct words words;
    words_split(&words, line);
    bool fine = true;
    for (int i = 0; fine && i < words.count; i++)
        fine = session_play(session, session_to_play(session), words.at[i], error);
    words_free(&words);
    return fine;
}

static void session_conclude(struct session *session, const struct outcome *outcome) {
    if (outcome->ending == ENDING_RESIGN && outcome->winner != SIDE_NONE)
        session_resign(session, side_other(outcome->winner), NULL);
    else if (outcome->ending != ENDING_RULES)
        session_end(session, outcome->ending, outcome->winner, outcome->margin, NULL);
}

static void session_tags(struct session *session, const struct archive *archive,
                         const struct outcome *outcome) {
    char date[16] = "";
    time_t began = (time_t)outcome->began;
    struct tm day;
    if (gmtime_r(&began, &day) != NULL)
        strftime(date, sizeof date, "%Y-%m-%d", &day);
    struct text round = {0};
    text_print(&round, "%ld", outcome->fixture.number);
    session_set_tag(session, "Event", "ternion-arena");
    session_set_tag(session, "Date", date);
    session_set_tag(session, "Round", text_string(&round));
    session_set_tag(session, "Side0", archive->words.names[outcome->fixture.engines[0]]);
    session_set_tag(session, "Side1", archive->words.names[outcome->fixture.engines[1]]);
    text_free(&round);
}

static struct session *game_session(const struct archive *archive, const struct outcome *outcome,
                                    struct error *error) {
    static const char word[] = "position ";
    struct session *session = session_copy(archive->fresh);
    bool position = strncmp(outcome->opening, word, sizeof word - 1) == 0;
    bool fine = position ? session_set_position(session, outcome->opening + sizeof word - 1, error)
                         : play_words(session, outcome->opening, error);
    if (!fine || !play_words(session, text_string(&outcome->moves), error)) {
        session_free(session);
        return NULL;
    }
    session_tags(session, archive, outcome);
    session_conclude(session, outcome);
    return session;
}

/* ---- formats: each prints one game */

static bool print_record(struct archive *archive, const struct outcome *outcome) {
    struct session *session = game_session(archive, outcome, archive->error);
    if (session == NULL)
        return false;
    struct text text = {0};
    session_print_record(session, &text);
    fprintf(archive->out, "%s\n", text_string(&text));
    text_free(&text);
    session_free(session);
    return true;
}

static void put_csv(FILE *out, const char *string) {
    fputc('"', out);
    for (; string != NULL && *string != '\0'; string++) {
        if (*string == '"')
            fputc('"', out);
        fputc(*string, out);
    }
    fputc('"', out);
}

static const char CSV_HEADING[] =
    "game,pair,engine0,engine1,opening,result,counted,winner,margin,ending,fault,fault_side,detail,"
    "late,plies,plies0,plies1,time0,time1,slowest0,slowest1,claim0,claim1,dispute,began,seconds,"
    "moves\n";

static bool print_csv(struct archive *archive, const struct outcome *outcome) {
    FILE *out = archive->out;
    const int *engines = outcome->fixture.engines;
    fprintf(out, "%ld,%ld,", outcome->fixture.number, outcome->fixture.pair);
    put_csv(out, archive->words.names[engines[0]]);
    fputc(',', out);
    put_csv(out, archive->words.names[engines[1]]);
    fputc(',', out);
    put_csv(out, outcome->opening);
    fprintf(out, ",%s,%d,%s,%g,%s,%s,%s,", outcome->result, outcome->counted,
            outcome->winner == SIDE_NONE ? "" : archive->words.sides[outcome->winner],
            outcome->margin, ending_name(outcome->ending),
            outcome->fault != NULL ? outcome->fault : "",
            outcome->fault == NULL || outcome->fault_side == SIDE_NONE
                ? ""
                : archive->words.sides[outcome->fault_side]);
    put_csv(out, outcome->detail);
    fprintf(out, ",%.6f,%zu,%zu,%zu,%.6f,%.6f,%.6f,%.6f,", outcome->late, outcome->plies,
            outcome->side_plies[0], outcome->side_plies[1], outcome->side_time[0],
            outcome->side_time[1], outcome->side_slow[0], outcome->side_slow[1]);
    put_csv(out, outcome->claims[0]);
    fputc(',', out);
    put_csv(out, outcome->claims[1]);
    fprintf(out, ",%d,%.3f,%.6f,", outcome->dispute, outcome->began, outcome->seconds);
    put_csv(out, text_string(&outcome->moves));
    fputc('\n', out);
    return true;
}

static void put_json(FILE *out, const char *name, const char *string) {
    fprintf(out, ",\"%s\":", name);
    if (string == NULL) {
        fputs("null", out);
        return;
    }
    fputc('"', out);
    for (; *string != '\0'; string++) {
        unsigned char c = (unsigned char)*string;
        if (c == '"' || c == '\\')
            fprintf(out, "\\%c", c);
        else if (c < ' ')
            fprintf(out, "\\u%04x", c);
        else
            fputc(c, out);
    }
    fputc('"', out);
}

static void put_json_pair(FILE *out, const char *name, double first, double second) {
    fprintf(out, ",\"%s\":[%.6f,%.6f]", name, first, second);
}

static bool print_jsonl(struct archive *archive, const struct outcome *outcome) {
    FILE *out = archive->out;
    fprintf(out, "{\"game\":%ld,\"pair\":%ld,\"seed\":\"%016llx\"", outcome->fixture.number,
            outcome->fixture.pair, (unsigned long long)outcome->fixture.seed);
    for (int side = 0; side < 2; side++)
        put_json(out, side == 0 ? "engine0" : "engine1",
                 archive->words.names[outcome->fixture.engines[side]]);
    put_json(out, "opening", outcome->opening);
    put_json(out, "result", outcome->result);
    fprintf(out, ",\"counted\":%s,\"winner\":%d,\"margin\":%g", outcome->counted ? "true" : "false",
            outcome->winner, outcome->margin);
    put_json(out, "ending", ending_name(outcome->ending));
    put_json(out, "fault", outcome->fault);
    fprintf(out, ",\"fault_side\":%d,\"late\":%.6f,\"plies\":%zu", outcome->fault_side,
            outcome->late, outcome->plies);
    put_json(out, "detail", outcome->detail);
    put_json_pair(out, "time", outcome->side_time[0], outcome->side_time[1]);
    put_json_pair(out, "slowest", outcome->side_slow[0], outcome->side_slow[1]);
    put_json(out, "claim0", outcome->claims[0]);
    put_json(out, "claim1", outcome->claims[1]);
    fprintf(out, ",\"dispute\":%s,\"began\":%.3f,\"seconds\":%.6f",
            outcome->dispute ? "true" : "false", outcome->began, outcome->seconds);
    put_json(out, "moves", text_string(&outcome->moves));
    fputs(",\"microseconds\":[", out);
    for (size_t i = 0; i < outcome->plies; i++)
        fprintf(out, i > 0 ? ",%u" : "%u", outcome->times[i]);
    fputs("]}\n", out);
    return true;
}

static bool print_dialogue(struct archive *archive, const struct outcome *outcome) {
    if (outcome->dialogue != NULL)
        fprintf(archive->out, "# game %ld\n%s", outcome->fixture.number, outcome->dialogue);
    return true;
}

static bool print_list(struct archive *archive, const struct outcome *outcome) {
    struct text text = {0};
    if (archive->faults && outcome->fault == NULL && !outcome->dispute)
        return true;
    text_print(&text, "%5ld  ", outcome->fixture.number);
    table_game(outcome, &archive->words, &text);
    if (outcome->dispute)
        text_print(&text, "; the engines say %s and %s",
                   outcome->claims[0] != NULL ? outcome->claims[0] : "nothing",
                   outcome->claims[1] != NULL ? outcome->claims[1] : "nothing");
    fprintf(archive->out, "%s\n", text_string(&text));
    text_free(&text);
    return true;
}

/* ---- one game for people */

static void print_plies(const struct archive *archive, const struct outcome *outcome) {
    struct words words;
    words_split(&words, text_string(&outcome->moves));
    if (outcome->opening[0] != '\0')
        fprintf(archive->out, "opening: %s\n", outcome->opening);
    for (int i = 0; i < words.count && (size_t)i < outcome->plies; i++)
        fprintf(archive->out, "%4d  %-8s %12.3f ms\n", i + 1, words.at[i],
                (double)outcome->times[i] / 1e3);
    words_free(&words);
}

static bool print_whole(struct archive *archive, const struct outcome *outcome) {
    struct session *session = game_session(archive, outcome, archive->error);
    if (session == NULL)
        return false;
    struct text text = {0};
    const struct look look = {0};
    print_list(archive, outcome);
    print_plies(archive, outcome);
    session_show(session, &look, &text);
    fputs(text_string(&text), archive->out);
    if (outcome->dialogue != NULL)
        fprintf(archive->out, "\ndialogue (seconds, engine, > to it, < from it, ! its errors):\n%s",
                outcome->dialogue);
    text_free(&text);
    session_free(session);
    return true;
}

static bool print_overview(struct archive *archive) {
    struct text text = {0};
    for (size_t i = 0; i < archive->manifest.pair_count; i++) {
        const struct manifest_pair *pair = &archive->manifest.pairs[i];
        if (pair->value[0] != '\0')
            text_print(&text, "%s = %s\n", pair->name, pair->value);
    }
    for (size_t i = 0; i < archive->manifest.engine_count; i++) {
        const struct manifest_engine *engine = &archive->manifest.engines[i];
        text_print(&text, "engine %s: %s\n    %s %s; %s, sha256 %s\n", engine->name,
                   engine->command, engine->program != NULL ? engine->program : "?",
                   engine->version != NULL ? engine->version : "?", engine->path, engine->hash);
    }
    text_putc(&text, '\n');
    fputs(text_string(&text), archive->out);
    text_free(&text);
    return true;
}

static bool print_events(struct archive *archive) {
    struct text text = {0};
    bool fine = journal_events(archive->journal, &text, archive->error);
    if (text.length > 0)
        fprintf(archive->out, "\nevents\n%s", text_string(&text));
    text_free(&text);
    return fine;
}

/* ---- commands */

struct format {
    const char *name;
    bool (*print)(struct archive *archive, const struct outcome *outcome);
    const char *heading;
};

static const struct format formats[] = {
    {"record", print_record, ""}, {"sgf", print_record, ""},
    {"pdn", print_record, ""},    {"csv", print_csv, CSV_HEADING},
    {"jsonl", print_jsonl, ""},   {"dialogue", print_dialogue, ""},
    {"table", NULL, ""},
};

struct printer {
    struct archive *archive;
    bool (*print)(struct archive *archive, const struct outcome *outcome);
    struct stats *stats;
};

static void print_each(void *context, struct outcome *outcome) {
    struct printer *printer = context;
    struct archive *archive = printer->archive;
    if (archive->fine && outcome_is_sound(archive, outcome)) {
        if (printer->stats != NULL)
            stats_add(printer->stats, outcome);
        else
            archive->fine = printer->print(archive, outcome);
    }
    outcome_free(outcome);
}

static bool print_all(struct archive *archive, const struct format *format) {
    struct printer printer = {.archive = archive, .print = format->print};
    fputs(format->heading, archive->out);
    return journal_each(archive->journal, true, print_each, &printer, archive->error) &&
           archive->fine;
}

static bool print_table(struct archive *archive) {
    struct stats stats;
    struct text text = {0};
    stats_init(&stats, (int)archive->manifest.engine_count);
    struct printer printer = {.archive = archive, .stats = &stats};
    bool fine = journal_each(archive->journal, false, print_each, &printer, archive->error);
    table_full(&stats, &archive->words, &text);
    fputs(text_string(&text), archive->out);
    text_free(&text);
    stats_free(&stats);
    return fine;
}

static bool print_numbers(struct archive *archive, const struct format *format,
                          const struct strings *words, size_t first) {
    fputs(format->heading, archive->out);
    for (size_t i = first; i < words->count; i++) {
        long number;
        if (!text_to_whole(words->at[i], 0, 1L << 40, &number))
            return error_set(archive->error, "usage.number", "{0} is no number of a game",
                             words->at[i], NULL);
        struct outcome *outcome = journal_game(archive->journal, number, archive->error);
        if (outcome == NULL)
            return false;
        bool fine = format->print(archive, outcome);
        outcome_free(outcome);
        if (!fine)
            return false;
    }
    return true;
}

static bool archive_export(struct archive *archive, const struct strings *words) {
    const struct format *format = NULL;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(formats[i].name, words->at[1]) == 0)
            format = &formats[i];
    if (format == NULL)
        return error_set(archive->error, "usage.format",
                         "{0} is none of record, sgf, pdn, csv, jsonl, dialogue, table",
                         words->at[1], NULL);
    const char *suffix = archive->plan.game->record_suffix;
    bool own = strcmp(format->name, "sgf") == 0 || strcmp(format->name, "pdn") == 0;
    if (own && (suffix == NULL || strcmp(suffix, format->name) != 0))
        return error_set(archive->error, "usage.suffix", "games of {0} are not written as {1}",
                         archive->plan.game->name, format->name, NULL);
    if (format->print == NULL)
        return print_table(archive);
    return words->count > 3 ? print_numbers(archive, format, words, 3) : print_all(archive, format);
}

static bool archive_show(struct archive *archive, const struct strings *words) {
    static const struct format whole = {"game", print_whole, ""};
    if (words->count > 2)
        return print_numbers(archive, &whole, words, 2);
    return print_overview(archive) && print_table(archive) && print_events(archive);
}

static bool archive_list(struct archive *archive) {
    static const struct format list = {"list", print_list, ""};
    return print_all(archive, &list);
}

bool export_knows(const char *word) {
    return strcmp(word, "list") == 0 || strcmp(word, "show") == 0 || strcmp(word, "export") == 0;
}

static bool archive_run(struct archive *archive, const struct strings *words, const char *output) {
    archive->out = output != NULL ? fopen(output, "we") : stdout;
    if (archive->out == NULL)
        return error_set(archive->error, "export.file", "cannot write {0}: {1}", output,
                         strerror(errno), NULL);
    bool fine = words->at[0][0] == 'e'   ? archive_export(archive, words)
                : words->at[0][0] == 's' ? archive_show(archive, words)
                                         : archive_list(archive);
    bool written = fflush(archive->out) == 0 && !ferror(archive->out);
    if (output != NULL)
        written = fclose(archive->out) == 0 && written;
    if (fine && !written)
        return error_set(archive->error, "export.write", "the output could not be written: {0}",
                         strerror(errno), NULL);
    return fine;
}

enum status export_run(const struct strings *words, bool faults, const char *output,
                       struct error *error) {
    size_t path = words->at[0][0] == 'e' ? 2 : 1;
    if (words->count <= path) {
        error_set(error, "usage.journal", "{0} takes {1}; see --help", words->at[0],
                  path == 2 ? "a format and a journal" : "a journal", NULL);
        return STATUS_USAGE;
    }
    struct archive archive = {.faults = faults};
    enum status status = STATUS_FAILED;
    if (archive_open(&archive, words->at[path], error) && archive_run(&archive, words, output))
        status = STATUS_DONE;
    archive_close(&archive);
    return status;
}

#include "overview.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../../src/core/games.h"
#include "../../src/core/memory.h"
#include "../../src/system/now.h"
#include "../../src/tournament/sprt.h"
#include "../../src/tournament/statistics.h"
#include "../journal/journal.h"
#include "rounds_table.h"
#include "table.h"

enum { RECENT = 300 }; /* seconds before its last game from which the speed of a shard is taken */

/* One journal. */
struct part {
    char *path;
    bool named; /* not only found in a directory */
    struct manifest manifest;
    struct shard shard;
    bool opened;
    bool same_run; /* of the run whose sum is made */
    struct error error;
    long due, have;
    double *ends; /* when each game ended, seconds of the calendar */
};

struct overview {
    struct part *parts;
    size_t count;
    const struct part *first; /* says which run is looked at; NULL: none has begun */
    struct schedule schedule;
    struct rounds *rounds; /* NULL: pairings do not depend on results */
    long total, have;
    long due; /* games that there will be, as far as known */
    bool *seen;
    struct arena_statistics stats;
    struct sprt sprt; /* without a sequential test: nothing */
    struct part *current;
};

/* ---- which files */

static void overview_add(struct overview *overview, const char *path, bool named) {
    overview->parts = memory_grow(overview->parts, overview->count + 1, sizeof *overview->parts);
    overview->parts[overview->count++] = (struct part){.path = memory_string(path), .named = named};
}

static int is_database(const struct dirent *entry) {
    size_t length = strlen(entry->d_name);
    return length > 3 && strcmp(entry->d_name + length - 3, ".db") == 0;
}

static bool add_directory(struct overview *overview, const char *path, struct error *error) {
    struct dirent **entries;
    int count = scandir(path, &entries, is_database, alphasort);
    for (int i = 0; i < count; i++) {
        struct text name = {0};
        text_print(&name, "%s/%s", path, entries[i]->d_name);
        overview_add(overview, text_string(&name), false);
        text_free(&name);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    return count > 0 ||
           error_set(error, "overview.none", "there is no journal (*.db) in {0}", path, NULL);
}

static bool add_path(struct overview *overview, const char *path, struct error *error) {
    struct stat file;
    if (stat(path, &file) == 0 && S_ISDIR(file.st_mode))
        return add_directory(overview, path, error);
    overview_add(overview, path, true);
    return true;
}

/* ---- reading */

static void on_game(void *context, struct arena_result *result) {
    struct overview *overview = context;
    struct part *part = overview->current;
    const struct scheduled_game *scheduled = &result->game;
    bool sound = scheduled->number >= 0 && scheduled->number < overview->total;
    for (int side = 0; side < 2; side++)
        sound = sound && scheduled->players[side] >= 0 &&
                scheduled->players[side] < overview->schedule.players;
    if (sound) {
        part->ends = memory_grow(part->ends, (size_t)part->have + 1, sizeof *part->ends);
        part->ends[part->have++] = result->began + result->seconds;
    }
    if (sound && !overview->seen[scheduled->number]) {
        overview->seen[scheduled->number] = true;
        overview->have++;
        struct played_game played = arena_result_played(result);
        arena_statistics_add(&overview->stats, result);
        if (overview->sprt.settings.on)
            sprt_add(&overview->sprt, &played);
        if (overview->rounds != NULL)
            rounds_add(overview->rounds, &played, NULL);
    }
    arena_result_free(result);
}

static bool part_read_manifest(struct part *part) {
    struct journal *journal = journal_read(part->path, &part->error);
    if (journal == NULL)
        return false;
    part->opened = journal_manifest(journal, &part->manifest, &part->error);
    journal_close(journal, NULL);
    const char *shard = manifest_value(&part->manifest, MANIFEST_SHARD);
    if (shard != NULL && shard[0] != '\0')
        shard_parse(shard, &part->shard, NULL);
    return part->opened;
}

/* The journal is opened for one query, which sees it as it was at one moment. */
static void part_read_games(struct overview *overview, struct part *part) {
    overview->current = part;
    struct schedule own = manifest_schedule(&part->manifest);
    part->due = shard_games(&part->shard, &own);
    struct journal *journal = journal_read(part->path, &part->error);
    if (journal == NULL)
        return;
    journal_each(journal, overview->sprt.settings.on, on_game, overview, &part->error);
    journal_close(journal, NULL);
}

/* The widest of the shards, if there are any: it has all their games in its schedule. */
static void overview_choose(struct overview *overview) {
    for (size_t i = 0; i < overview->count; i++) {
        const struct part *part = &overview->parts[i], *first = overview->first;
        if (!part->opened)
            continue;
        bool better =
            first == NULL || (part->shard.count > 0 && first->shard.count == 0) ||
            ((part->shard.count > 0) == (first->shard.count > 0) &&
             manifest_schedule(&part->manifest).games > manifest_schedule(&first->manifest).games);
        if (better)
            overview->first = part;
    }
}

static void overview_test(struct overview *overview) {
    struct sprt_settings test = {0};
    if (overview->schedule.players == 2 && schedule_is_fixed(&overview->schedule) &&
        manifest_sprt(&overview->first->manifest, &test) && test.on)
        sprt_open(&overview->sprt, &test, &overview->schedule);
}

/* No journal has told of a run: fine if they were only just made. */
static bool overview_may_begin(const struct overview *overview, struct error *error) {
    for (size_t i = 0; i < overview->count; i++) {
        const struct error *why = &overview->parts[i].error;
        if (strcmp(why->code, "journal.empty") == 0)
            continue;
        struct text said = {0};
        error_print(why, &said);
        error_set(error, "overview.unread", "{0}", text_string(&said), NULL);
        text_free(&said);
        return false;
    }
    return true;
}

/* The games of a journal, unless it is of another run. */
static void overview_take(struct overview *overview, struct part *part) {
    struct text differences = {0};
    if (!part->opened)
        return;
    part->same_run =
        manifest_is_same_run(&part->manifest, &overview->first->manifest, true, &differences);
    if (part->same_run)
        part_read_games(overview, part);
    else
        error_set(&part->error, "overview.other", "of another run: {0}", text_string(&differences),
                  NULL);
    text_free(&differences);
    if (part->same_run && overview->rounds != NULL)
        overview->due = part->due = rounds_due(overview->rounds);
    if (part->same_run && overview->sprt.verdict != SPRT_OPEN) { /* no more will be played */
        part->due = part->have;
        overview->due = overview->have;
    }
}

static bool overview_read(struct overview *overview, struct error *error) {
    for (size_t i = 0; i < overview->count; i++)
        part_read_manifest(&overview->parts[i]);
    overview_choose(overview);
    if (overview->first == NULL)
        return overview_may_begin(overview, error);
    overview->schedule = manifest_schedule(&overview->first->manifest);
    overview->rounds = rounds_of(&overview->first->manifest);
    overview->total = overview->due = schedule_count(&overview->schedule);
    overview->seen = memory_new((size_t)overview->total + 1, sizeof *overview->seen);
    arena_statistics_init(&overview->stats, overview->schedule.players);
    overview_test(overview);
    for (size_t i = 0; i < overview->count; i++)
        overview_take(overview, &overview->parts[i]);
    return true;
}

/* ---- speed */

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Games a second before the last one that ended; 0 if there are too few to tell. */
static double part_rate(const struct part *part) {
    if (part->have < 2)
        return 0;
    qsort(part->ends, (size_t)part->have, sizeof *part->ends, compare_doubles);
    double last = part->ends[part->have - 1];
    long from = part->have - 1;
    while (from > 0 && part->ends[from - 1] > last - RECENT)
        from--;
    double seconds = last - part->ends[from];
    return seconds > 0 ? (double)(part->have - 1 - from) / seconds : 0;
}

/* ---- printing */

static void put_part(const struct part *part, int width, double now, struct text *text) {
    struct text shard = {0};
    shard_print(&part->shard, &shard);
    text_print(text, "%-*s %7s  ", width, part->path, text_string(&shard));
    text_free(&shard);
    if (part->error.code != NULL) {
        error_print(&part->error, text);
        text_putc(text, '\n');
        return;
    }
    double rate = part_rate(part);
    text_print(text, "%6ld of %-6ld %6.2f/s  ", part->have, part->due, rate);
    if (part->have >= part->due) {
        text_put(text, "complete");
    } else if (part->have == 0) {
        text_put(text, "no game has ended yet");
    } else {
        text_put(text, "last game ");
        table_duration(now - part->ends[part->have - 1], text);
        text_put(text, " ago");
    }
    text_putc(text, '\n');
}

/* Shards of which there is no journal yet. */
static long put_missing(const struct overview *overview, struct text *text) {
    long count = overview->first->shard.count, missing = 0;
    bool *present = memory_new((size_t)count + 1, sizeof *present);
    for (size_t i = 0; i < overview->count; i++)
        if (overview->parts[i].same_run && overview->parts[i].shard.count == count)
            present[overview->parts[i].shard.number] = true;
    for (long i = 1; i <= count; i++) {
        if (present[i])
            continue;
        text_put(text, missing == 0 ? "not begun: shard " : ", ");
        text_print(text, "%ld/%ld", i, count);
        missing++;
    }
    text_put(text, missing > 0 ? "\n" : "");
    free(present);
    return missing;
}

/* The shards run side by side: the slowest decides. */
static void put_sum(const struct overview *overview, long missing, struct text *text) {
    double rate = 0, left = 0;
    bool known = missing == 0;
    for (size_t i = 0; i < overview->count; i++) {
        const struct part *part = &overview->parts[i];
        bool runs = part->same_run && part->have < part->due &&
                    (part->shard.count > 0 || overview->first->shard.count == 0);
        if (!runs)
            continue;
        double speed = part_rate(part);
        rate += speed;
        known = known && speed > 0;
        double need = speed > 0 ? (double)(part->due - part->have) / speed : 0;
        left = need > left ? need : left;
    }
    text_print(text, "\n%ld of %ld games (%.1f %%)", overview->have, overview->due,
               overview->due > 0 ? 100.0 * (double)overview->have / (double)overview->due : 0);
    if (overview->have < overview->due) {
        text_print(text, ", %.2f games/s", rate);
        if (known) {
            text_put(text, ", about ");
            table_duration(left, text);
            text_put(text, " left");
        }
    }
    text_put(text, "\n\n");
}

/* The standings, by what the format goes by, and how far a sequential test is. */
static void put_standings(const struct overview *overview, struct text *text) {
    const struct manifest *manifest = &overview->first->manifest;
    const char *game = manifest_value(manifest, "game");
    const struct kit *kit = games_find(game != NULL ? game : "");
    const char **names = memory_new(manifest->engine_count + 1, sizeof *names);
    for (size_t i = 0; i < manifest->engine_count; i++)
        names[i] = manifest->engines[i].name;
    if (kit != NULL) {
        struct table_words words = {.names = names, .sides = kit->game->sides};
        if (overview->rounds != NULL)
            rounds_print(overview->rounds, &words, text);
        else
            table_ranking(&overview->stats, &words, text);
        sprt_show_state(&overview->sprt, text);
    }
    free(names);
}

static void overview_print(const struct overview *overview, FILE *out) {
    struct text text = {0};
    int width = 0;
    for (size_t i = 0; i < overview->count; i++) {
        int length = (int)strlen(overview->parts[i].path);
        width = length > width ? length : width;
    }
    double now = calendar_now();
    for (size_t i = 0; i < overview->count; i++)
        put_part(&overview->parts[i], width, now, &text);
    if (overview->first != NULL) {
        long missing = put_missing(overview, &text);
        put_sum(overview, missing, &text);
        put_standings(overview, &text);
    } else {
        text_put(&text, "no game has begun yet\n");
    }
    fputs(text_string(&text), out);
    text_free(&text);
}

/* Whether games may be missing from the sum because of a journal: not by one of another run, one
 * only just made, or a database of another program that lies in the same directory. */
static bool part_is_lost(const struct part *part) {
    const char *code = part->error.code;
    return code != NULL && strcmp(code, "journal.empty") != 0 &&
           strcmp(code, "overview.other") != 0 &&
           (part->named || strcmp(code, "journal.other") != 0);
}

/* Whoever asks in a script is to learn of it. */
static bool overview_is_whole(const struct overview *overview, struct error *error) {
    for (size_t i = 0; i < overview->count; i++)
        if (part_is_lost(&overview->parts[i]))
            return error_set(
                error, "overview.part",
                "{0} could not be read to its end: games of it may be missing from the sum",
                overview->parts[i].path, NULL);
    return true;
}

static void overview_free(struct overview *overview) {
    for (size_t i = 0; i < overview->count; i++) {
        struct part *part = &overview->parts[i];
        free(part->path);
        free(part->ends);
        manifest_free(&part->manifest);
        error_clear(&part->error);
    }
    free(overview->parts);
    free(overview->seen);
    arena_statistics_free(&overview->stats);
    sprt_free(&overview->sprt);
    rounds_free(overview->rounds);
}

bool overview_show(const struct strings *paths, FILE *out, struct error *error) {
    struct overview overview = {0};
    bool fine = true;
    for (size_t i = 0; fine && i < paths->count; i++)
        fine = add_path(&overview, paths->at[i], error);
    fine = fine && overview_read(&overview, error);
    if (fine) {
        overview_print(&overview, out);
        fine = overview_is_whole(&overview, error);
    }
    overview_free(&overview);
    return fine;
}

#include "report_data.h"

#include <stdlib.h>
#include <string.h>

#include "../../src/core/memory.h"

static void *grown(void *list, size_t count, size_t *room, size_t size) {
    if (count < *room)
        return list;
    *room = *room * 2 + 64;
    return memory_grow(list, *room, size);
}

/* An empty list may be NULL, which qsort does not take. */
static void list_sort(void *list, size_t count, size_t size,
                      int (*compare)(const void *, const void *)) {
    if (count > 1)
        qsort(list, count, size, compare);
}

/* ---- plies */

static void time_use_add(struct time_use *use, uint64_t time, long game, size_t ply) {
    use->times = grown(use->times, use->count, &use->room, sizeof *use->times);
    use->times[use->count++] = time;
    if (use->slowest_ply != 0 && time <= use->slowest)
        return;
    use->slowest = time;
    use->slowest_game = game;
    use->slowest_ply = ply;
}

static int time_compare(const void *a, const void *b) {
    uint64_t p = *(const uint64_t *)a, q = *(const uint64_t *)b;
    return (p > q) - (p < q);
}

uint64_t time_use_quantile(const struct time_use *use, double share) {
    if (use->count == 0)
        return 0;
    size_t at = (size_t)(share * (double)use->count);
    return use->times[at < use->count ? at : use->count - 1];
}

double time_use_mean(const struct time_use *use) {
    double sum = 0;
    for (size_t i = 0; i < use->count; i++)
        sum += (double)use->times[i];
    return use->count > 0 ? sum / (double)use->count : 0;
}

/* Whose ply each is, only the rules know: the game is played again. */
static bool take_plies(struct report_data *data, const struct archive *archive,
                       const struct arena_result *result, struct error *error) {
    struct session *session = archive_start(archive, result, error);
    if (session == NULL)
        return false;
    struct words words;
    words_split(&words, text_string(&result->moves));
    bool fine = true;
    for (int i = 0; fine && i < words.count && (size_t)i < result->plies; i++) {
        int side = session_to_play(session);
        time_use_add(&data->time_uses[result->game.players[side]], result->times[i],
                     result->game.number, (size_t)i + 1);
        fine = session_play(session, side, words.at[i], error);
    }
    words_free(&words);
    session_free(session);
    return fine;
}

/* ---- games */

static void course_add(struct course *course, int halves, int before) {
    course->games = grown(course->games, course->count, &course->room, sizeof *course->games);
    course->games[course->count++] =
        (struct course_game){.halves = (signed char)halves, .before = (signed char)before};
}

static void take_courses(struct report_data *data, const struct played_game *played) {
    int before = open_pairs_add(&data->open, played);
    for (int side = 0; side < 2; side++)
        course_add(&data->courses[played->game.players[side]], played_game_halves(played, side),
                   before < 0 || side == 0 ? before : 2 - before);
}

static void brief_add(struct report_data *data, const struct arena_result *result) {
    data->briefs = grown(data->briefs, data->brief_count, &data->brief_room, sizeof *data->briefs);
    data->briefs[data->brief_count++] = (struct brief){
        .number = result->game.number,
        .engines = {result->game.players[0], result->game.players[1]},
        .winner = result->winner,
        .counted = result->counted,
        .abnormal = result->fault != NULL || result->dispute,
        .dialogue = result->dialogue != NULL,
    };
}

static int opening_compare(const void *a, const void *b) {
    const struct report_opening *p = a, *q = b;
    return (p->number > q->number) - (p->number < q->number);
}

/* Pairs of games share an opening, so that it is most often the last one that was seen. Random
 * openings of different numbers may be the same. */
static struct report_opening *opening_find(struct report_data *data,
                                           const struct arena_result *result) {
    for (size_t i = data->opening_count; i > 0; i--)
        if (strcmp(data->openings[i - 1].opening, result->opening) == 0)
            return &data->openings[i - 1];
    data->openings =
        grown(data->openings, data->opening_count, &data->opening_room, sizeof *data->openings);
    struct report_opening *opening = &data->openings[data->opening_count++];
    *opening = (struct report_opening){.number = result->game.opening,
                                       .opening = memory_string(result->opening)};
    return opening;
}

static void take_moment(struct report_data *data, const struct arena_result *result) {
    double ended = result->began + result->seconds;
    if (data->began == 0 || result->began < data->began)
        data->began = result->began;
    if (ended > data->ended)
        data->ended = ended;
}

struct gatherer {
    struct report_data *data;
    const struct archive *archive;
};

static bool take_game(void *context, const struct arena_result *result, struct error *error) {
    struct gatherer *gatherer = context;
    struct report_data *data = gatherer->data;
    arena_statistics_add(&data->stats, result);
    brief_add(data, result);
    take_moment(data, result);
    if (result->counted) {
        struct report_opening *opening = opening_find(data, result);
        struct played_game played = arena_result_played(result);
        opening->plies += result->plies;
        wdl_add(&opening->first, &played, SIDE_FIRST);
        for (int side = 0; side < 2; side++)
            if (result->game.players[side] == 0)
                wdl_add(&opening->engine, &played, side);
        take_courses(data, &played);
    }
    return take_plies(data, gatherer->archive, result, error);
}

/* ---- order */

struct rank {
    int engine;
    double key;
};

static int rank_compare(const void *a, const void *b) {
    const struct rank *p = a, *q = b;
    if (p->key != q->key)
        return p->key < q->key ? 1 : -1;
    return p->engine - q->engine;
}

/* By rating where all compare, otherwise by score, as the tables in the terminal have it. */
static void report_data_rank(struct report_data *data) {
    size_t count = (size_t)data->stats.results.players;
    struct rank *ranks = memory_new(count, sizeof *ranks);
    data->rated = count > 2;
    for (int i = 0; i < data->stats.results.players; i++)
        data->rated = data->rated && ratings_compare(&data->ratings, 0, i);
    for (int i = 0; i < data->stats.results.players; i++) {
        struct wdl wdl = statistics_player(&data->stats.results, i);
        ranks[i] = (struct rank){.engine = i,
                                 .key = data->rated ? data->ratings.each[i].elo : wdl_rank(&wdl)};
    }
    list_sort(ranks, count, sizeof *ranks, rank_compare);
    data->ranks = memory_new(count, sizeof *data->ranks);
    for (size_t i = 0; i < count; i++)
        data->ranks[i] = ranks[i].engine;
    free(ranks);
}

bool report_data_gather(struct report_data *data, struct archive *archive, struct error *error) {
    size_t engines = archive->manifest.engine_count;
    *data = (struct report_data){0};
    arena_statistics_init(&data->stats, (int)engines);
    data->courses = memory_new(engines, sizeof *data->courses);
    data->time_uses = memory_new(engines, sizeof *data->time_uses);
    struct gatherer gatherer = {.data = data, .archive = archive};
    if (!archive_each(archive, true, take_game, &gatherer, error))
        return false;
    for (size_t i = 0; i < engines; i++)
        list_sort(data->time_uses[i].times, data->time_uses[i].count, sizeof(uint64_t),
                  time_compare);
    list_sort(data->openings, data->opening_count, sizeof *data->openings, opening_compare);
    data->stats.repeats = journal_repeats(archive->journal);
    ratings_make_anchored(&data->ratings, data->stats.results.pairs, (int)engines,
                          archive->words.anchor);
    report_data_rank(data);
    return true;
}

void report_data_free(struct report_data *data) {
    for (int i = 0; i < data->stats.results.players; i++) {
        free(data->courses[i].games);
        free(data->time_uses[i].times);
    }
    for (size_t i = 0; i < data->opening_count; i++)
        free(data->openings[i].opening);
    free(data->courses);
    open_pairs_free(&data->open);
    free(data->time_uses);
    free(data->openings);
    free(data->briefs);
    free(data->ranks);
    ratings_free(&data->ratings);
    arena_statistics_free(&data->stats);
}

/* ---- choosing games */

enum class { CLASS_ABNORMAL, CLASS_UPSET, CLASS_OTHER, CLASSES };

static enum class brief_class(const struct brief *brief, const int *places) {
    if (brief->abnormal) return CLASS_ABNORMAL;
    bool upset = brief->counted && brief->winner != SIDE_NONE &&
                 places[brief->engines[brief->winner]] >
                     places[brief->engines[side_other(brief->winner)]];
    return upset ? CLASS_UPSET : CLASS_OTHER;
}

/* Marks `take` of the `count` games of a class, evenly spread. */
static void mark_class(const unsigned char *classes, size_t total, enum class class, size_t count,
                       size_t take, bool *marks) {
    size_t seen = 0;
    for (size_t i = 0; i < total; i++) {
        if (classes[i] != (unsigned char)class)
            continue;
        marks[i] = (seen + 1) * take / count > seen * take / count;
        seen++;
    }
}

static unsigned char *brief_classes(const struct report_data *data, size_t counts[CLASSES]) {
    int *places = memory_new((size_t)data->stats.results.players, sizeof *places);
    for (int i = 0; i < data->stats.results.players; i++)
        places[data->ranks[i]] = i;
    unsigned char *classes = memory_new(data->brief_count, sizeof *classes);
    for (size_t i = 0; i < data->brief_count; i++) {
        classes[i] = (unsigned char)brief_class(&data->briefs[i], places);
        counts[classes[i]]++;
    }
    free(places);
    return classes;
}

size_t report_data_choose(const struct report_data *data, long most, size_t **chosen) {
    size_t total = data->brief_count, counts[CLASSES] = {0}, count = 0;
    size_t room = most < 0 || (size_t)most > total ? total : (size_t)most;
    bool *marks = memory_new(total, sizeof *marks);
    unsigned char *classes = brief_classes(data, counts);
    for (int class = 0; class < CLASSES; class ++) {
        size_t take = counts[class] < room ? counts[class] : room;
        mark_class(classes, total, (enum class) class, counts[class], take, marks);
        room -= take;
    }
    *chosen = memory_new(total, sizeof **chosen);
    for (size_t i = 0; i < total; i++)
        if (marks[i])
            (*chosen)[count++] = i;
    free(marks);
    free(classes);
    return count;
}

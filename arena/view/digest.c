#include "digest.h"

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

static void pace_add(struct pace *pace, uint64_t time, long game, size_t ply) {
    pace->times = grown(pace->times, pace->count, &pace->room, sizeof *pace->times);
    pace->times[pace->count++] = time;
    if (pace->slowest_ply != 0 && time <= pace->slowest)
        return;
    pace->slowest = time;
    pace->slowest_game = game;
    pace->slowest_ply = ply;
}

static int time_compare(const void *a, const void *b) {
    uint64_t p = *(const uint64_t *)a, q = *(const uint64_t *)b;
    return (p > q) - (p < q);
}

uint64_t pace_quantile(const struct pace *pace, double share) {
    if (pace->count == 0)
        return 0;
    size_t at = (size_t)(share * (double)pace->count);
    return pace->times[at < pace->count ? at : pace->count - 1];
}

double pace_mean(const struct pace *pace) {
    double sum = 0;
    for (size_t i = 0; i < pace->count; i++)
        sum += (double)pace->times[i];
    return pace->count > 0 ? sum / (double)pace->count : 0;
}

/* Whose ply each is, only the rules know: the game is played again. */
static bool take_plies(struct digest *digest, const struct archive *archive,
                       const struct arena_result *result, struct error *error) {
    struct session *session = archive_start(archive, result, error);
    if (session == NULL)
        return false;
    struct words words;
    words_split(&words, text_string(&result->moves));
    bool fine = true;
    for (int i = 0; fine && i < words.count && (size_t)i < result->plies; i++) {
        int side = session_to_play(session);
        pace_add(&digest->paces[result->game.players[side]], result->times[i], result->game.number,
                 (size_t)i + 1);
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

static void take_courses(struct digest *digest, const struct played_game *played) {
    int before = open_pairs_add(&digest->open, played);
    for (int side = 0; side < 2; side++)
        course_add(&digest->courses[played->game.players[side]], played_game_halves(played, side),
                   before < 0 || side == 0 ? before : 2 - before);
}

static void brief_add(struct digest *digest, const struct arena_result *result) {
    digest->briefs =
        grown(digest->briefs, digest->brief_count, &digest->brief_room, sizeof *digest->briefs);
    digest->briefs[digest->brief_count++] = (struct brief){
        .number = result->game.number,
        .engines = {result->game.players[0], result->game.players[1]},
        .winner = result->winner,
        .counted = result->counted,
        .abnormal = result->fault != NULL || result->dispute,
        .dialogue = result->dialogue != NULL,
    };
}

static int begin_compare(const void *a, const void *b) {
    const struct begin *p = a, *q = b;
    return (p->number > q->number) - (p->number < q->number);
}

/* Pairs of games share an opening, so that it is most often the last one that was seen. Random
 * openings of different numbers may be the same. */
static struct begin *begin_find(struct digest *digest, const struct arena_result *result) {
    for (size_t i = digest->begin_count; i > 0; i--)
        if (strcmp(digest->begins[i - 1].opening, result->opening) == 0)
            return &digest->begins[i - 1];
    digest->begins =
        grown(digest->begins, digest->begin_count, &digest->begin_room, sizeof *digest->begins);
    struct begin *begin = &digest->begins[digest->begin_count++];
    *begin =
        (struct begin){.number = result->game.opening, .opening = memory_string(result->opening)};
    return begin;
}

static void take_moment(struct digest *digest, const struct arena_result *result) {
    double ended = result->began + result->seconds;
    if (digest->began == 0 || result->began < digest->began)
        digest->began = result->began;
    if (ended > digest->ended)
        digest->ended = ended;
}

struct gatherer {
    struct digest *digest;
    const struct archive *archive;
};

static bool take_game(void *context, const struct arena_result *result, struct error *error) {
    struct gatherer *gatherer = context;
    struct digest *digest = gatherer->digest;
    arena_statistics_add(&digest->stats, result);
    brief_add(digest, result);
    take_moment(digest, result);
    if (result->counted) {
        struct begin *begin = begin_find(digest, result);
        struct played_game played = arena_result_played(result);
        begin->plies += result->plies;
        wdl_add(&begin->first, &played, SIDE_FIRST);
        for (int side = 0; side < 2; side++)
            if (result->game.players[side] == 0)
                wdl_add(&begin->engine, &played, side);
        take_courses(digest, &played);
    }
    return take_plies(digest, gatherer->archive, result, error);
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
static void digest_rank(struct digest *digest) {
    size_t count = (size_t)digest->stats.results.players;
    struct rank *ranks = memory_new(count, sizeof *ranks);
    digest->rated = count > 2;
    for (int i = 0; i < digest->stats.results.players; i++)
        digest->rated = digest->rated && ratings_compare(&digest->ratings, 0, i);
    for (int i = 0; i < digest->stats.results.players; i++) {
        struct wdl wdl = statistics_player(&digest->stats.results, i);
        ranks[i] = (struct rank){
            .engine = i, .key = digest->rated ? digest->ratings.each[i].elo : wdl_rank(&wdl)};
    }
    list_sort(ranks, count, sizeof *ranks, rank_compare);
    digest->ranks = memory_new(count, sizeof *digest->ranks);
    for (size_t i = 0; i < count; i++)
        digest->ranks[i] = ranks[i].engine;
    free(ranks);
}

bool digest_make(struct digest *digest, struct archive *archive, struct error *error) {
    size_t engines = archive->manifest.engine_count;
    *digest = (struct digest){0};
    arena_statistics_init(&digest->stats, (int)engines);
    digest->courses = memory_new(engines, sizeof *digest->courses);
    digest->paces = memory_new(engines, sizeof *digest->paces);
    struct gatherer gatherer = {.digest = digest, .archive = archive};
    if (!archive_each(archive, true, take_game, &gatherer, error))
        return false;
    for (size_t i = 0; i < engines; i++)
        list_sort(digest->paces[i].times, digest->paces[i].count, sizeof(uint64_t), time_compare);
    list_sort(digest->begins, digest->begin_count, sizeof *digest->begins, begin_compare);
    digest->stats.repeats = journal_repeats(archive->journal);
    ratings_make(&digest->ratings, digest->stats.results.pairs, (int)engines);
    digest_rank(digest);
    return true;
}

void digest_free(struct digest *digest) {
    for (int i = 0; i < digest->stats.results.players; i++) {
        free(digest->courses[i].games);
        free(digest->paces[i].times);
    }
    for (size_t i = 0; i < digest->begin_count; i++)
        free(digest->begins[i].opening);
    free(digest->courses);
    open_pairs_free(&digest->open);
    free(digest->paces);
    free(digest->begins);
    free(digest->briefs);
    free(digest->ranks);
    ratings_free(&digest->ratings);
    arena_statistics_free(&digest->stats);
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

static unsigned char *brief_classes(const struct digest *digest, size_t counts[CLASSES]) {
    int *places = memory_new((size_t)digest->stats.results.players, sizeof *places);
    for (int i = 0; i < digest->stats.results.players; i++)
        places[digest->ranks[i]] = i;
    unsigned char *classes = memory_new(digest->brief_count, sizeof *classes);
    for (size_t i = 0; i < digest->brief_count; i++) {
        classes[i] = (unsigned char)brief_class(&digest->briefs[i], places);
        counts[classes[i]]++;
    }
    free(places);
    return classes;
}

size_t digest_choose(const struct digest *digest, long most, size_t **chosen) {
    size_t total = digest->brief_count, counts[CLASSES] = {0}, count = 0;
    size_t room = most < 0 || (size_t)most > total ? total : (size_t)most;
    bool *marks = memory_new(total, sizeof *marks);
    unsigned char *classes = brief_classes(digest, counts);
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

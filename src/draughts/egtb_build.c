#include "egtb.h"

#include <assert.h>
#include <endian.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../core/memory.h"
#include "../system/file.h"
#include "egtb_runs.h"
#include "eval.h"

/* Retrograde analysis. Quiet moves lead from each slice of a pair to the other, so both are solved
 * together: first the positions that captures, crownings and blocks decide, from finished tables;
 * then, one ply further back at a time, all positions from which decided ones are reached. */

enum {
    SETTLED = 255, /* a position decided by captures: there are no quiet moves */
    HELD = 128     /* added to the count if crowning draws, so that it never falls to 0 */
};

struct half {
    struct draughts_slice slice;
    uint64_t count;
    unsigned char *value; /* the table's bytes */
    unsigned char *open;  /* number of quiet moves not known to lose */
};

/* Positions whose distance does not fit a byte, and which all have the same one, wait here. */
struct position_queue {
    uint64_t *at;
    size_t count, room;
};

struct egtb_build {
    struct draughts_egtb *egtb;
    const struct draughts_indexing *indexing;
    const struct draughts_egtb_plan *plan;
    struct half halves[2];
    int sides;                       /* 1 if both slices are the same */
    struct position_queue queues[2]; /* by half: decided beyond that in the last step */
    uint64_t changed;                /* positions decided by the last step back */
    bool missing;                    /* a table that was needed could not be read */
    const atomic_bool *stop;
};

static bool is_stopped(const struct egtb_build *build) {
    return build->stop != NULL && atomic_load_explicit(build->stop, memory_order_relaxed);
}

/* The value of a move that leaves the slice, for the side that makes it. */
enum move_value { VALUE_LOSS, VALUE_DRAW, VALUE_WIN };

static enum move_value value_after(struct egtb_build *build, const struct draughts_board *next) {
    int reply = draughts_egtb_probe(build->egtb, next, DRAUGHTS_BLACK);
    build->missing = build->missing || reply == DRAUGHTS_EGTB_UNKNOWN;
    return reply == DRAUGHTS_EGTB_DRAW   ? VALUE_DRAW
           : reply >= DRAUGHTS_EGTB_LOSS ? VALUE_WIN
                                         : VALUE_LOSS;
}

static enum move_value best_capture(struct egtb_build *build, const struct draughts_board *board) {
    move moves[DRAUGHTS_MOVES];
    size_t count = draughts_list(board, DRAUGHTS_WHITE, build->plan->rules, moves);
    enum move_value best = VALUE_LOSS;
    for (size_t i = 0; i < count && best != VALUE_WIN; i++) {
        struct draughts_board next = draughts_after(board, DRAUGHTS_WHITE, moves[i]);
        enum move_value value = value_after(build, &next);
        best = value > best ? value : best;
    }
    return best;
}

/* The best crowning step; false if there is none. */
static bool best_crowning(struct egtb_build *build, const struct draughts_board *board,
                          enum move_value *best) {
    uint64_t men = board->side[DRAUGHTS_WHITE] & ~board->kings;
    uint64_t rim = draughts_empty(board) & DRAUGHTS_ROW_8;
    bool found = false;
    *best = VALUE_LOSS;
    for (int d = DRAUGHTS_UP_LEFT; d <= DRAUGHTS_UP_RIGHT; d++) {
        for (uint64_t to = draughts_shift(men, d) & rim; to != 0; to &= to - 1) {
            uint64_t end = to & -to;
            struct draughts_board next = *board;
            next.side[DRAUGHTS_WHITE] ^= end | draughts_shift(end, 3 - d);
            next.kings |= end;
            enum move_value value = value_after(build, &next);
            *best = value > *best ? value : *best;
            found = true;
        }
    }
    return found;
}

/* Quiet moves that stay in the slice. */
static int count_inner(const struct draughts_board *board) {
    uint64_t own = board->side[DRAUGHTS_WHITE], kings = own & board->kings, men = own ^ kings;
    uint64_t empty = draughts_empty(board), below = empty & ~DRAUGHTS_ROW_8;
    int count = 0;
    for (int d = 0; d < 4; d++) {
        count += kings == 0 ? 0 : draughts_size(draughts_shift(kings, d) & empty);
        count += d > DRAUGHTS_UP_RIGHT ? 0 : draughts_size(draughts_shift(men, d) & below);
    }
    return count;
}

/* What is decided without looking at other positions of the pair. */
static void begin_position(struct egtb_build *build, const struct draughts_board *board,
                           unsigned char *value, unsigned char *open) {
    static const unsigned char by_value[] = {
        [VALUE_LOSS] = DRAUGHTS_EGTB_LOSS + 1, [VALUE_DRAW] = DRAUGHTS_EGTB_DRAW, [VALUE_WIN] = 1};
    if (draughts_jumpers(board, DRAUGHTS_WHITE) != 0) {
        *value = by_value[best_capture(build, board)];
        *open = SETTLED;
        return;
    }
    int inner = count_inner(board);
    enum move_value best;
    bool crowning = best_crowning(build, board, &best);
    *open = (unsigned char)(inner + (crowning && best == VALUE_DRAW ? HELD : 0));
    if (crowning && best == VALUE_WIN) {
        *value = 1;
    } else if (inner == 0 && (!crowning || best == VALUE_LOSS)) {
        *value = (unsigned char)(DRAUGHTS_EGTB_LOSS + (crowning ? 1 : 0));
    }
}

static void begin_half(struct egtb_build *build, struct half *half) {
    struct draughts_slice_cursor cursor = {.indexing = build->indexing, .slice = half->slice};
    for (uint64_t i = 0; i < half->count && ((i & 0xffff) != 0 || !is_stopped(build)); i++) {
        struct draughts_board board;
        draughts_slice_board(&cursor, i, &board);
        begin_position(build, &board, &half->value[i], &half->open[i]);
    }
}

static void queue_add(struct position_queue *queue, uint64_t at) {
    if (queue->count == queue->room) {
        queue->room = 2 * queue->room + 1024;
        queue->at = memory_grow(queue->at, queue->room, sizeof *queue->at);
    }
    queue->at[queue->count++] = at;
}

/* A position one quiet move before a decided one. */
static void reach(struct egtb_build *build, struct half *half, uint64_t at, bool loses, int depth) {
    if (half->open[at] == SETTLED || half->value[at] != DRAUGHTS_EGTB_DRAW) {
        return;
    }
    /* A move to a lost position wins. If all moves lead to won positions, this one is lost. */
    if (!loses && --half->open[at] != 0) {
        return;
    }
    int stored = depth < build->plan->far ? depth : build->plan->far;
    half->value[at] = (unsigned char)(loses ? stored : DRAUGHTS_EGTB_LOSS + stored);
    build->changed++;
    if (depth >= build->plan->far) {
        queue_add(&build->queues[half - build->halves], at);
    }
}

/* Unmoves: all positions from which a quiet move leads here. The mover is white on the rotated
 * board. Their places are far apart in memory: all are asked for before the first is needed. */
static void reach_back(struct egtb_build *build, struct half *before,
                       const struct draughts_board *board, bool loses, int depth) {
    struct draughts_board rotated = draughts_rotated(board);
    uint64_t empty = draughts_empty(&rotated), places[4 * DRAUGHTS_EGTB_PIECES];
    uint64_t men_number = draughts_slice_men(build->indexing, before->slice, &rotated);
    int count = 0;
    for (int d = 0; d < 4; d++) {
        uint64_t movers = rotated.side[DRAUGHTS_WHITE];
        if (d <= DRAUGHTS_UP_RIGHT) {
            movers &= rotated.kings;
        }
        for (uint64_t to = draughts_shift(movers, d) & empty; to != 0; to &= to - 1) {
            uint64_t end = to & -to, start = draughts_shift(end, 3 - d), number = men_number;
            struct draughts_board earlier = rotated;
            earlier.side[DRAUGHTS_WHITE] ^= end | start;
            if ((rotated.kings & start) != 0) {
                earlier.kings ^= end | start;
            } else {
                number = draughts_slice_men(build->indexing, before->slice, &earlier);
            }
            uint64_t at = draughts_slice_kings(build->indexing, before->slice, number, &earlier);
            __builtin_prefetch(&before->open[at], 1);
            __builtin_prefetch(&before->value[at], 1);
            places[count++] = at;
        }
    }
    for (int i = 0; i < count; i++) {
        reach(build, before, places[i], loses, depth);
    }
}

/* Steps back from all positions of a half that have this byte. */
static void step_back(struct egtb_build *build, int side, int byte, bool loses, int depth) {
    struct half *half = &build->halves[side];
    struct half *before = &build->halves[build->sides == 2 ? 1 - side : 0];
    struct draughts_slice_cursor cursor = {.indexing = build->indexing, .slice = half->slice};
    const unsigned char *at = half->value, *end = half->value + half->count;
    while ((at = memchr(at, byte, (size_t)(end - at))) != NULL && !is_stopped(build)) {
        struct draughts_board board;
        draughts_slice_board(&cursor, (uint64_t)(at - half->value), &board);
        reach_back(build, before, &board, loses, depth);
        at++;
    }
}

/* As step_back, for the queued positions. */
static void step_back_far(struct egtb_build *build, struct position_queue waiting[2], int depth) {
    for (int side = 0; side < build->sides; side++) {
        struct half *half = &build->halves[side];
        struct half *before = &build->halves[build->sides == 2 ? 1 - side : 0];
        struct draughts_slice_cursor cursor = {.indexing = build->indexing, .slice = half->slice};
        for (size_t i = 0; i < waiting[side].count; i++) {
            uint64_t at = waiting[side].at[i];
            struct draughts_board board;
            draughts_slice_board(&cursor, at, &board);
            reach_back(build, before, &board, half->value[at] >= DRAUGHTS_EGTB_LOSS, depth);
        }
        free(waiting[side].at);
    }
}

static void step_back_near(struct egtb_build *build, int depth) {
    for (int side = 0; side < build->sides; side++) {
        step_back(build, side, DRAUGHTS_EGTB_LOSS + depth - 1, true, depth);
        if (depth > 1) {
            step_back(build, side, depth - 1, false, depth);
        }
    }
}

/* Solves the pair and returns the longest distance. */
static int solve(struct egtb_build *build) {
    for (int side = 0; side < build->sides; side++) {
        begin_half(build, &build->halves[side]);
    }
    int depth = 0;
    do {
        depth++;
        build->changed = 0;
        struct position_queue waiting[2] = {build->queues[0], build->queues[1]};
        memset(build->queues, 0, sizeof build->queues);
        if (depth <= build->plan->far) {
            step_back_near(build, depth);
        } else {
            step_back_far(build, waiting, depth);
        }
    } while ((build->changed > 0 || depth == 1) && !is_stopped(build));
    for (int side = 0; side < 2; side++) {
        free(build->queues[side].at);
        build->queues[side] = (struct position_queue){0};
    }
    return depth - 1;
}

/* Files. */

static bool make_directory(const char *path, struct error *error) {
    char *copy = memory_string(path);
    bool good = true;
    for (char *slash = copy + 1; good && slash != NULL;) {
        slash = strchr(slash, '/');
        if (slash != NULL) {
            *slash = '\0';
        }
        good = mkdir(copy, 0777) == 0 || errno == EEXIST;
        if (slash != NULL) {
            *slash++ = '/';
        }
    }
    if (!good) {
        error_set(error, "file.error", "{0}: {1}", path, strerror(errno), NULL);
    }
    free(copy);
    return good;
}

/* A table of distances: the bytes as they are. */
static unsigned char *file_of_bytes(const struct egtb_build *build, size_t *size) {
    uint64_t counts[2] = {build->halves[0].count, 0};
    counts[1] = build->sides == 2 ? build->halves[1].count : 0;
    unsigned char *data, *file = draughts_egtb_file_new(counts, size, &data);
    for (int i = 0; i < build->sides; i++) {
        memcpy(data, build->halves[i].value, (size_t)counts[i]);
        data += counts[i];
    }
    return file;
}

/* Turns distances into results, in place. Where something must be captured any result will do. */
static void forget_distances(struct half *half, uint64_t census[3]) {
    for (uint64_t i = 0; i < half->count; i++) {
        unsigned char byte = half->value[i];
        unsigned char result = byte == DRAUGHTS_EGTB_DRAW  ? DRAUGHTS_RUNS_DRAW
                               : byte < DRAUGHTS_EGTB_LOSS ? DRAUGHTS_RUNS_WIN
                                                           : DRAUGHTS_RUNS_LOSS;
        census[result == DRAUGHTS_RUNS_WIN ? 0 : result == DRAUGHTS_RUNS_DRAW ? 1 : 2]++;
        half->value[i] = half->open[i] == SETTLED ? DRAUGHTS_RUNS_ANY : result;
    }
}

static unsigned char *file_of_runs(struct egtb_build *build, size_t *size) {
    uint64_t census[2][3] = {0}, bytes[2] = {0};
    unsigned char *packed[2] = {NULL};
    for (int i = 0; i < build->sides; i++) {
        size_t length;
        forget_distances(&build->halves[i], census[i]);
        packed[i] = draughts_runs_pack(build->halves[i].value, build->halves[i].count, &length);
        bytes[i] = sizeof census[i] + length;
    }
    unsigned char *data, *file = draughts_egtb_file_new(bytes, size, &data);
    for (int i = 0; i < build->sides; i++) {
        for (int k = 0; k < 3; k++, data += sizeof(uint64_t)) {
            uint64_t number = htole64(census[i][k]);
            memcpy(data, &number, sizeof number);
        }
        memcpy(data, packed[i], (size_t)bytes[i] - sizeof census[i]);
        data += bytes[i] - sizeof census[i];
        free(packed[i]);
    }
    return file;
}

static bool write_pair(struct egtb_build *build, struct draughts_slice slice, const char *path,
                       struct error *error) {
    bool runs = draughts_slice_size(slice) > build->plan->distances;
    size_t size;
    unsigned char *file = runs ? file_of_runs(build, &size) : file_of_bytes(build, &size);
    draughts_egtb_file_seal(file, size, runs ? DRAUGHTS_EGTB_RUNS : DRAUGHTS_EGTB_BYTES,
                            build->plan->rules, slice);
    bool good = file_write(path, (const char *)file, size, error);
    free(file);
    return good;
}

static bool build_pair(struct egtb_build *build, struct draughts_slice slice, const char *path,
                       struct draughts_egtb_progress *progress, struct error *error) {
    struct draughts_slice slices[2] = {slice, draughts_slice_swapped(slice)};
    build->sides = draughts_slice_same(slices[0], slices[1]) ? 1 : 2;
    for (int i = 0; i < build->sides; i++) {
        uint64_t count = draughts_slice_count(build->indexing, slices[i]);
        build->halves[i] = (struct half){.slice = slices[i],
                                         .count = count,
                                         .value = memory_new((size_t)count, 1),
                                         .open = memory_new((size_t)count, 1)};
    }
    progress->depth = solve(build);
    bool good = !is_stopped(build);
    if (!good) {
        error_set(error, "egtb.stopped", "stopped before {0} was finished", path, NULL);
    } else if (build->missing) {
        good = error_set(error, "egtb.broken",
                         "{0} cannot be computed: a smaller table cannot be read any more", path,
                         NULL);
    } else {
        good = write_pair(build, slice, path, error);
    }
    for (int i = 0; i < build->sides; i++) {
        free(build->halves[i].value);
        free(build->halves[i].open);
    }
    return good;
}

/* One pair: kept if its file is intact, else computed. */
static bool provide_pair(struct egtb_build *build, const char *directory,
                         struct draughts_slice slice, struct draughts_egtb_progress *progress,
                         draughts_egtb_progress_fn *watch, void *context, struct error *error) {
    struct text path = {0};
    text_print(&path, "%s/", directory);
    draughts_egtb_name(build->plan->rules, slice, &path);
    progress->file = text_string(&path);
    progress->pieces = draughts_slice_size(slice);
    progress->depth = 0;
    progress->done = false;
    progress->present = draughts_egtb_intact(build->egtb, slice, build->stop);
    if (watch != NULL && !progress->present) {
        watch(context, progress);
    }
    bool good = progress->present ||
                (build_pair(build, slice, text_string(&path), progress, error) &&
                 (draughts_egtb_add(build->egtb, slice, NULL, NULL) ||
                  error_set(error, "egtb.lost", "{0} was written but cannot be read back",
                            text_string(&path), NULL)));
    progress->done = good;
    progress->decided += good ? progress->positions : 0;
    if (watch != NULL && good) {
        watch(context, progress);
    }
    text_free(&path);
    return good;
}

/* All pairs of up to `pieces` pieces, each after those that it needs. */
static size_t list_pairs(int pieces, struct draughts_slice *list) {
    size_t count = 0;
    for (int total = 2; total <= pieces; total++) {
        for (int men = 0; men <= total; men++) {
            for (int own = 1; own < total; own++) {
                for (int m = 0; m <= men && m <= own; m++) {
                    struct draughts_slice slice = {(uint8_t)m, (uint8_t)(own - m),
                                                   (uint8_t)(men - m),
                                                   (uint8_t)(total - own - men + m)};
                    bool fits = men - m <= total - own;
                    if (fits && draughts_slice_same(draughts_egtb_first(slice), slice)) {
                        list[count++] = slice;
                    }
                }
            }
        }
    }
    return count;
}

static uint64_t pair_positions(const struct draughts_indexing *indexing,
                               struct draughts_slice slice) {
    uint64_t counts[2];
    draughts_egtb_counts(indexing, slice, counts);
    return counts[0] + counts[1];
}

bool draughts_egtb_build(const char *directory, const struct draughts_egtb_plan *plan,
                         const atomic_bool *stop, draughts_egtb_progress_fn *watch, void *context,
                         struct error *error) {
    assert(plan->pieces >= 2 && plan->pieces <= DRAUGHTS_EGTB_PIECES);
    assert(plan->far >= 2 && plan->far <= DRAUGHTS_EGTB_FAR);
    if (!make_directory(directory, error)) {
        return false;
    }
    struct draughts_indexing *indexing = draughts_indexing_new(plan->pieces);
    struct egtb_build build = {.egtb = draughts_egtb_open(directory, plan->rules, NULL, NULL),
                               .indexing = indexing,
                               .plan = plan,
                               .stop = stop};
    struct draughts_slice list[256];
    size_t count = list_pairs(plan->pieces, list);
    struct draughts_egtb_progress progress = {0};
    for (size_t i = 0; i < count; i++) {
        progress.total += pair_positions(indexing, list[i]);
    }
    bool good = true;
    for (size_t i = 0; i < count && good; i++) {
        progress.positions = pair_positions(indexing, list[i]);
        good = provide_pair(&build, directory, list[i], &progress, watch, context, error);
    }
    draughts_egtb_close(build.egtb);
    draughts_indexing_free(indexing);
    return good;
}

#include "egtb.h"

#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../core/memory.h"
#include "egtb_runs.h"
#include "eval.h"

enum { BLOCK = 1 << 16, EACH = DRAUGHTS_EGTB_PIECES, CENSUS = 3 * sizeof(uint64_t) };

/* A file is this header, then the checksums of the blocks, then the bytes of the two slices.
 * Numbers are little-endian on every machine, so that tables can be copied from one to another. */
struct egtb_header {
    char magic[8];
    uint32_t rules;
    struct draughts_slice slice;
    uint64_t bytes[2]; /* of the two slices; the second is 0 if both are the same */
    uint64_t check;    /* of the fields above and the checksums of the blocks */
};
static const char magic[][8] = {[DRAUGHTS_EGTB_BYTES] = {'T', 'e', 'r', 'n', 'E', 'G', '0', '1'},
                                [DRAUGHTS_EGTB_RUNS] = {'T', 'e', 'r', 'n', 'R', 'U', '0', '1'}};

enum block { BLOCK_UNREAD, BLOCK_GOOD, BLOCK_BAD };

struct egtb_table {
    struct draughts_slice slice; /* the first of the pair */
    const unsigned char *file;
    size_t size;
    const unsigned char *data;
    const uint64_t *checks; /* as in the file */
    enum draughts_egtb_form form;
    uint64_t counts[2], bytes[2];
    _Atomic unsigned char *blocks; /* enum block */
};

struct draughts_egtb {
    enum draughts_rules rules;
    char *directory;
    struct draughts_indexing *indexing;
    /* By own men, own kings, enemy men, enemy kings; both slices of a pair point to one table. */
    struct egtb_table *tables[EACH][EACH][EACH][EACH];
    int pieces;
};

/* Checksums and layout. */

static uint64_t checksum(const unsigned char *bytes, size_t size) {
    uint64_t lanes[4] = {1, 2, 3, 4}, word;
    size_t i = 0;
    for (; i + 32 <= size; i += 32) {
        for (size_t lane = 0; lane < 4; lane++) {
            memcpy(&word, bytes + i + 8 * lane, 8);
            lanes[lane] = (lanes[lane] ^ le64toh(word)) * UINT64_C(0x9E3779B97F4A7C15);
            lanes[lane] ^= lanes[lane] >> 29;
        }
    }
    for (; i < size; i++) {
        lanes[0] = (lanes[0] ^ bytes[i]) * UINT64_C(0x9E3779B97F4A7C15);
        lanes[0] ^= lanes[0] >> 29;
    }
    uint64_t sum = size;
    for (int lane = 0; lane < 4; lane++) {
        sum = rng_mix(sum ^ lanes[lane]);
    }
    return sum;
}

static size_t block_count(uint64_t bytes) {
    return (size_t)((bytes + BLOCK - 1) / BLOCK);
}

static size_t block_size(uint64_t bytes, size_t block) {
    uint64_t left = bytes - (uint64_t)block * BLOCK;
    return left < BLOCK ? (size_t)left : BLOCK;
}

static uint64_t header_check(const struct egtb_header *header, const unsigned char *checks,
                             uint64_t bytes) {
    uint64_t sum = checksum((const unsigned char *)header, offsetof(struct egtb_header, check));
    return htole64(sum ^ checksum(checks, block_count(bytes) * sizeof(uint64_t)));
}

void draughts_egtb_counts(const struct draughts_indexing *indexing, struct draughts_slice slice,
                          uint64_t counts[2]) {
    struct draughts_slice turned = draughts_slice_swapped(slice);
    counts[0] = draughts_slice_count(indexing, slice);
    counts[1] = draughts_slice_same(slice, turned) ? 0 : draughts_slice_count(indexing, turned);
}

unsigned char *draughts_egtb_file_new(const uint64_t bytes[2], size_t *size, unsigned char **data) {
    uint64_t sum = bytes[0] + bytes[1];
    size_t front = sizeof(struct egtb_header) + block_count(sum) * sizeof(uint64_t);
    *size = front + (size_t)sum;
    unsigned char *file = memory_new(*size, 1);
    struct egtb_header header = {.bytes = {htole64(bytes[0]), htole64(bytes[1])}};
    memcpy(file, &header, sizeof header);
    *data = file + front;
    return file;
}

void draughts_egtb_file_seal(unsigned char *file, size_t size, enum draughts_egtb_form form,
                             enum draughts_rules rules, struct draughts_slice slice) {
    struct egtb_header header;
    memcpy(&header, file, sizeof header);
    memcpy(header.magic, magic[form], sizeof header.magic);
    header.rules = htole32((uint32_t)rules);
    header.slice = slice;
    uint64_t bytes = le64toh(header.bytes[0]) + le64toh(header.bytes[1]);
    unsigned char *checks = file + sizeof header;
    const unsigned char *data = file + size - bytes;
    for (size_t i = 0; i < block_count(bytes); i++) {
        uint64_t sum = htole64(checksum(data + i * BLOCK, block_size(bytes, i)));
        memcpy(checks + i * sizeof sum, &sum, sizeof sum);
    }
    header.check = header_check(&header, checks, bytes);
    memcpy(file, &header, sizeof header);
}

/* Names. */

bool draughts_egtb_directory(struct text *path) {
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache != NULL && cache[0] == '/') {
        text_print(path, "%s/ternion/egtb", cache);
    } else if (home != NULL && home[0] != '\0') {
        text_print(path, "%s/.cache/ternion/egtb", home);
    } else {
        return false;
    }
    return true;
}

/* The side with more pieces is stronger, then the one with more kings. */
struct draughts_slice draughts_egtb_first(struct draughts_slice slice) {
    int own = 10 * (slice.men + slice.kings) + slice.kings;
    int foe = 10 * (slice.foe_men + slice.foe_kings) + slice.foe_kings;
    return own >= foe ? slice : draughts_slice_swapped(slice);
}

void draughts_egtb_name(enum draughts_rules rules, struct draughts_slice slice, struct text *name) {
    text_print(name, "%s-", draughts_game.rules[rules]);
    text_fill(name, 'K', slice.kings);
    text_fill(name, 'M', slice.men);
    text_putc(name, 'v');
    text_fill(name, 'K', slice.foe_kings);
    text_fill(name, 'M', slice.foe_men);
    text_put(name, ".egtb");
}

/* Opening. */

/* What the header says of a mapped file; NULL, or what is wrong with it. */
static const char *read_header(const struct draughts_egtb *egtb, struct egtb_table *table) {
    struct egtb_header header;
    if (table->size < sizeof header) {
        return "too short to be an endgame table";
    }
    memcpy(&header, table->file, sizeof header);
    bool runs = memcmp(header.magic, magic[DRAUGHTS_EGTB_RUNS], sizeof header.magic) == 0;
    table->form = runs ? DRAUGHTS_EGTB_RUNS : DRAUGHTS_EGTB_BYTES;
    if (memcmp(header.magic, magic[table->form], sizeof header.magic) != 0) {
        return "no endgame table of this version";
    }
    if (le32toh(header.rules) != (uint32_t)egtb->rules) {
        return "a table for other rules under this name";
    }
    draughts_egtb_counts(egtb->indexing, table->slice, table->counts);
    table->bytes[0] = le64toh(header.bytes[0]);
    table->bytes[1] = le64toh(header.bytes[1]);
    bool counted = memcmp(table->bytes, table->counts, sizeof table->bytes) == 0;
    if (!draughts_slice_same(header.slice, table->slice) || (!runs && !counted)) {
        return "a table for other pieces under this name";
    }
    if (table->bytes[0] > table->size || table->bytes[1] > table->size) {
        return "not of the length that its header states";
    }
    uint64_t bytes = table->bytes[0] + table->bytes[1];
    size_t front = sizeof header + block_count(bytes) * sizeof(uint64_t);
    if (table->size != front + bytes) {
        return "not of the length that its header states";
    }
    if (header_check(&header, table->file + sizeof header, bytes) != header.check) {
        return "damaged: the header does not fit its checksum";
    }
    table->checks = (const uint64_t *)(const void *)(table->file + sizeof header);
    table->data = table->file + front;
    return NULL;
}

/* The packed results of one of the slices of a table of runs. */
static struct draughts_runs runs_of(const struct egtb_table *table, int which) {
    const unsigned char *bytes = table->data + (which == 0 ? 0 : table->bytes[0]) + CENSUS;
    return (struct draughts_runs){bytes, (size_t)table->bytes[which] - CENSUS,
                                  table->counts[which]};
}

static bool runs_fit(const struct egtb_table *table, int which) {
    if (table->counts[which] == 0 || table->bytes[which] < CENSUS) {
        return table->counts[which] == table->bytes[which];
    }
    struct draughts_runs runs = runs_of(table, which);
    return draughts_runs_fit(&runs);
}

static const char *find_fault(const struct draughts_egtb *egtb, struct egtb_table *table) {
    const char *wrong = read_header(egtb, table);
    bool fit = wrong != NULL || table->form == DRAUGHTS_EGTB_BYTES ||
               (runs_fit(table, 0) && runs_fit(table, 1));
    return fit ? wrong : "a table for other pieces under this name";
}

static const char *map_file(const char *path, struct egtb_table *table) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (fd < 0) {
        return strerror(errno);
    }
    void *file = MAP_FAILED;
    if (fstat(fd, &status) == 0 && status.st_size > 0) {
        table->size = (size_t)status.st_size;
        file = mmap(NULL, table->size, PROT_READ, MAP_SHARED, fd, 0);
    }
    close(fd);
    if (file == MAP_FAILED) {
        return "an empty file or one that cannot be mapped";
    }
    table->file = file;
    return NULL;
}

static void table_free(struct egtb_table *table) {
    if (table->file != NULL) {
        munmap((void *)table->file, table->size);
    }
    free((void *)table->blocks);
    free(table);
}

static struct egtb_table **slot_of(struct draughts_egtb *egtb, struct draughts_slice s) {
    return &egtb->tables[s.men][s.kings][s.foe_men][s.foe_kings];
}

bool draughts_egtb_add(struct draughts_egtb *egtb, struct draughts_slice slice,
                       draughts_egtb_check_fn *check, void *context) {
    struct text path = {0};
    text_print(&path, "%s/", egtb->directory);
    draughts_egtb_name(egtb->rules, slice, &path);
    struct egtb_table *table = memory_new(1, sizeof *table);
    table->slice = slice;
    bool there = access(text_string(&path), F_OK) == 0;
    const char *wrong = there ? map_file(text_string(&path), table) : "";
    int pieces = draughts_slice_size(slice);
    if (there) {
        draughts_indexing_grow(egtb->indexing, pieces);
    }
    wrong = wrong == NULL ? find_fault(egtb, table) : wrong;
    if (there && check != NULL) {
        check(context, text_string(&path), wrong);
    }
    text_free(&path);
    if (wrong != NULL) {
        table_free(table);
        return false;
    }
    table->blocks = memory_new(block_count(table->bytes[0] + table->bytes[1]), 1);
    if (*slot_of(egtb, slice) != NULL) {
        table_free(*slot_of(egtb, slice));
    }
    *slot_of(egtb, slice) = table;
    *slot_of(egtb, draughts_slice_swapped(slice)) = table;
    egtb->pieces = pieces > egtb->pieces ? pieces : egtb->pieces;
    return true;
}

struct draughts_egtb *draughts_egtb_open(const char *directory, enum draughts_rules rules,
                                         draughts_egtb_check_fn *check, void *context) {
    struct draughts_egtb *egtb = memory_new(1, sizeof *egtb);
    egtb->rules = rules;
    egtb->directory = memory_string(directory);
    egtb->indexing = draughts_indexing_new(0);
    if (directory == NULL || access(directory, R_OK) != 0) {
        return egtb;
    }
    for (int own = 1; own < EACH; own++) {
        for (int foe = 1; own + foe <= EACH; foe++) {
            for (int i = 0; i < (own + 1) * (foe + 1); i++) {
                int men = i % (own + 1), foe_men = i / (own + 1);
                struct draughts_slice slice = {(uint8_t)men, (uint8_t)(own - men), (uint8_t)foe_men,
                                               (uint8_t)(foe - foe_men)};
                if (draughts_slice_same(draughts_egtb_first(slice), slice)) {
                    draughts_egtb_add(egtb, slice, check, context);
                }
            }
        }
    }
    return egtb;
}

/* Calls `call` once for each table. */
static void each_table(struct draughts_egtb *egtb, void (*call)(struct egtb_table *, void *),
                       void *context) {
    for (size_t i = 0; i < sizeof egtb->tables / sizeof(struct egtb_table *); i++) {
        struct egtb_table **slot = &egtb->tables[0][0][0][0] + i;
        if (*slot != NULL && slot == slot_of(egtb, (*slot)->slice)) {
            call(*slot, context);
        }
    }
}

static void free_table(struct egtb_table *table, void *context) {
    (void)context;
    table_free(table);
}

void draughts_egtb_close(struct draughts_egtb *egtb) {
    if (egtb != NULL) {
        /* A pair of different slices has two places; the table is freed by the first. */
        for (size_t i = 0; i < sizeof egtb->tables / sizeof(struct egtb_table *); i++) {
            struct egtb_table **slot = &egtb->tables[0][0][0][0] + i;
            if (*slot != NULL && slot != slot_of(egtb, (*slot)->slice)) {
                *slot = NULL;
            }
        }
        each_table(egtb, free_table, NULL);
        draughts_indexing_free(egtb->indexing);
        free(egtb->directory);
        free(egtb);
    }
}

int draughts_egtb_pieces(const struct draughts_egtb *egtb) {
    return egtb->pieces;
}

/* Reading. */

static bool block_is_good(struct egtb_table *table, size_t block) {
    unsigned char state = atomic_load_explicit(&table->blocks[block], memory_order_relaxed);
    if (state == BLOCK_UNREAD) {
        uint64_t bytes = table->bytes[0] + table->bytes[1];
        uint64_t sum = checksum(table->data + block * BLOCK, block_size(bytes, block));
        bool good = sum == le64toh(table->checks[block]);
        state = good ? BLOCK_GOOD : BLOCK_BAD;
        atomic_store_explicit(&table->blocks[block], state, memory_order_relaxed);
    }
    return state == BLOCK_GOOD;
}

/* Whether all blocks of a part of the data are good. */
static bool part_is_good(struct egtb_table *table, size_t from, size_t length) {
    bool good = true;
    for (size_t block = from / BLOCK; good && block <= (from + length - 1) / BLOCK; block++) {
        good = block_is_good(table, block);
    }
    return good;
}

static int read_runs(struct egtb_table *table, int which, uint64_t at) {
    static const int bytes[] = {[DRAUGHTS_RUNS_DRAW] = DRAUGHTS_EGTB_DRAW,
                                [DRAUGHTS_RUNS_WIN] = DRAUGHTS_EGTB_FAR,
                                [DRAUGHTS_RUNS_LOSS] = DRAUGHTS_EGTB_LOSS + DRAUGHTS_EGTB_FAR,
                                [DRAUGHTS_RUNS_ANY] = DRAUGHTS_EGTB_UNKNOWN};
    struct draughts_runs runs = runs_of(table, which);
    size_t begin = (size_t)(runs.bytes - table->data);
    struct draughts_runs_part part = draughts_runs_entry(at);
    if (!part_is_good(table, begin + part.from, part.length)) {
        return DRAUGHTS_EGTB_UNKNOWN;
    }
    part = draughts_runs_code(&runs, at);
    if (part.length == 0 || !part_is_good(table, begin + part.from, part.length)) {
        return DRAUGHTS_EGTB_UNKNOWN;
    }
    return bytes[draughts_runs_read(&runs, at)];
}

static int read_bytes(struct egtb_table *table, int which, uint64_t at) {
    at += which == 0 ? 0 : table->bytes[0];
    return block_is_good(table, (size_t)(at / BLOCK)) ? table->data[at] : DRAUGHTS_EGTB_UNKNOWN;
}

/* The best of all captures, for tables that leave them out. */
static int probe_captures(struct draughts_egtb *egtb, const struct draughts_board *board,
                          int side) {
    move moves[DRAUGHTS_MOVES];
    size_t count = draughts_list(board, side, egtb->rules, moves);
    int best = DRAUGHTS_EGTB_LOSS + 1;
    for (size_t i = 0; i < count; i++) {
        struct draughts_board next = draughts_after(board, side, moves[i]);
        int reply = draughts_egtb_probe(egtb, &next, 1 - side);
        if (reply == DRAUGHTS_EGTB_UNKNOWN) {
            return reply;
        }
        if (reply >= DRAUGHTS_EGTB_LOSS) {
            return 1;
        }
        best = reply == DRAUGHTS_EGTB_DRAW ? DRAUGHTS_EGTB_DRAW : best;
    }
    return best;
}

int draughts_egtb_probe(struct draughts_egtb *egtb, const struct draughts_board *board, int side) {
    if (board->side[0] == 0 || board->side[1] == 0) {
        return board->side[side] == 0 ? DRAUGHTS_EGTB_LOSS : 1;
    }
    if (draughts_size(board->side[0] | board->side[1]) > egtb->pieces) {
        return DRAUGHTS_EGTB_UNKNOWN;
    }
    struct draughts_board up = side == DRAUGHTS_WHITE ? *board : draughts_rotated(board);
    struct draughts_slice slice = draughts_slice_of(&up);
    struct egtb_table *table = *slot_of(egtb, slice);
    if (table == NULL) {
        return DRAUGHTS_EGTB_UNKNOWN;
    }
    if (table->form == DRAUGHTS_EGTB_RUNS && draughts_jumpers(board, side) != 0) {
        return probe_captures(egtb, board, side);
    }
    uint64_t at = draughts_slice_index(egtb->indexing, slice, &up);
    int which = draughts_slice_same(slice, table->slice) ? 0 : 1;
    return table->form == DRAUGHTS_EGTB_RUNS ? read_runs(table, which, at)
                                             : read_bytes(table, which, at);
}

struct egtb_verification {
    struct draughts_egtb *egtb;
    draughts_egtb_check_fn *check;
    void *context;
    bool good;
};

static bool table_is_intact(struct egtb_table *table, const atomic_bool *stop) {
    uint64_t bytes = table->bytes[0] + table->bytes[1];
    bool good = true;
    for (size_t i = 0; i < block_count(bytes); i++) {
        if (stop != NULL && atomic_load_explicit(stop, memory_order_relaxed)) {
            return false;
        }
        atomic_store_explicit(&table->blocks[i], BLOCK_UNREAD, memory_order_relaxed);
        good = block_is_good(table, i) && good;
    }
    return good;
}

bool draughts_egtb_intact(struct draughts_egtb *egtb, struct draughts_slice slice,
                          const atomic_bool *stop) {
    struct egtb_table *table = *slot_of(egtb, slice);
    return table != NULL && table_is_intact(table, stop);
}

static void verify_table(struct egtb_table *table, void *context) {
    struct egtb_verification *v = context;
    bool good = table_is_intact(table, NULL);
    struct text path = {0};
    text_print(&path, "%s/", v->egtb->directory);
    draughts_egtb_name(v->egtb->rules, table->slice, &path);
    if (v->check != NULL) {
        v->check(v->context, text_string(&path),
                 good ? NULL : "damaged: some of its blocks do not fit their checksums");
    }
    v->good = v->good && good;
    text_free(&path);
}

bool draughts_egtb_verify(struct draughts_egtb *egtb, draughts_egtb_check_fn *check,
                          void *context) {
    struct egtb_verification v = {egtb, check, context, true};
    each_table(egtb, verify_table, &v);
    return v.good;
}

/* A table of runs cannot be counted: it leaves positions out. */
static bool read_census(struct egtb_table *table, int which, uint64_t census[3]) {
    size_t at = which == 0 ? 0 : (size_t)table->bytes[0];
    if (!part_is_good(table, at, CENSUS)) {
        return false;
    }
    for (int i = 0; i < 3; i++) {
        uint64_t number;
        memcpy(&number, table->data + at + (size_t)i * sizeof number, sizeof number);
        census[i] = le64toh(number);
    }
    return true;
}

bool draughts_egtb_census(struct draughts_egtb *egtb, struct draughts_slice slice,
                          uint64_t census[3]) {
    struct egtb_table *table = *slot_of(egtb, slice);
    if (table == NULL) {
        return false;
    }
    int which = draughts_slice_same(slice, table->slice) ? 0 : 1;
    if (table->form == DRAUGHTS_EGTB_RUNS) {
        return read_census(table, which, census);
    }
    census[0] = census[1] = census[2] = 0;
    for (uint64_t i = 0; i < table->counts[which]; i++) {
        int value = read_bytes(table, which, i);
        if (value == DRAUGHTS_EGTB_UNKNOWN) {
            return false;
        }
        census[value == DRAUGHTS_EGTB_DRAW ? 1 : value < DRAUGHTS_EGTB_LOSS ? 0 : 2]++;
    }
    return true;
}

/* Arbitrary bytes as an endgame table. The first byte says which table they pretend to be, and
 * whether the checksums are made to fit, so that the bytes after them are read too: as distances
 * (from 128 on) or as packed results (from 192 on). */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "../../src/core/memory.h"
#include "../../src/draughts/egtb.h"
#include "../../src/system/file.h"

static const struct draughts_slice slices[] = {{0, 1, 0, 1}, {1, 0, 1, 0}, {0, 1, 1, 0}};
/* In memory where that is possible: files that are written are waited for until they are on the
 * disk. */
static char places[][32] = {"/dev/shm/ternion-fuzz-XXXXXX", "/tmp/ternion-fuzz-XXXXXX"};
static char *folder;

static void remove_folder(void) {
    rmdir(folder);
}

static void make_folder(void) {
    static bool made;
    if (made)
        return;
    made = true;
    folder = mkdtemp(places[0]);
    if (folder == NULL)
        folder = mkdtemp(places[1]);
    fuzz_law(folder != NULL, "there is room for a folder");
    atexit(remove_folder);
}

/* A table of distances has a byte for each position; packed results may have any size. */
static void seal_table(const char *path, const uint8_t *bytes, size_t count,
                       enum draughts_egtb_form form, enum draughts_rules rules,
                       struct draughts_slice slice) {
    struct draughts_indexing *numbering = draughts_indexing_new(2);
    uint64_t sizes[2];
    unsigned char *data;
    size_t size;
    draughts_egtb_counts(numbering, slice, sizes);
    if (form == DRAUGHTS_EGTB_RUNS) {
        sizes[0] = sizes[1] == 0 ? count : count / 2;
        sizes[1] = count - sizes[0];
    }
    unsigned char *file = draughts_egtb_file_new(sizes, &size, &data);
    for (size_t i = 0; i < count && data + i < file + size; i++)
        data[i] = bytes[i];
    draughts_egtb_file_seal(file, size, form, rules, slice);
    fuzz_law(file_write(path, (const char *)file, size, NULL), "the table is written");
    free(file);
    draughts_indexing_free(numbering);
}

/* A king on any square and a king or a man away from the rows where men are crowned. */
static void probe_all(struct draughts_egtb *egtb) {
    for (int own = 1; own <= DRAUGHTS_SQUARES; own++) {
        for (int foe = 5; foe <= DRAUGHTS_SQUARES - 4; foe++) {
            uint64_t first = draughts_bit(draughts_square_numbered(own));
            uint64_t second = draughts_bit(draughts_square_numbered(foe));
            struct draughts_board board = {.side = {first, second}, .kings = first};
            if (foe % 2)
                board.kings |= second;
            if (own != foe) {
                int value = draughts_egtb_probe(egtb, &board, own % 2);
                fuzz_law(value >= DRAUGHTS_EGTB_UNKNOWN && value <= 255, "a probe is a byte");
            }
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    if (count == 0)
        return 0;
    make_folder();
    enum draughts_rules rules = bytes[0] % 2;
    struct draughts_slice slice = draughts_egtb_first(slices[bytes[0] / 2 % 3]);
    struct text path = {0};
    text_print(&path, "%s/", folder);
    draughts_egtb_name(rules, slice, &path);
    uint8_t *copy = memory_copy(bytes + 1, count - 1);
    if (bytes[0] >= 128)
        seal_table(text_string(&path), copy, count - 1,
                   bytes[0] >= 192 ? DRAUGHTS_EGTB_RUNS : DRAUGHTS_EGTB_BYTES, rules, slice);
    else
        fuzz_law(file_write(text_string(&path), (const char *)copy, count - 1, NULL),
                 "the table is written");
    struct draughts_egtb *egtb = draughts_egtb_open(folder, rules, NULL, NULL);
    fuzz_law(bytes[0] < 128 || bytes[0] >= 192 || draughts_egtb_pieces(egtb) == 2,
             "a sealed table is taken");
    probe_all(egtb);
    draughts_egtb_verify(egtb, NULL, NULL);
    draughts_egtb_close(egtb);
    unlink(text_string(&path));
    text_free(&path);
    free(copy);
    return 0;
}

/* replay [-OPTION] FOLDER...: tries the files of folders on a harness, one result each, in place of
 * libFuzzer; its options are let pass. */
#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/core/text.h"
#include "../support/tap.h"
#include "fuzz.h"

static void file_try(const char *path) {
    struct text content = {0};
    char part[4096];
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        perror(path);
        exit(99);
    }
    for (size_t n; (n = fread(part, 1, sizeof part, file)) > 0;)
        text_putn(&content, part, n);
    fclose(file);
    LLVMFuzzerTestOneInput((const uint8_t *)text_string(&content), content.length);
    text_free(&content);
    const char *name = strstr(path, "corpus/");
    tap_ok(true, "%s", name ? name : path);
}

static int by_name(const FTSENT **a, const FTSENT **b) {
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

int main(int argc, char **argv) {
    while (argc > 1 && argv[1][0] == '-')
        argc--, argv++;
    setvbuf(stdout, NULL, _IOLBF, 0);
    FTS *fts = argc > 1 ? fts_open(argv + 1, FTS_LOGICAL | FTS_NOCHDIR, by_name) : NULL;
    for (FTSENT *e; fts && (e = fts_read(fts)) != NULL;)
        if (e->fts_info == FTS_F)
            file_try(e->fts_path);
    if (fts)
        fts_close(fts);
    return tap_done();
}

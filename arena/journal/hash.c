#include "hash.h"

#include <errno.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <string.h>

static void hash_finish(struct sha256_ctx *context, char digits[65]) {
    static const char hexadecimal[] = "0123456789abcdef";
    uint8_t digest[SHA256_DIGEST_SIZE];
    sha256_digest(context, sizeof digest, digest);
    for (size_t i = 0; i < sizeof digest; i++) {
        digits[2 * i] = hexadecimal[digest[i] >> 4];
        digits[2 * i + 1] = hexadecimal[digest[i] & 15];
    }
    digits[64] = '\0';
}

/* Of at most so many bytes; returns of how many. */
static int64_t hash_stream(FILE *file, int64_t most, char digits[65]) {
    struct sha256_ctx context;
    uint8_t bytes[1 << 14];
    int64_t done = 0;
    size_t got = 1;
    sha256_init(&context);
    while (done < most && got > 0) {
        size_t wanted = most - done < (int64_t)sizeof bytes ? (size_t)(most - done) : sizeof bytes;
        got = fread(bytes, 1, wanted, file);
        sha256_update(&context, got, bytes);
        done += (int64_t)got;
    }
    hash_finish(&context, digits);
    return done;
}

bool hash_beginning(const char *path, int64_t size, char digits[65]) {
    FILE *file = fopen(path, "rbe");
    if (file == NULL)
        return false;
    int64_t done = hash_stream(file, size, digits);
    fclose(file);
    return done == size;
}

bool hash_file(const char *path, char digits[65], struct error *error) {
    FILE *file = fopen(path, "rbe");
    if (file == NULL)
        return error_set(error, "hash.file", "cannot read {0}: {1}", path, strerror(errno), NULL);
    hash_stream(file, INT64_MAX, digits);
    bool fine = ferror(file) == 0 ||
                error_set(error, "hash.file", "cannot read {0}: {1}", path, strerror(errno), NULL);
    fclose(file);
    return fine;
}

void hash_bytes(const void *bytes, size_t length, char digits[65]) {
    struct sha256_ctx context;
    sha256_init(&context);
    sha256_update(&context, length, bytes);
    hash_finish(&context, digits);
}

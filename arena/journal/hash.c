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

static void hash_stream(FILE *file, char digits[65]) {
    struct sha256_ctx context;
    uint8_t bytes[1 << 14];
    size_t got;
    sha256_init(&context);
    while ((got = fread(bytes, 1, sizeof bytes, file)) > 0)
        sha256_update(&context, got, bytes);
    hash_finish(&context, digits);
}

bool hash_file(const char *path, char digits[65], struct error *error) {
    FILE *file = fopen(path, "rbe");
    if (file == NULL)
        return error_set(error, "hash.file", "cannot read {0}: {1}", path, strerror(errno), NULL);
    hash_stream(file, digits);
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

#include "secret.h"

#include <assert.h>
#include <nettle/base16.h>
#include <nettle/memops.h>
#include <nettle/sha2.h>
#include <stdlib.h>
#include <string.h>

#include "../src/system/random.h"

static void draw(char *text, size_t size, const char *letters, unsigned count) {
    unsigned char bytes[64];
    assert(size > 0 && size <= sizeof bytes && 256 % count == 0);
    if (!random_fill(bytes, size - 1))
        abort(); /* a server whose secrets can be guessed must not run */
    for (size_t i = 0; i + 1 < size; i++)
        text[i] = letters[bytes[i] % count];
    text[size - 1] = '\0';
}

void secret_name(char *name, size_t size) {
    draw(name, size, "abcdefghijkmnpqrstuvwxyz23456789", 32);
}

void secret_key(char *key, size_t size) {
    draw(key, size, "0123456789abcdef", 16);
}

void secret_hash(const char *key, char hash[SECRET_HASH]) {
    struct sha256_ctx context;
    uint8_t digest[SHA256_DIGEST_SIZE];
    sha256_init(&context);
    sha256_update(&context, strlen(key), (const uint8_t *)key);
    sha256_digest(&context, sizeof digest, digest);
    base16_encode_update(hash, sizeof digest, digest);
    hash[SECRET_HASH - 1] = '\0';
}

bool secret_same(const char a[SECRET_HASH], const char b[SECRET_HASH]) {
    return memeql_sec(a, b, SECRET_HASH) != 0;
}

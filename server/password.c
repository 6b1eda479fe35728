#include "password.h"

#include <nettle/base16.h>
#include <nettle/base64.h>
#include <nettle/hmac.h>
#include <nettle/memops.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "../src/core/memory.h"
#include "../src/core/text.h"

static void digest_of(const char *password, const char *what, uint8_t digest[SHA256_DIGEST_SIZE]) {
    struct hmac_sha256_ctx hash;
    hmac_sha256_set_key(&hash, strlen(password), (const uint8_t *)password);
    hmac_sha256_update(&hash, strlen(what), (const uint8_t *)what);
    hmac_sha256_digest(&hash, SHA256_DIGEST_SIZE, digest);
}

/* Digests have one length, and tell nothing of how much of a guess is right. */
static bool is_same(const char *password, const char *one, const char *other) {
    uint8_t digests[2][SHA256_DIGEST_SIZE];
    digest_of(password, one, digests[0]);
    digest_of(password, other, digests[1]);
    return memeql_sec(digests[0], digests[1], SHA256_DIGEST_SIZE);
}

bool password_is(const char *password, const char *guess) {
    return is_same(password, password, guess);
}

bool password_in_basic(const char *password, const char *header) {
    if (header == NULL || strncasecmp(header, "Basic ", 6) != 0)
        return false;
    header += 6 + strspn(header + 6, " ");
    struct base64_decode_ctx base;
    size_t length = strlen(header), decoded = BASE64_DECODE_LENGTH(length);
    char *pair = memory_new(decoded + 1, 1);
    base64_decode_init(&base);
    bool good = base64_decode_update(&base, &decoded, (uint8_t *)pair, length, header) == 1 &&
                base64_decode_final(&base) == 1;
    pair[good ? decoded : 0] = '\0';
    const char *colon = strchr(pair, ':');
    good = good && colon != NULL && strlen(pair) == decoded && password_is(password, colon + 1);
    free(pair);
    return good;
}

void password_prove(const char *password, char proof[PASSWORD_PROOF]) {
    uint8_t digest[SHA256_DIGEST_SIZE];
    digest_of(password, "a browser that has given the password", digest);
    base16_encode_update(proof, SHA256_DIGEST_SIZE, digest);
    proof[PASSWORD_PROOF - 1] = '\0';
}

bool password_in_cookies(const char *password, const char *header) {
    static const char name[] = PASSWORD_COOKIE "=";
    char proof[PASSWORD_PROOF];
    bool found = false;
    password_prove(password, proof);
    for (const char *at = header; at != NULL && *at != '\0';) {
        at += strspn(at, " \t;");
        size_t length = strcspn(at, ";");
        if (length > strlen(name) && strncmp(at, name, strlen(name)) == 0) {
            struct text value = {0};
            text_putn(&value, at + strlen(name), length - strlen(name));
            found = found || is_same(password, proof, text_string(&value));
            text_free(&value);
        }
        at += length;
    }
    return found;
}

#include "secret.h"

#include <stdlib.h>

#include "../src/system/random.h"

static unsigned char random_byte(void) {
    unsigned char byte;
    if (!random_fill(&byte, 1))
        abort(); /* a server whose secrets can be guessed must not run */
    return byte;
}

static void draw(char *text, size_t size, const char *letters, unsigned count) {
    for (size_t i = 0; i + 1 < size; i++)
        text[i] = letters[random_byte() % count];
    text[size - 1] = '\0';
}

void secret_name(char *name, size_t size) {
    draw(name, size, "abcdefghijkmnpqrstuvwxyz23456789", 32);
}

void secret_key(char *key, size_t size) {
    draw(key, size, "0123456789abcdef", 16);
}

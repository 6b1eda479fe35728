/* secret: names that nobody guesses. */
#ifndef TERNION_SECRET_H
#define TERNION_SECRET_H

#include <stddef.h>

/* A name of size - 1 letters and digits that are not mistaken for each other, 5 bits each. */
void secret_name(char *name, size_t size);
/* A key of size - 1 hexadecimal digits, 4 bits each. */
void secret_key(char *key, size_t size);

#endif

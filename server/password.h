/* password: one for the whole server, which everybody who may come in knows. Comparing takes the
 * same time whatever the guess. All functions are pure. */
#ifndef TERNION_PASSWORD_H
#define TERNION_PASSWORD_H

#include <stdbool.h>

/* A browser that has given the password once shows this cookie with its WebSocket, for which not
 * every browser repeats an Authorization header. */
#define PASSWORD_COOKIE "ternion"
enum { PASSWORD_PROOF = 65 };

bool password_is(const char *password, const char *guess);
/* Whether an Authorization header (NULL: none) has it, by the method Basic and with any name. */
bool password_in_basic(const char *password, const char *header);
/* The value of the cookie, which does not tell the password; and whether a Cookie header (NULL:
 * none) has it. */
void password_prove(const char *password, char proof[PASSWORD_PROOF]);
bool password_in_cookies(const char *password, const char *header);

#endif

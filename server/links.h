/* links: where people find the page of a server, and QR codes of texts. */
#ifndef TERNION_LINKS_H
#define TERNION_LINKS_H

#include <stdbool.h>

#include "../src/core/text.h"

/* The addresses of a page that listens there ("http://192.168.1.5:8080/"), with a blank after each:
 * of all networks of this machine if it listens in all, since nobody can go to 0.0.0.0. */
void links_list(const char *address, int port, struct text *list);
/* The QR code of a text as an SVG image; false: it is too long, or codes are not built in. */
bool links_draw(const char *text, struct text *svg);

#endif

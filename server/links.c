#include "links.h"

#include <string.h>

#include "socket.h"

#ifdef HAVE_QRENCODE
#include <qrencode.h>
#endif

static void put_link(const char *address, int port, struct text *list) {
    text_print(list, strchr(address, ':') == NULL ? "http://%s:%d/ " : "http://[%s]:%d/ ", address,
               port);
}

void links_list(const char *address, int port, struct text *list) {
    struct text found = {0};
    struct words words;
    if (strcmp(address, "0.0.0.0") == 0 || strcmp(address, "::") == 0)
        socket_addresses(&found);
    words_split(&words, text_string(&found));
    for (int i = 0; i < words.count; i++)
        put_link(words.at[i], port, list);
    if (words.count == 0)
        put_link(address, port, list);
    words_free(&words);
    text_free(&found);
}

#ifdef HAVE_QRENCODE
/* Each row's dark squares in runs; four light squares all around, as readers want them. */
static void put_code(const QRcode *code, struct text *svg) {
    enum { MARGIN = 4 };
    int width = code->width, whole = width + 2 * MARGIN;
    text_print(svg,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
               "shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h%dv%dH0z\"/><path d=\"",
               whole, whole, whole, whole);
    for (int row = 0; row < width; row++)
        for (int from = 0, to; from < width; from = to + 1) {
            for (to = from; to < width && (code->data[row * width + to] & 1); to++)
                ;
            if (to > from)
                text_print(svg, "M%d %dh%dv1H%dz", from + MARGIN, row + MARGIN, to - from,
                           from + MARGIN);
        }
    text_put(svg, "\"/></svg>");
}

bool links_draw(const char *text, struct text *svg) {
    enum { LONGEST = 300 };
    QRcode *code = strlen(text) > LONGEST ? NULL : QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M);
    if (code == NULL)
        return false;
    put_code(code, svg);
    QRcode_free(code);
    return true;
}
#else
bool links_draw(const char *text, struct text *svg) {
    (void)text;
    (void)svg;
    return false;
}
#endif

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

static bool is_listed(const char *link, const char *list) {
    struct words words;
    bool found = false;
    words_split(&words, list);
    for (int i = 0; i < words.count; i++)
        found |= text_starts(link, words.at[i]);
    words_free(&words);
    return found;
}

bool links_lead_to(const char *link, const char *host, const char *list) {
    const char *after = text_starts(link, "http://")    ? link + strlen("http://")
                        : text_starts(link, "https://") ? link + strlen("https://")
                                                        : "";
    bool named =
        host != NULL && *host != '\0' && text_starts(after, host) && after[strlen(host)] == '/';
    return named || is_listed(link, list);
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
    text_put(svg, "\"/></svg>\n");
}

bool links_draw(const char *link, struct text *svg) {
    enum { LONGEST = 300 };
    QRcode *code = strlen(link) > LONGEST ? NULL : QRcode_encodeString8bit(link, 0, QR_ECLEVEL_M);
    if (code == NULL)
        return false;
    put_code(code, svg);
    QRcode_free(code);
    return true;
}
#else
bool links_draw(const char *link, struct text *svg) {
    (void)link;
    (void)svg;
    return false;
}
#endif

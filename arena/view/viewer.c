#include "viewer.h"

#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "../../src/core/memory.h"
#include "../play/progress.h"

/* A game as frames: frame 0 is the position after the opening, frame n that after ply n. */
struct viewer {
    const struct archive *archive;
    const struct arena_result *result;
    FILE *out;
    struct look look;
    char **frames;
    size_t count;
    char *title;
};

/* ---- frames */

static char *frame_print(struct viewer *viewer, const struct session *session, int side,
                         const char *token) {
    struct text text = {0};
    size_t ply = viewer->count;
    if (ply == 0)
        text_print(&text, "%s\n",
                   viewer->result->opening[0] != '\0' ? "behind the opening" : "the beginning");
    else
        text_print(&text, "ply %zu of %zu: %s plays %s, %.3f ms\n", ply, viewer->result->plies,
                   viewer->archive->words.sides[side], token,
                   (double)viewer->result->times[ply - 1] / 1e3);
    session_show(session, &viewer->look, &text);
    return text_take(&text);
}

static void viewer_add(struct viewer *viewer, const struct session *session, int side,
                       const char *token) {
    char *frame = frame_print(viewer, session, side, token);
    viewer->frames = memory_grow(viewer->frames, viewer->count + 1, sizeof *viewer->frames);
    viewer->frames[viewer->count++] = frame;
}

static bool viewer_fill(struct viewer *viewer, struct error *error) {
    struct session *session = archive_start(viewer->archive, viewer->result, error);
    if (session == NULL)
        return false;
    struct words words;
    words_split(&words, text_string(&viewer->result->moves));
    viewer_add(viewer, session, SIDE_NONE, NULL);
    bool fine = true;
    for (int i = 0; fine && i < words.count && (size_t)i < viewer->result->plies; i++) {
        int side = session_to_play(session);
        fine = session_play(session, side, words.at[i], error);
        if (fine)
            viewer_add(viewer, session, side, words.at[i]);
    }
    words_free(&words);
    session_free(session);
    return fine;
}

static void viewer_title(struct viewer *viewer) {
    struct text text = {0};
    text_print(&text, "game %ld: ", viewer->result->game.number);
    table_game(viewer->result, &viewer->archive->words, &text);
    viewer->title = text_take(&text);
}

static void viewer_free(struct viewer *viewer) {
    for (size_t i = 0; i < viewer->count; i++)
        free(viewer->frames[i]);
    free(viewer->frames);
    free(viewer->title);
}

/* ---- keys */

enum key { KEY_OTHER, KEY_NEXT, KEY_BACK, KEY_FIRST, KEY_LAST, KEY_QUIT };

static enum key letter_key(char c) {
    if (c != '\0' && strchr("nl j\n\r", c) != NULL)
        return KEY_NEXT;
    if (c != '\0' && strchr("phkb\x7f\b", c) != NULL)
        return KEY_BACK;
    if (c == 'g' || c == '0' || c == 'f')
        return KEY_FIRST;
    if (c == 'G' || c == '$' || c == 'e')
        return KEY_LAST;
    return c == 'q' || c == 'Q' || c == '\x03' || c == '\x04' ? KEY_QUIT : KEY_OTHER;
}

/* The last character of an escape sequence tells, with the number before '~' where there is one. */
static enum key sequence_key(const char *sequence) {
    switch (sequence[strlen(sequence) - 1]) {
    case 'C':
    case 'B':
        return KEY_NEXT;
    case 'D':
    case 'A':
        return KEY_BACK;
    case 'H':
        return KEY_FIRST;
    case 'F':
        return KEY_LAST;
    case '~':
        return sequence[0] == '1' || sequence[0] == '7'   ? KEY_FIRST
               : sequence[0] == '4' || sequence[0] == '8' ? KEY_LAST
               : sequence[0] == '5'                       ? KEY_BACK
               : sequence[0] == '6'                       ? KEY_NEXT
                                                          : KEY_OTHER;
    default:
        return KEY_OTHER;
    }
}

/* One byte, waiting for at most this number of milliseconds (negative: without end). */
static bool read_byte(int wait, char *c) {
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    return poll(&input, 1, wait) > 0 && read(STDIN_FILENO, c, 1) == 1;
}

static enum key read_sequence(void) {
    enum { WAIT = 50, ROOM = 16 };
    char sequence[ROOM] = "", c;
    size_t length = 0;
    if (!read_byte(WAIT, &c))
        return KEY_QUIT; /* the escape key alone */
    if (c != '[' && c != 'O')
        return KEY_OTHER;
    while (length < ROOM - 1 && read_byte(WAIT, &c)) {
        sequence[length++] = c;
        if (c >= '@' && c <= '~')
            return sequence_key(sequence);
    }
    return KEY_OTHER;
}

static enum key read_key(void) {
    char c;
    if (!read_byte(-1, &c))
        return KEY_QUIT;
    return c == '\x1b' ? read_sequence() : letter_key(c);
}

/* ---- the terminal */

static void on_signal(int number) {
    (void)number;
}

/* Signals that would leave the terminal as it is now end the wait for a key instead. */
static void catch_signals(struct sigaction old[3]) {
    static const int numbers[] = {SIGTERM, SIGHUP, SIGINT};
    struct sigaction action = {.sa_handler = on_signal};
    for (int i = 0; i < 3; i++)
        sigaction(numbers[i], &action, &old[i]);
}

static void release_signals(const struct sigaction old[3]) {
    static const int numbers[] = {SIGTERM, SIGHUP, SIGINT};
    for (int i = 0; i < 3; i++)
        sigaction(numbers[i], &old[i], NULL);
}

/* How many lines of a screen a text fills. */
static size_t rows_of(const char *text, size_t columns) {
    size_t rows = 0;
    struct text line = {0};
    while (text_next_line(&text, &line)) {
        size_t width = text_columns(text_string(&line));
        rows += width > columns ? (width + columns - 1) / columns : 1;
    }
    text_free(&line);
    return rows;
}

/* Where the screen is not high enough the position stays whole: first the empty line goes, then the
 * keys, then the title. Nothing ends with a newline, which would scroll. */
static void viewer_draw(const struct viewer *viewer, size_t at) {
    const char *frame = viewer->frames[at];
    const char *keys = viewer->look.unicode ? "→ next   ← back   g first   G last   q quit"
                                            : "n next   p back   g first   G last   q quit";
    int columns, rows;
    screen_size(viewer->out, &columns, &rows);
    size_t width = (size_t)columns, height = (size_t)rows;
    size_t title_end = rows_of(frame, width) + rows_of(viewer->title, width);
    size_t keys_end = title_end + rows_of(keys, width);
    fputs("\x1b[H\x1b[2J", viewer->out);
    if (title_end <= height)
        fprintf(viewer->out, "%s\n", viewer->title);
    fprintf(viewer->out, "%.*s", (int)strlen(frame) - 1, frame);
    if (keys_end <= height)
        fprintf(viewer->out, "%s%s", keys_end < height ? "\n\n" : "\n", keys);
    fflush(viewer->out);
}

static size_t viewer_step(const struct viewer *viewer, size_t at, enum key key) {
    switch (key) {
    case KEY_NEXT:
        return at + 1 < viewer->count ? at + 1 : at;
    case KEY_BACK:
        return at > 0 ? at - 1 : 0;
    case KEY_FIRST:
        return 0;
    case KEY_LAST:
        return viewer->count - 1;
    default:
        return at;
    }
}

static void viewer_browse(const struct viewer *viewer) {
    struct termios old, raw;
    struct sigaction actions[3];
    if (tcgetattr(STDIN_FILENO, &old) != 0)
        return;
    raw = old;
    raw.c_lflag &= (tcflag_t) ~(ICANON | ECHO | ISIG);
    catch_signals(actions);
    tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    fputs("\x1b[?1049h\x1b[?25l", viewer->out);
    enum key key = KEY_OTHER;
    for (size_t at = 0; key != KEY_QUIT; at = viewer_step(viewer, at, key)) {
        viewer_draw(viewer, at);
        key = read_key();
    }
    fputs("\x1b[?25h\x1b[?1049l", viewer->out);
    fflush(viewer->out);
    tcsetattr(STDIN_FILENO, TCSANOW, &old);
    release_signals(actions);
}

bool viewer_run(const struct archive *archive, const struct arena_result *result, FILE *out,
                struct error *error) {
    bool terminal = isatty(STDIN_FILENO) && isatty(fileno(out));
    const char *plain = getenv("NO_COLOR");
    int columns, rows;
    screen_size(out, &columns, &rows);
    setlocale(LC_CTYPE, "");
    struct viewer viewer = {
        .archive = archive,
        .result = result,
        .out = out,
        .look = {.colour = isatty(fileno(out)) && (plain == NULL || plain[0] == '\0'),
                 .unicode = strcmp(nl_langinfo(CODESET), "UTF-8") == 0,
                 .columns = terminal ? columns : 0}};
    viewer_title(&viewer);
    bool fine = viewer_fill(&viewer, error);
    if (fine && terminal) {
        viewer_browse(&viewer);
    } else if (fine) {
        fprintf(out, "%s\n", viewer.title);
        for (size_t i = 0; i < viewer.count; i++)
            fprintf(out, "\n%s", viewer.frames[i]);
    }
    viewer_free(&viewer);
    return fine;
}

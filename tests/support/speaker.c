/* The engine as a filter: commands from standard input, replies to standard output. It has neither
 * a terminal nor a command line, so that a bare cross compiler can link it. */
#include <stdio.h>
#include <stdlib.h>

#include "../../src/engine.h"

static void reply_write(void *context, const char *bytes, size_t count) {
    fwrite(bytes, 1, count, context);
}

static bool never(void *context) {
    (void)context;
    return false;
}

int main(void) {
    struct engine *engine = engine_new();
    engine->front = (struct frontend){
        .context = stdout, .write = reply_write, .pending = never, .framed = true};
    char *line = NULL;
    size_t room = 0;
    for (ssize_t length; !engine->quit && (length = getline(&line, &room, stdin)) > 0;)
        engine_line(engine, line, (size_t)(line[length - 1] == '\n' ? length - 1 : length));
    free(line);
    engine_free(engine);
    return fflush(stdout) != 0;
}

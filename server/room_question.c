/* Commands of the game itself, asked about the room's session. */
#include <string.h>

#include "room_inside.h"

/* There is no engine behind the questions that may be asked here, and none of them asks for more
 * than a judgement. */
static bool no_judge(void *host, struct marks *marks) {
    (void)host;
    (void)marks;
    return false;
}

static const struct services plain_services = {.judge = no_judge};

bool room_question(struct room *room, int count, char **words, struct text *out,
                   struct error *error) {
    const struct game *game = session_game(room->session);
    const struct command *command = games_kit(game)->commands;
    while (command != NULL && command->name != NULL && strcmp(command->name, words[0]) != 0)
        command++;
    if (command == NULL || command->name == NULL)
        return error_set(error, "room.question", "{0} knows no '{1}'", game->name, words[0], NULL);
    struct text tail = {0};
    words_join(&(struct words){.at = words, .count = count}, 1, &tail);
    struct call call = {.session = room->session,
                        .services = &plain_services,
                        .command = command,
                        .count = count - 1,
                        .words = words + 1,
                        .tail = text_string(&tail),
                        .out = out,
                        .error = error};
    bool good = command->run(&call);
    if (!good && error->code == NULL)
        error_set(error, "room.refused", "{0}", call.failure == NULL ? words[0] : call.failure,
                  NULL);
    text_free(&tail);
    return good;
}

/* What people say to each other. */
#include <stdlib.h>
#include <string.h>

#include "../src/core/json.h"
#include "../src/core/memory.h"
#include "room_inside.h"
#include "server.h"
#include "store.h"

void chat_clear(struct chat_line *line) {
    free(line->name);
    free(line->text);
}

static void tell_chat(struct client *client, const struct chat_line *line,
                      const struct room *room) {
    struct text event = {0};
    text_put(&event, "chat {");
    json_member(&event, "from", line->name);
    json_member(&event, "side",
                line->side == SIDE_NONE ? NULL : session_game(room->session)->sides[line->side]);
    json_member(&event, "text", line->text);
    text_putc(&event, '}');
    client_event(client, text_string(&event));
    text_free(&event);
}

/* Whether a person may read a line now: watchers' talk is kept from the players until the end. */
bool room_may_read(const struct room *room, const struct client *client, size_t number) {
    return room->chat[number].scope == CHAT_PLAYERS || client->seats == 0 ||
           room_phase(room) == ROOM_OVER;
}

void chat_add(struct room *room, struct chat_line line) {
    if (room->chat == NULL)
        room->chat = memory_new(ROOM_CHAT, sizeof *room->chat);
    if (room->chat_count == ROOM_CHAT) {
        chat_clear(&room->chat[0]);
        memmove(room->chat, room->chat + 1, (ROOM_CHAT - 1) * sizeof *room->chat);
        room->chat_count--;
        room->chat_gone++;
        room->chat_hidden -= room->chat_hidden > 0;
    }
    room->chat[room->chat_count++] = line;
}

bool room_chat(struct room *room, struct client *client, const char *text, struct error *error) {
    int side = client->seats & 1 ? 0 : client->seats & 2 ? 1 : SIDE_NONE;
    struct chat_line line = {.scope = client->seats == 0 ? CHAT_WATCHERS : CHAT_PLAYERS,
                             .side = side,
                             .name = memory_string(client_name(client)),
                             .text = memory_string(text)};
    if (!store_chat(room->server->store, room, &line, error)) {
        chat_clear(&line);
        return false;
    }
    chat_add(room, line);
    size_t number = room->chat_count - 1;
    for (struct client *reader = room->people; reader != NULL; reader = reader->next_in_room)
        if (room_may_read(room, reader, number))
            tell_chat(reader, &room->chat[number], room);
    if (room_phase(room) == ROOM_OVER)
        room->chat_hidden = room->chat_count;
    return true;
}

void room_reveal_chat(struct room *room) {
    for (; room->chat_hidden < room->chat_count; room->chat_hidden++) {
        const struct chat_line *line = &room->chat[room->chat_hidden];
        for (struct client *reader = room->people; reader != NULL; reader = reader->next_in_room)
            if (line->scope == CHAT_WATCHERS && reader->seats != 0)
                tell_chat(reader, line, room);
    }
}

/* What is said in a room, and who may read it. */
#include <stdlib.h>
#include <string.h>

#include "../core/json.h"
#include "../core/memory.h"
#include "room_private.h"

static void chat_clear(struct chat_line *line) {
    free(line->name);
    free(line->text);
}

void room_free_chat(struct room *room) {
    for (size_t i = 0; i < room->chat_count; i++)
        chat_clear(&room->chat[i]);
    free(room->chat);
}

static void tell_chat(struct person *person, const struct chat_line *line,
                      const struct room *room) {
    struct text event = {0};
    text_put(&event, "chat {");
    json_member(&event, "from", line->name);
    json_member(&event, "side",
                line->side == SIDE_NONE ? NULL : session_game(room->session)->sides[line->side]);
    json_member(&event, "text", line->text);
    text_putc(&event, '}');
    person_event(person, text_string(&event));
    text_free(&event);
}

/* Watchers' talk is kept from the players until the end, also from one who has gone from the seat
 * to watch. */
bool room_may_read(const struct room *room, const struct person *person, size_t number) {
    return room->chat[number].scope == CHAT_PLAYERS || !person->is_player ||
           room_phase(room) == ROOM_OVER;
}

/* The line is taken over; the oldest may have to go. */
static void chat_add(struct room *room, struct chat_line line) {
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

void room_recall_chat(struct room *room, size_t number, enum chat_scope scope, int side,
                      const char *name, const char *text) {
    if (room->chat_count == 0)
        room->chat_gone = number;
    chat_add(room, (struct chat_line){.scope = scope,
                                      .side = side,
                                      .name = memory_string(name),
                                      .text = memory_string(text)});
}

bool room_chat(struct room *room, struct person *person, const char *text, struct error *error) {
    int side = person->seats & 1 ? 0 : person->seats & 2 ? 1 : SIDE_NONE;
    struct chat_line line = {.scope = person->seats == 0 ? CHAT_WATCHERS : CHAT_PLAYERS,
                             .side = side,
                             .name = memory_string(person_name(person)),
                             .text = memory_string(text)};
    if (room->hooks->store_chat != NULL && !room->hooks->store_chat(room, &line, error)) {
        chat_clear(&line);
        return false;
    }
    chat_add(room, line);
    size_t number = room->chat_count - 1;
    for (struct person *reader = room->people; reader != NULL; reader = reader->next)
        if (room_may_read(room, reader, number))
            tell_chat(reader, &room->chat[number], room);
    if (room_phase(room) == ROOM_OVER)
        room->chat_hidden = room->chat_count;
    return true;
}

void room_reveal_chat(struct room *room) {
    for (; room->chat_hidden < room->chat_count; room->chat_hidden++) {
        const struct chat_line *line = &room->chat[room->chat_hidden];
        for (struct person *reader = room->people; reader != NULL; reader = reader->next)
            if (line->scope == CHAT_WATCHERS && reader->is_player)
                tell_chat(reader, line, room);
    }
}

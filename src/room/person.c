#include "person.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../core/gtp.h"
#include "../core/json.h"
#include "../core/memory.h"
#include "room.h"

const char *person_name(const struct person *person) {
    return person->name == NULL ? "guest" : person->name;
}

void person_set_name(struct person *person, const char *name) {
    char *copy = memory_string(name);
    free(person->name);
    person->name = copy;
}

void person_clear(struct person *person, double now) {
    if (person->room != NULL)
        room_leave(person->room, now, person);
    free(person->name);
    person->name = NULL;
    free(person->sat);
    person->sat = NULL;
    person->sat_count = 0;
}

bool person_has_sat(const struct person *person, const char *room) {
    size_t known = person->sat_count < PERSON_SEATS ? person->sat_count : PERSON_SEATS;
    for (size_t i = 0; i < known; i++)
        if (strcmp(person->sat[i], room) == 0)
            return true;
    return false;
}

void person_note_seat(struct person *person, const char *room) {
    assert(strlen(room) < ROOM_ID);
    if (person_has_sat(person, room))
        return;
    if (person->sat == NULL)
        person->sat = memory_new(PERSON_SEATS, sizeof *person->sat);
    strncpy(person->sat[person->sat_count++ % PERSON_SEATS], room, ROOM_ID - 1);
}

static void person_send(struct person *person, const struct text *message, bool event) {
    assert(person->deliver != NULL);
    person->deliver(person, text_string(message), message->length, event);
}

void person_event(struct person *person, const char *event) {
    struct text message = {0};
    text_put(&message, "! ");
    text_put(&message, event);
    person_send(person, &message, true);
    text_free(&message);
}

void person_reply(struct person *person, bool good, const char *id, const char *text) {
    struct text message = {0};
    gtp_reply(&message, good, id, text);
    text_cut(&message, message.length - 2); /* the owner knows how messages end */
    person_send(person, &message, false);
    text_free(&message);
}

void person_refuse(struct person *person, const char *id, const char *failure,
                   const struct error *error) {
    struct text text = {0};
    text_put(&text, failure);
    if (error->code != NULL) {
        text_put(&text, ": ");
        error_print(error, &text);
        text_print(&text, "\ncode %s [", error->code);
        for (int i = 0; i < error->count; i++) {
            json_next(&text);
            json_quoted(&text, error->arguments[i]);
        }
        text_putc(&text, ']');
    }
    person_reply(person, false, id, text_string(&text));
    text_free(&text);
}

void person_mend(const char *words, size_t length, struct text *mended) {
    struct text whole = {0}; /* with a NUL after it */
    text_putn(&whole, words, length);
    for (size_t i = 0; i < length;) {
        const unsigned char *at = (const unsigned char *)whole.at + i;
        if (at[0] == 0xC2 && at[1] >= 0x80 && at[1] < 0xA0)
            i += 2;
        else
            i += text_put_character(mended, whole.at + i);
    }
    text_free(&whole);
}

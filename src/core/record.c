#include "record.h"

#include <stdlib.h>
#include <string.h>

#include "game.h"
#include "memory.h"
#include "tagrecord.h"

void record_init(struct record *record, const struct game *game) {
    *record = (struct record){.game = game, .first = SIDE_NONE, .result = memory_string("*")};
}

void record_free(struct record *record) {
    for (size_t i = 0; i < record->tag_count; i++) {
        free(record->tags[i].name);
        free(record->tags[i].value);
    }
    for (size_t i = 0; i < record->entry_count; i++) {
        free(record->entries[i].text);
        free(record->entries[i].comment);
    }
    text_free(&record->warnings);
    free(record->tags);
    free(record->entries);
    free(record->position);
    free(record->result);
    *record = (struct record){0};
}

static struct record_tag *record_find(const struct record *record, const char *name) {
    for (size_t i = 0; i < record->tag_count; i++)
        if (strcmp(record->tags[i].name, name) == 0)
            return &record->tags[i];
    return NULL;
}

const char *record_tag(const struct record *record, const char *name) {
    const struct record_tag *tag = record_find(record, name);
    return tag == NULL ? NULL : tag->value;
}

void record_set_tag(struct record *record, const char *name, const char *value) {
    struct record_tag *tag = record_find(record, name);
    if (tag == NULL) {
        record->tags = memory_grow(record->tags, record->tag_count + 1, sizeof *record->tags);
        tag = &record->tags[record->tag_count++];
        *tag = (struct record_tag){.name = memory_string(name)};
    }
    char *copy = memory_string(value);
    free(tag->value);
    tag->value = copy;
}

static const char no_such_number[] = "record.index";

bool record_refuse_number(size_t found, struct error *error) {
    struct text count = {0};
    text_print(&count, "%zu", found);
    error_set(error, no_such_number,
              found == 0 ? "there is no game in it"
                         : "there is no game of that number in it: it has {0}",
              text_string(&count), NULL);
    text_free(&count);
    return false;
}

bool record_is_behind(const struct error *error) {
    return error->code != NULL && strcmp(error->code, no_such_number) == 0;
}

void record_warn(struct record *record, int line, const char *what) {
    if (line > 0)
        text_print(&record->warnings, "line %d: ", line);
    text_print(&record->warnings, "%s\n", what);
}

struct record_entry *record_add(struct record *record, enum record_kind kind, int side,
                                const char *text, int line) {
    if (record->entry_count == record->entry_room) {
        record->entry_room = record->entry_room == 0 ? 64 : 2 * record->entry_room;
        record->entries = memory_grow(record->entries, record->entry_room, sizeof *record->entries);
    }
    struct record_entry *entry = &record->entries[record->entry_count++];
    *entry = (struct record_entry){
        .kind = kind, .side = side, .text = memory_string(text), .line = line};
    return entry;
}

void record_print(const struct record *record, struct text *text) {
    if (record->game->record_print != NULL)
        record->game->record_print(record, text);
    else
        tagrecord_print(record, text);
}

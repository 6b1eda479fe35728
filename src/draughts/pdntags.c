/* The tags of PDN. */
#include "pdn.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../core/memory.h"

enum { TYPE_NUMBER, TYPE_COLOUR, TYPE_WIDTH, TYPE_HEIGHT, TYPE_NOTATION, TYPE_INVERT, TYPE_FIELDS };

/* Cuts "21,W,8,8,N2,0" at its commas, in place; returns the number of fields, 0 if too many. */
static int split_game_type(char *value, char *field[TYPE_FIELDS]) {
    int count = 0;
    for (char *at = value; at != NULL; count++) {
        if (count == TYPE_FIELDS) {
            return 0;
        }
        field[count] = at;
        at = strchr(at, ',');
        if (at != NULL) {
            *at++ = '\0';
        }
    }
    return count;
}

static bool is_game_type(int count, char *const *field) {
    long number;
    if (count == 0 || !text_to_whole(field[TYPE_NUMBER], 0, 999, &number)) {
        return false;
    }
    return count == 1 ||
           ((count == TYPE_INVERT || count == TYPE_FIELDS) &&
            (strcmp(field[TYPE_COLOUR], "W") == 0 || strcmp(field[TYPE_COLOUR], "B") == 0) &&
            text_to_whole(field[TYPE_WIDTH], 1, 99, &number) &&
            text_to_whole(field[TYPE_HEIGHT], 1, 99, &number) &&
            strlen(field[TYPE_NOTATION]) == 2 && strchr("ANS", field[TYPE_NOTATION][0]) != NULL &&
            strchr("0123", field[TYPE_NOTATION][1]) != NULL &&
            (count == TYPE_INVERT || text_to_whole(field[TYPE_INVERT], 0, 1, &number)));
}

/* The colour that begins chooses the rule set; 21 alone is the English game. */
static bool use_game_type(struct pdn_reader *reader, int count, char *const *field) {
    bool board = count == 1 ||
                 (strcmp(field[TYPE_WIDTH], "8") == 0 && strcmp(field[TYPE_HEIGHT], "8") == 0 &&
                  (count == TYPE_INVERT || strcmp(field[TYPE_INVERT], "0") == 0));
    if (strcmp(field[TYPE_NUMBER], "21") != 0 || !board) {
        return pdn_fail(
            reader, "draughts.pdn-other-game",
            "line {0}: this GameType is another game: 21 is played here, on 8 x 8 with a "
            "dark lower left corner",
            "");
    }
    struct setup *setup = &reader->record->setup;
    reader->typed = true;
    setup->rules = count > 1 && field[TYPE_COLOUR][0] == 'W' ? DRAUGHTS_WARCABY : DRAUGHTS_ENGLISH;
    if (count > 1) {
        setup->value[0] = field[TYPE_NOTATION][0] == 'N' ? DRAUGHTS_NUMERIC : DRAUGHTS_LETTERS;
    }
    return true;
}

static bool tag_game_type(struct pdn_reader *reader, const char *value) {
    struct text fields = {0};
    for (; *value != '\0'; value++) {
        if (*value != ' ') {
            text_putc(&fields, *value);
        }
    }
    char *field[TYPE_FIELDS], empty[] = "";
    int count = split_game_type(fields.at == NULL ? empty : fields.at, field);
    bool good = is_game_type(count, field)
                    ? use_game_type(reader, count, field)
                    : pdn_fail(reader, "draughts.pdn-game-type",
                               "line {0}: a GameType reads like 21 or 21,W,8,8,A0,0", "");
    text_free(&fields);
    return good;
}

static bool tag_result(struct pdn_reader *reader, const char *value) {
    reader->tagged = PDN_OPEN;
    return pdn_outcome_read(value, &reader->tagged) || *value == '\0' || strcmp(value, "?") == 0 ||
           pdn_fail(reader, "draughts.pdn-result",
                    "line {0}: \"{1}\" is no result: write 1-0, 0-1, 1/2-1/2 or *", value);
}

static void replace(char **string, const char *value) {
    free(*string);
    *string = memory_string(value);
}

static bool tag_score(struct pdn_reader *reader, const char *value) {
    double margin;
    bool side = (value[0] == 'W' || value[0] == 'B') && value[1] == '+';
    if (!side || value[2] == '\0' ||
        !((value[3] == '\0' && strchr("RTFA", value[2]) != NULL) ||
          text_to_number(value + 2, 1, 1, &margin))) {
        return pdn_fail(reader, "draughts.pdn-score",
                        "line {0}: a Score reads W+1 or B+1, or +R, +T, +F, +A for other endings",
                        "");
    }
    replace(&reader->score, value);
    return true;
}

static bool tag_use(struct pdn_reader *reader, const char *name, const char *value) {
    if (strcmp(name, "GameType") == 0) {
        return tag_game_type(reader, value);
    }
    if (strcmp(name, "Result") == 0) {
        return tag_result(reader, value);
    }
    if (strcmp(name, "FEN") == 0) {
        replace(&reader->fen, value);
        reader->fen_line = reader->line;
    } else if (strcmp(name, "Score") == 0) {
        return tag_score(reader, value);
    } else if (text_same(name, "SetUp")) {
        reader->set_up_line = strcmp(value, "1") == 0 ? reader->line : 0;
    } else if (strcmp(name, "Comment") == 0) {
        pdn_comment_add(value, strlen(value), &reader->comment);
    } else if (++reader->tag_count > RECORD_TAGS) {
        return pdn_fail(reader, "draughts.pdn-tags", "line {0}: a game has at most 1000 tags", "");
    } else {
        record_set_tag(reader->record,
                       strcmp(name, "White") == 0   ? "Side1"
                       : strcmp(name, "Black") == 0 ? "Side0"
                                                    : name,
                       value);
    }
    return true;
}

/* At an opening bracket. */
bool pdn_read_tag(struct pdn_reader *reader) {
    reader->at++;
    pdn_skip_space(reader);
    text_clear(&reader->word);
    for (int c; (c = pdn_peek(reader)) >= 0 && (isalnum(c) || c == '_'); reader->at++) {
        text_putc(&reader->word, (char)c);
    }
    if (reader->word.length == 0) {
        return pdn_fail(reader, "draughts.pdn-tag",
                        "line {0}: expected the name of a tag, as in [Event \"Club\"]", "");
    }
    if (!pdn_read_string(reader)) {
        return false;
    }
    pdn_skip_space(reader);
    if (pdn_peek(reader) != ']') {
        return pdn_fail(reader, "draughts.pdn-tag", "line {0}: the tag {1} has no closing bracket",
                        text_string(&reader->word));
    }
    reader->at++;
    return reader->record == NULL ||
           tag_use(reader, text_string(&reader->word), text_string(&reader->value));
}

/* pdn: what the PDN reader and writer share. Only pdn*.c include this. */
#ifndef TERNION_DRAUGHTS_PDN_H
#define TERNION_DRAUGHTS_PDN_H

#include "draughts.h"

/* How a game ended: the first number of a result belongs to the side that begins by the rules. */
enum pdn_outcome { PDN_OPEN, PDN_FIRST, PDN_SECOND, PDN_DRAW };

/* A cursor over the text. What a game says of itself gathers here until its end. */
struct pdn_reader {
    const char *at, *end;
    const char *start;
    int line;
    struct record *record; /* NULL while games are only skipped */
    struct error *error;
    struct text comment;     /* of the last entry, so far */
    struct text word, value; /* what was read last */

    /* Tags. */
    char *fen, *score; /* or NULL */
    int fen_line, set_up_line;
    int tag_count;
    bool typed; /* there was a GameType */
    enum pdn_outcome tagged;
};

/* pdnlex.c. */

/* Refuses: {0} of the template is the line, {1} the argument. */
bool pdn_fail(struct pdn_reader *reader, const char *code, const char *template,
              const char *argument);
bool pdn_fail_on(struct pdn_reader *reader, int line, const char *code, const char *template,
                 const char *argument);
/* The next character is out of place. */
bool pdn_fail_character(struct pdn_reader *reader);

/* The next character, or -1 at the end. */
int pdn_peek(const struct pdn_reader *reader);
/* White space, and lines that begin with a percent sign. */
void pdn_skip_space(struct pdn_reader *reader);
/* Appends a comment as it is kept: its lines without space around them, none of them empty. */
void pdn_comment_add(const char *from, size_t length, struct text *text);
/* Reads the comment that begins here with a brace or a semicolon. */
bool pdn_read_comment(struct pdn_reader *reader);
/* The comments read so far belong behind the last entry: puts them there. */
void pdn_flush_comment(struct pdn_reader *reader);
/* Everything from an opening parenthesis to the matching one. */
bool pdn_skip_variation(struct pdn_reader *reader);
/* Reads into reader->word: a move, a move number, a result; may be empty. */
void pdn_read_word(struct pdn_reader *reader);
/* Reads a string in double quotes into reader->value. */
bool pdn_read_string(struct pdn_reader *reader);
/* Whether the word is a result, and which. */
bool pdn_outcome_read(const char *word, enum pdn_outcome *outcome);

/* pdntags.c. */

/* Reads the tag that begins here with a bracket, and remembers what it says. */
bool pdn_read_tag(struct pdn_reader *reader);

#endif

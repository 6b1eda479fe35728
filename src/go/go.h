/* go: a position of Go with all that the rules need to know. */
#ifndef TERNION_GO_H
#define TERNION_GO_H

#include "../core/game.h"
#include "../core/player.h"
#include "board.h"

/* The rule sets, in the order of go_game.rules, and the only setting. */
enum { GO_JAPANESE, GO_CHINESE, GO_TROMP_TAYLOR };
enum { GO_KOMI };

/* In place of a number of passes: the turn was handed over, or a stopped game resumed, and no move
 * was played since. Such a position is no repetition. */
enum { GO_HANDED = -1 };

/* go_init sets all bytes, so that equal positions are equal memory. */
struct go_state {
    int rules;
    int to_play;
    int passes; /* in a row, up to now; or GO_HANDED */
    int handicap;
    double komi;
    struct go_board board;
};

/* Whether a move is legal, or why not. */
enum go_legality { GO_LEGAL, GO_OFF_BOARD, GO_OCCUPIED, GO_SUICIDE, GO_KO, GO_SUPERKO };

/* rules.c: the functions of struct game. A move is a point of the board or GO_PASS. */
void go_init(void *state, const struct setup *setup);
void go_adjust(void *state, const struct setup *setup);
int go_to_play(const void *state);
bool go_turn(void *state, int side, struct error *error);
enum go_legality go_check(const struct go_state *state, const struct past *past, int side, int p);
void go_moves(const void *state, const struct past *past, struct moves *list);
void go_play(void *state, move m);
struct result go_result(const void *state, const struct past *past);
uint64_t go_key(const void *state);

/* notation.c: moves and vertices as text. */
bool go_parse(const void *state, const struct past *past, const char *text, move *m,
              struct error *error);
void go_print(const void *state, move m, struct text *text);
/* Fails with an error if the text names no point of this board. */
bool go_vertex_parse(const struct go_board *board, const char *text, int *p, struct error *error);
void go_vertex_print(const struct go_board *board, int p, struct text *text);
void go_due(const void *state, struct text *text);

/* position.c: a position as one line. */
void go_save(const void *state, struct text *text);
bool go_load(void *state, struct setup *setup, const char *text, struct error *error);

/* show.c: a board for people. */
void go_show(const void *state, const struct look *look, struct text *text);

/* rules_named.c: the rule set that a name of another program, or KataGo's JSON, means; -1: none. */
int go_rules_named(const char *text);

/* score.c: the score of a position once every stone's status is known. */
struct result go_score(const void *state, const struct marks *marks);
void go_sheet(const void *state, const struct marks *marks, struct sheet sheet[2]);
/* The owner of each point (indexed as marks): a side, or GO_EMPTY for neutral points. A live stone
 * owns its point. */
void go_territory(const struct go_state *state, const struct marks *marks,
                  unsigned char owner[MARKS_POINTS]);
/* How many more stones than White Black has placed, captured ones included. Territory rules
 * subtract it from the lead by area, if both sides place equally many from here on. */
int go_balance(const struct go_state *state);

/* sgf_read.c, sgf_write.c: records in SGF FF[4]. */
void go_record_print(const struct record *record, struct text *text);
bool go_record_parse(const char *text, size_t length, size_t index, struct record *record,
                     struct error *error);

extern const struct game go_game;
extern const struct player go_player;
#ifdef TERNION_COMMAND_H /* only commands and the list of games know what a command is */
extern const struct command go_commands[];
/* commands_kata.c */
bool go_change_rules(struct call *call, int rules);
bool go_run_kata_get_rules(struct call *call);
bool go_run_kata_set_rules(struct call *call);
bool go_run_kata_set_rule(struct call *call);
bool go_run_kata_raw_nn(struct call *call);
#endif

#endif

/* session: one game in progress, and its only referee, for engine, arena and server alike.
 *
 * It owns a start state, a log of plies and edits, the keys of the past, two clocks and any ending.
 * Time is passed in, never read. Whatever is refused changes nothing. */
#ifndef TERNION_SESSION_H
#define TERNION_SESSION_H

#include "clock.h"
#include "game.h"

struct session;

enum ending {
    ENDING_NONE,
    ENDING_RULES,
    ENDING_RESIGN,
    ENDING_TIME,
    ENDING_AGREED,     /* a draw by agreement */
    ENDING_SCORED,     /* a stopped game whose marks were agreed upon or judged */
    ENDING_FAULT,      /* a side broke the protocol or crashed */
    ENDING_ADJUDICATED /* by a referee: resign or draw adjudication, ply limit */
};

enum log_kind { LOG_PLY, LOG_TURN, LOG_EDIT };

/* One line of the log. A ply with `turned` handed the move to its side first. An edit holds the
 * whole new state; repetition is counted anew from there. One that is `waived` stands for a draw by
 * the rules after which the game went on, in a record from elsewhere. */
struct log_entry {
    enum log_kind kind;
    int side;
    bool turned;
    bool waived;
    move m;
    void *state;
    char *comment;
    bool valued;
    double value;
};

struct session *session_new(const struct game *game);
void session_free(struct session *session);
/* Whether its parts agree: counts, log, ending, clocks. */
bool session_is_ok(const struct session *session);
/* A copy that shares nothing. */
struct session *session_copy(const struct session *session);

/* Start again. Every one of these clears the board, the log and the ending; clocks restart. */
void session_set_game(struct session *session, const struct game *game);
bool session_set_rules(struct session *session, const char *name, struct error *error);
bool session_set_size(struct session *session, long size, struct error *error);
void session_clear(struct session *session);
/* Rules, size and settings all at once, as session_setup gave them for the same game. */
void session_set_up(struct session *session, const struct setup *setup);
/* The game's further settings by name; clears the board if the setting says so. */
bool session_set(struct session *session, const char *name, const char *value, struct error *error);
bool session_set_position(struct session *session, const char *text, struct error *error);

/* The game goes on under another rule set (its number) as it is: log, settings, tags, clocks, an
 * open draw offer. Refused if these rules forbid what was played. */
bool session_change_rules(struct session *session, int rules, struct error *error);

const struct game *session_game(const struct session *session);
const struct setup *session_setup(const struct session *session);
const void *session_state(const struct session *session);
const void *session_start(const struct session *session);
struct past session_past(const struct session *session);
/* The log, oldest first. */
size_t session_log(const struct session *session, const struct log_entry **entries);
/* Plies in the log. */
size_t session_plies(const struct session *session);
/* The last ply (MOVE_NONE if there is none) and its side (side may be NULL). */
move session_last(const struct session *session, int *side);
int session_to_play(const struct session *session);

/* Reads a move for a side, handing it the move where the rules let it. Errors: the game is over,
 * the other side is to play, whatever the game's parse says. */
bool session_parse(const struct session *session, int side, const char *text, move *m,
                   struct error *error);
/* The same, and plays it. */
bool session_play(struct session *session, int side, const char *text, struct error *error);
/* Plays a move, which must be legal: session_parse or game->moves gave it for this position. */
void session_play_move(struct session *session, int side, move m);
/* All legal moves now; none once the game has ended. */
void session_moves(const struct session *session, struct moves *list);
/* The same as tokens in one line, separated by spaces. */
void session_print_moves(const struct session *session, struct text *text);
/* Whether side may decide now (its turn, or the rules let it take the turn). */
bool session_may_play(const struct session *session, int side, struct error *error);
/* Hands the move to a side, as an entry of its own (resume, gogui-setup_player). */
bool session_turn(struct session *session, int side, struct error *error);
/* Replaces the position by an edited state; an edit that begins the game is not undone by undo. */
void session_edit(struct session *session, const void *state);
/* Takes back count plies, or any ending declared after the last one first. False: there are fewer;
 * nothing is taken back. */
bool session_undo(struct session *session, long count, struct error *error);
/* The count by which session_undo goes back to before the last ply of a side that `decides` (a
 * person's, against an engine); a declared ending is one of it. 0: there is no such ply. */
long session_steps_back(const struct session *session, const bool decides[2]);
/* A remark on the last entry (replaces an earlier one). */
void session_comment(struct session *session, const char *text);
/* The result that the first side may expect after the last entry, from 0 to 1; formats that have a
 * place for it write it. Nothing happens where there is no entry. */
void session_value(struct session *session, double value);

/* Endings beyond the rules. An ended game refuses all of them. */
bool session_resign(struct session *session, int side, struct error *error);
bool session_draw_offer(struct session *session, int side, struct error *error);
bool session_draw_answer(struct session *session, int side, bool accept, struct error *error);
/* The side with an open draw offer, or SIDE_NONE; any ply closes it. */
int session_draw_offered(const struct session *session);
/* Declares the result (time, fault, scored, adjudicated); winner may be SIDE_NONE. */
bool session_end(struct session *session, enum ending ending, int winner, double margin,
                 struct error *error);

/* The result with endings of all kinds; *ending (may be NULL) says which. */
struct result session_result(const struct session *session, enum ending *ending);
/* "X+1", "B+R", "W+T", "O+F", "0"; "*" while it goes on or waits to be scored. */
void session_print_result(const struct session *session, struct text *text);

/* Clocks. Both start with the same settings; every ply counts. */
void session_set_clock(struct session *session, const struct clock_settings *settings);
const struct clock *session_clock(const struct session *session, int side);
/* One side's clock alone: another one in its place; a ply's time, as clock_spend; time_left's
 * figures, as clock_correct. */
void session_put_clock(struct session *session, int side, const struct clock *clock);
bool session_spend_time(struct session *session, int side, double seconds, double margin);
void session_correct_clock(struct session *session, int side, double seconds, int count);

/* Drawing with the last move marked. */
void session_show(const struct session *session, const struct look *look, struct text *text);

/* Whole games as text in the game's own record format (or the tag record): every ply, edit,
 * comment, and the result. load replaces everything, stops before ply number `plies` + 1 if plies
 * >= 0, and reads game number `index` of a file with several. Tags come from and go to `record`
 * tags. */
void session_print_record(const struct session *session, struct text *text);
bool session_load_record(struct session *session, const char *text, size_t length, size_t index,
                         long plies, struct error *error);
/* The same, and appends what the reader mended or passed over, whole lines. */
bool session_read_record(struct session *session, const char *text, size_t length, size_t index,
                         long plies, struct text *warnings, struct error *error);
/* Tags that the record carries beside the game itself (player names, event, date). */
void session_set_tag(struct session *session, const char *name, const char *value);
const char *session_tag(const struct session *session, const char *name);
/* Drops every tag. */
void session_clear_tags(struct session *session);
/* The record of this session; free with record_free. */
void session_record(const struct session *session, struct record *record);
bool session_load(struct session *session, const struct record *record, long plies,
                  struct error *error);

#endif

/* commands: what the text protocol offers for Go alone. */
#ifndef TERNION_GO_COMMANDS_H
#define TERNION_GO_COMMANDS_H

#include "../core/command.h"
#include "go.h"

extern const struct command go_commands[];

/* The position, and an argument as a point of it. Fails as commands do. */
const struct go_state *go_call_state(const struct call *call);
bool go_call_point(struct call *call, int index, int *p);
/* black, white and empty, by enum of board.h. */
extern const char *const go_colour_names[];
/* Appends vertices separated by blanks. */
void go_call_list(struct call *call, const int *points, int count);

/* commands_score.c */
bool go_run_final_status(struct call *call);
bool go_run_final_status_list(struct call *call);
bool go_run_estimate_score(struct call *call);
bool go_run_ownership(struct call *call);
bool go_run_top_moves(struct call *call);
bool go_run_top_moves_black(struct call *call);
bool go_run_top_moves_white(struct call *call);
bool go_run_cleanup(struct call *call);

/* commands_record.c */
bool go_run_loadsgf(struct call *call);
bool go_run_printsgf(struct call *call);
bool go_run_kgs_rules(struct call *call);

/* commands_gui.c */
bool go_run_analyze_commands(struct call *call);
bool go_run_setup(struct call *call);
bool go_run_setup_player(struct call *call);
bool go_run_nothing(struct call *call);
bool go_run_chat(struct call *call);

#endif

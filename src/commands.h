/* commands: what the engine answers in every game. */
#ifndef TERNION_COMMANDS_H
#define TERNION_COMMANDS_H

#include "core/command.h"

/* The engine's command tables, NULL at the end. Each table ends with a NULL name. */
extern const struct command *const engine_tables[];

extern const struct command basic_commands[];   /* commands.c */
extern const struct command record_commands[];  /* commands_record.c */
extern const struct command analyse_commands[]; /* commands_analyse.c */
extern const struct command gui_commands[];     /* commands_gui.c */
extern const struct command ruler_commands[];   /* the same: only for games that have points */
extern const struct command option_commands[];  /* commands_options.c */

/* Argument number `index`, which must be there, as the seconds of a clock. */
bool command_seconds(struct call *call, int index, double *seconds);

#endif

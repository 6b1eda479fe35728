/* The settings of a plan, one row each. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/core/games.h"
#include "../../src/core/memory.h"
#include "../../src/core/session.h"
#include "parse.h"
#include "plan.h"

static bool set_game(struct plan *plan, const char *value, struct error *error) {
    const struct kit *kit = games_find(value);
    if (kit != NULL) {
        plan->game = kit->game;
        return true;
    }
    struct text known = {0};
    for (size_t i = 0; games[i] != NULL; i++) {
        text_put(&known, i > 0 ? ", " : "");
        text_put(&known, games[i]->game->name);
    }
    error_set(error, "plan.game", "there is no game {0}; known are {1}", value, text_string(&known),
              NULL);
    text_free(&known);
    return false;
}

static bool set_rules(struct plan *plan, const char *value, struct error *error) {
    (void)error;
    string_replace(&plan->rules, value);
    return true;
}

static bool set_size(struct plan *plan, const char *value, struct error *error) {
    return parse_long(value, 1, 99, &plan->size, error);
}

static bool set_komi(struct plan *plan, const char *value, struct error *error) {
    double komi;
    if (!text_to_number(value, -1e4, 1e4, &komi))
        return error_set(error, "syntax.komi", "{0} is not a number of points", value, NULL);
    strings_add_pair(&plan->settings, "komi", value);
    return true;
}

static bool set_win_length(struct plan *plan, const char *value, struct error *error) {
    long length;
    if (!parse_long(value, 1, 99, &length, error))
        return false;
    struct text pair = {0};
    text_print(&pair, "win_length=%ld", length);
    strings_add(&plan->settings, text_string(&pair));
    text_free(&pair);
    return true;
}

static bool set_setting(struct plan *plan, const char *value, struct error *error) {
    return parse_pair(value, &plan->settings, error);
}

static bool set_games(struct plan *plan, const char *value, struct error *error) {
    return parse_long(value, 1, SCHEDULE_GAMES_MAX, &plan->games, error);
}

static bool set_format(struct plan *plan, const char *value, struct error *error) {
    static const char *const words[] = {"round-robin", "gauntlet", "swiss",
                                        "knockout",    "match",    NULL};
    int word = parse_word(value, words, error);
    if (word < 0)
        return false;
    plan->match = text_same(value, "match");
    plan->format = plan->match ? FORMAT_ROUND_ROBIN : (enum schedule_format)word;
    return true;
}

static bool set_challengers(struct plan *plan, const char *value, struct error *error) {
    return parse_long(value, 1, SCHEDULE_CHALLENGERS_MAX, &plan->challengers, error);
}

static bool set_rounds(struct plan *plan, const char *value, struct error *error) {
    return parse_long(value, 1, SCHEDULE_ROUNDS_MAX, &plan->rounds, error);
}

static bool set_tie_games(struct plan *plan, const char *value, struct error *error) {
    return parse_long(value, 0, SCHEDULE_EXTRA_MAX, &plan->tie_games, error);
}

static bool set_seeding(struct plan *plan, const char *value, struct error *error) {
    static const char *const words[] = {"listed", "shuffled", NULL};
    int word = parse_word(value, words, error);
    if (word >= 0)
        plan->seeds_shuffled = word == 1;
    return word >= 0;
}

static bool set_sprt(struct plan *plan, const char *value, struct error *error) {
    return sprt_parse(value, &plan->sprt, error);
}

static bool set_swap(struct plan *plan, const char *value, struct error *error) {
    return parse_flag(value, &plan->swap, error);
}

static bool set_seed(struct plan *plan, const char *value, struct error *error) {
    int64_t seed;
    if (!text_to_wide(value, 0, INT64_MAX, &seed))
        return error_set(error, "syntax.number", "{0} is not a whole number from 0", value, NULL);
    plan->seed = (uint64_t)seed;
    return true;
}

static bool set_shard(struct plan *plan, const char *value, struct error *error) {
    return shard_parse(value, &plan->shard, error);
}

static bool is_record(const char *path) {
    const char *dot = strrchr(path, '.');
    return dot != NULL && (text_same(dot, ".sgf") || text_same(dot, ".pdn"));
}

static bool set_openings(struct plan *plan, const char *value, struct error *error) {
    if (text_same(value, "none")) {
        plan->openings = OPENINGS_NONE;
        return true;
    }
    if (text_same(value, "ballots")) {
        plan->openings = OPENINGS_BALLOTS;
        return true;
    }
    if (strncmp(value, "random:", 7) == 0) {
        if (!parse_long(value + 7, 1, 1000, &plan->opening_plies, error))
            return false;
        plan->openings = OPENINGS_RANDOM;
        return true;
    }
    bool records = strncmp(value, "games:", 6) == 0, file = strncmp(value, "file:", 5) == 0;
    const char *path = strchr(value, ':');
    if ((records || file) && path[1] != '\0') {
        string_replace(&plan->opening_file, path + 1);
        plan->openings = records || is_record(path) ? OPENINGS_GAMES : OPENINGS_FILE;
        return true;
    }
    return error_set(error, "syntax.openings",
                     "{0} is none of none, random:PLIES, ballots, file:PATH, games:PATH", value,
                     NULL);
}

static bool set_record_plies(struct plan *plan, const char *value, struct error *error) {
    return parse_long(value, 1, 10000, &plan->record_plies, error);
}

static bool set_opening_order(struct plan *plan, const char *value, struct error *error) {
    static const char *const words[] = {"listed", "shuffled", NULL};
    int word = parse_word(value, words, error);
    if (word >= 0)
        plan->opening_shuffle = word == 1;
    return word >= 0;
}

static bool set_time(struct plan *plan, const char *value, struct error *error) {
    return parse_clock(value, &plan->clock, error);
}

static bool set_margin(struct plan *plan, const char *value, struct error *error) {
    return parse_seconds(value, &plan->margin, error);
}

static bool set_grace(struct plan *plan, const char *value, struct error *error) {
    return parse_seconds(value, &plan->grace, error);
}

static bool set_hang(struct plan *plan, const char *value, struct error *error) {
    return parse_seconds(value, &plan->hang, error);
}

static bool set_answer(struct plan *plan, const char *value, struct error *error) {
    return parse_seconds(value, &plan->answer, error);
}

static bool set_max_plies(struct plan *plan, const char *value, struct error *error) {
    return parse_long(value, 0, 1000000, &plan->max_plies, error);
}

static bool set_quiet_plies(struct plan *plan, const char *value, struct error *error) {
    return parse_long(value, 0, 1000000, &plan->quiet_plies, error);
}

/* "A[:B[:C]]": hands each part that is there to a function of its own. */
static bool set_parts(struct plan *plan, const char *value,
                      bool (*const *set)(struct plan *, const char *, struct error *),
                      struct error *error) {
    struct text part = {0};
    bool fine = true;
    for (int i = 0; fine; i++) {
        size_t length = strcspn(value, ":");
        bool last = value[length] == '\0';
        text_clear(&part);
        text_putn(&part, value, length);
        fine = set[i](plan, text_string(&part), error);
        value += length + !last;
        if (last)
            break;
        if (fine && set[i + 1] == NULL)
            fine = error_set(error, "syntax.parts", "{0} is more than this setting takes", value,
                             NULL);
    }
    text_free(&part);
    return fine;
}

static bool set_resign_below(struct plan *plan, const char *value, struct error *error) {
    return parse_long(value, 0, 49, &plan->resign_below, error);
}

static bool set_resign_plies(struct plan *plan, const char *value, struct error *error) {
    return parse_long(value, 1, 1000, &plan->resign_plies, error);
}

static bool set_resign_both(struct plan *plan, const char *value, struct error *error) {
    static const char *const words[] = {"own", "both", NULL};
    int word = parse_word(value, words, error);
    plan->resign_both = word == 1;
    return word >= 0;
}

static bool set_resign(struct plan *plan, const char *value, struct error *error) {
    static bool (*const parts[])(struct plan *, const char *, struct error *) = {
        set_resign_below, set_resign_plies, set_resign_both, NULL};
    return set_parts(plan, text_same(value, "off") ? "0" : value, parts, error);
}

static bool set_draw_within(struct plan *plan, const char *value, struct error *error) {
    return parse_long(value, 0, 49, &plan->draw_within, error);
}

static bool set_draw_plies(struct plan *plan, const char *value, struct error *error) {
    return parse_long(value, 1, 1000000, &plan->draw_plies, error);
}

static bool set_draw_from(struct plan *plan, const char *value, struct error *error) {
    return parse_long(value, 0, 1000000, &plan->draw_from, error);
}

static bool set_draw(struct plan *plan, const char *value, struct error *error) {
    static bool (*const parts[])(struct plan *, const char *, struct error *) = {
        set_draw_within, set_draw_plies, set_draw_from, NULL};
    return set_parts(plan, text_same(value, "off") ? "0" : value, parts, error);
}

static bool set_tables(struct plan *plan, const char *value, struct error *error) {
    return parse_flag(value, &plan->tables, error);
}

static bool set_evaluations(struct plan *plan, const char *value, struct error *error) {
    return parse_flag(value, &plan->evaluations, error);
}

static bool set_judge(struct plan *plan, const char *value, struct error *error) {
    return engine_spec_set_command(&plan->judge, value, error);
}

static bool set_concurrency(struct plan *plan, const char *value, struct error *error) {
    return parse_long(value, 1, 1000, &plan->concurrency, error);
}

static bool set_pin(struct plan *plan, const char *value, struct error *error) {
    bool flag;
    cpus_free(&plan->cpus);
    if (parse_flag(value, &flag, NULL)) {
        plan->pinned = flag;
        return true;
    }
    plan->pinned = cpus_parse(value, &plan->cpus, error);
    return plan->pinned;
}

static bool set_each(struct plan *plan, const char *value, struct error *error) {
    if (!engine_spec_parse(&plan->each, value, error))
        return false;
    return plan->each.name == NULL ||
           error_set(error, "plan.each", "engines cannot all have one name", NULL);
}

static bool set_strikes(struct plan *plan, const char *value, struct error *error) {
    return parse_long(value, 0, 1000000, &plan->strikes, error);
}

static bool set_journal(struct plan *plan, const char *value, struct error *error) {
    if (value[0] == '\0')
        return error_set(error, "syntax.journal", "the journal's file name is empty", NULL);
    string_replace(&plan->journal, value);
    return true;
}

static bool set_records(struct plan *plan, const char *value, struct error *error) {
    if (value[0] == '\0')
        return error_set(error, "syntax.records", "the file name of the records is empty", NULL);
    string_replace(&plan->records, value);
    return true;
}

static bool set_force(struct plan *plan, const char *value, struct error *error) {
    return parse_flag(value, &plan->force, error);
}

static bool set_strict(struct plan *plan, const char *value, struct error *error) {
    return parse_flag(value, &plan->strict, error);
}

static bool set_dialogues(struct plan *plan, const char *value, struct error *error) {
    static const char *const words[] = {"abnormal", "all", "none", NULL};
    int word = parse_word(value, words, error);
    if (word >= 0)
        plan->dialogues = (enum dialogues)word;
    return word >= 0;
}

static bool set_display(struct plan *plan, const char *value, struct error *error) {
    static const char *const words[] = {"auto", "live", "lines", "none", NULL};
    int word = parse_word(value, words, error);
    if (word >= 0)
        plan->display = (enum display)word;
    return word >= 0;
}

/* "no" takes back what a file asked for. */
static bool set_live(struct plan *plan, const char *value, struct error *error) {
    bool flag = true;
    struct place place;
    bool word = parse_flag(value, &flag, NULL);
    if (!word && !parse_place(value, &place, error))
        return false;
    free(plan->live);
    plan->live = flag ? memory_string(word ? "127.0.0.1:8750" : value) : NULL;
    return true;
}

const struct plan_key plan_keys[] = {
    {"game", "NAME", "the game to play (qttt)", false, set_game},
    {"rules", "NAME", "its rule set (Go: chinese unless told otherwise)", false, set_rules},
    {"size", "N", "its board size", false, set_size},
    {"komi", "POINTS", "short for --set komi=POINTS", false, set_komi},
    {"win-length", "K", "short for --set win_length=K", false, set_win_length},
    {"set", "NAME=VALUE", "a further setting of the game; may be repeated", false, set_setting},
    {"format", "NAME", "round-robin (default; of two: match), gauntlet, swiss or knockout", false,
     set_format},
    {"games", "N", "games for every pair of engines that meets (10; swiss and knockout 2)", false,
     set_games},
    {"challengers", "N", "gauntlet: the first N engines meet all the others (1)", false,
     set_challengers},
    {"rounds", "N", "swiss: its rounds (default: until one can be unbeaten)", false, set_rounds},
    {"tie-games", "N", "knockout: most further games of a tied meeting (4)", false, set_tie_games},
    {"seeding", "ORDER", "swiss, knockout: listed (default) or shuffled", false, set_seeding},
    {"sprt", "SETTINGS", "stop a match by a sequential test: elo0=0,elo1=10[,alpha=0.05,...]",
     false, set_sprt},
    {"swap", "yes|no", "swap colours in pairs of games with one opening (yes)", false, set_swap},
    {"seed", "N", "the seed of openings and engines (default 1)", false, set_seed},
    {"shard", "K/N", "play only part K of N of the schedule; see merge", false, set_shard},
    {"openings", "KIND", "none (default), random:PLIES, ballots, file:PATH, games:PATH", false,
     set_openings},
    {"opening-plies", "N", "moves taken of every recorded game (default: all)", false,
     set_record_plies},
    {"opening-order", "ORDER", "listed (default) or shuffled", false, set_opening_order},
    {"time", "CLOCK", "none (default), 0.5/move, 300, 60+1, 600+3x30, 600+25/300", false, set_time},
    {"margin", "SECONDS", "lag forgiven beyond the clock, once in a game (default 0.05)", false,
     set_margin},
    {"grace", "SECONDS", "wait beyond the clock for a late engine (default 2)", false, set_grace},
    {"hang", "SECONDS", "longest ply where no clock runs (default 60)", false, set_hang},
    {"answer-limit", "SECONDS", "longest wait for other commands (default 10)", false, set_answer},
    {"max-plies", "N", "adjudicate after N plies (0: never)", false, set_max_plies},
    {"draw-after", "N", "a draw after N quiet plies in a row (0: never)", false, set_quiet_plies},
    {"resign", "PERCENT[:N[:both]]",
     "a loss when its own estimate (both: each's) is that low for N plies (3)", false, set_resign},
    {"draw", "PERCENT[:N[:M]]",
     "a draw when both stay near 50 % for N plies (10) from ply M (40) on", false, set_draw},
    {"tables", "yes|no", "adjudicate where endgame tables know the result (no; draughts)", true,
     set_tables},
    {"evaluations", "yes|no", "ask engines that can tell what they think of each ply (yes)", false,
     set_evaluations},
    {"judge", "COMMAND", "the engine that finds dead stones (default: ours)", false, set_judge},
    {"concurrency", "N", "games at a time (default 1)", false, set_concurrency},
    {"pin", "yes|no|LIST", "give each concurrent game processors of its own (of LIST)", false,
     set_pin},
    {"each", "KEY=VALUE,...", "settings of all engines, as in --engine; their own win", false,
     set_each},
    {"strikes", "N", "withdraw an engine after N faults (0: never)", false, set_strikes},
    {"journal", "FILE", "where everything is recorded (default arena.db)", false, set_journal},
    {"records", "FILE", "append every game to FILE as a line of JSON", false, set_records},
    {"force", "yes|no", "go on although an engine's program has changed", true, set_force},
    {"strict", "yes|no", "stop at the first fault of an engine, with exit status 3", true,
     set_strict},
    {"dialogues", "WHICH", "which dialogues are kept: abnormal (default), all or none", false,
     set_dialogues},
    {"display", "HOW", "auto (default), live, lines or none", false, set_display},
    {"live", "ADDRESS", "serve a page of the run at [HOST:]PORT (127.0.0.1:8750)", true, set_live},
    {"cost", NULL, "bench/arena_cost.sh in the sources measures the arena", true, NULL},
    {"dialogue-limit", NULL, "the last 128 KiB of a game's dialogue are kept", false, NULL},
    {"dialogue-total", NULL, "up to 256 MiB of dialogues are kept; see --dialogues", false, NULL},
    {"limit", NULL, "--concurrency bounds the games at a time, and with them the engines", false,
     NULL},
    {"", NULL, NULL, false, NULL},
};

bool plan_set(struct plan *plan, const char *name, const char *value, struct error *error) {
    for (const struct plan_key *key = plan_keys; key->name[0] != '\0'; key++)
        if (strcmp(key->name, name) == 0) {
            if (key->set == NULL)
                return error_set(error, "plan.gone", "{0} is gone: {1}", name, key->help, NULL);
            if (!key->set(plan, value, error))
                return false;
            strings_add_pair(&plan->given, name, value);
            strings_add(&plan->places, plan->place != NULL ? plan->place : "");
            return true;
        }
    return error_set(error, "plan.key", "there is no setting {0}", name, NULL);
}

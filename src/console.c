#include "console.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/memory.h"
#include "core/vertex.h"
#include "prompt.h"
#include "system/standard.h"
#include "system/wait.h"
#include "terminal.h"

struct console {
    struct engine *engine;
    bool engine_plays[2];
    bool terminal;    /* standard input is one */
    struct text half; /* the first half of a move whose rest is awaited */
    bool hushed;      /* Ctrl-C ended a thought of the engine */
    bool left;
    struct tab { /* how far the completion of a word has come */
        size_t at;
        struct text words; /* what may stand there, each ended by a newline */
    } tab;
};

/* How the engine reaches the person. */

static void console_write(void *context, const char *bytes, size_t count) {
    (void)context;
    fwrite(bytes, 1, count, stdout);
    fflush(stdout);
}

static bool console_pending(void *context) {
    (void)context;
    return prompt_is_interrupted() || wait_is_readable(standard_input());
}

static bool console_interrupted(void *context) {
    struct console *console = context;
    bool seen = prompt_is_interrupted();
    prompt_forget_interrupt();
    console->hushed |= seen;
    return seen;
}

/* Nothing tells when a signal came just before the wait: look again soon. */
static void console_wait(void *context, struct wakeup *wakeup, double until) {
    (void)context;
    double soon = monotonic_now() + 0.05;
    wakeup_watch(wakeup, -1, until > 0 && until < soon ? until : soon);
}

/* Saying. */

static const char *ink(const struct console *console, const char *escape) {
    return console->engine->look.colour ? escape : "";
}

/* The digit of the cell that is written here as "A1", a word by itself; -1 if there is none. */
static int digit_at(const struct console *console, const char *start, const char *at) {
    const struct session *session = console->engine->session;
    const struct game *game = session_game(session);
    int column, row, size = session_setup(session)->size;
    if (!isupper((unsigned char)*at) || (at > start && isalnum((unsigned char)at[-1])))
        return -1;
    int length = vertex_parse(at, &column, &row);
    if (length == 0 || isalnum((unsigned char)at[length]) || column >= size || row >= size)
        return -1;
    return game->digit(session_state(session), column, row);
}

/* What is said of cells is said in digits once somebody types them. */
static char *in_their_form(const struct console *console, const char *text) {
    struct text said = {0};
    bool digits = console->engine->look.digits && console->engine->kit->game->digit != NULL;
    for (const char *at = text; *at != '\0'; at++) {
        int digit = digits ? digit_at(console, text, at) : -1;
        if (digit < 0) {
            text_putc(&said, *at);
            continue;
        }
        text_print(&said, "%d", digit);
        while (isdigit((unsigned char)at[1]))
            at++;
    }
    return text_take(&said);
}

static void say_text(const struct console *console, const char *text) {
    char *said = in_their_form(console, text);
    terminal_print(said, 0);
    free(said);
}

static void say_error(const struct console *console, const char *text) {
    struct text inked = {0};
    text_print(&inked, "%s%s%s", ink(console, "\033[31m"), text, ink(console, "\033[0m"));
    say_text(console, text_string(&inked));
    text_free(&inked);
}

static void show_board(const struct console *console) {
    struct text board = {0};
    session_show(console->engine->session, &console->engine->look, &board);
    char *said = in_their_form(console, text_string(&board));
    fputs(said, stdout);
    free(said);
    text_free(&board);
}

static void console_warn(void *context, const char *lines) {
    const struct console *console = context;
    for (size_t length; *lines != '\0'; lines += length + (lines[length] == '\n')) {
        struct text line = {0};
        length = strcspn(lines, "\n");
        text_print(&line, "warning: %.*s", (int)length, lines);
        say_error(console, text_string(&line));
        text_free(&line);
    }
}

/* The engine's reply to a command with one argument or none (NULL), "" if it is refused. */
static void ask_engine(const struct console *console, const char *name, const char *argument,
                       struct text *reply) {
    char *arguments[] = {(char *)argument};
    if (engine_command(console->engine, name) == NULL ||
        !engine_run(console->engine, name, argument != NULL, arguments, reply))
        text_clear(reply);
}

/* The count as it would be now, and what it takes for dead. */
static void say_count(const struct console *console) {
    struct text score = {0}, dead = {0}, line = {0};
    ask_engine(console, "final_score", NULL, &score);
    ask_engine(console, "final_status_list", "dead", &dead);
    for (size_t i = 0; i < dead.length; i++)
        if (dead.at[i] == '\n')
            dead.at[i] = ' ';
    text_print(&line, "%sCounted: %s%s%s%s", ink(console, "\033[1m"), text_string(&score),
               dead.length > 0 ? ", dead: " : "", text_string(&dead), ink(console, "\033[0m"));
    say_text(console, text_string(&line));
    text_free(&score);
    text_free(&dead);
    text_free(&line);
}

static void say_end(const struct console *console) {
    const struct engine *engine = console->engine;
    enum ending ending;
    struct result result = session_result(engine->session, &ending);
    if (result.phase == PHASE_STOPPED) {
        say_count(console);
        say_text(console, "'accept' takes the count, a move plays on, 'undo' takes back, "
                          "'reset' starts again.");
        return;
    }
    if (result.phase != PHASE_OVER)
        return;
    struct text line = {0};
    text_print(&line, "%sGame over: ", ink(console, "\033[1m"));
    if (result.winner == SIDE_NONE)
        text_put(&line, "a draw, ");
    else
        text_print(&line, "%s wins, ", engine->kit->game->sides[result.winner]);
    session_print_result(engine->session, &line);
    text_print(&line, ".%s 'reset' starts again, 'undo' takes back.", ink(console, "\033[0m"));
    say_text(console, text_string(&line));
    text_free(&line);
}

static const struct help_line {
    const char *word, *meaning;
    bool counts; /* only for games that are counted */
} help_lines[] = {
    {"hint", "one good move and why", false},
    {"undo", "back to your last decision", false},
    {"board", "draw the board again", false},
    {"moves", "all legal moves", false},
    {"evaluate", "the best moves with values", false},
    {"go", "the engine decides now", false},
    {"count", "the score as it is now; 'score' is the same", true},
    {"accept", "take the count after two passes, or a draw that was offered", false},
    {"reset", "a new game, as 'new' and 'again'", false},
    {"exit", "leave, as Ctrl-D does", false},
    {"resign", "end the game", false},
    {"draw", "offer one; 'draw accept', 'draw decline'", false},
    {"level NAME", "random easy medium hard optimal", false},
    {"set_game NAME", "list_games has the names", false},
    {"set_rules NAME", "list_rules has the names", false},
    {"boardsize N", "another board", false},
    {"save_record FILE", "keep the game", false},
    {"load_record FILE", "go on with one", false},
    {"help COMMAND", "about one command", false},
    {"commands", "all of them", false},
};
enum { HELP_LINES = sizeof help_lines / sizeof help_lines[0] };

static void say_help_line(const struct help_line *line) {
    struct text text = {0};
    text_print(&text, "  %-18s%s", line->word, line->meaning);
    terminal_print(text_string(&text), 20);
    text_free(&text);
}

/* What the console means by a word, where that is not what the protocol does. */
static bool say_meaning(const struct engine *engine, const char *word) {
    for (int i = 0; i < HELP_LINES; i++)
        if (strcmp(help_lines[i].word, word) == 0 &&
            (!help_lines[i].counts || engine->kit->game->score != NULL)) {
            say_help_line(&help_lines[i]);
            return true;
        }
    return false;
}

static void say_help(const struct console *console) {
    const struct game *game = console->engine->kit->game;
    say_text(console, game->how != NULL ? game->how : "Type a move to play it.");
    for (int i = 0; i < HELP_LINES; i++)
        if (!help_lines[i].counts || game->score != NULL)
            say_help_line(&help_lines[i]);
    say_text(console, "Tab completes, Ctrl-C stops the engine's thinking, Ctrl-D leaves.");
}

/* Moves by the engine. */

static bool engine_is_due(const struct console *console) {
    const struct session *session = console->engine->session;
    return session_result(session, NULL).phase == PHASE_PLAYING &&
           console->engine_plays[session_to_play(session)];
}

static void engine_moves(struct console *console) {
    struct engine *engine = console->engine;
    int side = session_to_play(engine->session);
    const char *name = engine->kit->game->sides[side];
    bool passing = console->terminal && terminal_is_smart(); /* what is said can be wiped off */
    if (passing) {
        printf("%s thinks ... ", name);
        fflush(stdout);
    }
    double began = monotonic_now();
    struct choice choice;
    struct error error = {0};
    bool good = engine_choose(engine, side, &choice, &error);
    if (passing)
        printf("\r\033[K");
    if (!good) {
        error_clear(&error);
        return;
    }
    if (choice.resign) {
        printf("%s resigns.\n", name);
        session_resign(engine->session, side, NULL);
    } else {
        struct text text = {0};
        engine->kit->game->print(session_state(engine->session), choice.m, &text);
        char *said = in_their_form(console, text_string(&text));
        printf("%s plays %s\n", name, said);
        free(said);
        text_free(&text);
        engine_play(engine, side, choice.m, monotonic_now() - began);
    }
    show_board(console);
    say_end(console);
}

/* The person's words. */

/* Everything by which a person would notice that the game has changed. */
static char *fingerprint(const struct engine *engine) {
    struct text text = {0};
    text_print(&text, "%s %zu ", engine->kit->game->name, session_plies(engine->session));
    session_print_result(engine->session, &text);
    engine->kit->game->save(session_state(engine->session), &text);
    return text_take(&text);
}

/* Against the engine undo goes back to before the person's own last decision, which may be to
 * resign. */
static bool undo_own(struct console *console) {
    struct session *session = console->engine->session;
    const bool people[2] = {!console->engine_plays[0], !console->engine_plays[1]};
    enum ending ending;
    session_result(session, &ending);
    bool declared = ending != ENDING_NONE && ending != ENDING_RULES;
    long steps = people[0] == people[1] ? 1 : session_steps_back(session, people);
    if (steps == 0 && declared)
        steps = 1;
    return steps > 0 && session_undo(session, steps, NULL);
}

static void say_moves(const struct console *console) {
    const struct engine *engine = console->engine;
    struct moves list = {0};
    struct text text = {0};
    session_moves(engine->session, &list);
    for (size_t i = 0; i < list.count; i++) {
        engine->kit->game->print(session_state(engine->session), list.at[i], &text);
        text_putc(&text, (i + 1) % 8 == 0 || i + 1 == list.count ? '\n' : ' ');
    }
    say_text(console, text_string(&text));
    text_free(&text);
    moves_free(&list);
}

/* What run_own_word knows beside the engine's commands; the last one only where a game is counted.
 */
static const char *const own_words[] = {"accept", "again", "board", "commands", "exit",  "go",
                                        "moves",  "new",   "ok",    "reset",    "score", "count"};
enum { OWN_WORDS = sizeof own_words / sizeof own_words[0] };

static size_t own_word_count(const struct engine *engine) {
    return OWN_WORDS - (engine->kit->game->score == NULL);
}

static bool is_own_word(const struct engine *engine, const char *word) {
    bool found = false;
    for (size_t i = 0; i < own_word_count(engine); i++)
        found |= strcmp(own_words[i], word) == 0;
    return found;
}

/* A word of the console with others after it: help for one, or nothing that could be meant. */
static bool run_own_words(struct console *console, const struct words *words) {
    if (strcmp(words->at[0], "help") == 0 && words->count == 2)
        return say_meaning(console->engine, words->at[1]);
    if (!is_own_word(console->engine, words->at[0]))
        return false;
    struct text text = {0};
    text_print(&text, "'%s' stands alone", words->at[0]);
    say_error(console, text_string(&text));
    text_free(&text);
    console->engine->failures++;
    return true;
}

static void say_score(struct console *console);

static void refuse(struct console *console, const char *why) {
    say_error(console, why);
    console->engine->failures++;
}

/* After two passes the count is taken for the result, as the engine judges the stones. */
static void accept_count(struct console *console) {
    struct engine *engine = console->engine;
    struct marks marks = {0};
    if (!engine_judge(engine, &marks)) {
        refuse(console, "nobody here can judge what is dead");
        return;
    }
    struct result result = engine->kit->game->score(session_state(engine->session), &marks);
    session_end(engine->session, ENDING_SCORED, result.winner, result.margin, NULL);
}

static bool is_stopped(const struct console *console) {
    return session_result(console->engine->session, NULL).phase == PHASE_STOPPED;
}

/* What a person agrees to: a draw that was offered, or the count. */
static void accept(struct console *console) {
    struct session *session = console->engine->session;
    int offered = session_draw_offered(session);
    if (offered != SIDE_NONE)
        session_draw_answer(session, side_other(offered), true, NULL);
    else if (is_stopped(console))
        accept_count(console);
    else
        refuse(console, "there is nothing to accept");
}

/* In a finished game nothing is left to hint at. */
static void say_finished(const struct console *console) {
    say_text(console, is_stopped(console)
                          ? "The game is finished: 'accept' takes the count, a move plays on."
                          : "The game is finished: 'reset' starts again, 'undo' takes back.");
}

static bool is_any(const char *word, const char *one, const char *two, const char *three) {
    return strcmp(word, one) == 0 || strcmp(word, two) == 0 || strcmp(word, three) == 0;
}

/* Words of the console only; false if the word is none of them. */
static bool run_own_word(struct console *console, const struct words *words) {
    const char *word = words->at[0];
    bool counts = console->engine->kit->game->score != NULL;
    if (strcmp(word, "hint") == 0 &&
        session_result(console->engine->session, NULL).phase != PHASE_PLAYING) {
        say_finished(console);
        return true;
    }
    if (words->count > 1)
        return run_own_words(console, words);
    if (strcmp(word, "help") == 0 || strcmp(word, "?") == 0) {
        say_help(console);
    } else if (strcmp(word, "quit") == 0 || strcmp(word, "exit") == 0) {
        console->left = true;
    } else if (is_any(word, "reset", "new", "again")) {
        session_clear(console->engine->session);
        engine_renew(console->engine);
    } else if (strcmp(word, "undo") == 0 && console->half.length > 0) {
        /* half a move was typed, and run_line forgets it */
    } else if (strcmp(word, "undo") == 0) {
        if (!undo_own(console))
            refuse(console, "there is nothing to take back");
    } else if (strcmp(word, "board") == 0) {
        show_board(console);
    } else if (strcmp(word, "moves") == 0) {
        say_moves(console);
    } else if (is_any(word, "accept", "ok", "ok")) {
        accept(console);
    } else if (counts && is_any(word, "count", "score", "score") &&
               session_result(console->engine->session, NULL).phase != PHASE_OVER) {
        say_count(console);
    } else if (strcmp(word, "score") == 0 || (counts && strcmp(word, "count") == 0)) {
        say_score(console);
    } else if (strcmp(word, "go") == 0) {
        if (session_result(console->engine->session, NULL).phase == PHASE_OVER)
            say_end(console);
        else
            engine_moves(console);
    } else {
        return false;
    }
    return true;
}

/* Advice is for people; what else commands tell, such as records, stays as the protocol has it. */
static void say_reply(const struct console *console, const char *name, const char *body) {
    bool advice = is_any(name, "hint", "evaluate", "legal_moves");
    char *said = advice ? in_their_form(console, body) : memory_string(body);
    terminal_print_reply(name, said);
    free(said);
}

/* Runs a command; false if it was refused, which was said. */
static bool run_words(struct console *console, const char *name, int count, char **words) {
    struct text body = {0};
    bool good = engine_run(console->engine, name, count, words, &body);
    if (!good)
        say_error(console, text_string(&body));
    else if (body.length > 0)
        say_reply(console, name, text_string(&body));
    text_free(&body);
    console->left = console->left || console->engine->quit;
    return good;
}

static void say_score(struct console *console) {
    run_words(console, "final_score", 0, NULL);
}

/* An offer is made by the side to play and answered by the one that did not make it. */
static void run_draw(struct console *console, const char *what) {
    const struct engine *engine = console->engine;
    const char *const *sides = engine->kit->game->sides;
    int side = session_to_play(engine->session), offered = session_draw_offered(engine->session);
    bool offers = strcmp(what, "offer") == 0;
    if (!offers && offered != SIDE_NONE)
        side = side_other(offered);
    bool over = session_result(engine->session, NULL).phase == PHASE_OVER;
    if (offers && !over && console->engine_plays[side_other(side)]) {
        say_error(console, "the engine accepts no draw");
        console->engine->failures++;
        return;
    }
    char *arguments[] = {(char *)what, (char *)sides[side]};
    if (run_words(console, "draw", 2, arguments) && session_draw_offered(engine->session) == side)
        printf("%s offers a draw: 'draw accept', 'draw decline' or a move answers.\n", sides[side]);
}

/* Whether the command wants a colour first, and was given something else. */
static bool lacks_colour(const struct engine *engine, const struct words *words) {
    const struct command *command = engine_command(engine, words->at[0]);
    if (command == NULL || strncmp(command->usage, "COLOUR", strlen("COLOUR")) != 0)
        return false;
    return words->count == 1 || (strcmp(command->usage, "COLOUR") != 0 &&
                                 game_side(engine->kit->game, words->at[1]) == SIDE_NONE);
}

/* A command without its colour means the side to play. */
static void run_command(struct console *console, const struct words *words) {
    const struct engine *engine = console->engine;
    const char *name = strcmp(words->at[0], "commands") == 0 ? "help" : words->at[0];
    if (strcmp(name, "draw") == 0 && words->count <= 2) {
        run_draw(console, words->count == 2 ? words->at[1] : "offer");
    } else if (lacks_colour(engine, words)) {
        char **coloured = memory_new((size_t)words->count, sizeof *coloured);
        memcpy(coloured, words->at, (size_t)words->count * sizeof *coloured);
        coloured[0] = (char *)engine->kit->game->sides[session_to_play(engine->session)];
        run_words(console, name, words->count, coloured);
        free(coloured);
    } else {
        run_words(console, name, words->count - 1, words->at + 1);
    }
}

static void say_refusal(struct console *console, const struct error *error) {
    struct text message = {0};
    error_print(error, &message);
    say_error(console, text_string(&message));
    text_free(&message);
    console->engine->failures++;
}

/* Keeps the candidate if it is nearer to the word than the one before. */
static void keep_nearer(const char *word, const char *candidate, size_t *least,
                        const char **nearest) {
    size_t distance = text_distance(word, candidate);
    if (distance < *least) {
        *least = distance;
        *nearest = candidate;
    }
}

/* The command that was probably meant, or NULL. */
static const char *nearest_command(const struct console *console, const char *word) {
    const char *nearest = NULL;
    size_t least = strlen(word) < 6 ? 2 : 3; /* one slip, in a longer word two */
    const struct command *command;
    for (size_t i = 0; i < own_word_count(console->engine); i++)
        keep_nearer(word, own_words[i], &least, &nearest);
    for (size_t i = 0; (command = engine_command_at(console->engine, i)) != NULL; i++)
        keep_nearer(word, command->name, &least, &nearest);
    return nearest;
}

/* Three letters and more without a digit, which were refused, are no move but a command with a slip
 * in it; after the end of a game they may be "pass" unless they are near a command. */
static bool is_slip(const struct console *console, const char *word) {
    return strlen(word) >= 3 && strcspn(word, "0123456789") == strlen(word) &&
           (session_result(console->engine->session, NULL).phase != PHASE_OVER ||
            nearest_command(console, word) != NULL);
}

static void say_slip(struct console *console, const char *word) {
    const char *nearest = nearest_command(console, word);
    struct text text = {0};
    text_print(&text, "'%s' is no move and no command", word);
    if (nearest != NULL)
        text_print(&text, "; did you mean '%s'?", nearest);
    else
        text_put(&text, "; 'help' has them");
    say_error(console, text_string(&text));
    text_free(&text);
    console->engine->failures++;
}

/* A move that was taken shows whether its cells were typed as digits. */
static void note_form(struct console *console, const char *text) {
    console->engine->look.digits = session_game(console->engine->session)->digit != NULL &&
                                   strspn(text, "0123456789 -,") == strlen(text);
}

static void note_half(struct console *console, const char *text) {
    text_put(&console->half, text);
    note_form(console, text);
}

static void run_move(struct console *console, const struct words *words) {
    struct session *session = console->engine->session;
    const struct game *game = session_game(session);
    int side = session_to_play(session);
    struct error error = {0};
    struct text text = {0}, whole = {0};
    words_join(words, 0, &text);
    if (console->half.length > 0)
        text_print(&whole, "%s ", text_string(&console->half));
    text_put(&whole, text_string(&text));
    bool was_half = console->half.length > 0;
    text_clear(&console->half);
    bool played = session_play(session, side, text_string(&whole), &error) ||
                  (was_half && session_play(session, side, text_string(&text), NULL));
    if (played)
        note_form(console, text_string(&text));
    else if (!was_half && game->partial != NULL && session_may_play(session, side, NULL) &&
             game->partial(session_state(session), text_string(&text), NULL))
        note_half(console, text_string(&text));
    else if (is_slip(console, words->at[0]))
        say_slip(console, words->at[0]);
    else
        say_refusal(console, &error);
    error_clear(&error);
    text_free(&text);
    text_free(&whole);
}

static void run_line(struct console *console, const char *line) {
    struct words words;
    words_split(&words, line);
    if (words.count > 0 && words.at[0][0] != '#') {
        char *before = fingerprint(console->engine);
        bool own = run_own_word(console, &words);
        bool known = !own && (engine_command(console->engine, words.at[0]) != NULL ||
                              strcmp(words.at[0], "commands") == 0);
        if (own || known)
            text_clear(&console->half);
        if (known)
            run_command(console, &words);
        else if (!own)
            run_move(console, &words);
        char *after = fingerprint(console->engine);
        if (strcmp(before, after) != 0 && strcmp(words.at[0], "go") != 0) {
            show_board(console);
            say_end(console);
        }
        free(before);
        free(after);
    }
    words_free(&words);
}

/* Reading. */

static void put_word(struct text *words, const char *word) {
    text_print(words, "%s\n", word);
}

static void put_commands(const struct engine *engine, struct text *words) {
    const struct command *command;
    for (size_t i = 0; (command = engine_command_at(engine, i)) != NULL; i++)
        put_word(words, command->name);
    for (size_t i = 0; i < own_word_count(engine); i++)
        put_word(words, own_words[i]);
}

/* Whole moves, or what may follow what was typed of them ("A1" of "A1-C3": "C3"). */
static void put_moves(const struct engine *engine, const char *before, struct text *words) {
    struct moves list = {0};
    struct text text = {0};
    session_moves(engine->session, &list);
    for (size_t i = 0; i < list.count; i++) {
        text_clear(&text);
        engine->kit->game->print(session_state(engine->session), list.at[i], &text);
        char *rest = strpbrk(text_string(&text), "-@x");
        if (*before == '\0') {
            put_word(words, text_string(&text));
        } else if (rest != NULL) {
            *rest = '\0';
            if (text_same(text.at, before))
                put_word(words, rest + 1);
            else if (text_same(rest + 1, before))
                put_word(words, text.at);
        }
    }
    text_free(&text);
    moves_free(&list);
}

/* What may follow these words. */
static void put_candidates(const struct engine *engine, const char *before, struct text *words) {
    struct words typed;
    words_split(&typed, before);
    const char *first = typed.count > 0 ? typed.at[0] : "";
    if (typed.count == 0 || (typed.count == 1 && strcmp(first, "help") == 0))
        put_commands(engine, words);
    if (typed.count == 1 && strcmp(first, "level") == 0)
        for (int i = 0; level_names[i] != NULL; i++)
            put_word(words, level_names[i]);
    if (typed.count == 1 && strcmp(first, "set_game") == 0)
        for (int i = 0; games[i] != NULL; i++)
            put_word(words, games[i]->game->name);
    if (typed.count == 1 && strcmp(first, "set_rules") == 0)
        for (int i = 0; engine->kit->game->rules[i] != NULL; i++)
            put_word(words, engine->kit->game->rules[i]);
    if (typed.count <= 1 && engine_command(engine, first) == NULL)
        put_moves(engine, first, words);
    words_free(&typed);
}

static char *complete_next(void *context, const char *before, const char *start, bool again) {
    struct console *console = context;
    struct tab *tab = &console->tab;
    if (!again) {
        tab->at = 0;
        text_clear(&tab->words);
        put_candidates(console->engine, before, &tab->words);
    }
    while (tab->at < tab->words.length) {
        char *word = tab->words.at + tab->at;
        size_t length = strcspn(word, "\n");
        tab->at += length + 1;
        word[length] = '\0';
        if (text_starts(word, start))
            return memory_string(word);
    }
    return NULL;
}

static void prompt_text(const struct console *console, struct text *prompt) {
    const struct session *session = console->engine->session;
    const struct game *game = session_game(session);
    if (session_result(session, NULL).phase == PHASE_OVER) {
        text_put(prompt, "over> ");
        return;
    }
    struct text due = {0};
    if (console->half.length > 0)
        text_print(&due, "%s and", text_string(&console->half));
    else if (is_stopped(console))
        text_put(&due, "you may accept the count with 'accept', or play on");
    else
        game->due(session_state(session), &due);
    char *said = in_their_form(console, text_string(&due));
    text_print(prompt, "%s, %s> ", game->sides[session_to_play(session)], said);
    text_free(&due);
    free(said);
}

static char *read_line(const struct console *console) {
    struct text prompt = {0};
    prompt_text(console, &prompt);
    fflush(stdout);
    char *line = prompt_read(text_string(&prompt));
    text_free(&prompt);
    return line;
}

/* Whoever starts the program by its bare name has to learn from it what may be typed. */
static void greet(const struct console *console) {
    const struct game *game = console->engine->kit->game;
    struct text words = {0};
    text_print(&words, "Ternion %s, %s. 'help' helps, Ctrl-D leaves.", PACKAGE_VERSION,
               game->title);
    say_text(console, text_string(&words));
    text_free(&words);
    if (game->how != NULL)
        say_text(console, game->how);
}

/* Nobody is asked anything in a game of the engine against itself, so that Ctrl-C is how to get a
 * word in. */
static bool may_go_on(const struct console *console) {
    bool both = console->engine_plays[0] && console->engine_plays[1];
    return engine_is_due(console) && !prompt_is_interrupted() && !(both && console->hushed);
}

/* A line at a time, and the engine's plies between them. */
static void console_play(struct console *console) {
    struct engine *engine = console->engine;
    while (!console->left) {
        if (may_go_on(console)) {
            engine_moves(console);
            continue;
        }
        if (engine_is_due(console))
            say_text(console, "Enter goes on, Ctrl-D leaves.");
        prompt_forget_interrupt();
        console->hushed = false;
        char *line = read_line(console);
        if (line == NULL)
            break;
        engine->look.columns = terminal_columns(); /* it may have been resized */
        run_line(console, line);
        free(line);
    }
}

int console_run(struct engine *engine, const struct console_options *options) {
    struct console console = {.engine = engine};
    memcpy(console.engine_plays, options->engine_plays, sizeof console.engine_plays);
    engine->front = (struct frontend){.context = &console,
                                      .write = console_write,
                                      .warn = console_warn,
                                      .pending = console_pending,
                                      .interrupted = console_interrupted,
                                      .wait = console_wait};
    engine->look.columns = terminal_columns();
    console.terminal = prompt_open(complete_next, &console);
    if (console.terminal)
        greet(&console);
    show_board(&console);
    console_play(&console);
    if (console.terminal)
        printf("\n");
    prompt_close();
    text_free(&console.half);
    text_free(&console.tab.words);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "ternion: standard output: %s\n", strerror(errno));
        return EXIT_FAILURE;
    }
    return options->strict && engine->failures > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

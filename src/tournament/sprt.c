#include "sprt.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../core/memory.h"
#include "../core/rng.h"

enum { RESULTS_MAX = 5, HALVINGS = 60, STEPS_MAX = 50 };
/* One fault in so many games is borne, and there are none to say otherwise before so many games. */
enum { FAULTS_BORNE = 50, FAULTS_KNOWN = 50 };

/* What is known of a game. */
struct sprt_game {
    bool known, counts, faulty;
    int halves; /* of the first player */
    uint64_t content;
};

/* A result that never happened keeps a little weight: it is rare, not impossible. */
static const double RARE = 1e-3;

/* Settings. */

static bool take_number(const char *value, double low, double high, double *to,
                        struct error *error) {
    if (text_to_number(value, low, high, to) && *to > low && *to < high)
        return true;
    struct text range = {0};
    text_print(&range, "%g and %g", low, high);
    error_set(error, "syntax.sprt", "{0} is not a number between {1}", value, text_string(&range),
              NULL);
    text_free(&range);
    return false;
}

static bool take_word(const char *value, const char *one, const char *two, int *to,
                      struct error *error) {
    if (!text_same(value, one) && !text_same(value, two))
        return error_set(error, "syntax.sprt", "{0} is neither {1} nor {2}", value, one, two, NULL);
    *to = text_same(value, two);
    return true;
}

static bool take_setting(const char *name, const char *value, struct sprt_settings *settings,
                         bool *given, struct error *error) {
    int word = 0;
    if (text_same(name, "elo0"))
        return given[0] = true, take_number(value, -1000, 1000, &settings->elo0, error);
    if (text_same(name, "elo1"))
        return given[1] = true, take_number(value, -1000, 1000, &settings->elo1, error);
    if (text_same(name, "alpha"))
        return take_number(value, 0, 0.5, &settings->alpha, error);
    if (text_same(name, "beta"))
        return take_number(value, 0, 0.5, &settings->beta, error);
    if (text_same(name, "model")) {
        bool fine = take_word(value, "logistic", "normalized", &word, error);
        settings->model = word == 0 ? SPRT_LOGISTIC : SPRT_NORMALIZED;
        return fine;
    }
    if (text_same(name, "results")) {
        bool fine = take_word(value, "pentanomial", "trinomial", &word, error);
        settings->results = word == 0 ? SPRT_PENTANOMIAL : SPRT_TRINOMIAL;
        return fine;
    }
    return error_set(error, "syntax.sprt",
                     "a sequential test has no setting {0}; known are elo0, elo1, alpha, beta, "
                     "model, results",
                     name, NULL);
}

static bool take_all(const char *text, struct sprt_settings *settings, bool *given,
                     struct error *error) {
    bool fine = true;
    while (fine && *text != '\0') {
        size_t length = strcspn(text, ","), equals = strcspn(text, "=");
        struct text name = {0}, value = {0};
        text_putn(&name, text, equals < length ? equals : length);
        if (equals < length)
            text_putn(&value, text + equals + 1, length - equals - 1);
        fine = take_setting(text_string(&name), text_string(&value), settings, given, error);
        text += length + (text[length] == ',');
        text_free(&name);
        text_free(&value);
    }
    return fine;
}

bool sprt_parse(const char *text, struct sprt_settings *settings, struct error *error) {
    struct sprt_settings taken = {.on = true, .alpha = 0.05, .beta = 0.05};
    bool given[2] = {false, false};
    if (text_same(text, "off")) {
        *settings = (struct sprt_settings){0};
        return true;
    }
    if (!take_all(text, &taken, given, error))
        return false;
    if (!given[0] || !given[1] || taken.elo0 >= taken.elo1)
        return error_set(error, "syntax.sprt",
                         "a sequential test needs elo0 and a larger elo1, as in elo0=0,elo1=10",
                         NULL);
    *settings = taken;
    return true;
}

void sprt_print(const struct sprt_settings *settings, struct text *text) {
    static const char *const results[] = {"", ",results=pentanomial", ",results=trinomial"};
    if (!settings->on)
        return;
    text_print(text, "elo0=%g,elo1=%g,alpha=%g,beta=%g,model=%s%s", settings->elo0, settings->elo1,
               settings->alpha, settings->beta,
               settings->model == SPRT_LOGISTIC ? "logistic" : "normalized",
               results[settings->results]);
}

/* The likelihood ratio. */

/* A distribution of results: shares p of values a. */
struct shares {
    int size;
    double p[RESULTS_MAX], a[RESULTS_MAX];
};

static double shares_mean(const struct shares *shares) {
    double mean = 0;
    for (int i = 0; i < shares->size; i++)
        mean += shares->p[i] * shares->a[i];
    return mean;
}

static double shares_spread(const struct shares *shares) {
    double mean = shares_mean(shares), sum = 0;
    for (int i = 0; i < shares->size; i++)
        sum += shares->p[i] * (shares->a[i] - mean) * (shares->a[i] - mean);
    return sqrt(sum);
}

/* Of all distributions whose values b have the mean 0, the one that makes the shares p likeliest:
 * p / (1 + x b), for the x that gives this mean. The sum below falls as x grows, between the ends
 * where a share would become infinite. */
static void likeliest(const struct shares *shares, const double *b, double *out) {
    double least = 0, most = 0;
    for (int i = 0; i < shares->size; i++) {
        least = fmin(least, b[i]);
        most = fmax(most, b[i]);
    }
    double low = most > 0 ? -1 / most : -1e9, high = least < 0 ? -1 / least : 1e9;
    double x = 0;
    for (int count = 0; count < HALVINGS; count++) {
        double sum = 0, slope = 0;
        for (int i = 0; i < shares->size; i++) {
            double ratio = b[i] / (1 + x * b[i]);
            sum += shares->p[i] * ratio;
            slope -= shares->p[i] * ratio * ratio;
        }
        if (sum > 0)
            low = x;
        else
            high = x;
        double step = slope < 0 ? x - sum / slope : low; /* Newton's, where it stays inside */
        double next = step > low && step < high ? step : (low + high) / 2;
        if (fabs(next - x) < 1e-13 * (1 + fabs(x)))
            break;
        x = next;
    }
    for (int i = 0; i < shares->size; i++)
        out[i] = shares->p[i] / (1 + x * b[i]);
}

static void likeliest_by_mean(const struct shares *shares, double mean, double *out) {
    double b[RESULTS_MAX] = {0};
    for (int i = 0; i < shares->size; i++)
        b[i] = shares->a[i] - mean;
    likeliest(shares, b, out);
}

/* Equal shares but for more, w, of the best value (of the worst where t < 0), so that (mean - 1/2)
 * / spread = t: (w / 2)^2 = t^2 ((1 - w) even + w / 4 - (w / 2)^2), where `even` is the square of
 * the spread of equal shares. */
static void shares_lean(struct shares *shares, double t) {
    double even = (shares->size + 1) / (12.0 * (shares->size - 1)), square = t * t;
    double half = square * (0.25 - even);
    double w = (half + sqrt(half * half + (1 + square) * square * even)) * 2 / (1 + square);
    for (int i = 0; i < shares->size; i++)
        shares->p[i] = (1 - w) / shares->size;
    shares->p[t > 0 ? shares->size - 1 : 0] += w;
}

/* The likeliest with (mean - 1/2) / spread = t. That is no linear condition, but its derivative at
 * the last answer gives one, and the answers settle in a few steps. They begin where it is
 * fulfilled: elsewhere, as at equal shares, the derivative at a large t may have no answer. */
static void likeliest_by_ratio(const struct shares *shares, double t, double *out) {
    struct shares now = *shares;
    shares_lean(&now, t);
    for (int count = 0; count < STEPS_MAX; count++) {
        double mean = shares_mean(&now), spread = shares_spread(&now), moved = 0;
        double b[RESULTS_MAX] = {0};
        for (int i = 0; i < now.size; i++) {
            double z = (now.a[i] - mean) / spread;
            b[i] = now.a[i] - 0.5 - t * spread * (1 + z * z) / 2;
        }
        likeliest(shares, b, out);
        for (int i = 0; i < now.size; i++) {
            moved = fmax(moved, fabs(out[i] - now.p[i]));
            now.p[i] = out[i];
        }
        if (moved < 1e-9)
            break;
    }
}

static double score_of(double elo) {
    return 1 / (1 + pow(10, -elo / 400));
}

double sprt_ratio(const long *counts, int size, const struct sprt_settings *settings) {
    struct shares shares = {.size = size};
    double all = 0, one[RESULTS_MAX], zero[RESULTS_MAX], sum = 0;
    long counted = 0;
    for (int i = 0; i < size; i++) {
        counted += counts[i];
        all += fmax((double)counts[i], RARE);
    }
    if (counted == 0)
        return 0;
    for (int i = 0; i < size; i++) {
        shares.p[i] = fmax((double)counts[i], RARE) / all;
        shares.a[i] = (double)i / (size - 1);
    }
    if (settings->model == SPRT_LOGISTIC) {
        likeliest_by_mean(&shares, score_of(settings->elo1), one);
        likeliest_by_mean(&shares, score_of(settings->elo0), zero);
    } else {
        /* The spread of a pair's mean is that of a game over the root of two. */
        double scale = log(10) / 800 * (size == 5 ? sqrt(2) : 1);
        likeliest_by_ratio(&shares, settings->elo1 * scale, one);
        likeliest_by_ratio(&shares, settings->elo0 * scale, zero);
    }
    for (int i = 0; i < size; i++)
        sum += shares.p[i] * log(one[i] / zero[i]);
    return all * sum;
}

/* A match in the order of its schedule. */

void sprt_open(struct sprt *sprt, const struct sprt_settings *settings,
               const struct schedule *schedule) {
    assert(schedule->players == 2 && schedule_is_fixed(schedule));
    *sprt = (struct sprt){.settings = *settings, .swap = schedule->swap};
    sprt->total = schedule_count(schedule);
    sprt->by_number = memory_new((size_t)sprt->total, sizeof *sprt->by_number);
    if (!settings->on)
        return;
    sprt->lower = log(settings->beta / (1 - settings->alpha));
    sprt->upper = log((1 - settings->beta) / settings->alpha);
}

void sprt_free(struct sprt *sprt) {
    free(sprt->by_number);
    free(sprt->seen);
    *sprt = (struct sprt){0};
}

static bool by_pairs(const struct sprt *sprt) {
    return sprt->settings.results == SPRT_BY_SCHEDULE ? sprt->swap
                                                      : sprt->settings.results == SPRT_PENTANOMIAL;
}

static void sprt_judge(struct sprt *sprt) {
    bool pairs = by_pairs(sprt);
    sprt->ratio = sprt_ratio(pairs ? sprt->pairs : sprt->games, pairs ? 5 : 3, &sprt->settings);
    bool decided = sprt->ratio >= sprt->upper || sprt->ratio <= sprt->lower;
    if (sprt->faults * FAULTS_BORNE > sprt->next)
        sprt->verdict = sprt->next >= FAULTS_KNOWN ? SPRT_FAULTY : SPRT_OPEN;
    else if (decided && 2 * sprt->distinct < sprt->compared)
        sprt->verdict = SPRT_REPEATED;
    else if (decided)
        sprt->verdict = sprt->ratio > 0 ? SPRT_ACCEPTED : SPRT_REJECTED;
}

/* The place of a content in the table, or of its first free one. */
static uint64_t *seen_find(const struct sprt *sprt, uint64_t content) {
    size_t at = content & (sprt->seen_room - 1);
    while (sprt->seen[at] != 0 && sprt->seen[at] != content)
        at = (at + 1) & (sprt->seen_room - 1);
    return &sprt->seen[at];
}

static void seen_grow(struct sprt *sprt) {
    uint64_t *before = sprt->seen;
    size_t room = sprt->seen_room;
    sprt->seen_room = room > 0 ? 2 * room : 64;
    sprt->seen = memory_new(sprt->seen_room, sizeof *sprt->seen);
    for (size_t i = 0; i < room; i++)
        if (before[i] != 0)
            *seen_find(sprt, before[i]) = before[i];
    free(before);
}

static void sprt_compare(struct sprt *sprt, const struct sprt_game *games, long length) {
    uint64_t content = 0;
    for (long i = 0; i < length; i++) {
        if (!games[i].counts || games[i].content == 0)
            return;
        content = rng_mix(content + games[i].content);
    }
    content += content == 0;
    if (2 * (size_t)sprt->distinct >= sprt->seen_room)
        seen_grow(sprt);
    uint64_t *place = seen_find(sprt, content);
    sprt->compared++;
    sprt->distinct += *place == 0;
    *place = content;
}

/* Games `at` and, where colours are swapped, the one after it, if they are known; how many. */
static long sprt_count(struct sprt *sprt, long at) {
    long left = sprt->total - at, length = sprt->swap && left > 1 ? 2 : 1;
    const struct sprt_game *games = &sprt->by_number[at];
    if (left <= 0 || !games[0].known || !games[length - 1].known)
        return 0;
    for (long i = 0; i < length; i++) {
        if (games[i].counts)
            sprt->games[games[i].halves]++;
        sprt->faults += games[i].faulty;
    }
    if (length == 2 && games[0].counts && games[1].counts)
        sprt->pairs[games[0].halves + games[1].halves]++;
    sprt_compare(sprt, games, length);
    return length;
}

static bool sprt_advance(struct sprt *sprt) {
    long length = sprt_count(sprt, sprt->next);
    sprt->next += length;
    if (length > 0)
        sprt_judge(sprt);
    return length > 0;
}

void sprt_add(struct sprt *sprt, const struct played_game *played) {
    const struct scheduled_game *game = &played->game;
    long number = game->number;
    if (number < 0 || number >= sprt->total || sprt->by_number[number].known)
        return;
    int side = game->players[0] != 0;
    sprt->by_number[number] = (struct sprt_game){.known = true,
                                                 .counts = !played->is_void && !played->unplayed,
                                                 .faulty = played->faults[0] || played->faults[1],
                                                 .halves = played_game_halves(played, side),
                                                 .content = played->content};
    if (!sprt->settings.on) /* a shard has no game of most pairs: nothing waits for those */
        sprt_count(sprt, sprt->swap ? number - number % 2 : number);
    while (sprt->settings.on && sprt->verdict == SPRT_OPEN && sprt_advance(sprt))
        continue;
}

static void put_pairs(const struct sprt *sprt, const char *name, struct text *text) {
    long pairs = 0;
    for (int i = 0; i < 5; i++)
        pairs += sprt->pairs[i];
    if (pairs > 0)
        text_print(
            text, "\npairs of games by points of %s: 0: %ld, ½: %ld, 1: %ld, 1½: %ld, 2: %ld\n",
            name, sprt->pairs[0], sprt->pairs[1], sprt->pairs[2], sprt->pairs[3], sprt->pairs[4]);
}

const char *const sprt_verdicts[] = {[SPRT_OPEN] = "undecided",
                                     [SPRT_ACCEPTED] = "accepted",
                                     [SPRT_REJECTED] = "rejected",
                                     [SPRT_FAULTY] = "undecided: too many faults",
                                     [SPRT_REPEATED] = "undecided: too many repeats"};

void sprt_show_state(const struct sprt *sprt, struct text *text) {
    if (!sprt->settings.on)
        return;
    text_print(text, "SPRT: LLR %+.2f [%+.2f .. %+.2f] over the first %ld games", sprt->ratio,
               sprt->lower, sprt->upper, sprt->next);
    if (sprt->verdict != SPRT_OPEN)
        text_print(text, ": %s", sprt_verdicts[sprt->verdict]);
    text_putc(text, '\n');
}

void sprt_show(const struct sprt *sprt, const char *const *names, struct text *text) {
    put_pairs(sprt, names[0], text);
    if (!sprt->settings.on)
        return;
    text_put(text, "\nSPRT ");
    sprt_print(&sprt->settings, text);
    text_print(text, "\n     LLR %+.2f [%+.2f .. %+.2f] over the first %ld games, %s: %s\n",
               sprt->ratio, sprt->lower, sprt->upper, sprt->next,
               by_pairs(sprt) ? "pentanomial" : "trinomial", sprt_verdicts[sprt->verdict]);
    if (sprt->faults * FAULTS_BORNE > sprt->next)
        text_print(text,
                   "     %ld of these games had a fault: more than one in %d proves nothing\n",
                   sprt->faults, FAULTS_BORNE);
    if (sprt->verdict == SPRT_REPEATED)
        text_print(text,
                   "     only %ld of %ld %s differ, move for move: more openings make others "
                   "(--openings)\n",
                   sprt->distinct, sprt->compared, sprt->swap ? "pairs" : "games");
    if (sprt->verdict != SPRT_ACCEPTED && sprt->verdict != SPRT_REJECTED)
        return;
    bool accepted = sprt->verdict == SPRT_ACCEPTED;
    text_print(text, "     %s against %s: %+g Elo rather than %+g\n", names[0], names[1],
               accepted ? sprt->settings.elo1 : sprt->settings.elo0,
               accepted ? sprt->settings.elo0 : sprt->settings.elo1);
}

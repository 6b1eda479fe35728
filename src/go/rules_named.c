/* The names that other programs give to rules, mapped to ours. */
#include <ctype.h>
#include <string.h>

#include "../core/json.h"
#include "go.h"

/* KataGo's names, KGS's and those of SGF, without blanks, hyphens and underscores. Rules that we do
 * not have are taken for the nearest: area with superko, or territory. */
static const struct {
    const char *name;
    int rules;
} known[] = {
    {"japanese", GO_JAPANESE},
    {"jp", GO_JAPANESE},
    {"korean", GO_JAPANESE},
    {"ko", GO_JAPANESE},
    {"territory", GO_JAPANESE},
    {"ancientterritory", GO_JAPANESE},
    {"chinese", GO_CHINESE},
    {"cn", GO_CHINESE},
    {"chineseogs", GO_CHINESE},
    {"chinesekgs", GO_CHINESE},
    {"area", GO_CHINESE},
    {"ancientarea", GO_CHINESE},
    {"ancientchinese", GO_CHINESE},
    {"stonescoring", GO_CHINESE},
    {"aga", GO_CHINESE},
    {"agabutton", GO_CHINESE},
    {"bga", GO_CHINESE},
    {"french", GO_CHINESE},
    {"newzealand", GO_CHINESE},
    {"nz", GO_CHINESE},
    {"goe", GO_CHINESE},
    {"ing", GO_CHINESE},
    {"tromptaylor", GO_TROMP_TAYLOR},
    {"tt", GO_TROMP_TAYLOR},
};

/* Whether a member of the object has this value, in any case. */
static bool member_is(const char *json, const char *name, const char *value) {
    struct text found = {0};
    json_find(json, name, &found);
    bool same = text_same(text_string(&found), value);
    text_free(&found);
    return same;
}

static bool member_given(const char *json, const char *name) {
    struct text found = {0};
    json_find(json, name, &found);
    bool given = found.length > 0;
    text_free(&found);
    return given;
}

/* KataGo's rules one by one. What decides for us is what counts, and whether dead stones must be
 * taken off the board: older versions say that by the rest of Tromp and Taylor's rules. */
static int rules_by_members(const char *json) {
    if (member_is(json, "scoring", "TERRITORY"))
        return GO_JAPANESE;
    if (member_given(json, "scoring") && !member_is(json, "scoring", "AREA"))
        return -1;
    bool taken_off = member_is(json, "friendlyPassOk", "false") ||
                     (!member_given(json, "friendlyPassOk") && member_is(json, "suicide", "true") &&
                      member_is(json, "ko", "POSITIONAL") && member_is(json, "tax", "NONE"));
    return taken_off ? GO_TROMP_TAYLOR : GO_CHINESE;
}

int go_rules_named(const char *text) {
    struct text plain = {0};
    bool object = *text == '{';
    for (const char *c = text; *c != '\0'; c++)
        if (!isspace((unsigned char)*c) && (object || (*c != '-' && *c != '_')))
            text_putc(&plain, *c);
    int rules = object ? rules_by_members(text_string(&plain)) : -1;
    for (size_t i = 0; i < sizeof known / sizeof *known && !object && rules < 0; i++)
        if (text_same(text_string(&plain), known[i].name))
            rules = known[i].rules;
    text_free(&plain);
    return rules;
}

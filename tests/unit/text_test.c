/* Texts, words, numbers, vertices and errors. */
#include <check.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/core/error.h"
#include "../../src/core/json.h"
#include "../../src/core/memory.h"
#include "../../src/core/text.h"
#include "../../src/core/vertex.h"
#include "../support/suite.h"

START_TEST(json_reads_what_it_wrote) {
    static const char *const values[] = {"", "a\nb\tc\x01\x1f", "\"\\/", "\\u000a",
                                         "ż\u20ac\U0001f600"};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        struct text json = {0}, value = {0};
        text_putc(&json, '{');
        json_member(&json, values[i], values[i]);
        json_member(&json, "next", "}");
        text_putc(&json, '}');
        json_find(text_string(&json), values[i], &value);
        ck_assert_str_eq(text_string(&value), values[i]);
        json_find(text_string(&json), "next", &value);
        ck_assert_str_eq(text_string(&value), "}");
        text_free(&json);
        text_free(&value);
    }
    struct text value = {0};
    json_find("{\"a\":\"\\n\\u00e9\\u20AC\\ud83d\\u0000\\u12\"}", "a", &value);
    ck_assert_str_eq(text_string(&value), "\né€\uFFFD\uFFFDu12");
    text_free(&value);
}
END_TEST

START_TEST(growing) {
    struct text text = {0};
    ck_assert_str_eq(text_string(&text), "");
    text_clear(&text);
    text_put(&text, "ab");
    text_putc(&text, 'c');
    text_putn(&text, "def", 2);
    text_putn(&text, NULL, 0);
    text_fill(&text, '.', 3);
    text_fill(&text, '.', 0);
    text_print(&text, "%d%s", 42, "");
    ck_assert_str_eq(text_string(&text), "abcde...42");
    ck_assert_uint_eq(text.length, 10);
    text_cut(&text, 99);
    ck_assert_uint_eq(text.length, 10);
    text_cut(&text, 3);
    ck_assert_str_eq(text_string(&text), "abc");
    char *taken = text_take(&text);
    ck_assert_str_eq(taken, "abc");
    ck_assert_ptr_null(text.at);
    free(taken);
    taken = text_take(&text);
    ck_assert_str_eq(taken, "");
    free(taken);
}
END_TEST

START_TEST(growing_far) {
    struct text text = {0};
    for (int i = 0; i < 100000; i++)
        text_print(&text, "%d,", i % 10);
    ck_assert_uint_eq(text.length, 200000);
    ck_assert_uint_eq(strlen(text.at), 200000);
    text_putn(&text, "a\0b", 3);
    ck_assert_uint_eq(text.length, 200003);
    text_free(&text);
    ck_assert_uint_eq(text.length, 0);
}
END_TEST

START_TEST(numbers_as_people_write_them) {
    static const struct {
        double value;
        const char *text;
    } known[] = {{1, "1"},
                 {0.5, "0.5"},
                 {7.25, "7.25"},
                 {0, "0"},
                 {-0.0, "0"},
                 {-6.5, "-6.5"},
                 {1e9, "1000000000"},
                 {-1e9, "-1000000000"},
                 {999999999, "999999999"},
                 {-999999999, "-999999999"},
                 {999999998.5, "999999998.5"},
                 {1e14, "100000000000000"},
                 {0.1, "0.1"},
                 {0.00001, "0.00001"},
                 {-0.000025, "-0.000025"},
                 {1e-300, "0"},
                 {-1e-300, "0"},
                 {-5e-21, "0"}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        struct text text = {0};
        text_put(&text, "e-");
        text_number(&text, known[i].value);
        ck_assert_str_eq(text_string(&text) + 2, known[i].text);
        ck_assert_ptr_null(strchr(text_string(&text) + 2, 'e'));
        text_free(&text);
    }
}
END_TEST

START_TEST(whole_numbers_written) {
    static const long values[] = {0, 7, -7, 10, 1000, LONG_MAX, LONG_MIN};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        struct text text = {0};
        char wanted[32];
        snprintf(wanted, sizeof wanted, "%ld", values[i]);
        text_whole(&text, values[i]);
        ck_assert_str_eq(text_string(&text), wanted);
        text_free(&text);
    }
}
END_TEST

/* Whatever room there is, also none, and exactly enough or one too little. */
START_TEST(printing_into_any_room) {
    for (int before = 0; before < 70; before++) {
        for (int width = 0; width < 70; width++) {
            struct text text = {0};
            text_fill(&text, '.', (size_t)before);
            text_print(&text, "%*s", width, "");
            ck_assert_uint_eq(text.length, (size_t)(before + width));
            ck_assert_uint_eq(strlen(text_string(&text)), text.length);
            ck_assert_uint_eq(strspn(text_string(&text), "."), (size_t)before);
            text_free(&text);
        }
    }
}
END_TEST

START_TEST(whole_numbers) {
    long value = 77;
    ck_assert(text_to_whole("12", 0, 20, &value));
    ck_assert_int_eq(value, 12);
    ck_assert(text_to_whole("-3", -5, 5, &value));
    ck_assert_int_eq(value, -3);
    ck_assert(text_to_whole("+4", 0, 5, &value));
    ck_assert(text_to_whole("007", 0, 10, &value));
    ck_assert_int_eq(value, 7);
    int64_t wide = 77;
    ck_assert(text_to_wide("9223372036854775807", 0, INT64_MAX, &wide));
    ck_assert(wide == INT64_MAX);
    ck_assert(!text_to_wide("9223372036854775808", 0, INT64_MAX, &wide));
    ck_assert(text_to_wide("-9223372036854775808", INT64_MIN, 0, &wide));
    ck_assert(wide == INT64_MIN);
    ck_assert(!text_to_wide("-9223372036854775809", INT64_MIN, 0, &wide));
    ck_assert(!text_to_whole("9223372036854775808", 0, LONG_MAX, &value));
    ck_assert(!text_to_whole("-9223372036854775809", LONG_MIN, 0, &value));
    static const char *const bad[] = {"",
                                      " 1",
                                      "1 ",
                                      "1x",
                                      "x",
                                      "-",
                                      "+",
                                      "--1",
                                      "0x10",
                                      "1.0",
                                      "1e3",
                                      "9223372036854775808",
                                      "-9223372036854775809",
                                      "21",
                                      "-1"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        value = 77;
        ck_assert_msg(!text_to_whole(bad[i], 0, 20, &value), "'%s'", bad[i]);
        ck_assert_int_eq(value, 77);
    }
}
END_TEST

START_TEST(decimal_numbers) {
    double value = 77;
    ck_assert(!text_to_number("1e999", 0, INFINITY, &value));
    ck_assert_double_eq(value, 77);
    ck_assert(text_to_number("6.5", 0, 10, &value));
    ck_assert_double_eq(value, 6.5);
    ck_assert(text_to_number(".5", 0, 10, &value));
    ck_assert_double_eq(value, 0.5);
    ck_assert(text_to_number("5.", 0, 10, &value));
    ck_assert(text_to_number("-1.25e1", -20, 10, &value));
    ck_assert_double_eq(value, -12.5);
    static const char *const bad[] = {"",    ".",  "-",   " 1", "1 ",    "1,5", "inf", "nan",
                                      "0x1", "1e", "1e+", "e5", "1e999", "11",  "-1",  "1.2.3"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        value = 77;
        ck_assert_msg(!text_to_number(bad[i], 0, 10, &value), "'%s'", bad[i]);
        ck_assert_double_eq(value, 77);
    }
}
END_TEST

START_TEST(same_and_starts) {
    ck_assert(text_same("Black", "bLACK"));
    ck_assert(text_same("", ""));
    ck_assert(!text_same("black", "blac"));
    ck_assert(!text_same("blac", "black"));
    ck_assert(text_starts("A1-C3", "a1"));
    ck_assert(text_starts("A1", ""));
    ck_assert(!text_starts("A", "A1"));
    ck_assert(!text_starts("", "a"));
}
END_TEST

START_TEST(words_of_a_line) {
    struct words words;
    struct text joined = {0};
    words_split(&words, "\t play  x\ta1   c3 ");
    ck_assert_int_eq(words.count, 4);
    ck_assert_str_eq(words.at[0], "play");
    ck_assert_str_eq(words.at[3], "c3");
    words_join(&words, 1, &joined);
    ck_assert_str_eq(text_string(&joined), "x a1 c3");
    text_clear(&joined);
    words_join(&words, 4, &joined);
    ck_assert_str_eq(text_string(&joined), "");
    words_free(&words);
    words_split(&words, "   ");
    ck_assert_int_eq(words.count, 0);
    words_free(&words);
    words_split(&words, "a b c d e f g");
    ck_assert_int_eq(words.count, 7);
    words_free(&words);
    text_free(&joined);
}
END_TEST

START_TEST(columns) {
    ck_assert_uint_eq(text_columns(""), 0);
    ck_assert_uint_eq(text_columns("abc"), 3);
    ck_assert_uint_eq(text_columns("\033[1;31mab\033[0m"), 2);
    ck_assert_uint_eq(text_columns("x\xe2\x82\x81y"), 3);
    ck_assert_uint_eq(text_columns("a\033["), 1);
}
END_TEST

START_TEST(wrapping) {
    static const struct {
        const char *from, *to;
    } cases[] = {
        {"", ""},
        {"short", "short"},
        {"ten col um", "ten col um"},
        {"one two three", "one two\n  three"},
        {"one two\nthree four\n", "one two\nthree four\n"},
        {"a  wide  gap here", "a  wide\n  gap here"},
        {"incomprehensibilities all", "incomprehensibilities\n  all"},
        {"  two in, and more", "  two in,\n  and more"},
        {"\xe2\x94\x82\xe2\x94\x82\xe2\x94\x82 \033[31msix\033[0m ab",
         "\xe2\x94\x82\xe2\x94\x82\xe2\x94\x82 \033[31msix\033[0m ab"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct text text = {0};
        text_wrap(&text, cases[i].from, 10, 2);
        ck_assert_str_eq(text_string(&text), cases[i].to);
        text_free(&text);
    }
}
END_TEST

/* What a stranger says reaches the terminal as letters and colours, nothing else. */
START_TEST(taming) {
    static const struct {
        const char *said, *heard;
    } rows[] = {
        {"", ""},
        {"plain\twords\nand lines", "plain\twords\nand lines"},
        {"\033[31mred\033[0m, \033[1;94mx\033[m", "\033[31mred\033[0m, \033[1;94mx\033[m"},
        {"\033[2Jgone", "[2Jgone"},
        {"\033]0;title\007", "]0;title"},
        {"\033[31", "[31"},
        {"\033", ""},
        {"\r\b\x7f.", "."},
        {"\xc2\x9b"
         "31m\xc2\xa0\xe2\x97\x8f",
         "31m\xc2\xa0\xe2\x97\x8f"},
        {"\xc2\033\x9b"
         "2J",
         "2J"},
        {"\xc2\xc2\x9b\x9b"
         "2J\xe2\x97",
         "2J"},
        /* The first and the last of every length, and what is beside them. */
        {"\xc2\xa0 \xdf\xbf \xe0\xa0\x80 \xef\xbf\xbf \xf0\x90\x80\x80 \xf4\x8f\xbf\xbf",
         "\xc2\xa0 \xdf\xbf \xe0\xa0\x80 \xef\xbf\xbf \xf0\x90\x80\x80 \xf4\x8f\xbf\xbf"},
        {"\xc1\xbf.\xe0\x9f\xbf.\xed\x9f\xbf.\xed\xa0\x80.\xf0\x8f\xbf\xbf.\xf4\x90\x80\x80.",
         "..\xed\x9f\xbf...."},
        /* Orders for the direction, from the first to the last, and what is beside them. */
        {"\xe2\x80\xa9.\xe2\x80\xaa.\xe2\x80\xae.\xe2\x80\xaf", "\xe2\x80\xa9...\xe2\x80\xaf"},
        {"\xe2\x81\xa5.\xe2\x81\xa6.\xe2\x81\xa9.\xe2\x81\xaa", "\xe2\x81\xa5...\xe2\x81\xaa"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *said = memory_string(rows[i].said);
        text_tame(said);
        ck_assert_str_eq(said, rows[i].heard);
        free(said);
    }
}
END_TEST

START_TEST(distances) {
    ck_assert_uint_eq(text_distance("", ""), 0);
    ck_assert_uint_eq(text_distance("hint", "hint"), 0);
    ck_assert_uint_eq(text_distance("hnt", "hint"), 1);
    ck_assert_uint_eq(text_distance("hintt", "hint"), 1);
    ck_assert_uint_eq(text_distance("hist", "hint"), 1);
    ck_assert_uint_eq(text_distance("udno", "undo"), 1);
    ck_assert_uint_eq(text_distance("", "undo"), 4);
    ck_assert_uint_eq(text_distance("kitten", "sitting"), 3);
    ck_assert_uint_eq(text_distance("sitting", "kitten"), 3);
}
END_TEST

START_TEST(vertices) {
    for (int column = 0; column < 25; column++)
        for (int row = 0; row < 25; row++) {
            struct text text = {0};
            int c = -1, r = -1;
            vertex_print(&text, column, row);
            ck_assert_int_eq(vertex_parse(text_string(&text), &c, &r), (int)text.length);
            ck_assert_int_eq(c, column);
            ck_assert_int_eq(r, row);
            text_free(&text);
        }
    int c = 7, r = 7;
    ck_assert_int_eq(vertex_parse("j9-", &c, &r), 2);
    ck_assert_int_eq(c, 8);
    ck_assert_int_eq(r, 8);
    ck_assert_int_eq(vertex_parse("Z999", &c, &r), 4);
    ck_assert_int_eq(r, 998);
    static const char *const bad[] = {"",  "i5",  "I5",  "A",     "A0",   "A01",          "1A",
                                      "5", "-A1", "A-1", "A1000", "pass", "\xc3\xa4\x31", " A1"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        c = r = 7;
        ck_assert_msg(vertex_parse(bad[i], &c, &r) == 0, "'%s'", bad[i]);
        ck_assert_int_eq(c, 7);
        ck_assert_int_eq(r, 7);
    }
    ck_assert_int_eq(vertex_column('H'), 7);
    ck_assert_int_eq(vertex_column('J'), 8);
    ck_assert_int_eq(vertex_column('I'), -1);
    ck_assert_int_eq(vertex_column('\0'), -1);
    ck_assert_int_eq(vertex_letter(8), 'J');
}
END_TEST

static void says(const struct error *error, const char *expected) {
    struct text text = {0};
    error_print(error, &text);
    ck_assert_str_eq(text_string(&text), expected);
    text_free(&text);
}

START_TEST(errors) {
    struct error error = {0};
    says(&error, "");
    ck_assert(!error_is_syntax(&error));
    ck_assert(!error_set(&error, "test.one", "{1} before {0}, {2} {x} {", "a", "b{0}", NULL));
    says(&error, "b{0} before a, {2} {x} {");
    ck_assert_str_eq(error.code, "test.one");
    ck_assert(!error_is_syntax(&error));
    error_set(&error, "syntax.two", "again: {0}", error.arguments[1], NULL);
    says(&error, "again: b{0}");
    ck_assert(error_is_syntax(&error));
    error_set(&error, "test.many", "{0}{1}{2}{3}{4}", "a", "b", "c", "d", "e", NULL);
    says(&error, "abcd{4}");
    error_clear(&error);
    ck_assert_ptr_null(error.code);
    says(&error, "");
    ck_assert(!error_set(NULL, "test.none", "nobody listens", NULL));
}
END_TEST

/* An empty line in the middle is one; a newline at the end begins none. */
START_TEST(lines_of_a_string) {
    static const char *const expected[] = {"one", "", "three"};
    const char *rest = "one\n\nthree\n", *none = NULL;
    struct text line = {0};
    for (size_t i = 0; i < 3; i++) {
        ck_assert(text_next_line(&rest, &line));
        ck_assert_str_eq(text_string(&line), expected[i]);
    }
    ck_assert(!text_next_line(&rest, &line));
    ck_assert(!text_next_line(&none, &line));
    text_free(&line);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("text");
    suite_add(suite, growing);
    suite_add(suite, growing_far);
    suite_add(suite, numbers_as_people_write_them);
    suite_add(suite, whole_numbers_written);
    suite_add(suite, printing_into_any_room);
    suite_add(suite, whole_numbers);
    suite_add(suite, decimal_numbers);
    suite_add(suite, same_and_starts);
    suite_add(suite, words_of_a_line);
    suite_add(suite, lines_of_a_string);
    suite_add(suite, columns);
    suite_add(suite, wrapping);
    suite_add(suite, distances);
    suite_add(suite, taming);
    suite_add(suite, vertices);
    suite_add(suite, errors);
    suite_add(suite, json_reads_what_it_wrote);
    return suite_run(suite);
}

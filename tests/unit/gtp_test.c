/* The framing of GTP: lines in, replies out. */
#include <check.h>
#include <string.h>

#include "../../src/core/gtp.h"
#include "../support/suite.h"

/* The request as one string: "id|name|arguments", or "-" if there is nothing to answer. */
static void reads(const char *line, size_t length, bool (*takes_text)(const char *name),
                  const char *expected) {
    struct gtp_request request;
    struct text text = {0};
    if (!(takes_text != NULL ? gtp_parse_text(line, length, takes_text, &request)
                             : gtp_parse(line, length, &request))) {
        text_put(&text, "-");
    } else {
        text_print(&text, "%s|%s|", request.id, request.name);
        for (int i = 0; i < request.count; i++)
            text_print(&text, "%s%s", i > 0 ? " " : "", request.arguments[i]);
        gtp_free(&request);
    }
    ck_assert_str_eq(text_string(&text), expected);
    text_free(&text);
}

#define READS(line, expected) reads(line, sizeof line - 1, NULL, expected)

START_TEST(lines) {
    READS("name", "|name|");
    READS("name\r", "|name|");
    READS("\xEF\xBB\xBFname\r", "|name|");
    READS("\xEF\xBB", "|\xEF\xBB|");
    READS("  play \t x\ta1  c3  ", "|play|x a1 c3");
    READS("12 name", "12|name|");
    READS("012\tname", "012|name|");
    READS("12", "12||");
    READS("12x name", "|12x|name");
    READS("-1 name", "|-1|name");
    READS("name 12", "|name|12");
    READS("1 2 3", "1|2|3");
    READS("999999999999999999999999 name", "999999999999999999999999|name|");
}
END_TEST

START_TEST(nothing_to_answer) {
    READS("", "-");
    READS("   \t ", "-");
    READS("\r", "-");
    READS("# a comment", "-");
    READS("   # a comment", "-");
    READS("\x01\x02\x1f\x7f", "-");
    READS("\0", "-");
}
END_TEST

START_TEST(comments_anywhere) {
    READS("name # why", "|name|");
    READS("name#why", "|name|");
    READS("5 play x a1#c3", "5|play|x a1");
    READS("5#name", "5||");
    READS("play x ##", "|play|x");
}
END_TEST

static bool is_say(const char *name) {
    return strcmp(name, "say") == 0;
}

#define READS_TEXT(line, expected) reads(line, sizeof line - 1, is_say, expected)

/* ... except in what people say. */
START_TEST(text_has_no_comments) {
    READS_TEXT("say I am #1 # really", "|say|I am #1 # really");
    READS_TEXT("7 say #hi", "7|say|#hi");
    READS_TEXT("say\t#", "|say|#");
    READS_TEXT("say", "|say|");
    READS_TEXT("say#hi", "|say|");
    READS_TEXT("play x a1 # say", "|play|x a1");
    READS_TEXT("# say hi", "-");
    READS_TEXT("#say hi", "-");
    READS_TEXT("5 # say hi", "5||");
    READS_TEXT("", "-");
}
END_TEST

START_TEST(control_characters) {
    READS("na\x01me", "|name|");
    READS("na\0me", "|name|");
    READS("\x1b[Aname", "|[Aname|");
    READS("play\x0bx", "|playx|");
    READS("play\tx", "|play|x");
    READS("na\x7fme\r\r", "|name|");
    READS("p\xc3\xa4ss", "|p\xc3\xa4ss|");
}
END_TEST

START_TEST(long_lines) {
    struct text line = {0};
    text_put(&line, "7 echo");
    for (int i = 0; i < 100000; i++)
        text_put(&line, " a");
    struct gtp_request request;
    ck_assert(gtp_parse(line.at, line.length, &request));
    ck_assert_int_eq(request.count, 100000);
    gtp_free(&request);
    text_free(&line);
}
END_TEST

static void replies(bool good, const char *id, const char *body, const char *expected) {
    struct text out = {0};
    gtp_reply(&out, good, id, body);
    ck_assert_str_eq(text_string(&out), expected);
    text_free(&out);
}

START_TEST(frames) {
    replies(true, "", "", "=\n\n");
    replies(true, "7", "", "=7\n\n");
    replies(true, "7", "A1", "=7 A1\n\n");
    replies(false, "", "unknown command", "? unknown command\n\n");
    replies(false, "007", "syntax error", "?007 syntax error\n\n");
    replies(true, "", "a\nb", "= a\nb\n\n");
    replies(true, "", "a\nb\n", "= a\nb\n\n");
}
END_TEST

START_TEST(no_empty_line_inside) {
    replies(true, "", "a\n\nb", "= a\nb\n\n");
    replies(true, "", "a\n\n\n\nb\n\n\n", "= a\nb\n\n");
    replies(true, "1", "\na\nb\n", "=1\na\nb\n\n");
    replies(true, "", "\n\n\na", "=\na\n\n");
    replies(true, "", "\n", "=\n\n");
}
END_TEST

START_TEST(streamed) {
    struct text out = {0};
    gtp_open(&out, "3");
    text_put(&out, "info\n");
    gtp_close(&out);
    ck_assert_str_eq(text_string(&out), "=3\ninfo\n\n");
    text_free(&out);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("gtp");
    suite_add(suite, lines);
    suite_add(suite, nothing_to_answer);
    suite_add(suite, comments_anywhere);
    suite_add(suite, text_has_no_comments);
    suite_add(suite, control_characters);
    suite_add(suite, long_lines);
    suite_add(suite, frames);
    suite_add(suite, no_empty_line_inside);
    suite_add(suite, streamed);
    return suite_run(suite);
}

/*
** Tests relevance_of, which reads the score in a judge's reply.  It gives a number in
** 1..5 or NULL for any bytes.  relevance.h lists the forms of a score.  If a reply has
** several forms, relevance_of reads the form that is first in the list.  The time is
** linear, also for replies that make a simple parser look ahead again and again.
*/
#include "../random.h"

#include <string.h>

#include "core/retrieval/relevance.h"

#define DRAWS 20000
#define MOST_PARTS 12
#define MEGABYTE ((size_t)1 << 20)

/* Parts of replies, none of which is a score by itself. */
static const char *const parts[] = {"SCORE",
                                    "score:",
                                    "**",
                                    "*",
                                    ":",
                                    "[",
                                    "]",
                                    "/",
                                    "/5",
                                    "/10",
                                    "\"",
                                    "{",
                                    "}",
                                    "-",
                                    "+",
                                    ".",
                                    "%",
                                    " ",
                                    "\n",
                                    "_",
                                    "Bewertung",
                                    "=",
                                    "e",
                                    "\xe2",
                                    "\xe2\x88\x92",
                                    "\xff",
                                    "a",
                                    "\xef\xbc\x9a",
                                    "score_",
                                    "underscore: ",
                                    "SCORE: /",
                                    "Relevance",
                                    "rating ",
                                    "Score",
                                    "(",
                                    ")",
                                    "|",
                                    "<score",
                                    "<",
                                    ">",
                                    "`",
                                    " out of ",
                                    " of ",
                                    " to 5",
                                    ",",
                                    "\u2014",
                                    " - ",
                                    "\uff14",
                                    "\u00a0",
                                    "SCORE:[",
                                    "1e",
                                    "4",
                                    "3",
                                    "2024",
                                    "0",
                                    "5"};

#define PARTS COUNT_OF(parts)

static size_t append(char *text, size_t length, const char *part) {
  size_t size = strlen(part);
  memcpy(text + length, part, size);
  return length + size;
}

static size_t draw(char *text) {
  size_t length = 0;
  for (int i = random_below(MOST_PARTS + 1); i > 0; i--)
    length = append(text, length, parts[random_below(PARTS)]);
  return length;
}

static void test_any_bytes(void) {
  int outside = 0;
  for (int i = 0; i < DRAWS; i++) {
    char text[MOST_PARTS * 16];
    size_t length = draw(text);
    if (random_below(4) == 0 && length > 0) {
      text[random_below((int)length)] = (char)random_below(256);
    }
    char *exact = malloc(length + 1); /* a sanitizer notices a read beyond the end */
    if (exact == NULL) tap_bail("out of memory");
    memcpy(exact, text, length);
    exact[length] = '4'; /* a digit after the reply's end, which must not be read */
    double score = relevance_read(exact, length, &settings_defaults.relevance.labels);
    outside += !is_missing(score) && !(score >= 1 && score <= 5);
    exact[length] = 'x';
    double again = relevance_read(exact, length, &settings_defaults.relevance.labels);
    outside += score != again && !(is_missing(score) && is_missing(again));
    free(exact);
  }
  tap_is_int(outside, 0, "a score in 1..5 or none, %d replies", DRAWS);
}

static bool same(double a, double b) {
  return a == b || (is_missing(a) && is_missing(b));
}

struct reply {
  char text[4 * MOST_PARTS * 16];
  size_t length;
};

static void add(struct reply *reply, const char *piece, size_t length) {
  memcpy(reply->text + reply->length, piece, length);
  reply->length += length;
}

static void add_text(struct reply *reply, const char *piece) {
  add(reply, piece, strlen(piece));
}

static double read(const struct reply *reply) {
  return relevance_read(reply->text, reply->length, &settings_defaults.relevance.labels);
}

/* If a random text has no score, the reader finds the score on the next line.  If that
** score has a label, text on later lines changes nothing. */
static void test_first(void) {
  static const char *const forms[] = {
      "SCORE: 2",   "**Score:** 2", "{\"score\": 2}", "<rating>2</rating>", "2/5",
      "2 out of 5", "[2]"};
  enum { LABELLED = 4 };
  int planted = 0, missed = 0, changed = 0;
  for (int i = 0; i < DRAWS; i++) {
    struct reply reply = {.length = 0};
    int form = random_below(COUNT_OF(forms));
    reply.length = draw(reply.text);
    bool none = is_missing(read(&reply));
    add_text(&reply, " . \n");
    add_text(&reply, forms[form]);
    add_text(&reply, " \n");
    double score = read(&reply);
    planted += none;
    missed += none && score != 2;
    reply.length += draw(reply.text + reply.length);
    changed += form < LABELLED && read(&reply) != score;
  }
  tap_ok(planted > DRAWS / 10, "%d replies without a score before", planted);
  tap_is_int(missed, 0, "a planted score is read");
  tap_is_int(changed, 0, "text after a labelled score changes nothing");
}

/* The text inside a thinking block changes nothing.  Neither does text before a closing
** tag that has no opening tag. */
static void test_thoughts(void) {
  int inside = 0, open = 0, before = 0;
  for (int i = 0; i < DRAWS; i++) {
    char drawn[3][MOST_PARTS * 16];
    size_t lengths[3];
    for (int j = 0; j < 3; j++)
      lengths[j] = draw(drawn[j]);
    struct reply reply = {.length = 0}, empty = {.length = 0}, rest = {.length = 0};
    add(&reply, drawn[0], lengths[0]);
    add_text(&reply, " <think> ");
    empty = reply;
    add(&reply, drawn[1], lengths[1]);
    double unclosed = read(&reply);
    open += !same(unclosed, read(&empty));
    add_text(&reply, " </think> ");
    add_text(&empty, " </think> ");
    add(&reply, drawn[2], lengths[2]);
    add(&empty, drawn[2], lengths[2]);
    inside += !same(read(&reply), read(&empty));
    add_text(&reply, " </think> ");
    add(&reply, drawn[1], lengths[1]);
    add(&rest, drawn[1], lengths[1]);
    before += !same(read(&reply), read(&rest));
  }
  tap_is_int(inside, 0, "text inside a block changes nothing");
  tap_is_int(open, 0, "text inside an open block changes nothing");
  tap_is_int(before, 0, "text before a closing tag changes nothing");
}

/* A megabyte of each pattern takes milliseconds.  With quadratic time the test would take
** an hour. */
static void test_long(void) {
  static const char *const patterns[] = {"[",
                                         "[ ",
                                         "[1",
                                         "[1 ",
                                         "score",
                                         "score ",
                                         "score:",
                                         "score: ",
                                         "score\"",
                                         "SCORE: *",
                                         "1",
                                         "1 ",
                                         "1/",
                                         "1 /",
                                         "1.",
                                         "-",
                                         "-1",
                                         "- ",
                                         "\xe2\x88\x92",
                                         "_",
                                         "*",
                                         "a",
                                         "9e",
                                         "4/5/",
                                         "score:1-2 ",
                                         "score: 4/10 ",
                                         " ",
                                         "\"score\": [",
                                         "score (",
                                         "score (1-5) ",
                                         "score (score) ",
                                         "score (1",
                                         "score / ",
                                         "score out of ",
                                         "SCORE\n",
                                         "Score 4 ",
                                         "Score ___ ",
                                         "<score ",
                                         "<score>",
                                         "score - ",
                                         "score | ",
                                         "score: [[",
                                         "1 out ",
                                         "1 out of ",
                                         "1e",
                                         "1,",
                                         "1.1",
                                         "[***",
                                         "\u3000",
                                         "\uff11",
                                         "\uff11\uff0f",
                                         "<",
                                         "</",
                                         "<thin",
                                         "`<think>`",
                                         "<think></think>",
                                         "<think>a</think>b",
                                         "</think>",
                                         "<think><think></think>",
                                         ""};
  char *text = malloc(MEGABYTE + 16);
  if (text == NULL) tap_bail("out of memory");
  for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
    size_t size = strlen(patterns[i]), length = 0;
    while (size > 0 && length + size <= MEGABYTE)
      length = append(text, length, patterns[i]);
    length = append(text, length, "\n x SCORE: 2");
    tap_is_real(relevance_read(text, length, &settings_defaults.relevance.labels), 2.0, 0,
                "after 1 MB of \"%s\"", patterns[i]);
  }
  size_t length = 0;
  while (length < MEGABYTE)
    length = append(text, length, "<think>");
  tap_ok(is_missing(relevance_read(text, length, &settings_defaults.relevance.labels)),
         "1 MB of thinking, never closed");
  free(text);
}

int main(void) {
  random_open();
  test_any_bytes();
  test_first();
  test_thoughts();
  test_long();
  return tap_done();
}

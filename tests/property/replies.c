/*
** What a judge may answer: relevance_of gives a number in 1..5 for any bytes, reads the
** score that stands first, and takes linear time over the replies that tempt a reader to
** look ahead again and again.
*/
#include "../random.h"

#include <string.h>

#include "core/relevance.h"

#define DRAWS 20000
#define MOST_PARTS 12
#define MEGABYTE ((size_t)1 << 20)

/* Parts of replies; alone, none of them is a score. */
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
                                    "SCORE:[",
                                    "1e",
                                    "4",
                                    "3",
                                    "2024",
                                    "0",
                                    "5"};

#define PARTS ((int)(sizeof parts / sizeof *parts))

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

/* Any cut of any reply gives a score or none. */
static void test_any_bytes(void) {
  int outside = 0;
  for (int i = 0; i < DRAWS; i++) {
    char text[MOST_PARTS * 16];
    size_t length = draw(text);
    if (random_below(4) == 0 && length > 0) {
      text[random_below((int)length)] = (char)random_below(256);
    }
    char *exact = malloc(length + 1); /* so that a sanitizer sees a step too far */
    if (exact == NULL) tap_bail("out of memory");
    memcpy(exact, text, length);
    exact[length] = '4'; /* a digit that is not part of the reply */
    double score = relevance_read(exact, length);
    outside += !is_missing(score) && !(score >= 1 && score <= 5);
    exact[length] = 'x';
    double again = relevance_read(exact, length);
    outside += score != again && !(is_missing(score) && is_missing(again));
    free(exact);
  }
  tap_is_int(outside, 0, "a score in 1..5 or none, %d replies", DRAWS);
}

/* Where no score stands before it, a planted score is found, whatever follows. */
static void test_first(void) {
  static const char *const forms[] = {"SCORE: 2", "**Score:** 2", "[2]", "2/5",
                                      "{\"score\": 2}"};
  int planted = 0, missed = 0;
  for (int i = 0; i < DRAWS; i++) {
    char text[2 * MOST_PARTS * 16];
    size_t length = draw(text);
    if (!is_missing(relevance_read(text, length))) continue;
    length = append(text, length, " . \n");
    length = append(text, length, forms[random_below(5)]);
    length = append(text, length, " \n");
    char rest[MOST_PARTS * 16];
    size_t rest_length = draw(rest);
    /* What follows must not change the scale of the number. */
    if (rest_length == 0 || strchr("/%", rest[0]) != NULL) continue;
    memcpy(text + length, rest, rest_length);
    planted++;
    missed += relevance_read(text, length + rest_length) != 2;
  }
  tap_ok(planted > DRAWS / 10, "%d replies without a score before", planted);
  tap_is_int(missed, 0, "the first score is read");
}

/* A megabyte of each of these takes milliseconds; quadratic time would take an hour, and
** nobody would wait for this test. */
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
                                         ""};
  char *text = malloc(MEGABYTE + 16);
  if (text == NULL) tap_bail("out of memory");
  for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
    size_t size = strlen(patterns[i]), length = 0;
    while (size > 0 && length + size <= MEGABYTE)
      length = append(text, length, patterns[i]);
    length = append(text, length, "\n x SCORE: 2");
    tap_is_real(relevance_read(text, length), 2.0, 0, "behind 1 MB of \"%s\"",
                patterns[i]);
  }
  free(text);
}

int main(void) {
  random_open();
  test_any_bytes();
  test_first();
  test_long();
  return tap_done();
}

/*
** Compares the similarity of texts (cosine of tf-idf over character 2- and 3-grams,
** ADR-004) with values worked out by hand and with a second, slower implementation.
*/
#include "core/interview/similarity.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "tap.h"

#define LONGEST 400

static uint64_t workspace[2 * 4 * LONGEST];

static size_t below(size_t n) {
  return (size_t)(random_bits() % n);
}

static double similarity(const char *a, const char *b) {
  return text_similarity(a, strlen(a), b, strlen(b), workspace);
}

static void test_rules(void) {
  tap_is_real(similarity("why do you like it", "why do you like it"), 1, 0, "identical");
  tap_is_real(similarity("abcdef", "uvwxyz"), 0, 0, "disjoint");
  tap_is_real(similarity("", ""), 0, 0, "two empty texts");
  tap_is_real(similarity("", "abc"), 0, 0, "one empty text");
  tap_is_real(similarity("a", "A"), 1, 0, "one letter has no grams, but is the same");
  tap_is_real(similarity("a", "b"), 0, 0, "or is not");
  tap_is_real(similarity("a", "ab"), 0, 0, "a letter and a word");
  tap_is_real(similarity("ab", "a"), 0, 0, "a word and a letter");
  tap_is_real(similarity("ab", "ac"), 0, 0, "two words of one gram each");
  tap_is_real(similarity("", "a"), 0, 0, "nothing and a letter");
  tap_is_real(text_similarity("\0", 1, "", 0, workspace), 0, 0, "a NUL and nothing");
  tap_is_real(text_similarity("", 0, "\0", 1, workspace), 0, 0, "nothing and a NUL");
  tap_is_real(similarity("ABC", "abc"), 1, 0, "ASCII case");
  tap_is_real(similarity("\xc3\x84PFEL", "\xc3\xa4pfel"), 1, 0, "Latin case");
  tap_is_real(similarity("\xce\x9a\xce\x91\xce\xa6", "\xce\xba\xce\xb1\xcf\x86"), 1, 0,
              "Greek case");
  tap_is_real(
      similarity("\xd0\x9a\xd0\x9e\xd0\xa4\xd0\x95", "\xd0\xba\xd0\xbe\xd1\x84\xd0\xb5"),
      1, 0, "Cyrillic case");
  tap_is_real(similarity("\xe5\x92\x96\xe5\x95\xa1", "\xe5\x92\x96\xe5\x95\xa1"), 1, 0,
              "no case at all");
  tap_ok(similarity("\xe5\x92\x96\xe5\x95\xa1", "\xe5\x92\x96\xe5\x95\xa2") == 0,
         "grams are of characters, not of bytes");
  tap_is_real(similarity("\xff\xfe", "\xff\xfe"), 1, 0, "malformed, the same");
  tap_is_real(similarity("\xff\xfe", "\xfe\xff"), 0, 0, "malformed, another");
  tap_is_real(text_similarity("ab\xe5\x92\x96", 3, "ab\xe5", 3, workspace), 1, 0,
              "text after the end does not count");
  tap_is_real(text_similarity("a\0b", 3, "a\0b", 3, workspace), 1, 0, "a NUL inside");
  tap_is_real(text_similarity("a\0b", 3, "a\0c", 3, workspace) < 1, 1, 0, "counts");
}

/* "ab" and "abc" share the gram `ab`.  Only "abc" has `bc` and `abc`, too. */
static void test_by_hand(void) {
  double own = log(1 + 2.0 / (1 + 1));
  double shared = log(1 + 2.0 / (1 + 2));
  double a[] = {1.0 * shared};
  double b[] = {shared / 3, own / 3, own / 3};
  double want = a[0] * b[0] / (a[0] * sqrt(b[0] * b[0] + b[1] * b[1] + b[2] * b[2]));
  tap_is_real(similarity("ab", "abc"), want, 1e-15, "ab and abc");
}

/* Counts a gram in a text by the definition, for ASCII. */
static double slow_count(const char *text, const char *gram, size_t size) {
  double count = 0;
  for (size_t i = 0; i + size <= strlen(text); i++) {
    count += strncmp(text + i, gram, size) == 0;
  }
  return count;
}

static double slow_total(const char *text) {
  double length = (double)strlen(text);
  return (length > 1 ? length - 1 : 0) + (length > 2 ? length - 2 : 0);
}

static int seen_before(const char *text, size_t at, size_t size) {
  for (size_t i = 0; i < at; i++) {
    if (strncmp(text + i, text + at, size) == 0) return 1;
  }
  return 0;
}

/* Returns the sum, over all grams of the text `x`, of the gram's tf-idf in `x` times its
** tf-idf in `y`.  If y = x, it is a sum of squares.  A gram's idf depends on whether
** `other`, the text compared with `x`, has the gram. */
static double slow_product(const char *x, const char *y, const char *other) {
  double sum = 0;
  for (size_t size = 2; size <= 3; size++) {
    for (size_t i = 0; i + size <= strlen(x); i++) {
      if (seen_before(x, i, size)) continue;
      double df = 1 + (slow_count(other, x + i, size) > 0);
      double idf = log(1 + 2 / (1 + df));
      sum += slow_count(x, x + i, size) / slow_total(x) * idf *
             slow_count(y, x + i, size) / slow_total(y) * idf;
    }
  }
  return sum;
}

static void draw_text(char *text, size_t letters, size_t longest) {
  size_t length = below(longest + 1);
  for (size_t i = 0; i < length; i++) {
    text[i] = (char)('a' + below(letters));
  }
  text[length] = 0;
}

static void test_against_definition(int pairs, size_t letters, size_t longest) {
  int different = 0;
  int asymmetric = 0;
  for (int i = 0; i < pairs; i++) {
    char a[LONGEST];
    char b[LONGEST];
    draw_text(a, 1 + below(letters), longest);
    draw_text(b, 1 + below(letters), longest);
    if (strlen(a) < 2 || strlen(b) < 2) continue;
    double want =
        slow_product(a, b, b) / sqrt(slow_product(a, a, b) * slow_product(b, b, a));
    double got = similarity(a, b);
    different += fabs(got - want) > 1e-12 || got < 0 || got > 1;
    asymmetric += got != similarity(b, a);
  }
  tap_is_int(different, 0, "up to %zu letters: as defined", longest);
  tap_is_int(asymmetric, 0, "symmetric, bit for bit");
}

/* The texts repeat one letter, n + 1 times and n + 2 times.  So each has two grams, of 2
** and of 3 letters.  Let x be the number of times that a gram is in the first text, and y
** in the second.  Over both grams, x^2 adds up to n^2 + (n - 1)^2, y^2 to (n + 1)^2 +
** n^2, and x y to 2 n^2.  So the cosine is about 1 - 1 / (8 n^4).  This differs from 1 by
** less than a rounding error.  For the n below, a plain computation in doubles would give
** a number above 1. */
static void test_nearly_alike(void) {
  enum { LENGTH = 6000 };
  static uint64_t memory[2 * (LENGTH + 1)];
  static const size_t lengths[] = {5860 + 1, 5998 + 1};
  char text[LENGTH];
  memset(text, 'a', LENGTH);
  for (size_t i = 0; i < 2; i++) {
    double got = text_similarity(text, lengths[i], text, lengths[i] + 1, memory);
    tap_is_real(got, 1, 0, "%zu letters and one more: never above 1", lengths[i]);
  }
}

/* A method that compares each gram with all others would take minutes. */
static void test_long(void) {
  enum { LENGTH = 1000000 };
  static uint64_t memory[2 * LENGTH];
  static char text[LENGTH];
  for (size_t i = 0; i < LENGTH; i++)
    text[i] = (char)('a' + below(26));
  double got = text_similarity(text, LENGTH, text, LENGTH, memory);
  tap_is_real(got, 1, 0, "a million letters and the same");
}

int main(void) {
  random_open();
  test_rules();
  test_by_hand();
  test_nearly_alike();
  test_long();
  test_against_definition(2000, 5, 40);
  test_against_definition(50, 26, 250); /* more grams than insertion sort handles */
  return tap_done();
}

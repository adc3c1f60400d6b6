/* Tests scores as people write them: rules S1 to S4 of core/own/score.h. */
#include "../tap.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "core/own/score.h"

static const struct stated {
  const char *text;
  double number;
  bool is_share;
} stated[] = {
    {"85%", 0.85, true},
    {" 85 % ", 0.85, true},
    {"0%", 0, true},
    {"-0%", 0, true},
    {"100%", 1, true},
    {"0.5%", 0.005, true},
    {"8,5%", 0.085, true},
    {"1e1%", 0.1, true},
    {"85\xef\xbc\x85", 0.85, true},            /* a full-width percent sign */
    {"85\xc2\xa0%", 0.85, true},               /* a no-break space */
    {"\xef\xbc\x98\xef\xbc\x95%", 0.85, true}, /* full-width digits */
    {"4/5", 0.8, true},
    {"4 / 5\n", 0.8, true},
    {"4\xe2\x81\x84"
     "5",
     0.8, true}, /* a fraction slash */
    {"0/5", 0, true},
    {"5/5", 1, true},
    {"3.5/5", 0.7, true},
    {"3,5/5", 0.7, true},
    {"1/3", 1.0 / 3, true},
    {"+4/+5", 0.8, true},
    {"4 out of 5", 0.8, true},
    {"4 OUT Of 5", 0.8, true},
    {"4out of 5", 0.8, true},
    {"7 of 10", 0.7, true},
    {"7 of\t10", 0.7, true},
    {"85/100", 0.85, true},
    {"0,85", 0.85, false},
    {" 0,85 ", 0.85, false},
    {",5", 0.5, false},
    {"-,5", -0.5, false},
    {"0,850", 0.85, false},
    {"00,850", 0.85, false},
    {"1,0", 1, false},
    {"1,00", 1, false},
    {"1,0000", 1, false},
    {"85,5", 85.5, false},
    {"12,34", 12.34, false},
    {"0,85e1", 8.5, false},
    {"\xc2\xa0"
     "85",
     85, false},
    {"\xe2\x88\x92"
     "2",
     -2, false}, /* a minus sign */
};

static const char *const unreadable[] = {
    "",          " ",          "n/a",           "%",          "/5",
    "4/",        "4/0",        "0/0",           "4/-5",       "-4/-5",
    "6/5",       "-1/5",       "101%",          "-1%",        "100.5%",
    "1,000",     "12,500",     "999,999",       "-1,000",     "+1,000",
    "1,000,000", "1,000.5",    "0,850,000",     "1,000%",     "1,000/5",
    "4/1,000",   "5,",         "0,85,",         "85%%",       "85%x",
    "4/5/2026",  "4/5%",       "85% of 5",      "4-5",        "4 or 5",
    "4 to 5",    "4 out 5",    "4 outof 5",     "4 of5",      "4 of the 5",
    "four/five", "4 in 5",     "0x55",          "85 percent", "A",
    "4/5 stars", "score: 4/5", "[4]",           "**4**/5",    "9e999",
    "1e999/5",   "4/1e999",    "nan",           "inf",        "0.85 0.9",
    "1e-1x",     "\xff",       "85\xff",        "4:5",        "--5",
    "4//5",      "4 of of 5",  "4 out of",      "out of 5",   "1 000",
    "1'000",     "1_000",      "85\xe2\x80\xb0"};

static struct score_scale whole_scale(int64_t best, int64_t worst) {
  return (struct score_scale){decimal_from_integer(best), decimal_from_integer(worst)};
}

static void test_stated(void) {
  for (int i = 0; i < COUNT_OF(stated); i++) {
    const char *text = stated[i].text;
    const struct score_scale scale = whole_scale(1000, -1000);
    double number = stated[i].number;
    double on_scale = stated[i].is_share ? number : (number + 1000) / 2000;
    tap_is_real(score_from_text(text, strlen(text), &scale), on_scale, 0, "'%s'", text);
  }
  const struct score_scale unit = whole_scale(1, 0);
  tap_ok(is_missing(score_from_text("0,85\0", 5, &unit)), "a NUL is no blank");
  tap_is_real(score_from_text("4/51", 3, &unit), 0.8, 0, "not beyond the end");
}

static void test_unreadable(void) {
  for (int i = 0; i < COUNT_OF(unreadable); i++) {
    const struct score_scale scale = whole_scale(INT64_MAX, INT64_MIN);
    double score = score_from_text(unreadable[i], strlen(unreadable[i]), &scale);
    tap_is_real(score, MISSING, 0, "none: '%s'", unreadable[i]);
  }
}

static void is_on(double number, double best, double worst, double want) {
  const struct score_scale scale = {decimal_from_real(best), decimal_from_real(worst)};
  const struct decimal decimal = decimal_from_real(number);
  tap_is_real(score_on_scale(&decimal, &scale), want, 0, "%g, best %g, worst %g", number,
              best, worst);
}

static void test_scales(void) {
  is_on(85, 100, 0, 0.85);
  is_on(0, 100, 0, 0);
  is_on(100, 100, 0, 1);
  is_on(nextafter(100, 101), 100, 0, MISSING);
  is_on(-DBL_TRUE_MIN, 100, 0, MISSING);
  is_on(4, 5, 1, 0.75);
  is_on(1, 5, 1, 0);
  is_on(0, 5, 1, MISSING);
  is_on(2, 1, 6, 0.8); /* German school marks: 1 is the best */
  is_on(1, 1, 6, 1);
  is_on(6, 1, 6, 0);
  is_on(7, 1, 6, MISSING);
  is_on(0.5, 1, 6, MISSING);
  is_on(0, -5, 0, 0); /* not -0.0 */
  is_on(-5, -5, 0, 1);
  is_on(0, DBL_MAX, -DBL_MAX, 0.5);
  is_on(DBL_MAX, DBL_MAX, -DBL_MAX, 1);
  is_on(-DBL_MAX, DBL_MAX, -DBL_MAX, 0);
  /* The decimal of DBL_MAX / 2, 8.988465674311579e307, is a little above DBL_MAX / 2.  So
  ** its score is a little below .25. */
  is_on(DBL_MAX / 2, -DBL_MAX, DBL_MAX, 0.24999999999999997);
  is_on(DBL_TRUE_MIN, DBL_TRUE_MIN, 0, 1);
  is_on(4.6, 5, 1, 0.9); /* 4.6 - 1 in doubles would give .8999999999999999 */
}

/* Copies each beginning of a text into a block of exactly its length.  So a sanitizer
** sees a read beyond the end. */
static void test_ends(void) {
  const char *text = " 12,5 out of 25,0 ";
  const struct score_scale scale = whole_scale(100, 0);
  int read = 0;
  for (size_t length = 0; length <= strlen(text); length++) {
    char *copy = malloc(length + (length == 0));
    if (copy == NULL) tap_bail("out of memory");
    memcpy(copy, text, length);
    read += !is_missing(score_from_text(copy, length, &scale));
    free(copy);
  }
  tap_is_int(read, 7, "1, 12, 12,5 and its blank, 25, 25,0 and its blank");
}

int main(void) {
  test_stated();
  test_unreadable();
  test_scales();
  test_ends();
  return tap_done();
}

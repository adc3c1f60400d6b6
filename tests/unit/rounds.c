/* Tests the choice of the best round by ADR-009 section 4.3. */
#include "../tap.h"

#include <string.h>

#include "core/research/rounds.h"

static struct value number(int64_t round) {
  return (struct value){.type = VALUE_INTEGER, .is.integer = round};
}

static struct value real(double round) {
  return (struct value){.type = VALUE_REAL, .is.real = round};
}

static struct value text(const char *text) {
  return (struct value){.type = VALUE_TEXT,
                        .is.bytes = (const unsigned char *)text,
                        .length = strlen(text)};
}

static struct contender contender(bool gate_passed, double ci, struct value round,
                                  struct value result) {
  return (struct contender){
      .gate_passed = gate_passed, .ci = ci, .round = round, .result = result};
}

static int sign(int number) {
  return (number > 0) - (number < 0);
}

static const struct value none = {.type = VALUE_NULL};

/* Rounds from the worst to the best.  No two are equal (rule R5: a total order). */
static void test_order(void) {
  const struct contender ascending[] = {
      contender(false, 0.0, number(1), none),
      contender(false, 0.8, number(2), none),
      contender(false, 1.0, number(3), none), /* fails, although its index (ci) is 1 */
      contender(true, 0.0, number(9), none),
      contender(true, 0.8, text("R4"), none),
      contender(true, 0.8, text("R2"), none), /* R2 is earlier than R4 */
      contender(true, 0.8, number(4), none),  /* a number is better than a text */
      contender(true, 0.8, number(2), text("b")),
      contender(true, 0.8, number(2), text("a")), /* the lesser result */
      contender(true, 0.8, number(2), real(1.0)), /* the equal integer is better */
      contender(true, 0.8, number(2), number(1)),
      contender(true, 0.8, number(2), none),
      contender(true, 0.8000000000000002, number(1), none), /* a tie with .8 (rule R9) */
      contender(true, 0.8, number(0), none),
      contender(true, 0.800000000001, real(1.0), none), /* a step of 1e-12 above .8 */
      contender(true, 0.800000000001, number(1), none),
      contender(true, 0.8000000000010001, real(0.0), none),
      contender(true, 0.800000000001, real(-0.0), none),
  };
  for (int i = 0; i < COUNT_OF(ascending); i++) {
    int wrong = 0;
    for (int j = 0; j < COUNT_OF(ascending); j++) {
      wrong += sign(rounds_compare(&ascending[i], &ascending[j])) != sign(i - j);
    }
    tap_is_int(wrong, 0, "contender %d of %d is in its place", i, COUNT_OF(ascending));
  }
}

int main(void) {
  test_order();
  return tap_done();
}

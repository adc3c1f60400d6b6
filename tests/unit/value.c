/* Tests SQLite's order of values, and the total order (rule R5) of values that SQLite
** treats as equal. */
#include "../tap.h"

#include <math.h>
#include <string.h>

#include "base/value.h"

static struct value integer(int64_t number) {
  return (struct value){.type = VALUE_INTEGER, .is.integer = number};
}

static struct value real(double number) {
  return (struct value){.type = VALUE_REAL, .is.real = number};
}

static struct value bytes(enum value_type type, const char *text, size_t length) {
  return (struct value){
      .type = type, .is.bytes = (const unsigned char *)text, .length = length};
}

static struct value text(const char *text) {
  return bytes(VALUE_TEXT, text, strlen(text));
}

static int sign(int number) {
  return (number > 0) - (number < 0);
}

static void test_order(void) {
  const struct value ascending[] = {
      {.type = VALUE_NULL},
      real(-1e300),
      real(-1e19), /* below the least integer, but of similar size */
      integer(INT64_MIN),
      integer(INT64_MIN + 1),
      integer(-2),
      real(-1.5),
      integer(-1),
      real(-0.5),
      integer(0),
      real(5e-324),
      real(0.5),
      integer(1),
      real(1.0000000000000002),
      integer(9007199254740992), /* 2^53: no double equals the next integer */
      integer(9007199254740993),
      real(9007199254740994.0),
      integer(INT64_MAX - 1),
      integer(INT64_MAX),
      real(9223372036854775808.0), /* 2^63 */
      real(1e19),
      real(1e300),
      text(""),
      bytes(VALUE_TEXT, "\0", 1),
      text("10"),
      text("9"),
      text("R"),
      text("R1"),
      text("R10"),
      text("R2"),
      text("r1"),
      text("\xc3\xa9"), /* bytes above 127 are unsigned */
      bytes(VALUE_BLOB, NULL, 0),
      bytes(VALUE_BLOB, "\0", 1),
      bytes(VALUE_BLOB, "R1", 2),
      bytes(VALUE_BLOB, "\xff", 1),
  };
  for (int i = 0; i < COUNT_OF(ascending); i++) {
    int wrong = 0;
    for (int j = 0; j < COUNT_OF(ascending); j++) {
      wrong += sign(value_compare(&ascending[i], &ascending[j])) != sign(i - j);
    }
    tap_is_int(wrong, 0, "value %d of %d is in its place", i, COUNT_OF(ascending));
  }
}

static void test_equal(void) {
  struct value a = integer(1), b = real(1.0);
  tap_is_int(value_compare(&a, &b), 0, "1 and 1.0 are one number");
  a = integer(INT64_MIN), b = real(-9223372036854775808.0);
  tap_is_int(value_compare(&a, &b), 0, "the least integer has a double");
  a = real(0.0), b = real(-0.0);
  tap_is_int(value_compare(&a, &b), 0, "the sign of zero does not order");
  a = b = (struct value){.type = VALUE_NULL};
  tap_is_int(value_compare(&a, &b), 0, "NULL is NULL");
  a = text("R1"), b = bytes(VALUE_TEXT, "R1 ", 2);
  tap_is_int(value_compare(&a, &b), 0, "the length ends a text");
}

static void test_stored(void) {
  struct value one = integer(1), one_real = real(1.0), zero = real(0.0),
               less = real(-0.0);
  tap_ok(value_compare_stored(&one, &one_real) < 0, "as stored: 1 before 1.0");
  tap_ok(value_compare_stored(&one_real, &one) > 0, "1.0 after 1");
  tap_ok(value_compare_stored(&less, &zero) < 0, "-0.0 before 0.0");
  tap_ok(value_compare_stored(&zero, &less) > 0, "0.0 after -0.0");
  tap_is_int(value_compare_stored(&zero, &zero), 0, "0.0 is 0.0");
  tap_is_int(value_compare_stored(&one, &one), 0, "1 is 1");
  struct value two = integer(2);
  tap_ok(value_compare_stored(&one_real, &two) < 0, "the value comes first");
}

static void is_integer(double number, int64_t want) {
  int64_t got = want + 1;
  tap_ok(value_real_is_integer(number, &got) && got == want, "%.17g is one", number);
}

static void test_whole(void) {
  is_integer(3, 3);
  is_integer(-3, -3);
  is_integer(-0.0, 0);
  is_integer(0x1p62, INT64_C(1) << 62);
  is_integer(-0x1p63, INT64_MIN);
  int64_t integer;
  const double others[] = {0.5, -2.5, 0x1p63, -0x1.0000000000001p63, INFINITY, -INFINITY};
  for (int i = 0; i < COUNT_OF(others); i++)
    tap_ok(!value_real_is_integer(others[i], &integer), "%g is none", others[i]);
}

int main(void) {
  test_whole();
  test_order();
  test_equal();
  test_stored();
  return tap_done();
}

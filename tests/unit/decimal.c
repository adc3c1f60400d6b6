/* Tests base/decimal.h.  Decimals must be read exactly as written.  A number's position
** in a range is rounded only once. */
#include "../tap.h"

#include <float.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/decimal.h"
#include "base/missing.h"

static struct decimal written(const char *text) {
  return decimal_from_text(text, strlen(text));
}

static const struct {
  const char *number, *from, *to;
  double share;
} shares[] = {
    {"4.6", "1", "5", 0.9},
    {" +4.60 ", "1e0", ".5e1", 0.9},
    {"53.3", "0", "100", 0.533},
    {"1.4", "5", "1", 0.9},
    {"-1.4", "-1", "-5", 0.1},
    {"0", "0", "5", 0},
    {"-0", "0", "-5", 0},
    {"0.0", "-1", "1", 0.5},
    {"5", "0", "5.", 1},
    {"1", "5", "0", 0.8},
    {"5.1", "0", "5", MISSING},
    {"-1", "0", "5", MISSING},
    {"1", "3", "7", MISSING},
    {"8", "7", "3", MISSING},
    /* numbers of more than 53 bits, and of more than 64 bits */
    {"9007199254740993", "9007199254740991", "9007199254740995", 0.5},
    {"0", "-9007199254740992", "9007199254740991", 0.5},
    {"2e30", "1e30", "4e30", 1.0 / 3},
    {"123456789012345678901234567890", "0", "246913578024691357802469135780", 0.5},
    {"123456789012345678901234567890", "0", "123456789012345678901234567890", 1},
    {"123456789012345678901234567891", "0", "123456789012345678901234567890", MISSING},
    {"0.1", "123456789012345678901234567890", "0", 1},
    {"-123456789012345678901234567890", "-1", "1", MISSING},
    /* half-way between two doubles, so rounded to the even one */
    {"1.00000000000000011102230246251565404236316680908203125", "0", "2", 0.5},
    {"1.00000000000000033306690738754696212708950042724609375", "0", "2",
     0x1.0000000000002p-1},
    /* below the least double, and at the greatest double */
    {"1e-400", "0", "3e-400", 1.0 / 3},
    {"1e-99999", "0", "3e-99999", 1.0 / 3},
    {"1", "0", "1e308", 1e-308},
    {"1e-200", "0", "1e120", 1e-320},
    {"1", "-1e-9999", "1", 1},
    {"2.4703282292062327e-324", "0", "1", 0},
    {"2.4703282292062328e-324", "0", "1", DBL_TRUE_MIN},
    {"1e-999999999", "0", "1", 0},
    {"17976931348623157e292", "-17976931348623157e292", "17976931348623157e292", 1},
};

static void test_shares(void) {
  for (int i = 0; i < COUNT_OF(shares); i++) {
    const char *number = shares[i].number, *from = shares[i].from, *to = shares[i].to;
    const struct decimal all[] = {written(number), written(from), written(to)};
    double share = decimal_share(&all[0], &all[1], &all[2]);
    tap_is_real(share, shares[i].share, 0, "%s of %s to %s", number, from, to);
    if (signbit(share)) tap_ok(0, "never -0.0");
  }
}

/* Of the digits after the first 1,431, decimal_share() only asks whether one is not 0. */
static void test_many_digits(void) {
  static char text[4000];
  const struct decimal zero = decimal_from_integer(0), two = decimal_from_integer(2);
  for (int zeros = 1; zeros < 3900; zeros += 13) {
    snprintf(text, sizeof text, "1.%0*d", zeros + 54, 1);
    memcpy(text, "1.00000000000000011102230246251565404236316680908203125", 55);
    struct decimal number = written(text);
    double share = decimal_share(&number, &zero, &two);
    if (share != 0x1.0000000000001p-1) tap_ok(0, "more than half, %d zeros on", zeros);
    snprintf(text, sizeof text, "2.%0*d", zeros, 1);
    number = written(text);
    if (!is_missing(decimal_share(&number, &zero, &two)))
      tap_ok(0, "more than 2, %d zeros on", zeros);
  }
  tap_ok(true, "the last of many digits counts");
}

static void test_kinds(void) {
  struct decimal least = decimal_from_integer(INT64_MIN);
  struct decimal written_least = written("-9223372036854775808");
  tap_ok(decimal_equal(&least, &written_least), "the least integer");
  struct decimal real = decimal_from_real(-0.1), tenth = written("-10000e-5");
  tap_ok(decimal_equal(&real, &tenth), "a REAL is its shortest decimal");
  struct decimal other = written("-0.1000000000000000055511151231257827");
  tap_ok(!decimal_equal(&real, &other), "and not its exact value");
  struct decimal positive = written("0.1"), zero = written("-0.00"),
                 other_zero = decimal_from_real(-0.0);
  tap_ok(!decimal_equal(&real, &positive), "nor its opposite");
  tap_ok(decimal_equal(&zero, &other_zero), "zeros are equal");
  tap_ok(!decimal_equal(&zero, &real), "and no other number is");
  tap_ok(!decimal_equal(&real, &zero), "either way");
}

int main(void) {
  test_shares();
  test_many_digits();
  test_kinds();
  return tap_done();
}

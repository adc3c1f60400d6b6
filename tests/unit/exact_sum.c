/*
** Tests exact sums and their quotients (base/exact_sum.h).  Some cases are worked by
** hand.  Others are random sums whose quotient is a double, half-way between two doubles,
** or close to half-way.  tests/reference compares random numbers with exact fractions.
*/
#include "base/exact_sum.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/random.h"
#include "tap.h"

#define MOST 40

/* `exact` begins with few digits.  If a term does not fit, add() moves the sum to
** `digits`. */
struct sum {
  struct exact_sum exact;
  int64_t digits[EXACT_DIGITS];
};

static void add(struct sum *sum, struct exact_number number) {
  if (exact_sum_add(&sum->exact, number)) return;
  exact_sum_widen(&sum->exact, sum->digits);
  if (!exact_sum_add(&sum->exact, number)) tap_bail("no room");
}

static void add_product(struct sum *sum, struct exact_number a, struct exact_number b) {
  if (exact_sum_add_product(&sum->exact, a, b)) return;
  exact_sum_widen(&sum->exact, sum->digits);
  if (!exact_sum_add_product(&sum->exact, a, b)) tap_bail("no room");
}

static void add_double(struct sum *sum, double term) {
  add(sum, exact_from_double(term));
}

static bool same_bits(double a, double b) {
  return memcmp(&a, &b, sizeof a) == 0;
}

static void is_bits(double got, double want, const char *what) {
  if (tap_ok(same_bits(got, want), "%s: %.17g", what, want)) return;
  tap_diag("got: %a", got);
  tap_diag("want: %a", want);
}

static void mean_is(const double *terms, int count, double want, const char *what) {
  struct sum sum = {0};
  for (int i = 0; i < count; i++)
    add_double(&sum, terms[i]);
  is_bits(exact_sum_mean(&sum.exact, (uint64_t)count), want, what);
}

#define MEAN_IS(want, what, ...)                                                         \
  mean_is((const double[]){__VA_ARGS__}, COUNT_OF(((const double[]){__VA_ARGS__})),      \
          want, what)

static void by_hand(void) {
  MEAN_IS(0.25, "halves and quarters", 0.5, 0, 0.25);
  MEAN_IS(1.0 / 3, "1, 16 decimals away from 1e16", 1e16, 1, -1e16);
  MEAN_IS(1e308, "a sum beyond the doubles", 1e308, 1e308);
  MEAN_IS(DBL_MAX, "the greatest doubles", DBL_MAX, DBL_MAX, DBL_MAX);
  MEAN_IS(-DBL_MAX, "the least ones", -DBL_MAX, -DBL_MAX, -DBL_MAX);
  MEAN_IS(0.1, "a mean lies among its terms", 0.1, 0.1, 0.1);
  MEAN_IS(5e-324, "the ends of the doubles", DBL_MAX, 5e-324, 5e-324, 5e-324, -DBL_MAX);
  MEAN_IS(0.0, "terms that cancel", 0.1, -0.1);
  MEAN_IS(0.0, "zeros of any sign", -0.0, -0.0);
  MEAN_IS(0.0, "which rounds to 0 from below", -5e-324, 0, 0);
  MEAN_IS(0x1p-1022, "to the least normal double", 0x1p-1022, 0x0.fffffffffffffp-1022,
          0x1.0000000000001p-1022);
  MEAN_IS(5e-324, "subnormals", 5e-324, 5e-324, 5e-324, 5e-324, 0);
}

/* A double has 53 bits.  2^53 + 1 needs 54 bits and lies half-way between two
** doubles. */
static void ties(void) {
  MEAN_IS(0x1p52, "a half above an even one goes down", 0x1p53, 1);
  MEAN_IS(0x1p52 + 2, "a half above an odd one goes up", 0x1p53 + 2, 1);
  MEAN_IS(-0x1p52, "the same below 0", -0x1p53, -1);
  MEAN_IS(-0x1p52 - 2, "an odd one below 0", -0x1p53 - 2, -1);
  MEAN_IS(0x1p52 + 1, "a little more than a half", 0x1p54, 2, 5e-324, 0);
  MEAN_IS(0.0, "half of the least double", 5e-324, 0);
  MEAN_IS(1e-323, "half more than that", 5e-324, 1e-323);
  MEAN_IS(5e-324, "a little more than half of it", 5e-324, 5e-324, 0);
}

static void integers(void) {
  struct sum sum = {0};
  add(&sum, exact_from_integer(INT64_MAX));
  add(&sum, exact_from_integer(-INT64_MAX));
  add(&sum, exact_from_integer(3));
  is_bits(exact_sum_mean(&sum.exact, 3), 1, "integers keep all their bits");
  add(&sum, exact_from_integer(INT64_MIN));
  is_bits(exact_sum_mean(&sum.exact, 1), -0x1p63, "the least one");
  add_double(&sum, 0x1p63);
  is_bits(exact_sum_mean(&sum.exact, 2), 1.5, "which the double takes away");
  is_bits(exact_sum_mean(&sum.exact, UINT64_MAX), 3 * 0x1p-64, "the greatest count");
  is_bits(exact_sum_mean(&sum.exact, (uint64_t)1 << 32), 3 * 0x1p-32, "of two digits");
}

static void products(void) {
  struct sum sum = {0}, weights = {0};
  struct exact_number most = exact_from_double(DBL_MAX);
  struct exact_number least = exact_from_double(5e-324);
  add_product(&sum, most, most);
  add_product(&sum, least, least);
  add_product(&sum, exact_negated(most), most);
  add_double(&weights, 5e-324);
  is_bits(exact_sum_ratio(&sum.exact, &weights.exact), 5e-324,
          "the least product beside the greatest");
  add_product(&sum, most, most);
  is_bits(exact_sum_ratio(&sum.exact, &weights.exact), INFINITY, "beyond the doubles");
  add_product(&sum, exact_negated(most), most);
  add_product(&sum, exact_negated(most), most);
  is_bits(exact_sum_ratio(&sum.exact, &weights.exact), -INFINITY, "below them");
  add_double(&weights, DBL_MAX);
  is_bits(exact_sum_ratio(&sum.exact, &weights.exact), -DBL_MAX, "a ratio of both ends");
  struct sum long_ones = {0}, one = {0};
  struct exact_number greatest = exact_from_integer(INT64_MIN);
  add_product(&long_ones, greatest, greatest);
  add_double(&long_ones, -0x1p126);
  is_bits(exact_sum_mean(&long_ones.exact, 1), 0, "the greatest product of integers");
  struct exact_number ones = {UINT64_MAX, 0, false};
  add_product(&long_ones, ones, ones); /* 2^128 - 2^65 + 1 */
  add_double(&long_ones, -0x1p128);
  add_double(&long_ones, 0x1p65);
  add_double(&one, 1);
  is_bits(exact_sum_ratio(&long_ones.exact, &one.exact), 1, "and a product of all ones");
}

/* b = 3 * 2^94 + 3 has three digits of 32 bits.  For (5 b - 1) / b, exact_sum_ratio()
** first estimates a digit that is one too great.  So it adds b back to the remainder,
** from which it computes the second digit. */
static void corrected_digit(void) {
  struct sum a = {0}, b = {0};
  add_double(&b, 3);
  add_double(&b, 0x3p94);
  add_double(&a, 14);
  add_double(&a, 0xfp94);
  is_bits(exact_sum_ratio(&a.exact, &b.exact), 5, "a first digit that is one too great");
}

static void zeros(void) {
  struct sum sum = {0};
  is_bits(exact_sum_mean(&sum.exact, 7), 0, "without a term it is 0");
  add_double(&sum, 0);
  add_product(&sum, exact_from_double(0), exact_from_double(1));
  add_product(&sum, exact_from_double(1), exact_from_double(-0.0));
  tap_is_int(sum.exact.count, 0, "zeros take no room");
  tap_ok(isnan(exact_sum_mean(&sum.exact, 0)), "0 / 0 is none");
  tap_ok(isnan(exact_sum_ratio(&sum.exact, &sum.exact)), "nor of sums");
  add_double(&sum, 0.1);
  is_bits(exact_sum_mean(&sum.exact, 1), 0.1, "a term");
  tap_ok(isnan(exact_sum_mean(&sum.exact, 0)), "1 / 0 is none either");
  add_double(&sum, -0.1);
  is_bits(exact_sum_mean(&sum.exact, 1), 0, "taken away it leaves 0");
  tap_ok(isnan(exact_sum_ratio(&sum.exact, &sum.exact)), "by which nothing is divided");
}

/* A sum begins with room for terms of similar size.  A term of very different size needs
** memory for all digits. */
static void room(void) {
  struct sum sum = {0};
  tap_ok(exact_sum_memory(&sum.exact) == NULL, "a fresh sum has no memory");
  tap_ok(exact_sum_add(&sum.exact, exact_from_double(0.9)), "its first term fits");
  tap_ok(exact_sum_add(&sum.exact, exact_from_double(1e-12)), "smaller ones do");
  tap_ok(exact_sum_add(&sum.exact, exact_from_integer(INT64_MAX)), "and greater ones");
  tap_ok(exact_sum_memory(&sum.exact) == NULL, "still it has none");
  tap_ok(!exact_sum_add(&sum.exact, exact_from_double(1e-60)), "not a very small one");
  tap_ok(!exact_sum_add(&sum.exact, exact_from_double(1e60)), "nor a very great one");
  tap_ok(!exact_sum_add_product(&sum.exact, exact_from_double(1e30),
                                exact_from_double(1e30)),
         "nor a product");
  add_double(&sum, -1);
  add_double(&sum, -1e18);
  add_double(&sum, -1e19);
  memset(sum.digits, 0x5a, sizeof sum.digits);
  exact_sum_widen(&sum.exact, sum.digits);
  tap_ok(exact_sum_memory(&sum.exact) == sum.digits, "then it uses its caller's memory");
  is_bits(exact_sum_mean(&sum.exact, 1), (double)(INT64_MAX - 1000000000000000000) - 1e19,
          "a negative sum is unchanged there");
  const double ends[] = {5e-324, DBL_MAX, 0x1p-1022, 0x1p1023, 1};
  for (int i = 0; i < COUNT_OF(ends); i++) {
    struct sum end = {0};
    tap_ok(exact_sum_add(&end.exact, exact_from_double(ends[i])) &&
               exact_sum_add_product(&end.exact, exact_from_double(ends[i]),
                                     exact_from_integer(-1)) &&
               exact_sum_mean(&end.exact, 1) == 0,
           "any first term finds room: %g", ends[i]);
    struct sum square = {0};
    struct exact_number number = exact_from_double(ends[i]);
    tap_ok(exact_sum_add_product(&square.exact, number, number), "and its square");
  }
}

/* Carries are added to the next digits only after EXACT_TERMS terms. */
static void carries(void) {
  struct sum sum = {0};
  struct exact_number ones = {UINT64_MAX, 31, false};
  for (int i = 0; i < 5; i++)
    add(&sum, ones);
  tap_is_int(sum.exact.pending, 5, "terms are counted");
  sum.exact.pending = EXACT_TERMS - 3;
  add_product(&sum, ones, (struct exact_number){1, 0, false});
  tap_is_int(sum.exact.pending, EXACT_TERMS - 1, "a product counts for two");
  add(&sum, ones);
  int beyond = 0;
  for (int i = 0; i + 1 < sum.exact.count; i++)
    beyond += sum.exact.digits[i] < 0 || sum.exact.digits[i] > UINT32_MAX;
  tap_ok(sum.exact.pending == 0 && beyond == 0, "then the carries are passed on");
  is_bits(exact_sum_mean(&sum.exact, 7), ldexp((double)UINT64_MAX, 31), "to the sum");
  for (int i = 0; i < 9; i++)
    add(&sum, exact_negated(ones));
  is_bits(exact_sum_mean(&sum.exact, 2), -ldexp((double)UINT64_MAX, 31), "below 0, too");
}

/* The carries of very many terms can make the highest digit of a sum greater than
** 2^32. */
static void many_carries(void) {
  struct sum sum = {0};
  add_double(&sum, 1);
  int last = sum.exact.count - 1;
  int exponent = EXACT_LEAST + 32 * (sum.exact.first + last);
  sum.exact.digits[last] += (int64_t)5 << 33;
  is_bits(exact_sum_mean(&sum.exact, 1), ldexp(5, exponent + 33), "many carries");
  sum.exact.digits[last] -= (int64_t)10 << 33;
  is_bits(exact_sum_mean(&sum.exact, 1), ldexp(-5, exponent + 33), "below 0, too");
  exact_sum_widen(&sum.exact, sum.digits);
  is_bits(exact_sum_mean(&sum.exact, 1), ldexp(-5, exponent + 33), "and moved");
}

/* Tests the divisions with the most steps. */
static void longest(void) {
  struct sum one = {0}, all = {0};
  struct exact_number least = exact_from_double(5e-324);
  struct exact_number most = exact_from_double(DBL_MAX);
  add_product(&one, least, least);
  add_product(&all, most, most);
  add_product(&all, least, least);
  is_bits(exact_sum_ratio(&one.exact, &all.exact), 0, "the least by the greatest");
  is_bits(exact_sum_ratio(&all.exact, &one.exact), INFINITY, "the greatest by the least");
  is_bits(exact_sum_ratio(&all.exact, &all.exact), 1, "the greatest by itself");
  exact_sum_widen(&one.exact, one.digits);
  one.exact.digits[EXACT_DIGITS - 1] = INT64_MAX;
  is_bits(exact_sum_ratio(&one.exact, &one.exact), 1, "a sum of all digits by itself");
  one.exact.digits[EXACT_DIGITS - 1] = -INT64_MAX;
  is_bits(exact_sum_ratio(&one.exact, &one.exact), 1, "below 0");
}

static double draw_double(struct generator *generator, int spread) {
  uint64_t bits = random_bits(generator);
  double fraction = ldexp((double)(bits >> 11) + 0x1p53, -53);
  int exponent = (int)(random_bits(generator) % (uint64_t)(2 * spread + 1)) - spread;
  return ldexp(bits & 1 ? -fraction : fraction, exponent);
}

/* A divisor: the sum of some positive doubles.  add_times() adds a multiple of it, term
** by term. */
struct divisor {
  struct sum sum;
  double terms[4];
  int count;
};

static void draw_divisor(struct generator *generator, int spread,
                         struct divisor *divisor) {
  memset(divisor, 0, sizeof *divisor);
  divisor->count = 1 + (int)(random_bits(generator) % 4);
  for (int i = 0; i < divisor->count; i++) {
    divisor->terms[i] = fabs(draw_double(generator, spread));
    add_double(&divisor->sum, divisor->terms[i]);
  }
}

static void add_times(struct sum *sum, double number, const struct divisor *divisor) {
  for (int i = 0; i < divisor->count; i++)
    add_product(sum, exact_from_double(number), exact_from_double(divisor->terms[i]));
}

static double ratio_of(const struct sum *sum, struct divisor *divisor, double more,
                       double sign) {
  struct sum copy = *sum;
  copy.exact.digits =
      sum->exact.digits == sum->exact.room ? copy.exact.room : copy.digits;
  if (sum->exact.count == 0) copy.exact.digits = NULL;
  add_double(&copy, more * sign);
  return exact_sum_ratio(&copy.exact, &divisor->sum.exact);
}

/* A number times a divisor, divided by the divisor, gives exactly the number.  If the
** number is half a unit in the last place greater, the quotient is a tie (half-way
** between two doubles), and rounds to the even double.  With the least double added to
** the dividend or subtracted, there is no tie. */
static void quotients(void) {
  struct generator generator = random_seeded(11);
  int exact = 0, tie = 0, beside = 0;
  for (int i = 0; i < 40000; i++) {
    struct divisor divisor;
    struct sum sum = {0};
    int spread = i % 4 == 0 ? 300 : i % 4 == 1 ? 40 : 3;
    draw_divisor(&generator, spread, &divisor);
    double number = draw_double(&generator, spread);
    double sign = number < 0 ? -1 : 1;
    double next = nextafter(number, sign * INFINITY);
    double half = (next - number) / 2;
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    add_times(&sum, number, &divisor);
    exact += !same_bits(ratio_of(&sum, &divisor, 0, 1), number);
    exact += !same_bits(ratio_of(&sum, &divisor, 5e-324, sign), number);
    exact += !same_bits(ratio_of(&sum, &divisor, 5e-324, -sign), number);
    add_times(&sum, half, &divisor);
    tie += !same_bits(ratio_of(&sum, &divisor, 0, 1), bits % 2 == 0 ? number : next);
    beside += !same_bits(ratio_of(&sum, &divisor, 5e-324, sign), next);
    beside += !same_bits(ratio_of(&sum, &divisor, 5e-324, -sign), number);
  }
  tap_is_int(exact, 0, "quotients that are doubles, or nearly: seed 11");
  tap_is_int(tie, 0, "half-way between two it is the even one");
  tap_is_int(beside, 0, "the least double more or less decides");
}

/* Does the tests of quotients() with subnormal quotients.  Their unit in the last place
** is 2^-1074. */
static void subnormal_quotients(void) {
  struct generator generator = random_seeded(12);
  int wrong = 0;
  for (int i = 0; i < 20000; i++) {
    struct divisor divisor;
    struct sum sum = {0};
    draw_divisor(&generator, 3, &divisor);
    divisor.sum = (struct sum){0};
    for (int k = 0; k < divisor.count; k++) {
      divisor.terms[k] = ldexp(divisor.terms[k], 600);
      add_double(&divisor.sum, divisor.terms[k]);
    }
    uint64_t units = random_bits(&generator) >> (12 + random_bits(&generator) % 52);
    double number = ldexp((double)units, -1074), next = ldexp((double)units + 1, -1074);
    add_times(&sum, number, &divisor);
    wrong += !same_bits(ratio_of(&sum, &divisor, 0, 1), number);
    for (int k = 0; k < divisor.count; k++) /* half a unit */
      add_product(&sum, exact_from_double(5e-324),
                  exact_from_double(divisor.terms[k] / 2));
    wrong += !same_bits(ratio_of(&sum, &divisor, 0, 1), units % 2 == 0 ? number : next);
    wrong += !same_bits(ratio_of(&sum, &divisor, 5e-324, 1), next);
    wrong += !same_bits(ratio_of(&sum, &divisor, 5e-324, -1), number);
  }
  tap_is_int(wrong, 0, "subnormal quotients: seed 12");
}

/* Removing a term gives the same sum as never adding it, and the order of terms does not
** matter. */
static void taken_away(void) {
  struct generator generator = random_seeded(13);
  int wrong = 0;
  for (int i = 0; i < 20000; i++) {
    double terms[MOST];
    int count = 2 + (int)(random_bits(&generator) % (MOST - 1));
    int kept = 1 + (int)(random_bits(&generator) % (uint64_t)(count - 1));
    int spread = i % 3 == 0 ? 1000 : i % 3 == 1 ? 60 : 4;
    struct sum sum = {0}, fresh = {0};
    for (int k = 0; k < count; k++) {
      terms[k] = draw_double(&generator, spread);
      add_double(&sum, terms[k]);
    }
    for (int k = count; k-- > kept;)
      add_double(&sum, -terms[k]);
    for (int k = kept; k-- > 0;)
      add_double(&fresh, terms[k]);
    double got = exact_sum_mean(&sum.exact, (uint64_t)kept);
    wrong += !same_bits(got, exact_sum_mean(&fresh.exact, (uint64_t)kept));
  }
  tap_is_int(wrong, 0, "terms removed, the other terms in another order: seed 13");
}

int main(void) {
  by_hand();
  ties();
  integers();
  products();
  corrected_digit();
  zeros();
  room();
  carries();
  many_carries();
  longest();
  quotients();
  subnormal_quotients();
  taken_away();
  return tap_done();
}

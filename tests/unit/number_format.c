/*
** number_format() finds decimals of up to 15 digits without printf(), which is slow.  It
** must write the same text as format_by_trying(), which tries 15, 16 and 17 digits (rule
** R6).  number_parse() must read the same number as strtod().
*/
#include "base/number.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "tap.h"

/* Includes base/number.c itself, so that the test can call its static functions. */
#include "../../ext/base/number.c"

#define CASES 200000

static void format_by_trying(double value, char text[NUMBER_TEXT_SIZE]) {
  int digits = fabs(value) < DBL_MIN ? 1 : 15; /* a subnormal can need fewer than 15 */
  for (; digits <= 17; digits++) {
    snprintf(text, NUMBER_TEXT_SIZE, "%.*g", digits, value);
    if (strtod(text, NULL) == value) return;
  }
}

static double draw_bits(struct generator *generator) {
  double number;
  do {
    uint64_t bits = random_bits(generator);
    memcpy(&number, &bits, sizeof number);
  } while (!isfinite(number));
  return number;
}

/* Draws a number of one of these kinds: a decimal of few places, a double next to such a
** decimal, a ratio, a multiple of a power of 1/2 (its decimal ends in 5), a whole number,
** or any double. */
static double draw_number(struct generator *generator) {
  double number = (double)(random_bits(generator) % 10000001);
  switch (random_bits(generator) % 8) {
  case 4:
    return draw_bits(generator);
  case 5:
    return ldexp((double)(random_bits(generator) >> 11), -20 - (int)number % 40);
  case 6:
    return ldexp(draw_bits(generator), -1080); /* mostly subnormal */
  case 0:
    return number / 1e6;
  case 1:
    return nextafter(number / 1e4, random_unit(generator) < 0.5 ? 0 : 1e9);
  case 2:
    return number / (double)(1 + random_bits(generator) % 1000);
  case 3:
    return random_unit(generator);
  default:
    return -number;
  }
}

static void draw_decimal(struct generator *generator, char text[64]) {
  int digits = 1 + (int)(random_bits(generator) % 20);
  int point = (int)(random_bits(generator) % 24);
  size_t length = 0;
  if (random_bits(generator) % 4 == 0) text[length++] = '-';
  for (int i = 0; i < digits; i++) {
    if (i == point) text[length++] = '.';
    text[length++] = (char)('0' + random_bits(generator) % 10);
  }
  text[length] = 0;
  if (random_bits(generator) % 2 == 0) {
    snprintf(text + length, 8, "e%d", (int)(random_bits(generator) % 61) - 30);
  }
}

static void test_parse(struct generator *generator) {
  int different = 0;
  for (int i = 0; i < CASES; i++) {
    char text[64];
    double value = NAN;
    draw_decimal(generator, text);
    size_t length = number_parse(text, strlen(text), &value);
    different += length != strlen(text) || value != strtod(text, NULL);
  }
  tap_is_int(different, 0, "%d random decimals are read as by strtod()", CASES);
}

/* For typical scores, shares and counts, number_format() does not call printf(). */
static void test_short_format(struct generator *generator) {
  struct digits decimal;
  int taken = 0;
  for (int i = 0; i < CASES; i++) {
    double whole = (double)(random_bits(generator) % UINT64_C(1000000000000000));
    taken += number_digits_certain(whole / powers_of_ten[i % 23], &decimal);
  }
  tap_is_int(taken, CASES, "decimals of 15 digits and up to 22 places are found");
  const double found[] = {0, 1, 0.75, 1e-8, 999999999999999, 123456789.012345};
  for (size_t i = 0; i < sizeof found / sizeof found[0]; i++)
    tap_ok(number_digits_certain(found[i], &decimal), "%g has a short decimal", found[i]);
  const double others[] = {1e15, 0.1 + 0.2, 1.0 / 3, 1e-23, INFINITY};
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
    tap_ok(!number_digits_certain(others[i], &decimal), "%g has none", others[i]);
}

/* Tests which products of a whole number and a power of ten are exact (Clinger 1990). */
static void test_short_parse(void) {
  const struct {
    uint64_t whole;
    long exponent;
    double value; /* NAN: the product is not exact */
  } cases[] = {{UINT64_C(1) << 53, 0, 0x1p53},
               {(UINT64_C(1) << 53) + 1, 0, NAN},
               {7, 22, 7e22},
               {7, 23, NAN},
               {7, -22, 7e-22},
               {7, -23, NAN},
               {7, 0, 7},
               {7, 1, 70},
               {7, -1, 0.7}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    double value = NAN;
    bool exact = number_exact_product(cases[i].whole, cases[i].exponent, &value);
    tap_is_int(exact, !isnan(cases[i].value), "%llue%ld is one or not",
               (unsigned long long)cases[i].whole, cases[i].exponent);
    tap_is_real(value, cases[i].value, 0, "its value");
  }
}

static int digits_of(const char *text) {
  int count = 0, zeros = 0;
  for (const char *at = text; *at != 0 && *at != 'e'; at++) {
    if (!number_is_digit(*at)) continue;
    if (count + (*at != '0') > 0) count++;
    zeros = *at == '0' ? zeros + 1 : 0;
  }
  return count - zeros;
}

/* Below a power of two the doubles are half as far apart as above the power.  So a
** decimal above the power can be read back as the power, even if a nearer decimal of the
** same length, below the power, is not (rule R6). */
static void test_powers_of_two(void) {
  int different = 0, longer = 0;
  for (int exponent = -1022; exponent <= 1023; exponent++) {
    char text[NUMBER_TEXT_SIZE];
    double power = ldexp(1, exponent);
    number_format(power, text);
    different += strtod(text, NULL) != power;
    int digits = digits_of(text);
    if (digits == 1) continue;
    struct digits shorter;
    number_digits_print(power, digits - 1, &shorter);
    longer += number_digits_value(&shorter) == power;
    number_digits_increment(&shorter);
    longer += number_digits_value(&shorter) == power;
  }
  tap_is_int(different, 0, "all powers of two read back");
  tap_is_int(longer, 0, "and none has a shorter form");
}

int main(void) {
  const struct {
    double number;
    const char *text;
  } known[] = {{0.1, "0.1"},
               {0.95, "0.95"},
               {1, "1"},
               {0.0001, "0.0001"},
               {0, "0"},
               {-0.0, "-0"},
               {0.00009, "9e-05"},
               {999999, "999999"},
               {1e6, "1000000"},
               {0.000123, "0.000123"},
               {10, "10"},
               {-0.5, "-0.5"},
               {1.565665487708155e-310, "1.56566548770815e-310"}, /* a subnormal */
               {0x1p-24, "5.960464477539063e-08"},
               {0x1p-1017, "7.120236347223045e-307"},
               {0.1 + 0.2, "0.30000000000000004"}};
  char got[NUMBER_TEXT_SIZE], want[NUMBER_TEXT_SIZE];
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    size_t length = number_format(known[i].number, got);
    tap_is_text(got, known[i].text, "%s", known[i].text);
    tap_is_int((long long)length, (long long)strlen(got), "and its length");
  }
  struct generator generator = random_seeded(6);
  int different = 0;
  for (int i = 0; i < CASES; i++) {
    double number = draw_number(&generator);
    number_format(number, got);
    format_by_trying(number, want);
    different += strcmp(got, want) != 0;
  }
  tap_is_int(different, 0, "%d random numbers, seed 6, as by trying", CASES);
  test_parse(&generator);
  test_short_format(&generator);
  test_short_parse();
  test_powers_of_two();
  return tap_done();
}

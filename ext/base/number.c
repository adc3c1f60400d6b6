/* Numbers as text and back: see number.h. */
#include "base/number.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Digits beyond this many cannot change which double is nearest, but for decimals
** that lie between two doubles to that many places: there the answer is a neighbour. */
#define MAX_DIGITS 800

/* A decimal of so many digits survives the way to a double and back, so that no shorter
** form has to be tried: but for the subnormals, which are coarser. */
#define CERTAIN_DIGITS 15

/* Writes decimals of up to six places, which most scores and shares are, without trying
** how many digits it takes: where `value` is the double nearest to millionths / 10^6,
** that decimal is the shortest one.  Returns 0 for any other number. */
static size_t number_format_millionths(double value, char text[NUMBER_TEXT_SIZE]) {
  if (!(value >= 0.0001 && value < 1e6)) return 0;
  uint64_t millionths = (uint64_t)(value * 1e6 + 0.5);
  if ((double)millionths / 1e6 != value) return 0;
  char digits[16];
  size_t count = 0, places = 6, length = 0;
  while (places > 0 && millionths % 10 == 0) {
    millionths /= 10;
    places--;
  }
  do {
    digits[count++] = (char)('0' + millionths % 10);
    millionths /= 10;
  } while (millionths > 0 || count <= places);
  while (count > 0) {
    text[length++] = digits[--count];
    if (count == places && places > 0) text[length++] = '.';
  }
  text[length] = 0;
  return length;
}

/* The greatest whole number up to which all are doubles. */
#define EXACT_WHOLE (UINT64_C(1) << 53)

/* 10^0 to 10^22: the powers of ten that are doubles. */
static const double powers_of_ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                       1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                       1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* whole * 10^exponent where both are doubles: then one multiplication or division gives
** the nearest double (Clinger 1990).  False for any other number. */
static bool number_exact_product(uint64_t whole, long exponent, double *value) {
  if (whole > EXACT_WHOLE || exponent < -22 || exponent > 22) return false;
  *value = exponent < 0 ? (double)whole / powers_of_ten[-exponent]
                        : (double)whole * powers_of_ten[exponent];
  return true;
}

/* Decimals of this many digits tell all doubles apart. */
#define MOST_DIGITS 17

/* The number that up to 17 digits spell. */
static uint64_t number_whole_of(const char *digits, size_t count) {
  uint64_t whole = 0;
  for (size_t i = 0; i < count; i++)
    whole = whole * 10 + (uint64_t)(digits[i] - '0');
  return whole;
}

/* A decimal > 0: its significant digits and the power of ten of the first one. */
struct digits {
  char digit[MOST_DIGITS + 1]; /* terminated by 0 */
  int count;
  int exponent;
};

/* The nearest decimal of `count` digits, but for the locale's decimal point. */
static void number_digits_print(double value, int count, struct digits *decimal) {
  char text[NUMBER_TEXT_SIZE];
  snprintf(text, sizeof text, "%.*e", count - 1, value);
  const char *at = text;
  char *digit = decimal->digit;
  for (; *at != 'e'; at++) {
    if (number_is_digit(*at)) *digit++ = *at;
  }
  *digit = 0;
  decimal->count = count;
  decimal->exponent = (int)strtol(at + 1, NULL, 10);
}

/* Adds a unit in the last place. */
static void number_digits_increment(struct digits *decimal) {
  int last = decimal->count - 1;
  while (last >= 0 && decimal->digit[last] == '9')
    decimal->digit[last--] = '0';
  if (last >= 0) {
    decimal->digit[last]++;
  } else { /* 9.99 has become 10.0 */
    decimal->digit[0] = '1';
    decimal->exponent++;
  }
}

/* The same as number_digits_print().  It follows from the decimal of 17 digits, which
** costs most of the time, unless what is to be cut off looks like a half, which may be
** less or more. */
static void number_digits_round(double value, const struct digits *all, int count,
                                struct digits *decimal) {
  const char *rest = all->digit + count;
  if (rest[0] == '5' && strspn(rest + 1, "0") == strlen(rest + 1)) {
    number_digits_print(value, count, decimal);
    return;
  }
  *decimal = *all;
  decimal->count = count;
  decimal->digit[count] = 0;
  if (rest[0] >= '5') number_digits_increment(decimal);
}

static void number_digits_strip_zeros(struct digits *decimal) {
  while (decimal->count > 1 && decimal->digit[decimal->count - 1] == '0')
    decimal->digit[--decimal->count] = 0;
}

/* The double nearest to a decimal. */
static double number_digits_value(const struct digits *decimal) {
  uint64_t whole = number_whole_of(decimal->digit, (size_t)decimal->count);
  long exponent = decimal->exponent - (decimal->count - 1);
  double value;
  if (number_exact_product(whole, exponent, &value)) return value;
  char text[NUMBER_TEXT_SIZE];
  snprintf(text, sizeof text, "%se%ld", decimal->digit, exponent);
  return strtod(text, NULL);
}

/* Finds a decimal of `count` digits that reads back as the value.  It is the nearest one,
** but for powers of two: doubles lie half as far apart below them as above, so that the
** next decimal above may read back where the nearest one, below, does not. */
static bool number_digits_shorten(double value, const struct digits *all, int count,
                                  struct digits *decimal) {
  int exponent;
  number_digits_round(value, all, count, decimal);
  number_digits_strip_zeros(decimal);
  if (number_digits_value(decimal) == value) return true;
  if (frexp(value, &exponent) != 0.5) return false;
  number_digits_round(value, all, count, decimal);
  number_digits_increment(decimal);
  number_digits_strip_zeros(decimal);
  return number_digits_value(decimal) == value;
}

static char *number_append(char *to, const char *digits, int count) {
  memcpy(to, digits, (size_t)count);
  return to + count;
}

static char *number_append_zeros(char *to, int count) {
  memset(to, '0', (size_t)count);
  return to + count;
}

/* Writes a decimal as printf("%.*g") does with that precision, without a locale. */
static char *number_digits_write(const struct digits *decimal, int precision, char *to) {
  const char *digit = decimal->digit;
  int count = decimal->count, exponent = decimal->exponent;
  if (exponent < -4 || exponent >= precision) {
    *to++ = digit[0];
    if (count > 1) *to++ = '.';
    to = number_append(to, digit + 1, count - 1);
    return to + snprintf(to, sizeof "e-324", "e%+03d", exponent);
  }
  if (exponent < 0) {
    to = number_append_zeros(number_append(to, "0.", 2), -exponent - 1);
    return number_append(to, digit, count);
  }
  int whole = count < exponent + 1 ? count : exponent + 1;
  to = number_append_zeros(number_append(to, digit, whole), exponent + 1 - whole);
  if (count > whole) *to++ = '.';
  return number_append(to, digit + whole, count - whole);
}

size_t number_format(double value, char text[NUMBER_TEXT_SIZE]) {
  size_t length = number_format_millionths(value, text);
  if (length != 0) return length;
  double positive = fabs(value);
  struct digits all = {0}, decimal;
  number_digits_print(positive, MOST_DIGITS, &all);
  int precision = positive < DBL_MIN ? 1 : CERTAIN_DIGITS;
  while (precision < MOST_DIGITS &&
         !number_digits_shorten(positive, &all, precision, &decimal))
    precision++;
  if (precision == MOST_DIGITS) decimal = all;
  char *end = text;
  if (signbit(value)) *end++ = '-';
  end = number_digits_write(&decimal, precision, end);
  *end = 0;
  return (size_t)(end - text);
}

static size_t number_digits_at(const char *text, size_t length, size_t at) {
  size_t end = at;
  while (end < length && number_is_digit(text[end]))
    end++;
  return end - at;
}

/* The length of [eE][+-]?[0-9]+ at `at`, 0 where there is none. */
static size_t number_exponent_at(const char *text, size_t length, size_t at) {
  size_t end = at;
  if (end >= length || (text[end] != 'e' && text[end] != 'E')) return 0;
  end++;
  if (end < length && (text[end] == '+' || text[end] == '-')) end++;
  size_t digits = number_digits_at(text, length, end);
  return digits > 0 ? end + digits - at : 0;
}

/* Where the parts of a decimal lie in a text. */
struct decimal {
  size_t whole;    /* digits before the point, after the sign */
  size_t fraction; /* digits after the point */
  size_t exponent; /* the exponent with its letter */
  size_t sign;     /* 0 or 1 */
  size_t point;    /* 0 or 1 */
};

static size_t number_decimal_scan(const char *text, size_t length,
                                  struct decimal *parts) {
  bool is_signed = length != 0 && (text[0] == '-' || text[0] == '+');
  *parts = (struct decimal){.sign = is_signed};
  parts->whole = number_digits_at(text, length, parts->sign);
  size_t at = parts->sign + parts->whole;
  if (at < length && text[at] == '.') {
    parts->fraction = number_digits_at(text, length, at + 1);
    parts->point = 1;
  }
  if (parts->whole + parts->fraction == 0) return 0;
  at += parts->point + parts->fraction;
  parts->exponent = number_exponent_at(text, length, at);
  return at + parts->exponent;
}

/* The exponent's number, held within what no double reaches. */
static long number_exponent_value(const char *text, size_t length) {
  long value = 0;
  bool negative = false;
  for (size_t i = 1; i < length; i++) {
    if (text[i] == '-') negative = true;
    if (number_is_digit(text[i]) && value < 100000000L)
      value = value * 10 + (text[i] - '0');
  }
  return negative ? -value : value;
}

/* The digits of a decimal as one number, without leading zeros, and what power of ten it
** is to be multiplied by. */
struct significand {
  char digits[MAX_DIGITS + 1]; /* terminated by 0 */
  size_t count;
  long exponent;
};

static void number_significand_read(const char *text, const struct decimal *parts,
                                    struct significand *number) {
  const char *at = text + parts->sign;
  size_t length = parts->whole + parts->point + parts->fraction;
  bool after_point = false;
  number->count = 0;
  number->exponent = number_exponent_value(at + length, parts->exponent);
  for (size_t i = 0; i < length; i++) {
    if (at[i] == '.') {
      after_point = true;
    } else if (number->count == 0 && at[i] == '0') {
      number->exponent -= after_point; /* a leading zero */
    } else if (number->count < MAX_DIGITS) {
      number->digits[number->count++] = at[i];
      number->exponent -= after_point;
    } else {
      number->exponent += !after_point; /* a surplus digit */
    }
  }
  number->digits[number->count] = 0;
}

/* Digits and an exponent without a point are read the same way in every locale. */
static double number_significand_rounded(const struct significand *number) {
  char buffer[MAX_DIGITS + 32];
  snprintf(buffer, sizeof buffer, "%se%ld", number->digits, number->exponent);
  return strtod(buffer, NULL);
}

static double number_decimal_value(const char *text, const struct decimal *parts) {
  struct significand number;
  double value = 0;
  number_significand_read(text, parts, &number);
  bool is_exact = number.count <= MOST_DIGITS &&
                  number_exact_product(number_whole_of(number.digits, number.count),
                                       number.exponent, &value);
  if (!is_exact && number.count != 0) value = number_significand_rounded(&number);
  return text[0] == '-' ? -value : value;
}

size_t number_parse(const char *text, size_t length, double *value) {
  struct decimal parts;
  size_t end = number_decimal_scan(text, length, &parts);
  if (end == 0) return 0;
  *value = number_decimal_value(text, &parts);
  return end;
}

/* What SQLite skips around a number. */
static bool number_is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

static size_t number_spaces_at(const char *text, size_t length) {
  size_t end = 0;
  while (end < length && number_is_space(text[end]))
    end++;
  return end;
}

enum number_form number_form(const char *text, size_t length) {
  struct decimal parts;
  size_t before = number_spaces_at(text, length);
  size_t end = number_decimal_scan(text + before, length - before, &parts);
  if (end == 0) return NUMBER_NONE;
  end += before;
  if (end + number_spaces_at(text + end, length - end) != length) return NUMBER_NONE;
  return parts.point != 0 || parts.exponent != 0 ? NUMBER_REAL : NUMBER_INTEGER;
}

double number_value(const char *text, size_t length) {
  double value = 0;
  size_t before = number_spaces_at(text, length);
  number_parse(text + before, length - before, &value);
  return value;
}

bool number_integer(const char *text, size_t length, int64_t *integer) {
  size_t at = number_spaces_at(text, length);
  bool negative = text[at] == '-';
  uint64_t limit = (uint64_t)INT64_MAX + negative;
  uint64_t magnitude = 0;
  at += negative || text[at] == '+';
  for (; at < length && number_is_digit(text[at]); at++) {
    uint64_t digit = (uint64_t)(text[at] - '0');
    if (magnitude > (limit - digit) / 10) return false;
    magnitude = 10 * magnitude + digit;
  }
  /* In two halves: the least integer has no counterpart above 0. */
  int64_t half = (int64_t)(magnitude / 2);
  int64_t rest = (int64_t)(magnitude - magnitude / 2);
  *integer = negative ? -half - rest : half + rest;
  return true;
}

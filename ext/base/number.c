/* Numbers as text and back: see number.h. */
#include "base/number.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Only this many digits are read.  Later digits matter only if the digits before them lie
** exactly between two doubles.  Then the answer may be a neighbour of the nearest
** double. */
#define MAX_DIGITS 800

/* Doubles represent every whole number up to this one exactly. */
#define EXACT_WHOLE (UINT64_C(1) << 53)

/* The powers of ten that doubles represent exactly: 10^0 to 10^22. */
#define EXACT_POWER 22
static const double powers_of_ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                       1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                       1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* Computes whole * 10^exponent if `whole` and 10^|exponent| are exact as doubles; else
** returns false.  One multiplication or division gives the nearest double (Clinger 1990).
** Without this function, ambiguity_of() in SQL takes 1.4 times as many instructions. */
static bool number_exact_product(uint64_t whole, long exponent, double *value) {
  if (whole > EXACT_WHOLE || exponent < -EXACT_POWER || exponent > EXACT_POWER)
    return false;
  *value = exponent < 0 ? (double)whole / powers_of_ten[-exponent]
                        : (double)whole * powers_of_ten[exponent];
  return true;
}

/* No two doubles become the same decimal if rounded to this many digits. */
#define MOST_DIGITS 17

/* A decimal: its significant digits, and the exponent of the first digit's power of
** ten. */
struct digits {
  char digit[MOST_DIGITS + 1]; /* terminated by 0 after number_digits_print() */
  int count;
  int exponent;
};

/* A decimal of up to this many digits stays the same when converted to a double and back.
** So two such decimals never have the same nearest double.  Such a decimal is the
** shortest one for its nearest double if its last digit is not 0. */
#define CERTAIN_DIGITS 15

/* If a value from CERTAIN_LEAST up to CERTAIN_END is the nearest double of a decimal of
** up to 15 digits, number_digits_certain() finds that decimal. */
#define CERTAIN_LEAST 1e-8
#define CERTAIN_END 1e15

/* Finds the decimal of up to 15 digits whose nearest double is `value` (>= 0).  Most
** scores, shares and counts have such a decimal.  False if it finds none.  The value
** times a power of ten is rounded to a whole number.  number_exact_product() divides the
** whole number by that power; the quotient must be the value.  With printf() in
** place of this function, gate_report() in SQL takes 2.4 times as many instructions,
** and tier_confidence() takes 1.7 times as many. */
static bool number_digits_certain(double value, struct digits *decimal) {
  int places = 0;
  double back;
  if (!(value < CERTAIN_END)) return false;
  while (places < EXACT_POWER && value * powers_of_ten[places + 1] < CERTAIN_END)
    places++;
  uint64_t whole = (uint64_t)(value * powers_of_ten[places] + 0.5);
  /* unreachable: number_exact_product() cannot fail for so few digits */
  if (!number_exact_product(whole, -places, &back) || back != value) return false;
  for (; places > 0 && whole % 10 == 0; places--)
    whole /= 10;
  decimal->count = 1;
  for (uint64_t rest = whole; rest >= 10; rest /= 10)
    decimal->count++;
  decimal->exponent = decimal->count - 1 - places;
  for (int i = decimal->count; i-- > 0; whole /= 10)
    decimal->digit[i] = (char)('0' + whole % 10);
  return true;
}

/* Finds the decimal of `count` digits that is nearest to the value; leaves out the
** locale's decimal separator. */
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

/* Returns the double nearest to digits * 10^exponent.  strtod() reads a text without a
** decimal separator alike in every locale. */
static double number_nearest(const char *digits, long exponent) {
  char buffer[MAX_DIGITS + 32];
  snprintf(buffer, sizeof buffer, "%se%ld", digits, exponent);
  return strtod(buffer, NULL);
}

static double number_digits_value(const struct digits *decimal) {
  return number_nearest(decimal->digit, decimal->exponent - (decimal->count - 1));
}

/* Finds a decimal of `count` digits that reads as the value.  Usually this is the decimal
** nearest to the value.  Powers of two are the exception: doubles below a power of two
** are half as far apart as doubles above it.  There the nearest decimal may lie below the
** value and read as another double.  Then the next greater decimal is tried. */
static bool number_digits_shorten(double value, int count, struct digits *decimal) {
  int exponent;
  number_digits_print(value, count, decimal);
  if (number_digits_value(decimal) == value) return true;
  if (frexp(value, &exponent) != 0.5) return false;
  number_digits_increment(decimal);
  return number_digits_value(decimal) == value;
}

/* Finds the shortest decimal whose nearest double is `value` (> 0): tries decimals with
** more and more digits.  For values from CERTAIN_LEAST to CERTAIN_END, callers have tried
** up to 15 digits, so the search begins with 16.  Returns the number of digits. */
static int number_digits_search(double value, struct digits *decimal) {
  bool is_longer = value >= CERTAIN_LEAST && value < CERTAIN_END;
  int count = is_longer ? CERTAIN_DIGITS + 1 : 1;
  while (count < MOST_DIGITS && !number_digits_shorten(value, count, decimal))
    count++;
  if (count == MOST_DIGITS) number_digits_print(value, count, decimal);
  return count;
}

static char *number_append(char *to, const char *digits, int count) {
  memcpy(to, digits, (size_t)count);
  return to + count;
}

static char *number_append_zeros(char *to, int count) {
  memset(to, '0', (size_t)count);
  return to + count;
}

/* Writes a decimal as printf("%.*g") does with `precision`, but in the same way in every
** locale. */
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
  /* unreachable: count < exponent + 1, because `count` includes zeros before the point */
  int whole = count < exponent + 1 ? count : exponent + 1;
  to = number_append_zeros(number_append(to, digit, whole), exponent + 1 - whole);
  if (count > whole) *to++ = '.';
  return number_append(to, digit + whole, count - whole);
}

size_t number_format(double value, char text[NUMBER_TEXT_SIZE]) {
  double positive = fabs(value);
  struct digits decimal;
  int precision = CERTAIN_DIGITS;
  if (!number_digits_certain(positive, &decimal))
    precision = number_digits_search(positive, &decimal);
  char *end = text;
  if (signbit(value)) *end++ = '-';
  end = number_digits_write(&decimal, precision, end);
  *end = 0;
  return (size_t)(end - text);
}

/* Like number_digits_certain(), but tries 0 decimal places first, then 1 and so on,
** because most numbers need few places.  If this function called
** number_digits_certain(), score_of() in SQL would take a third more instructions. */
uint64_t number_shortest(double value, long *exponent) {
  struct digits decimal;
  uint64_t whole = 0;
  double scaled, back;
  for (int places = 0; places <= EXACT_POWER; places++) {
    if (!((scaled = value * powers_of_ten[places]) < CERTAIN_END)) break;
    whole = (uint64_t)(scaled + 0.5);
    *exponent = -places;
    /* unreachable: number_exact_product() cannot fail for so few digits */
    if (number_exact_product(whole, -places, &back) && back == value) return whole;
  }
  whole = 0;
  number_digits_search(value, &decimal);
  for (int i = 0; i < decimal.count; i++)
    whole = whole * 10 + (uint64_t)(decimal.digit[i] - '0');
  *exponent = decimal.exponent - (decimal.count - 1);
  return whole;
}

static size_t number_digits_at(const char *text, size_t length, size_t at) {
  size_t end = at;
  while (end < length && number_is_digit(text[end]))
    end++;
  return end - at;
}

/* Returns the length of an exponent, [eE][+-]?[0-9]+, at `at`; 0 if there is no
** exponent. */
static size_t number_exponent_at(const char *text, size_t length, size_t at) {
  size_t end = at;
  if (end >= length || (text[end] != 'e' && text[end] != 'E')) return 0;
  end++;
  if (end < length && (text[end] == '+' || text[end] == '-')) end++;
  size_t digits = number_digits_at(text, length, end);
  return digits > 0 ? end + digits - at : 0;
}

/* The lengths of the parts of a decimal in a text. */
struct decimal_parts {
  size_t whole;    /* digits before the point, after the sign */
  size_t fraction; /* digits after the point */
  size_t exponent; /* the exponent with its letter */
  size_t sign;     /* 0 or 1 */
  size_t point;    /* 0 or 1 */
};

static size_t number_decimal_scan(const char *text, size_t length,
                                  struct decimal_parts *parts) {
  bool is_signed = length != 0 && (text[0] == '-' || text[0] == '+');
  *parts = (struct decimal_parts){.sign = is_signed};
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

long number_exponent(const char *text, size_t length) {
  long value = 0;
  bool negative = false;
  for (size_t i = 1; i < length; i++) {
    if (text[i] == '-') negative = true;
    if (number_is_digit(text[i]) && value < 100000000L)
      value = value * 10 + (text[i] - '0');
  }
  return negative ? -value : value;
}

/* A decimal as digits * 10^exponent, where `digits` has no leading zeros. */
struct significand {
  char digits[MAX_DIGITS + 1]; /* terminated by 0 */
  size_t count;
  uint64_t whole; /* the digits as a number; UINT64_MAX for more than 17 digits */
  long exponent;
};

static void number_significand_read(const char *text, const struct decimal_parts *parts,
                                    struct significand *number) {
  const char *at = text + parts->sign;
  size_t length = parts->whole + parts->point + parts->fraction;
  bool after_point = false;
  number->count = 0;
  number->whole = 0;
  number->exponent = number_exponent(at + length, parts->exponent);
  for (size_t i = 0; i < length; i++) {
    if (at[i] == '.') {
      after_point = true;
    } else if (number->count == 0 && at[i] == '0') {
      number->exponent -= after_point; /* a leading zero */
    } else if (number->count < MAX_DIGITS) {
      bool fits = number->count < MOST_DIGITS;
      number->whole = fits ? number->whole * 10 + (uint64_t)(at[i] - '0') : UINT64_MAX;
      number->digits[number->count++] = at[i];
      number->exponent -= after_point;
    } else {
      number->exponent += !after_point; /* a surplus digit */
    }
  }
  number->digits[number->count] = 0;
}

static double number_decimal_value(const char *text, const struct decimal_parts *parts) {
  struct significand number;
  double value = 0;
  number_significand_read(text, parts, &number);
  bool is_exact = number_exact_product(number.whole, number.exponent, &value);
  if (!is_exact && number.count != 0)
    value = number_nearest(number.digits, number.exponent);
  return text[0] == '-' ? -value : value;
}

size_t number_parse(const char *text, size_t length, double *value) {
  struct decimal_parts parts;
  size_t end = number_decimal_scan(text, length, &parts);
  if (end == 0) return 0;
  *value = number_decimal_value(text, &parts);
  return end;
}

/* True for white space that SQLite skips around a number. */
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
  struct decimal_parts parts;
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
  /* Adds two halves, because int64_t can hold -2^63, but not 2^63. */
  int64_t half = (int64_t)(magnitude / 2);
  int64_t rest = (int64_t)(magnitude - magnitude / 2);
  *integer = negative ? -half - rest : half + rest;
  return true;
}

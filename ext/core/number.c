/* Numbers as text and back: see number.h. */
#include "number.h"

#include <float.h>
#include <locale.h>
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

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/* Writes decimals of up to six places, which most scores and shares are, without trying
** how many digits it takes: where `value` is the double nearest to millionths / 10^6,
** that decimal is the shortest one.  Returns 0 for any other number. */
static size_t format_millionths(double value, char text[NUMBER_TEXT_SIZE]) {
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

size_t number_format(double value, char text[NUMBER_TEXT_SIZE]) {
  size_t length = format_millionths(value, text);
  if (length > 0) return length;
  int digits = fabs(value) < DBL_MIN ? 1 : CERTAIN_DIGITS;
  for (; digits <= 17; digits++) { /* unreachable: 17 digits tell all doubles apart */
    snprintf(text, NUMBER_TEXT_SIZE, "%.*g", digits, value);
    if (digits == 17 || strtod(text, NULL) == value) break; /* 17 always do */
  }
  const char *point = localeconv()->decimal_point; /* never empty */
  char *found = strstr(text, point);
  if (found != NULL) {
    size_t width = strlen(point);
    *found = '.';
    memmove(found + 1, found + width, strlen(found + width) + 1);
  }
  return strlen(text);
}

static size_t digits_at(const char *text, size_t length, size_t at) {
  size_t end = at;
  while (end < length && is_digit(text[end]))
    end++;
  return end - at;
}

/* The length of [eE][+-]?[0-9]+ at `at`, 0 where there is none. */
static size_t exponent_at(const char *text, size_t length, size_t at) {
  size_t end = at;
  if (end >= length || (text[end] != 'e' && text[end] != 'E')) return 0;
  end++;
  if (end < length && (text[end] == '+' || text[end] == '-')) end++;
  size_t digits = digits_at(text, length, end);
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

static size_t decimal_scan(const char *text, size_t length, struct decimal *parts) {
  *parts = (struct decimal){0};
  parts->sign = length > 0 && (text[0] == '-' || text[0] == '+') ? 1 : 0;
  parts->whole = digits_at(text, length, parts->sign);
  size_t at = parts->sign + parts->whole;
  if (at < length && text[at] == '.') {
    parts->fraction = digits_at(text, length, at + 1);
    parts->point = parts->whole + parts->fraction > 0 ? 1 : 0;
  }
  if (parts->whole + parts->fraction == 0) return 0;
  at += parts->point + parts->fraction;
  parts->exponent = exponent_at(text, length, at);
  return at + parts->exponent;
}

/* The exponent's number, held within what no double reaches. */
static long exponent_value(const char *text, size_t length) {
  long value = 0;
  bool negative = length > 1 && text[1] == '-';
  for (size_t i = 1; i < length; i++) {
    if (is_digit(text[i]) && value < 100000000L) value = value * 10 + (text[i] - '0');
  }
  return negative ? -value : value;
}

/* Rewrites the decimal as digits and an exponent, without a point, so that strtod() reads
** it the same way in every locale. */
static double decimal_value(const char *text, const struct decimal *parts) {
  const char *at = text + parts->sign;
  size_t length = parts->whole + parts->point + parts->fraction;
  char digits[MAX_DIGITS + 1];
  size_t count = 0;
  bool after_point = false;
  long shift = exponent_value(at + length, parts->exponent);
  for (size_t i = 0; i < length; i++) {
    if (at[i] == '.') {
      after_point = true;
    } else if (count == 0 && at[i] == '0') {
      shift -= after_point; /* a leading zero */
    } else if (count < MAX_DIGITS) {
      digits[count++] = at[i];
      shift -= after_point;
    } else {
      shift += !after_point; /* a surplus digit */
    }
  }
  digits[count] = 0;
  char buffer[MAX_DIGITS + 32];
  snprintf(buffer, sizeof buffer, "%s%se%ld", text[0] == '-' ? "-" : "",
           count > 0 ? digits : "0", shift);
  return strtod(buffer, NULL);
}

size_t number_parse(const char *text, size_t length, double *value) {
  struct decimal parts;
  size_t end = decimal_scan(text, length, &parts);
  if (end == 0) return 0;
  *value = decimal_value(text, &parts);
  return end;
}

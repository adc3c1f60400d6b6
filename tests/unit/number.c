/* Tests that numbers are written in the shortest form (rule R6) and read back, in every
** locale. */
#include "../tap.h"

#include <locale.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

static const struct {
  double value;
  const char *text;
} formats[] = {
    {0.0, "0"},
    {-0.0, "-0"},
    {1.0, "1"},
    {-2.0, "-2"},
    {0.1, "0.1"},
    {0.30000000000000004, "0.30000000000000004"},
    {1.0 / 3, "0.3333333333333333"},
    {0.845, "0.845"},
    {123456789012345.0, "123456789012345"},
    {1e22, "1e+22"},
    {9007199254740993.0, "9007199254740992"},
    {1e-7, "1e-07"},
    {1.7976931348623157e308, "1.7976931348623157e+308"},
    {2.2250738585072014e-308, "2.2250738585072014e-308"},
    {5e-324, "5e-324"}, /* a subnormal needs fewer than 15 digits */
    {1e-320, "1e-320"},
    {-2.5e-323, "-2.5e-323"},
};

static void test_format(void) {
  char text[NUMBER_TEXT_SIZE];
  for (int i = 0; i < COUNT_OF(formats); i++) {
    size_t length = number_format(formats[i].value, text);
    tap_is_text(text, formats[i].text, "%.17g in its shortest form", formats[i].value);
    if (length != strlen(text)) tap_ok(0, "the length is that of the text");
  }
}

static const struct {
  const char *text;
  size_t length; /* how many bytes are read; 0: no number */
  double value;
} parses[] = {
    {"0", 1, 0},
    {"-0", 2, -0.0},
    {"12", 2, 12},
    {"+5", 2, 5},
    {".5", 2, 0.5},
    {"5.", 2, 5},
    {"5.e1", 4, 50},
    {"-1.25e2x", 7, -125},
    {"1e-1", 4, 0.1},
    {"1E+2", 4, 100},
    {"1e", 1, 1}, /* no digits follow, so the e is not read */
    {"1e+", 1, 1},
    {"1.5.5", 3, 1.5},
    {"0x10", 1, 0},
    {"00012", 5, 12},
    {"18446744073709551617", 20, 0x1p64}, /* must not wrap round to 1 */
    {"0.000000000000000000000000000001", 32, 1e-30},
    {"1e400", 5, HUGE_VAL},
    {"-1e400", 6, -HUGE_VAL},
    {"1e-400", 6, 0},
    {"1e99999999999999999999", 22, HUGE_VAL},
    {"0e99999999999999999999", 22, 0},
    {"1e-99999999999999999999", 23, 0},
    {"2.2250738585072011e-308", 23, 2.2250738585072011e-308},
    {"", 0, 0},
    {"-", 0, 0},
    {".", 0, 0},
    {"-.", 0, 0},
    {"e5", 0, 0},
    {" 1", 0, 0},
    {"nan", 0, 0},
    {"inf", 0, 0},
    {"--1", 0, 0},
    {"1,5", 1, 1},
};

static void test_parse(void) {
  for (int i = 0; i < COUNT_OF(parses); i++) {
    double value = 0;
    size_t length = number_parse(parses[i].text, strlen(parses[i].text), &value);
    tap_is_int((long long)length, (long long)parses[i].length, "bytes of \"%s\"",
               parses[i].text);
    if (length > 0) tap_is_real(value, parses[i].value, 0, "\"%s\"", parses[i].text);
  }
}

static void test_bounds(void) {
  double value = 7;
  tap_is_int((long long)number_parse("123", 2, &value), 2, "no byte beyond the length");
  tap_is_real(value, 12, 0, "nor its digit");
  tap_is_int((long long)number_parse("1e5", 2, &value), 1, "an exponent that is cut off");
  tap_is_int((long long)number_parse(NULL, 0, &value), 0, "no text at all");
}

/* The memory ends where the text ends, so that a sanitizer sees a read beyond the end. */
static void test_cut_off(void) {
  const char text[] = "-1.5e+7";
  const size_t want[] = {0, 0, 2, 3, 4, 4, 4, 7};
  for (size_t length = 1; length < sizeof text; length++) {
    double value = 0;
    char *exact = malloc(length);
    if (exact == NULL) tap_bail("out of memory");
    memcpy(exact, text, length);
    size_t got = number_parse(exact, length, &value);
    tap_is_int((long long)got, (long long)want[length], "%zu bytes of %s", length, text);
    free(exact);
  }
}

/* Tests numbers with more digits than the buffer of number_parse() holds. */
static void test_long(void) {
  static char text[3000];
  memset(text, '9', 2000);
  double value = 0;
  number_parse(text, 300, &value);
  tap_is_real(value, 1e300, 0, "300 nines");
  tap_is_int((long long)number_parse(text, 2000, &value), 2000, "2000 digits are read");
  tap_is_real(value, HUGE_VAL, 0, "and are beyond the doubles");
  memset(text, '1', 1000);
  strcpy(text + 1000, "e-999");
  number_parse(text, strlen(text), &value);
  tap_is_real(value, 10.0 / 9, 0, "1000 ones and an exponent to match");
  memcpy(text + 1, ".", 1);
  strcpy(text + 1000, "e1");
  number_parse(text, strlen(text), &value);
  tap_is_real(value, 100.0 / 9, 0, "998 ones after the point");
  memset(text, '0', 2000);
  memcpy(text, "0.", 2);
  strcpy(text + 1999, "1e1998");
  number_parse(text, strlen(text), &value);
  tap_is_real(value, 1, 0, "1998 zeros after the point and a matching exponent");
  /* 2^53 + 1 lies between two doubles, and the lower one is even.  A digit 1 far behind
  ** the point makes the number greater than 2^53 + 1. */
  memcpy(text, "9007199254740993.", 17);
  memset(text + 17, '0', 800);
  text[800] = '1';
  number_parse(text, 801, &value);
  tap_is_real(value, 0x1p53 + 2, 0, "the 800th digit counts");
  text[800] = '0';
  text[801] = '1';
  number_parse(text, 802, &value);
  tap_is_real(value, 0x1p53, 0, "the next does not");
}

static uint64_t next_random(uint64_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

static int same_bits(double a, double b) {
  return memcmp(&a, &b, sizeof a) == 0;
}

/* Tries 15, 16 and 17 digits, and writes the first text that is read back as the same
** double.  A subnormal can need fewer digits. */
static void format_plainly(double value, char text[NUMBER_TEXT_SIZE]) {
  int digits = fabs(value) < 0x1p-1022 && value != 0 ? 1 : 15;
  do {
    snprintf(text, NUMBER_TEXT_SIZE, "%.*g", digits, value);
  } while (strtod(text, NULL) != value && ++digits <= 17);
}

/* Tests one digit times a power of ten.  Many powers of ten are not exact as doubles, so
** the product of the digit and such a double would be wrong. */
static void test_powers(void) {
  int misread = 0, miswritten = 0;
  for (int i = 0; i < 9 * 640; i++) {
    char text[16], written[NUMBER_TEXT_SIZE], want[NUMBER_TEXT_SIZE];
    double value = 0;
    snprintf(text, sizeof text, "%de%d", 1 + i % 9, i / 9 - 330);
    number_parse(text, strlen(text), &value);
    misread += !same_bits(value, strtod(text, NULL));
    if (!isfinite(value)) continue;
    number_format(value, written);
    format_plainly(value, want);
    miswritten += strcmp(written, want) != 0;
  }
  tap_is_int(misread, 0, "one digit times every power of ten is read");
  tap_is_int(miswritten, 0, "and written");
}

static int significant_digits(const char *text) {
  int digits = 0, zeros = 0;
  for (; *text != 0 && *text != 'e'; text++) {
    if (*text < '0' || *text > '9') continue;
    if (*text == '0') {
      zeros += digits > 0;
    } else {
      digits += zeros + 1;
      zeros = 0;
    }
  }
  return digits;
}

/* The text of a double is read back as that double.  A decimal with fewer digits would be
** read as another double. */
static void round_trip(const char *where) {
  uint64_t state = 0x9e3779b97f4a7c15u;
  int lost = 0, longer = 0;
  for (int i = 0; i < 20000; i++) {
    uint64_t bits = next_random(&state);
    if (i % 4 == 0) bits &= 0x800fffffffffffffu; /* subnormal */
    double value, back = 0;
    memcpy(&value, &bits, sizeof value);
    if (!isfinite(value)) continue;
    char text[NUMBER_TEXT_SIZE], shorter[400];
    size_t length = number_format(value, text);
    lost += number_parse(text, length, &back) != length ||
            memcmp(&value, &back, sizeof value) != 0;
    for (int digits = 1; digits < significant_digits(text); digits++) {
      snprintf(shorter, sizeof shorter, "%.*g", digits, value);
      longer += strtod(shorter, NULL) == value;
    }
  }
  tap_is_int(lost, 0, "20000 doubles read back bit for bit in %s", where);
  tap_is_int(longer, 0, "none has a shorter form in %s", where);
}

static void test_locale(void) {
  const char *const locales[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE"};
  for (int i = 0; i < COUNT_OF(locales); i++) {
    if (setlocale(LC_ALL, locales[i]) == NULL) continue;
    char text[NUMBER_TEXT_SIZE];
    double value = 0;
    number_format(0.5, text);
    tap_is_text(text, "0.5", "the point is a point in %s", locales[i]);
    tap_is_int((long long)number_parse("0.25", 4, &value), 4, "and is read as one");
    tap_is_real(value, 0.25, 0, "with its value");
    setlocale(LC_ALL, "C");
    return;
  }
  tap_skip(3, "no locale with a decimal comma is installed");
}

static const struct {
  const char *text;
  enum number_form form;
} forms[] = {
    {"0", NUMBER_INTEGER},
    {"-12", NUMBER_INTEGER},
    {"+5", NUMBER_INTEGER},
    {" 12\t", NUMBER_INTEGER},
    {"\n\v\f\r7", NUMBER_INTEGER},
    {"007", NUMBER_INTEGER},
    {"0.80", NUMBER_REAL},
    {".5", NUMBER_REAL},
    {"5.", NUMBER_REAL},
    {" 1e-1 ", NUMBER_REAL},
    {"1E400", NUMBER_REAL},
    {"", NUMBER_NONE},
    {" ", NUMBER_NONE},
    {"-", NUMBER_NONE},
    {".", NUMBER_NONE},
    {"1e", NUMBER_NONE},
    {"1 2", NUMBER_NONE},
    {"12a", NUMBER_NONE},
    {"0x10", NUMBER_NONE},
    {"- 1", NUMBER_NONE},
    {"\xc2\xa0"
     "1",
     NUMBER_NONE},
    {"inf", NUMBER_NONE},
    {"nan", NUMBER_NONE},
};

/* Reads a whole text as the SQL functions read TEXT (rule R2). */
static void test_form(void) {
  for (int i = 0; i < COUNT_OF(forms); i++) {
    const char *text = forms[i].text;
    tap_is_int(number_form(text, strlen(text)), forms[i].form, "the form of '%s'", text);
  }
  tap_is_int(number_form("1\0", 2), NUMBER_NONE, "a NUL is no white space");
}

static void test_value(void) {
  tap_is_real(number_value("\t 12\n", 5), 12, 0, "white space around a number");
  tap_is_real(number_value("-.5 ", 4), -0.5, 0, "a sign and a point");
  tap_is_real(number_value("0.38479983285835057e-256", 24), 0x1.27d28cce32277p-852, 0,
              "the nearest double, where some versions of SQLite have the one above");
  tap_is_real(number_value("1e999", 5), INFINITY, 0, "beyond all doubles");
}

static const struct {
  const char *text;
  bool fits;
  int64_t integer;
} integers[] = {
    {"0", true, 0},
    {" -12 ", true, -12},
    {"+9007199254740993", true, 9007199254740993},
    {"9223372036854775807", true, INT64_MAX},
    {"-9223372036854775808", true, INT64_MIN},
    {"000000000000000000000000000012", true, 12},
    {"9223372036854775808", false, 0},
    {"-9223372036854775809", false, 0},
    {"92233720368547758070", false, 0},
    {"18446744073709551617", false, 0},
};

static void test_integer(void) {
  for (int i = 0; i < COUNT_OF(integers); i++) {
    int64_t integer = 0;
    const char *text = integers[i].text;
    bool fits = number_integer(text, strlen(text), &integer);
    tap_is_int(fits, integers[i].fits, "'%s' in 64 bits", text);
    tap_is_int(integer, integers[i].integer, "and its value");
  }
}

int main(void) {
  test_form();
  test_value();
  test_integer();
  test_format();
  test_parse();
  test_bounds();
  test_cut_off();
  test_long();
  test_powers();
  round_trip("the C locale");
  test_locale();
  return tap_done();
}

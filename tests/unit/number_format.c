/*
** number_format() takes a short way for decimals of up to six places: it must write what
** trying 15, 16 and 17 digits writes (rule R6).
*/
#include "core/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/random.h"
#include "tap.h"

#define CASES 200000

static void format_by_trying(double value, char text[NUMBER_TEXT_SIZE]) {
  for (int digits = 15; digits <= 17; digits++) {
    snprintf(text, NUMBER_TEXT_SIZE, "%.*g", digits, value);
    if (strtod(text, NULL) == value) return;
  }
}

/* Decimals of few places, their neighbours, ratios, and whole numbers. */
static double draw_number(struct generator *generator) {
  double number = (double)(random_bits(generator) % 10000001);
  switch (random_bits(generator) % 5) {
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
  return tap_done();
}

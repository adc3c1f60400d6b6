/*
** Readers of text stay within it: every beginning of many texts, each in memory of exactly
** its length, so that the sanitizers see a byte read beyond the end.  Without them the
** test shows that what is read never ends after the text.
*/
#include "../tap.h"

#include <stdlib.h>
#include <string.h>

#include "core/json_reader.h"
#include "core/number.h"
#include "core/tier.h"
#include "core/weights.h"
#include "core/words.h"

#define COUNT_OF(array) (int)(sizeof(array) / sizeof((array)[0]))

static const char *const texts[] = {
    "  12.50e+10 ",
    "-0.0e-5x",
    ".5e+",
    "+5.",
    "007",
    "0.1.2",
    "1e400",
    "[1, 2.5, 3e0, 0, .5]",
    "[01, 1, 1, 1, 1]",
    "[1., 1, 1, 1, 1]",
    "[1.e1, 1, 1, 1, 1]",
    "{\"coverage\": 1, \"RECENCY\" : 2 } x",
    "{\"a\\\"b\": 1}",
    "\t\r\n {\"unknown\":",
    "roc_centroid",
    "Elite",
    "recency_days",
    "a \xc2\xa0 b\xe1\x9a\x80\xe2\x80\x89\xe3\x80\x80\xe2\x81\x9f.",
    "\xf0\x9f\x98\x80 \xe2\x80\xc2\xe3\xff\x80\x01",
};

/* All readers on one text; false if one ends beyond it. */
static bool reads_within(const char *text, size_t length) {
  struct json_reader reader = {text, text + length};
  struct weights weights;
  double number;
  const char *string;
  size_t string_length;
  bool within = number_parse(text, length, &number) <= length;
  json_reader_skip_space(&reader);
  json_reader_take(&reader, '{');
  if (json_reader_string(&reader, &string, &string_length)) {
    within = within && string + string_length <= text + length;
  }
  json_reader_number(&reader, &number);
  within = within && reader.at >= text && reader.at <= text + length;
  weights_from_json(text, length, &weights);
  weights_from_bytes((const unsigned char *)text, length, &weights);
  weight_strategy_find(&settings_defaults, text, length);
  tier_find(text, length);
  tier_floors_of(&settings_defaults, text, length);
  struct word_statistics words = words_measure(text, length);
  return within && words.words <= length && words.characters <= length;
}

static bool beginnings_within(const char *text) {
  bool within = true;
  for (size_t length = 0; length <= strlen(text); length++) {
    char *exact = malloc(length > 0 ? length : 1);
    if (exact == NULL) tap_bail("out of memory");
    memcpy(exact, text, length);
    within = reads_within(exact, length) && within;
    free(exact);
  }
  return within;
}

int main(void) {
  for (int i = 0; i < COUNT_OF(texts); i++)
    tap_ok(beginnings_within(texts[i]), "text %d is read to its end at most", i + 1);
  return tap_done();
}

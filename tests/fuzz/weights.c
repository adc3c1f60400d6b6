/*
** Fuzzes the functions that read weights, numbers and words.  Accepted weights must obey
** the rules for weights, and no function may read beyond the text's end.
*/
#include <float.h>
#include <math.h>

#include "base/number.h"
#include "core/research/weights.h"
#include "base/words.h"

#include "source.h"

static void check(const struct weights *weights) {
  double sum = 0;
  for (int d = 0; d < DIMENSION_COUNT; d++) {
    double weight = weights->weight[d];
    if (!(weight >= 0) || !isfinite(weight)) fuzz_fail("weights", "negative or infinite");
    sum += weight;
  }
  if (!(sum >= DBL_MIN) || sum != weights->sum) fuzz_fail("weights", "wrong sum");
}

/* Weights must be unchanged after they are packed and read again. */
static void check_packed(const struct weights *weights) {
  unsigned char bytes[WEIGHTS_BYTES];
  struct weights again;
  weights_to_bytes(weights->weight, bytes);
  if (!weights_from_bytes(bytes, sizeof bytes, &again))
    fuzz_fail("weights", "unreadable");
  for (int d = 0; d < DIMENSION_COUNT; d++)
    if (weights->weight[d] != again.weight[d]) fuzz_fail("weights", "packed otherwise");
}

/* A number must be read as C reads the same bytes, and must stay the same if it is
** printed and read again.  Programs start in the "C" locale, so strtod() expects a
** decimal point. */
static void check_number(const char *text, size_t size) {
  double value, again;
  size_t length = number_parse(text, size, &value);
  if (length > size) fuzz_fail("number", "read beyond the end");
  if (length == 0) return;
  char *copy = calloc(length + 1, 1);
  if (copy == NULL) abort();
  memcpy(copy, text, length);
  if (strtod(copy, NULL) != value) fuzz_fail("read otherwise than by C", copy);
  free(copy);
  if (!isfinite(value)) return;
  char printed[NUMBER_TEXT_SIZE];
  size_t width = number_format(value, printed);
  if (number_parse(printed, width, &again) != width || again != value) {
    fuzz_fail("number", printed);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const char *text = (const char *)data;
  struct weights weights;
  if (weights_from_json(text, size, &weights)) {
    check(&weights);
    check_packed(&weights);
  }
  if (weights_from_bytes(data, size, &weights)) check(&weights);
  weights_text_is_json(text, size);
  weight_strategy_find(&settings_defaults, text, size);
  check_number(text, size);
  struct word_statistics words = words_measure(text, size);
  if (words.words > size || words.characters > size) fuzz_fail("words", "too many");
  return 0;
}

/* Weights of the five dimensions: see weights.h. */
#include "core/research/weights.h"

#include <float.h>
#include <stdint.h>
#include <string.h>

#include "base/bytes.h"
#include "base/json_reader.h"
#include "base/name.h"

bool weights_complete(struct weights *weights) {
  double sum = 0;
  weights->sum = 0;
  for (int d = 0; d < DIMENSION_COUNT; d++) {
    if (!(weights->weight[d] >= 0)) return false; /* NaN too */
    sum += weights->weight[d];
  }
  weights->sum = sum;
  return sum >= DBL_MIN && isfinite(sum);
}

const char *weights_broken_rule(const struct weights *weights) {
  bool too_little = weights->sum > 0 && weights->sum < DBL_MIN;
  return too_little ? WEIGHTS_SUM_RULE : WEIGHTS_RULE;
}

bool weights_text_is_json(const char *text, size_t length) {
  struct json_reader reader = {text, text + length};
  return json_reader_take(&reader, '[') || json_reader_take(&reader, '{');
}

static bool weights_read_array(struct json_reader *reader, struct weights *weights) {
  for (int d = 0; d < DIMENSION_COUNT; d++) {
    if (d > 0 && !json_reader_take(reader, ',')) return false;
    if (!json_reader_number(reader, &weights->weight[d])) return false;
  }
  return json_reader_take(reader, ']');
}

static bool weights_read_member(struct json_reader *reader, struct weights *weights,
                                unsigned *seen) {
  struct json_string name;
  if (!json_reader_string(reader, &name)) return false;
  int d = dimension_find(name.text, name.length);
  if (d < 0 || (*seen & 1u << d) != 0) return false;
  *seen |= 1u << d;
  return json_reader_take(reader, ':') && json_reader_number(reader, &weights->weight[d]);
}

static bool weights_read_object(struct json_reader *reader, struct weights *weights) {
  unsigned seen = 0;
  do {
    if (!weights_read_member(reader, weights, &seen)) return false;
  } while (json_reader_take(reader, ','));
  return json_reader_take(reader, '}');
}

bool weights_from_json(const char *text, size_t length, struct weights *weights) {
  struct json_reader reader = {text, text + length};
  memset(weights, 0, sizeof *weights);
  bool whole = json_reader_take(&reader, '[') ? weights_read_array(&reader, weights)
                                              : json_reader_take(&reader, '{') &&
                                                    weights_read_object(&reader, weights);
  return whole && json_reader_is_done(&reader) && weights_complete(weights);
}

bool weights_json_has_unknown(const char *text, size_t length) {
  struct json_reader reader = {text, text + length};
  struct weights ignored;
  unsigned seen = 0;
  if (!json_reader_take(&reader, '{')) return false;
  do {
    struct json_reader key = reader;
    struct json_string name;
    if (!json_reader_string(&key, &name)) return false;
    if (dimension_find(name.text, name.length) < 0) return true;
    if (!weights_read_member(&reader, &ignored, &seen)) return false;
  } while (json_reader_take(&reader, ','));
  return false;
}

static double weights_double_from_bytes(const unsigned char bytes[8]) {
  uint64_t bits = bytes_load_eight(bytes);
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

bool weights_from_bytes(const unsigned char *bytes, size_t length,
                        struct weights *weights) {
  if (length != WEIGHTS_BYTES) return false;
  for (int d = 0; d < DIMENSION_COUNT; d++) {
    weights->weight[d] = weights_double_from_bytes(bytes + (size_t)8 * (size_t)d);
  }
  return weights_complete(weights);
}

static void weights_bytes_from_double(double value, unsigned char bytes[8]) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  for (int i = 0; i < 8; i++)
    bytes[i] = (unsigned char)(bits >> 8 * i);
}

void weights_to_bytes(const double weight[DIMENSION_COUNT],
                      unsigned char bytes[WEIGHTS_BYTES]) {
  for (size_t d = 0; d < DIMENSION_COUNT; d++)
    weights_bytes_from_double(weight[d], bytes + 8 * d);
}

const struct weight_strategy *weight_strategy_find(const struct settings *settings,
                                                   const char *name, size_t length) {
  const struct deep_research_settings *s = &settings->deep_research;
  for (size_t i = 0; i < s->strategy_count; i++) {
    if (name_matches(s->strategies[i].name, name, length)) return &s->strategies[i];
  }
  return NULL;
}

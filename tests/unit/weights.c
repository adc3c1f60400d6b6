/* Tests weights by name, as JSON and as bytes.  Malformed weights are refused (rule
** R1). */
#include "../tap.h"

#include <string.h>

#include "core/research/weights.h"

static bool read_json(const char *json, struct weights *weights) {
  return weights_from_json(json, strlen(json), weights);
}

static void test_array(void) {
  struct weights weights;
  tap_ok(read_json(" [ 0.25 ,0.2,2e-1, 0.20, 0.15 ] ", &weights), "an array of five");
  tap_is_real(weights.weight[DIMENSION_COVERAGE], 0.25, 0, "the first is coverage");
  tap_is_real(weights.weight[DIMENSION_RECENCY], 0.15, 0, "the last is recency");
  tap_is_real(weights.sum, 1.0, 1e-15, "the sum");
  tap_ok(read_json("[0,0,0,0,5]", &weights), "zeros are weights");
  tap_is_real(weights.sum, 5.0, 0, "and a sum need not be 1");
}

static void test_object(void) {
  struct weights weights;
  tap_ok(read_json("{\"recency\": 1, \"Coverage\" : 3}", &weights),
         "an object, any case");
  tap_is_real(weights.weight[DIMENSION_COVERAGE], 3, 0, "coverage");
  tap_is_real(weights.weight[DIMENSION_AGREEMENT], 0, 0, "an absent one weighs 0");
  tap_is_real(weights.sum, 4, 0, "the sum");
}

static const char *const malformed[] = {
    "",
    "[",
    "[]",
    "{}",
    "[1,2]",
    "[1,2,3,4]",
    "[1,2,3,4",
    "[1,2,3,4,",
    "[1,2,3,4,5,6]",
    "[1,2,3,4,5",
    "[1,2,3,4,5,]",
    "[1,2,3,4,5] x",
    "[1,2,3,4,5][",
    "[1 2 3 4 5]",
    "[0,0,0,0,0]",
    "[-1,1,1,1,1]",
    "[1,1,1,1,1e999]",
    "[1e308,1e308,1e308,1e308,1e308]",
    "[1e-320,0,0,0,0]",
    "[2e-308,0,0,0,0]",
    "{\"recency\":2.2250738585072e-308}",
    "[1,1,1,1,NaN]",
    "[1,1,1,1,null]",
    "[1,1,1,1,\"1\"]",
    "[[1,1,1,1,1]]",
    "{\"coverage\":1,\"coverage\":1}",
    "{\"coverage\":1,\"COVERAGE\":1}",
    "{\"recency\":1,\"recency\":1}",
    "{\"cover\":1}",
    "{\"coverage\":1,\"cover\"}",
    "{\"coverage\":1,",
    "{\"coverage_\":1}",
    "{\"coverage\" 1}",
    "{\"coverage\":null}",
    "{\"coverage\":1,}",
    "{\"coverage\":0}",
    "{\"coverage\":-1,\"recency\":2}",
    "{coverage:1}",
    "{\"coverage\":1",
};

static void test_malformed(void) {
  struct weights weights;
  for (int i = 0; i < COUNT_OF(malformed); i++) {
    tap_ok(!read_json(malformed[i], &weights), "refused: %s", malformed[i]);
  }
  tap_ok(!weights_from_json("[1,1,1,1,1]\0", 12, &weights), "refused: a NUL at the end");
}

/* A sum below the least normal double is refused: dividing by it would be inexact. */
static void test_least_sum(void) {
  struct weights weights;
  tap_ok(read_json("[0,2.2250738585072014e-308,0,0,0]", &weights), "the least sum");
  tap_ok(read_json("[1,1e-320,0,0,0]", &weights), "a weight by itself may be less");
  tap_ok(!read_json("[1e-308,1e-308,0,0,0]", &weights), "refused: two that fall short");
  tap_is_text(weights_broken_rule(&weights), WEIGHTS_SUM_RULE, "the rule about the sum");
  tap_ok(!read_json("[1e-308,1e-308,0,0,-1]", &weights), "refused: with one below 0");
  tap_is_text(weights_broken_rule(&weights), WEIGHTS_RULE, "that breaks another rule");
  tap_ok(!read_json("[1e-308,1e-308,0,0,0", &weights), "refused: no JSON");
  tap_is_text(weights_broken_rule(&weights), WEIGHTS_RULE, "nor does that have a sum");
  tap_ok(!read_json("[0,0,0,0,0]", &weights), "refused: a sum of 0");
  tap_is_text(weights_broken_rule(&weights), WEIGHTS_RULE, "which isn't positive");
}

static void test_is_json(void) {
  tap_ok(weights_text_is_json(" [", 2), "an array");
  tap_ok(weights_text_is_json("{", 1), "an object");
  tap_ok(!weights_text_is_json("equal", 5), "a name");
  tap_ok(!weights_text_is_json("", 0), "nothing");
}

static bool has_unknown(const char *json) {
  return weights_json_has_unknown(json, strlen(json));
}

/* Of several mistakes the first one is reported. */
static void test_unknown(void) {
  tap_ok(has_unknown("{\"cover\":1}"), "an unknown key");
  tap_ok(has_unknown("{ \"coverage\" : 1 , \"cover\": 1}"), "after a known name");
  tap_ok(has_unknown("{\"coverage\":1,\"recency\":1,\"cover"
                     "\":"),
         "before another mistake");
  tap_ok(!has_unknown("{\"coverage\":1,\"recency\":1}"), "none");
  tap_ok(!has_unknown("[\"cover\"]"), "an array has no keys");
  tap_ok(!has_unknown("{cover:1}"), "text that is no JSON names none either");
  tap_ok(!has_unknown("{\"coverage\" 1,\"cover\":1}"), "after another mistake");
  tap_ok(!has_unknown("{\"coverage\":1,\"coverage\":1,\"cover\":1}"),
         "after a repeated name");
  tap_ok(!weights_json_has_unknown("{\"coverage\":1,\"cover\":1}", 14),
         "after the end of the text");
  tap_ok(!weights_json_has_unknown("{\"cover\":1}", 0), "of nothing");
}

static const unsigned char packed[WEIGHTS_BYTES] = {
    0, 0, 0, 0, 0, 0, 0xf0, 0x3f, /* 1.0 */
    0, 0, 0, 0, 0, 0, 0xe0, 0x3f, /* 0.5 */
};

static void test_bytes(void) {
  struct weights weights;
  unsigned char bytes[WEIGHTS_BYTES];
  tap_ok(weights_from_bytes(packed, sizeof packed, &weights),
         "five little-endian doubles");
  tap_is_real(weights.weight[0], 1.0, 0, "the first");
  tap_is_real(weights.weight[1], 0.5, 0, "the second");
  tap_is_real(weights.sum, 1.5, 0, "the sum");
  tap_ok(!weights_from_bytes(packed, 39, &weights), "refused: a byte too few");
  tap_ok(!weights_from_bytes(packed, 0, &weights), "refused: no byte");
  memset(bytes, 0, sizeof bytes);
  tap_ok(!weights_from_bytes(bytes, sizeof bytes, &weights), "refused: all zero");
  memset(bytes, 0xff, sizeof bytes);
  tap_ok(!weights_from_bytes(bytes, sizeof bytes, &weights), "refused: NaN");
  memcpy(bytes, packed, sizeof bytes);
  memcpy(bytes + 32, "\0\0\0\0\0\0\xf0\x7f", 8);
  tap_ok(!weights_from_bytes(bytes, sizeof bytes, &weights), "refused: infinity");
  memcpy(bytes + 32, "\0\0\0\0\0\0\xf0\xbf", 8);
  tap_ok(!weights_from_bytes(bytes, sizeof bytes, &weights), "refused: -1");
}

/* Packed weights are read back unchanged, and nothing is written after their end. */
static void test_pack(void) {
  const double weight[DIMENSION_COUNT] = {1, 0.5, 1.0 / 3, 5e-324, 1e300};
  unsigned char bytes[WEIGHTS_BYTES + 1];
  bytes[WEIGHTS_BYTES] = 0xa5;
  weights_to_bytes(weight, bytes);
  tap_is_int(bytes[WEIGHTS_BYTES], 0xa5, "forty bytes are written");
  tap_is_int(memcmp(bytes, packed, 16), 0, "little-endian doubles");
  struct weights weights;
  tap_ok(weights_from_bytes(bytes, WEIGHTS_BYTES, &weights), "which read back");
  tap_is_int(memcmp(weights.weight, weight, sizeof weight), 0, "as the same weights");
}

static void strategy_is(const char *name, double coverage, double middle,
                        double recency) {
  const struct weight_strategy *found =
      weight_strategy_find(&settings_defaults, name, strlen(name));
  if (!tap_ok(found != NULL, "the strategy %s", name)) return;
  const double *weight = found->weights.weight;
  tap_is_real(weight[DIMENSION_COVERAGE], coverage, 5e-5, "%s: coverage", name);
  tap_is_real(weight[DIMENSION_SOURCE_QUALITY], middle, 5e-5, "%s: quality", name);
  tap_is_real(weight[DIMENSION_AGREEMENT], middle, 5e-5, "%s: agreement", name);
  tap_is_real(weight[DIMENSION_VERIFICATION], middle, 5e-5, "%s: verification", name);
  tap_is_real(weight[DIMENSION_RECENCY], recency, 5e-5, "%s: recency", name);
}

/* Tests the four strategies: three from ADR-007 section 4.3, and the rank-order centroid,
** which gives the three middle dimensions the same rank. */
static void test_strategies(void) {
  strategy_is("proposed", 0.25, 0.20, 0.15);
  strategy_is("EQUAL", 0.20, 0.20, 0.20);
  strategy_is("roc", 0.46, 0.21, 0.11);
  strategy_is("roc_centroid", 0.4567, 0.1678, 0.04);
  tap_ok(weight_strategy_find(&settings_defaults, "rocs", 4) == NULL, "no such strategy");
  tap_ok(weight_strategy_find(&settings_defaults, "", 0) == NULL, "nor an empty one");
  struct settings settings = settings_defaults;
  settings.deep_research.strategy_count = 1;
  const char *second = settings.deep_research.strategies[1].name;
  tap_ok(weight_strategy_find(&settings, second, strlen(second)) == NULL,
         "nor one behind the last");
  tap_ok(weights_default(&settings_defaults) ==
             &weight_strategy_find(&settings_defaults, "proposed", 8)->weights,
         "the default strategy is the proposed one");
}

int main(void) {
  test_array();
  test_object();
  test_malformed();
  test_least_sum();
  test_is_json();
  test_unknown();
  test_bytes();
  test_pack();
  test_strategies();
  return tap_done();
}

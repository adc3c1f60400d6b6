/* Tests how a round's evidence is read from one JSON object.  A number out of its range
** counts as missing. */
#include "../tap.h"

#include <stdio.h>
#include <string.h>

#include "gate_bits.h"

static struct gate_evidence read_text(const char *json) {
  struct gate_rule rule = gate_rule_of(&settings_defaults);
  struct gate_rubric room;
  struct gate_evidence evidence;
  double numbers[RUBRIC_NUMBERS];
  rubric_read(gate_rubric_of(&room, &rule), json, strlen(json), numbers);
  memcpy(evidence.numbers, numbers, sizeof evidence.numbers);
  return evidence;
}

static double datum_of(const struct gate_evidence *evidence, int name) {
  if (name < DIMENSION_COUNT) return evidence->dimensions.score[name];
  if (name == EVIDENCE_RECENT_SOURCES) return evidence->recent_sources;
  return name == EVIDENCE_REGRESSION ? evidence->regression
                                     : evidence->critical_contradictions;
}

static void test_names(void) {
  for (int d = 0; d < DIMENSION_COUNT; d++)
    tap_is_text(evidence_names[d], dimension_names[d], "the dimensions come first");
  char json[200];
  for (int name = 0; name < EVIDENCE_COUNT; name++) {
    snprintf(json, sizeof json, "{\"%s\":1}", evidence_names[name]);
    struct gate_evidence evidence = read_text(json);
    for (int other = 0; other < EVIDENCE_REGRESSION; other++) {
      double datum = datum_of(&evidence, other);
      tap_ok(other == name ? datum == 1 : is_missing(datum), "%s of %s",
             evidence_names[other], json);
    }
    tap_is_real(evidence.regression, name == EVIDENCE_REGRESSION, 0,
                "a regression that is not there is 0");
    unsigned here = 1u << name | 1u << EVIDENCE_REGRESSION;
    tap_is_int((int)rubric_missing(evidence.numbers, EVIDENCE_COUNT), 0xffu & ~here,
               "the others are missing");
  }
}

/* Each JSON value is read as a score, as a count, and as `regression` (0 or 1).  Here -1
** stands for missing. */
static const struct {
  const char *json;
  double score, count, regression;
} values[] = {
    {"0", 0, 0, 0},
    {"1", 1, 1, 1},
    {"0.5", .5, -1, -1},
    {"12", -1, 12, -1},
    {"12.0", -1, 12, -1},
    {"12.5", -1, -1, -1},
    {"-1", -1, -1, -1},
    {"\"1\"", 1, 1, 1},
    {"\" 12 \"", -1, 12, -1},
    {"true", -1, -1, 1},
    {"false", -1, -1, 0},
    {"null", -1, -1, -1},
    {"\"x\"", -1, -1, -1},
    {"[]", -1, -1, -1},
    {"{}", -1, -1, -1},
    {"1e999", -1, -1, -1},
    {"1e300", -1, 1e300, -1},
    {"\"true\"", -1, -1, -1},
    {"1.0000000000000002", -1, -1, -1},
    {"9007199254740993", -1, 9007199254740992.0, -1},
};

static void is_datum(double datum, double want, const char *what, const char *json) {
  tap_ok(want < 0 ? is_missing(datum) : datum == want, "%s as a %s", json, what);
}

static void test_values(void) {
  char json[300];
  for (int i = 0; i < COUNT_OF(values); i++) {
    const char *value = values[i].json;
    snprintf(json, sizeof json,
             "{\"recency\":%s,\"recent_sources\":%s,\"critical_contradictions\":%s,"
             "\"regression\":%s}",
             value, value, value, value);
    struct gate_evidence evidence = read_text(json);
    is_datum(evidence.dimensions.score[DIMENSION_RECENCY], values[i].score, "score",
             value);
    is_datum(evidence.recent_sources, values[i].count, "count", value);
    is_datum(evidence.critical_contradictions, values[i].count, "count", value);
    is_datum(evidence.regression, values[i].regression, "regression", value);
  }
}

static void test_none(void) {
  static const char *const texts[] = {"", "x", "[1]", "{\"coverage\":1",
                                      "{\"coverage\":1,\"regression\":1} x"};
  for (int i = 0; i < COUNT_OF(texts); i++) {
    struct gate_evidence evidence = read_text(texts[i]);
    tap_is_int((int)rubric_missing(evidence.numbers, EVIDENCE_COUNT), 0x7f,
               "nothing is known of %s", texts[i]);
    tap_is_real(evidence.regression, 0, 0, "and no regression");
  }
  struct gate_evidence twice = read_text("{\"regression\":0,\"Regression\":0}");
  tap_ok(is_missing(twice.regression), "a regression that occurs twice is not 0");
}

int main(void) {
  test_names();
  test_values();
  test_none();
  return tap_done();
}

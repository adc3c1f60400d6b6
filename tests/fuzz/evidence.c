/*
** Fuzzes a round's evidence (scores, counts, a flag) as one JSON object.  Each number
** must be in its range or missing.  A text that is not an object gives no numbers.  An
** object must also be accepted inside another object.
*/
#include "base/json_numbers.h"
#include "core/research/gate.h"

#include "source.h"

static struct gate_evidence read_evidence(const char *text, size_t size,
                                          bool *is_object) {
  struct json_number numbers[EVIDENCE_COUNT];
  struct gate_evidence evidence;
  struct gate_rule rule = gate_rule_of(&settings_defaults);
  struct gate_rubric research;
  double read[RUBRIC_NUMBERS];
  *is_object = json_numbers_read(text, size, evidence_names, EVIDENCE_COUNT, numbers);
  gate_rubric_open(&research, &settings_defaults, &rule);
  rubric_read(&research.rubric, text, size, read);
  memcpy(evidence.numbers, read, sizeof evidence.numbers);
  return evidence;
}

static void check_domains(const struct gate_evidence *evidence) {
  for (int d = 0; d < DIMENSION_COUNT; d++) {
    double score = evidence->dimensions.score[d];
    if (!is_missing(score_or_missing(score)) != !is_missing(score))
      fuzz_fail("a score is out of range", dimension_names[d]);
  }
  if (evidence->recent_sources < 0 || evidence->critical_contradictions < 0)
    fuzz_fail("a count is out of range", "");
  if (evidence->regression != 0 && evidence->regression != 1 &&
      !is_missing(evidence->regression))
    fuzz_fail("a regression is no flag", "");
}

/* Returns `text` with `before` in front and `behind` after it.  The caller frees it with
** free(). */
static char *between(const char *before, const char *text, size_t size,
                     const char *behind, size_t *length) {
  size_t first = strlen(before), last = strlen(behind);
  char *whole = malloc(first + size + last);
  if (whole == NULL) abort();
  memcpy(whole, before, first);
  if (size > 0) memcpy(whole + first, text, size);
  memcpy(whole + first + size, behind, last);
  *length = first + size + last;
  return whole;
}

/* json_numbers_read() reads an object, but other code skips an object inside of it.  That
** code must accept the inner object, too, and json_numbers_read() must read the member
** after it.  A long text is exempt: it can have the greatest allowed number of
** levels, and the outer object adds one. */
static void check_nested(const char *text, size_t size, bool is_object) {
  size_t length;
  bool is_outer;
  char *outer = between("{\"x\":", text, size, ",\"coverage\":1}", &length);
  struct gate_evidence evidence = read_evidence(outer, length, &is_outer);
  if (is_object && !is_outer && size < JSON_NUMBERS_DEPTH)
    fuzz_fail("an object, but not within another", "");
  if (is_object && is_outer && evidence.dimensions.score[DIMENSION_COVERAGE] != 1)
    fuzz_fail("what is behind an object is not seen", "");
  free(outer);
}

/* If text follows the object, the whole text is not an object. */
static void check_tail(const char *text, size_t size) {
  size_t length;
  bool is_longer;
  char *longer = between("", text, size, "}", &length);
  read_evidence(longer, length, &is_longer);
  if (is_longer) fuzz_fail("an object and a bracket", "");
  free(longer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const char *text = size > 0 ? (const char *)data : "";
  bool is_object;
  struct gate_evidence evidence = read_evidence(text, size, &is_object);
  check_domains(&evidence);
  if (!is_object &&
      rubric_missing(evidence.numbers, EVIDENCE_COUNT) != (1u << EVIDENCE_REGRESSION) - 1)
    fuzz_fail("evidence of what is no object", "");
  check_nested(text, size, is_object);
  if (is_object) check_tail(text, size);
  return 0;
}

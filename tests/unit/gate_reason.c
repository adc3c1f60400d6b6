/* Tests the texts that say why the gate fails, under both scoring engines: the engine of
** ADR-007 section 4.2, and `legacy`. */
#include "../tap.h"

#include <string.h>

#include "gate_bits.h"
#include "core/research/tier.h"

static const struct gate_evidence good = {.dimensions = {{0.75, 0.75, 0.75, 0.75, 0.75}},
                                          .recent_sources = 10};

#define LOW(dimension) (1u << ((int)EVIDENCE_COUNT + (int)(dimension)))

static void append(void *text, const char *part) {
  strcat(text, part);
}

static void is_reason(unsigned failures, const char *want, const char *name) {
  struct gate_rule rule = gate_rule_of(&settings_defaults);
  struct rubric_failures failing = gate_failures_of(failures);
  struct gate_rubric room;
  char text[500] = "";
  rubric_reason(gate_rubric_of(&room, &rule), &failing, append, text);
  tap_is_text(text, want, "%s", name);
}

static void test_words(void) {
  is_reason(0, "", "nothing fails");
  is_reason(LOW(DIMENSION_RECENCY), "low dimensions: recency", "one dimension");
  is_reason(GATE_FEW_SOURCES | LOW(DIMENSION_COVERAGE) | LOW(DIMENSION_SOURCE_QUALITY),
            "low dimensions: coverage, source_quality; "
            "insufficient recent sources",
            "in the order of the gate");
  is_reason(1u << DIMENSION_VERIFICATION, "missing: verification", "one is missing");
  is_reason(GATE_MISSING,
            "missing: coverage, source_quality, agreement, verification, recency, "
            "recent_sources, critical_contradictions, regression",
            "everything is");
  is_reason(GATE_LAST_ROUND | GATE_REGRESSED | GATE_CONTRADICTED | GATE_LOW_INDEX |
                LOW(DIMENSION_COVERAGE) | 1u << EVIDENCE_RECENT_SOURCES,
            "missing: recent_sources; low dimensions: coverage; low confidence index; "
            "critical contradiction detected; confidence regression detected; "
            "round limit reached",
            "missing numbers come first");
  is_reason(1u << DIMENSION_COVERAGE | LOW(DIMENSION_COVERAGE), "missing: coverage",
            "and is not named again");
}

static void test_failures(void) {
  struct gate_rule rule = gate_rule_of(&settings_defaults);
  struct gate_evidence evidence = good;
  tap_is_int(gate_bits_of(gate_failures(&evidence, &rule)), 0,
             "a round that passes has no failure");
  evidence.critical_contradictions = MISSING;
  tap_is_int(gate_bits_of(gate_failures(&evidence, &rule)), GATE_UNCOUNTED,
             "not counted is not detected");
  evidence.critical_contradictions = 2;
  tap_is_int(gate_bits_of(gate_failures(&evidence, &rule)), GATE_CONTRADICTED,
             "detected");
  evidence = good;
  evidence.dimensions.score[DIMENSION_AGREEMENT] = MISSING;
  evidence.recent_sources = MISSING;
  evidence.regression = MISSING;
  tap_is_int(gate_bits_of(gate_failures(&evidence, &rule)),
             1u << DIMENSION_AGREEMENT | 1u << EVIDENCE_RECENT_SOURCES |
                 1u << EVIDENCE_REGRESSION,
             "what is missing fails (R3), and is nothing else");
  evidence.dimensions.score[DIMENSION_RECENCY] = 0.1;
  tap_is_int(gate_bits_of(gate_failures(&evidence, &rule)),
             LOW(DIMENSION_RECENCY) | 1u << DIMENSION_AGREEMENT |
                 1u << EVIDENCE_RECENT_SOURCES | 1u << EVIDENCE_REGRESSION,
             "what is there and low beside it");
}

static void test_legacy(void) {
  struct settings settings = settings_defaults;
  settings.deep_research.scoring_engine = ENGINE_LEGACY;
  struct gate_rule rule = gate_rule_of(&settings);
  struct gate_evidence evidence = good;
  tap_is_int(gate_bits_of(gate_failures(&evidence, &rule)), GATE_LOW_INDEX,
             "the superseded engine asks for the index, not for dimensions");
  is_reason(GATE_LOW_INDEX, "low confidence index", "and says so");
  struct gate_evidence masked = {.dimensions = {{1, 1, 1, 0.2, 1}}, .recent_sources = 10};
  tap_is_int(gate_bits_of(gate_failures(&masked, &rule)), 0,
             "which is how a failure hides");
  masked.dimensions.score[DIMENSION_VERIFICATION] = MISSING;
  tap_is_int(gate_bits_of(gate_failures(&masked, &rule)), 1u << DIMENSION_VERIFICATION,
             "but not where nobody has that score (R3)");
  masked.dimensions.score[DIMENSION_COVERAGE] = 0.1;
  tap_is_int(gate_bits_of(gate_failures(&masked, &rule)),
             GATE_LOW_INDEX | 1u << DIMENSION_VERIFICATION,
             "which is named beside an index that is low");
}

static double high_floor(const struct settings *settings, enum difficulty difficulty,
                         const char *dimension) {
  return tier_high_floor(settings, tier_floors_of(settings, dimension, strlen(dimension)),
                         difficulty);
}

static void test_high_floor(void) {
  struct settings settings = settings_defaults;
  settings.deep_research.floors[0] = (struct tier_floors){0.86, 0.85, 0.82};
  settings.deep_research.floors[1] = (struct tier_floors){0.90, 0.65, 0.10};
  tap_is_real(high_floor(&settings, DIFFICULTY_EASY, "coverage"), 0.86, 0,
              "never above Elite");
  tap_is_real(high_floor(&settings, DIFFICULTY_HARD, "coverage"), 0.82, 0,
              "never below Medium");
  tap_is_real(high_floor(&settings, DIFFICULTY_EASY, "source_quality"), 0.7, 0,
              ".65 + .05 is .70, to the bit");
  tap_is_real(high_floor(&settings, DIFFICULTY_HARD, "recency_days"), 60, 0,
              "days do not move");
  tap_is_real(high_floor(&settings, DIFFICULTY_NORMAL, "x"), 0.75, 0,
              "normal is the floor itself");
}

int main(void) {
  test_words();
  test_failures();
  test_legacy();
  test_high_floor();
  return tap_done();
}

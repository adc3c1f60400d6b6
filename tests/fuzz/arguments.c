/* The arguments of the functions: see arguments.h. */
#include "arguments.h"

#include <string.h>

#include "source.h"

#define DATUM(name, ...)                                                                 \
  {                                                                                      \
    name, ARGUMENT_DATUM, {                                                              \
      __VA_ARGS__                                                                        \
    }                                                                                    \
  }
#define SHARED(name, ...)                                                                \
  {                                                                                      \
    name, ARGUMENT_SHARED, {                                                             \
      __VA_ARGS__                                                                        \
    }                                                                                    \
  }
#define CHOICE(name, ...)                                                                \
  {                                                                                      \
    name, ARGUMENT_CHOICE, {                                                             \
      __VA_ARGS__                                                                        \
    }                                                                                    \
  }
#define COST(name, ...)                                                                  \
  {                                                                                      \
    name, ARGUMENT_COST, {                                                               \
      __VA_ARGS__                                                                        \
    }                                                                                    \
  }

/* Weights as bytes: the doubles 0, 0, 0, 0 and 2. */
#define PACKED "x'" ZEROES ZEROES ZEROES ZEROES "0000000000000040'"
#define ZEROES "0000000000000000"

static const struct argument arguments[] = {
    DATUM("published", "'2026-02-03'", "'Tue, 03 Feb 2026 10:00:00 GMT'", "1770076800",
          "'3/2/2026'"),
    DATUM("as_of", "'2026-02-03'", "'2026-02-03T10:00:00Z'", "'2026'"),
    CHOICE("kind", "'score'", "'COUNT'", "'age'", "'flag'", "'date'"),
    CHOICE("best", "5", "100", "'10'"),
    CHOICE("worst", "0", "1", "'-1'"),
    DATUM("domain", "'ai_ml'", "'crypto'", "'default'", "30", "365"),
    SHARED("dimension", "'coverage'", "'RECENCY'", "'recency_days'", "'default'"),
    SHARED("strategy", "'deepen'", "'bridge'", "'contrast'", "'synthesis'", "'broaden'"),
    DATUM("type", "'breadth'", "'depth'", "'coverage'"),
    DATUM("reply", "'SCORE: 4'", "'{\"score\": 2}'", "'[5]'", "'I don''t know fees'"),
    DATUM("json", "'{\"ambiguity\": 0.4}'", "'{\"1\":0.25,\"b\":0.75}'", "'0.7'"),
    DATUM("evidence",
          "'{\"coverage\":0.9,\"source_quality\":0.9,\"agreement\":0.8,"
          "\"verification\":\"0.8\",\"recency\":1,\"recent_sources\":12,"
          "\"critical_contradictions\":0}'",
          "'{\"Coverage\":0.7,\"\\u0072ecency\":null,\"x\":[{}],\"regression\":true}'",
          "'{\"coverage\":0.8,\"coverage\":0.8}'", "'{\"coverage\":'"),
    DATUM("topic", "'fees'", "'the fees of banks'"),
    DATUM("text", "'Why do you like it?'", "'why'", "''"),
    DATUM("other", "'why do you like it'", "'Who?'"),
    DATUM("a", "'Espresso'", "'tea'"),
    DATUM("b", "'ESPRESSO'", "'green tea'"),
    DATUM("query", "'session token refresh'", "'api'"),
    DATUM("round", "1", "2", "3", "4", "'R5'"),
    DATUM("gate_passed", "1", "0"),
    DATUM("recent_sources", "12", "10", "9", "'11'"),
    DATUM("critical_contradictions", "0", "0", "0", "1"),
    DATUM("rank", "1", "2", "3", "4", "5", "6"),
    DATUM("relevant", "1", "0", "2"),
    DATUM("gain", "1", "0", "3"),
    DATUM("vetoed", "0", "0", "1"),
    DATUM("source", "1", "2", "3", "4", "'b'"),
    DATUM("target", "1", "2", "3", "4", "'b'"),
    DATUM("cluster_source", "1", "2", "NULL"),
    DATUM("cluster_target", "1", "2", "NULL"),
    DATUM("cluster", "'ann'", "'bob'", "'eve'"),
    DATUM("passed", "1", "0", "'1'", "NULL"),
    DATUM("unit", "1", "2", "3", "'b'"),
    CHOICE("level", "'nominal'", "'Ordinal'", "'interval'", "'ratio'", "NULL"),
    DATUM("focus", "1", "NULL", "'b'"),
    CHOICE("weights", "'equal'", "'ROC'", "'proposed'", "'[1, 2, 0, 4, 5]'",
           "'{\"recency\": 1, \"coverage\": 0.5}'", PACKED),
    CHOICE("around", "NULL", "'roc'", "'[1, 1, 1, 1, 9]'"),
    CHOICE("method", "'arithmetic'", "'Geometric'", "NULL"),
    CHOICE("confidence", "0.95", "0.99", "'0.5'"),
    CHOICE("high", "0.75", "0.5", "'0.8'"),
    CHOICE("elite", "0.9", "1", "0.85"),
    CHOICE("medium", "0.5", "0", "0.4"),
    CHOICE("min_sources", "0", "10", "'3'"),
    CHOICE("power", "0.8", "0.95", "'0.5'"),
    CHOICE("min_ci", "0.8", "0", "1"),
    CHOICE("difficulty", "'easy'", "'HARD'", "NULL"),
    CHOICE("tier", "'High'", "'low'", "NULL"),
    CHOICE("minimum", "'Medium'", "'ELITE'"),
    CHOICE("patience", "1", "2", "3"),
    CHOICE("max_rounds", "1", "4", "9"),
    CHOICE("round_type", "'integer'", "'Text'", "'blob'", "'real'", "NULL"),
    CHOICE("seed", "42", "0", "-9223372036854775807"),
    CHOICE("concentration", "1", "0.5", "100", "1e-3"),
    CHOICE("k", "1", "3", "10"),
    CHOICE("mode", "'quick'", "'Standard'", "'deep'"),
    CHOICE("otherwise", "NULL", "1", "5"),
    CHOICE("min_full", "4", "7"),
    CHOICE("min_short", "1", "0", "4"),
    CHOICE("phase", "'exploratory'", "'Focused'", "'closing'"),
    CHOICE("scorer", "'ambiguity'", "'coverage_gap'", "'novelty'"),
    CHOICE("weight", "1", "0.5", "0"),
    CHOICE("multiplier", "1", "0.8", "1.3"),
    CHOICE("tier0", "-1", "-0.8"),
    CHOICE("tier1", "-0.8", "-0.5"),
    CHOICE("tier2", "-0.2", "0"),
    CHOICE("threshold", "0.85", "0", "1"),
    CHOICE("phrases", "'[\"keine ahnung\"]'", "'[]'"),
    CHOICE("min_mentions", "5", "0"),
    CHOICE("min_relations", "2", "0"),
    CHOICE("exploratory_min_turns", "4", "8"),
    CHOICE("exploratory_max_turns", "20", "8"),
    CHOICE("focused_coverage", "0.5", "0"),
    CHOICE("closing_min_turns", "15", "0"),
    CHOICE("closing_coverage", "0.95", "1"),
    CHOICE("path", "'config/evaluation.yaml'", "'config/scoring.yaml'"),
    CHOICE("rubric", "'research'", "'Research'"),
    CHOICE("prefix", "'evaluation'", "'evaluation.rubrics'", "''"),
    CHOICE("key", "'evaluation.deep_research.patience'",
           "'tier1_vetoes.knowledge_ceiling.negative_phrases'",
           "'evaluation.deep_research.weights.default'"),
    CHOICE("hash", "assay_settings_hash()"),
    CHOICE("edges_sql", "'SELECT 1 AS source, 2 AS target UNION ALL SELECT 2, 3'",
           "'SELECT n % 4, n % 3, n FROM call_rows'", "'SELECT v0, v1 FROM call_rows'"),
    CHOICE("visited_sql", "'SELECT 2'", "NULL", "'SELECT v0 FROM call_rows'"),
    CHOICE("max_hops", "0", "1", "3"),
    CHOICE("'strict'", "'strict'"),
    SHARED("total_relevant", "3", "10", "0"),
    COST("samples", "1", "7", "50"),
    COST("n", "0", "1", "5"),
};

static const struct argument anything = {.name = "anything"};

/* Returns the beginning of an argument in the signature, or NULL if the signature has
** fewer arguments. */
static const char *place_of(const char *signature, int index) {
  const char *at = strchr(signature, '(');
  for (; at != NULL && index > 0; index--)
    at = strchr(at + 1, ',');
  return at == NULL ? NULL : at + 1 + strspn(at + 1, " [");
}

static bool is_name(const char *place, const char *name) {
  size_t length = strlen(name);
  return strncmp(place, name, length) == 0 && strchr(" ,)]", place[length]) != NULL;
}

const struct argument *argument_of(const struct call *call, int index) {
  const char *place = place_of(call->signature, index);
  for (size_t i = 0; place != NULL && i < sizeof arguments / sizeof *arguments; i++)
    if (is_name(place, arguments[i].name)) return &arguments[i];
  return &anything;
}

static bool is_used(const struct calls *calls, const struct argument *argument) {
  for (int c = 0; c < calls->count; c++)
    for (int i = 0; i < calls->items[c].arguments; i++)
      if (argument_of(&calls->items[c], i) == argument) return true;
  return false;
}

void arguments_check(const struct calls *calls) {
  for (size_t i = 0; i < sizeof arguments / sizeof *arguments; i++)
    if (!is_used(calls, &arguments[i])) {
      fuzz_fail("no signature has an argument of this name", arguments[i].name);
    }
}

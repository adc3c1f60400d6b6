/* Tests the relevance gate: cutoffs and decisions. */
#include "../tap.h"

#include <string.h>

#include "core/retrieval/relevance.h"

static void test_keep(void) {
  tap_ok(relevance_keeps(3, 3, 3), "a score at the cutoff is kept");
  tap_ok(!relevance_keeps(2.999, 3, 3), "a score below it is dropped");
  tap_ok(relevance_keeps(MISSING, 3, 3), "when in doubt, keep it");
  tap_ok(!relevance_keeps(MISSING, 4, 3),
         "the default score has to reach the cutoff, too");
  tap_ok(!relevance_keeps(MISSING, 3, 2), "another default score");
  tap_ok(!relevance_keeps(-7, 3, 3), "a number below the scale is its lowest");
  tap_ok(relevance_keeps(70, 5, 3), "one above is its highest");
}

/* Tests the design's table "Mode Thresholds" and the five rows of its "Validation
** Summary". */
static void test_decide(void) {
  const struct {
    const char *mode;
    double survivors;
    enum relevance_decision decision;
  } rows[] = {
      {"quick", 3, DECISION_FULL_REPORT},
      {"quick", 2, DECISION_SHORT_REPORT},
      {"quick", 1, DECISION_SHORT_REPORT},
      {"quick", 0, DECISION_INSUFFICIENT_DATA},
      {"standard", 3, DECISION_SHORT_REPORT},
      {"standard", 4, DECISION_FULL_REPORT},
      {"standard", 2, DECISION_SHORT_REPORT},
      {"standard", 1, DECISION_INSUFFICIENT_DATA},
      {"standard", 0, DECISION_INSUFFICIENT_DATA},
      {"standard", 7, DECISION_FULL_REPORT},
      {"standard", 5, DECISION_FULL_REPORT},
      {"deep", 5, DECISION_FULL_REPORT},
      {"Deep", 4, DECISION_SHORT_REPORT},
      {"DEEP", 1, DECISION_INSUFFICIENT_DATA},
      {"deep", MISSING, DECISION_INSUFFICIENT_DATA},
  };
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    const struct relevance_mode *mode =
        relevance_mode_find(&settings_defaults, rows[i].mode, strlen(rows[i].mode));
    tap_is_int(relevance_decide(rows[i].survivors, mode->min_full, mode->min_short),
               rows[i].decision, "%s mode, %g survivors", rows[i].mode,
               rows[i].survivors);
  }
  tap_is_int(relevance_decide(0, 0, 0), DECISION_INSUFFICIENT_DATA,
             "none is never enough");
  tap_ok(relevance_mode_find(&settings_defaults, "fast", 4) == NULL, "no such mode");
  tap_is_text(relevance_mode_default(&settings_defaults)->name, "standard",
              "the default");
  static const struct relevance_mode only[] = {{.name = "own"}, {.name = "other"}};
  struct settings settings = {.relevance = {.modes = only, .mode_count = 2}};
  tap_is_text(relevance_mode_default(&settings)->name, "own", "or the first");
}

int main(void) {
  test_keep();
  test_decide();
  return tap_done();
}

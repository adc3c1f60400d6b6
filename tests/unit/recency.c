/* Tests the decay of old sources and the recency windows (ADR-009, sections 4.2 and
** 4.4). */
#include "../tap.h"

#include <string.h>

#include "core/research/recency.h"

static int window_of(const char *domain) {
  return recency_window(&settings_defaults, domain, domain == NULL ? 0 : strlen(domain));
}

static void test_decay(void) {
  tap_is_real(recency_decay(0, 90), 1.0, 0, "age 0");
  tap_is_real(recency_decay(90, 90), 0.5, 0, "the half-life");
  tap_is_real(recency_decay(180, 90), 0.25, 0, "twice the half-life");
  tap_is_real(recency_decay(270, 90), 0.125, 0, "three times");
  tap_is_real(recency_decay(45, 90), sqrt(0.5), 1e-15, "half the half-life");
  tap_is_real(recency_decay(1, 1), 0.5, 0, "a half-life of one day");
  tap_is_real(recency_decay(0.5, 0.25), 0.25, 0, "or of hours");
  tap_is_real(recency_decay(1e9, 1), 0.0, 0, "a very old source is worth nothing");
  tap_is_real(recency_decay(1e308, 1e-308), 0.0, 0, "also where the quotient overflows");
  tap_is_real(recency_decay(1e-308, 1e308), 1.0, 0, "or underflows");
}

/* ADR-009's table of decay at an age of one year.  Two rows of the table have misprints:
** there the test expects the formula's value. */
static void test_table(void) {
  tap_is_real(recency_decay(365, 90), 0.0601, 5e-5, "ai_ml at one year");
  tap_is_real(recency_decay(365, 180), 0.2452, 5e-5, "cloud_infrastructure at one year");
  tap_is_real(recency_decay(365, 365), 0.5, 0, "programming_languages at one year");
  tap_is_real(recency_decay(365, 730), 0.7071, 5e-5, "academic_research at one year");
}

static void test_edges(void) {
  tap_is_real(recency_decay(-1, 90), 1.0, 0, "a date in the future");
  tap_is_real(recency_decay(-1, -90), 1.0, 0, "the age is tested first");
  tap_is_real(recency_decay(0, 0), 1.0, 0, "also against half-life 0");
  tap_is_real(recency_decay(1, 0), 0.0, 0, "half-life 0");
  tap_is_real(recency_decay(1, -0.0), 0.0, 0, "of either sign");
  tap_is_real(recency_decay(1, -5), 0.0, 0, "a negative half-life");
  tap_is_real(recency_decay(MISSING, 90), MISSING, 0, "a missing age");
  tap_is_real(recency_decay(MISSING, 0), MISSING, 0, "is missing at half-life 0 as well");
}

static void test_windows(void) {
  tap_is_int(window_of("ai_ml"), 90, "ai_ml");
  tap_is_int(window_of("ai_software"), 120, "ai_software");
  tap_is_int(window_of("cloud_infrastructure"), 180, "cloud_infrastructure");
  tap_is_int(window_of("programming_languages"), 365, "programming_languages");
  tap_is_int(window_of("academic_research"), 730, "academic_research");
  tap_is_int(window_of("gardening"), 183, "an unknown domain");
  tap_is_int(window_of(NULL), 183, "no domain");
  tap_is_int(window_of(""), 183, "an empty domain");
  tap_is_int(window_of("AI_ML"), 183, "domains match exactly");
  tap_is_int(recency_window(&settings_defaults, "ai_ml\0", 6), 183, "to the last byte");
  tap_is_int(recency_window(&settings_defaults, "ai_mlx", 5), 90, "and no further");
  static const struct recency_window same_length[] = {
      {.domain = "gold", .length = 4, .days = 1},
      {.domain = "oils", .length = 4, .days = 2},
      {.domain = "wood", .length = 4, .days = 3}};
  struct settings settings = settings_defaults;
  settings.deep_research.windows = same_length;
  settings.deep_research.window_count = 3;
  tap_is_int(recency_window(&settings, "gold", 4), 1, "the first of one length");
  tap_is_int(recency_window(&settings, "oils", 4), 2, "the second");
  tap_is_int(recency_window(&settings, "wood", 4), 3, "the last");
  tap_is_int(recency_window(&settings, "rice", 4), 183, "and none of them");
}

/* A domain is found by its name, not only by the name's length.  Entries after the list's
** length do not count. */
static void test_alike(void) {
  const struct recency_window windows[] = {
      {"tea", 3, 10}, {"rum", 3, 20}, {"gin", 3, 30}, {"rye", 3, 40}};
  struct settings settings = settings_defaults;
  settings.deep_research.windows = windows;
  settings.deep_research.window_count = 3;
  settings.deep_research.default_window = 99;
  tap_is_int(recency_window(&settings, "tea", 3), 10, "the first");
  tap_is_int(recency_window(&settings, "rum", 3), 20, "one between");
  tap_is_int(recency_window(&settings, "gin", 3), 30, "the last");
  tap_is_int(recency_window(&settings, "rye", 3), 99, "none of them");
  tap_is_int(recency_window(&settings, "gim", 3), 99, "nor the letter before");
  tap_is_int(recency_window(&settings, "gio", 3), 99, "or after it");
  tap_is_int(recency_window(&settings, "ru", 2), 99, "none of that length");
  tap_ok(recency_window_search(&settings, "teas", 3) == &windows[0],
         "searched, the first");
  tap_ok(recency_window_search(&settings, "ru", 2) == NULL,
         "the beginning of a name is no name");
}

static void test_recent(void) {
  tap_ok(recency_is_recent(90, 90), "90 days are inside 90");
  tap_ok(!recency_is_recent(91, 90), "91 are not");
  tap_ok(!recency_is_recent(90.0001, 90), "nor is a bit more than 90");
  tap_ok(recency_is_recent(-3, 90), "a date in the future is recent");
  tap_ok(!recency_is_recent(MISSING, 90), "an undated source is not (R3)");
  tap_ok(!recency_is_recent(1, MISSING), "nothing is within a missing window (R3)");
}

int main(void) {
  test_decay();
  test_table();
  test_edges();
  test_windows();
  test_alike();
  test_recent();
  return tap_done();
}

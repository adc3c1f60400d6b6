/*
** Freshness in SQL.
**
**   freshness_window(age_days)    an aggregate and a window function
**   freshness_class(days)
**
** The window is the median of the ages >= 0, held within 1..730 days; NULL for fewer than
** five of them.  A missing age, and a negative one (a date in the future), is left out.
** Source: ADR-007 section 5.4.
**
** Ages are kept in order: see sorted.h for what that costs.
*/
#include "../core/freshness.h"

#include "argument.h"
#include "modules.h"
#include "sorted.h"

static int compare_ages(const void *a, const void *b) {
  double x = *(const double *)a;
  double y = *(const double *)b;
  return (x > y) - (x < y);
}

static const struct sorted_kind ages_kind = {sizeof(double), compare_ages};

static void step(sqlite3_context *context, int argc, sqlite3_value **argv) {
  (void)argc;
  double age = argument_number(argv[0]);
  if (!(age >= 0)) return;
  struct sorted *ages = sqlite3_aggregate_context(context, sizeof *ages);
  if (ages == NULL || !sorted_add(ages, &ages_kind, &age)) {
    sqlite3_result_error_nomem(context);
  }
}

static void inverse(sqlite3_context *context, int argc, sqlite3_value **argv) {
  (void)argc;
  double age = argument_number(argv[0]);
  struct sorted *ages = sqlite3_aggregate_context(context, 0);
  if (age >= 0) sorted_take(context, ages, &ages_kind, &age);
}

static void window(sqlite3_context *context) {
  struct sorted *ages = sqlite3_aggregate_context(context, 0);
  if (ages == NULL || ages->items.count == 0) return;
  const double *sorted = sorted_items(context, ages, &ages_kind);
  if (sorted == NULL) return;
  double days = freshness_window(sorted, ages->items.count);
  if (!is_missing(days)) sqlite3_result_double(context, days);
}

static void finish(sqlite3_context *context) {
  window(context);
  struct sorted *ages = sqlite3_aggregate_context(context, 0);
  if (ages != NULL) deque_clear(&ages->items);
}

static void class_of(sqlite3_context *context, int argc, sqlite3_value **argv) {
  (void)argc;
  const struct freshness_classes *classes =
      &settings_of(context)->deep_research.freshness;
  const char *name = freshness_class(argument_number(argv[0]), classes);
  if (name != NULL) sqlite3_result_text(context, name, -1, SQLITE_STATIC);
}

static const struct sql_function functions[] = {
    {"freshness_window",
     1,
     KIND_AGGREGATE,
     PURE,
     {.step = step, .inverse = inverse, .value = window, .final = finish},
     "freshness_window(age_days)",
     "The half-life in days that the sources' own ages show: their median, within 1..730",
     "SELECT freshness_window(column1) FROM (VALUES (3), (10), (-2), (25), (40), (400))",
     "25.0"},
    {PURE_SCALAR("freshness_class", 1, class_of), "freshness_class(days)",
     "'market_data', 'current_events', 'technology', 'academic' or 'foundational'",
     "freshness_class(25)", "current_events"},
};

const struct sql_module freshness_module = {"freshness", "Freshness", functions,
                                            COUNT_OF(functions)};

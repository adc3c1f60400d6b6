/*
** For how many days a source counts as recent, in SQL.
**
**   freshness_window(age_days)    an aggregate and a window function
**   freshness_class(days)
**
** freshness_window is the median of the ages >= 0, in days, but at least 1 and at most
** 730.  With fewer than five ages >= 0 the answer is NULL.  Missing and negative
** ages (dates in the future) are left out.  Source: ADR-007 section 5.4.
**
** The ages in a window frame are sorted; sorted.h states the cost.
*/
#include "core/research/freshness.h"

#include "bind/aggregate.h"
#include "bind/argument.h"
#include "functions/modules.h"
#include "base/sort.h"
#include "bind/sorted.h"

static const struct sorted_kind ages_kind = {.size = sizeof(double),
                                             .compare = sort_compare_doubles};

struct freshness_group {
  struct agreement agreement;
  struct sorted ages; /* of double */
};

static bool freshness_enter(sqlite3_context *context, void *group, int argc,
                            sqlite3_value **argv) {
  struct freshness_group *freshness = group;
  double age = argument_number(argv[0]);
  return age >= 0 &&
         aggregate_kept(context, group, sorted_add(&freshness->ages, &ages_kind, &age));
}

static void freshness_leave(sqlite3_context *context, void *group, sqlite3_value **argv) {
  struct freshness_group *freshness = group;
  double age = argument_number(argv[0]);
  sorted_drop(context, &freshness->ages, &ages_kind, &age);
}

static void freshness_answer(sqlite3_context *context, void *group) {
  struct freshness_group *freshness = group;
  const double *sorted = sorted_items(context, &freshness->ages, &ages_kind);
  if (sorted == NULL) return;
  double days = freshness_window(sorted, freshness->ages.items.count);
  if (!is_missing(days)) sqlite3_result_double(context, days);
}

static void freshness_clear(void *group) {
  struct freshness_group *freshness = group;
  deque_clear(&freshness->ages.items);
}

static void freshness_class_of(sqlite3_context *context, int argc, sqlite3_value **argv) {
  const struct freshness_classes *classes =
      &settings_of(context)->deep_research.freshness;
  const char *name = freshness_class(argument_number(argv[0]), classes);
  if (name != NULL) sqlite3_result_text(context, name, -1, SQLITE_STATIC);
}

static const struct sql_function functions[] = {
    {"freshness_window", 1, PURE,
     AGGREGATE(struct freshness_group, freshness_enter, freshness_leave, freshness_answer,
               freshness_clear, NULL),
     "freshness_window(age_days)",
     "The half-life in days that the sources' own ages show: their median, within 1..730",
     "SELECT freshness_window(column1) FROM (VALUES (3), (10), (-2), (25), (40), (400))",
     "25.0"},
    {"freshness_class", 1, PURE, SCALAR(freshness_class_of), "freshness_class(days)",
     "'market_data', 'current_events', 'technology', 'academic' or 'foundational'",
     "freshness_class(25)", "current_events"},
};

const struct sql_module freshness_module = {
    "freshness", "Freshness", "how fresh is a source", functions, COUNT_OF(functions)};

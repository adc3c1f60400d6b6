/*
** Recency in SQL: how fresh a source is.
**
**   recency_decay(age_days [, domain TEXT or half_life_days NUMBER])
**   recency_window([domain])
**   is_recent(age_days [, domain TEXT or days NUMBER])
**   recency_report(published, as_of, domain TEXT or days NUMBER)
**
** A domain is a field of knowledge.  Each domain has a window in days.  A source as old
** as the window is half as fresh as a new source; an older source is not recent.
**
** If the last argument is a TEXT that names a domain of the settings exactly, it means
** this domain.  Otherwise a TEXT that is entirely a number is a number of days, because
** some clients bind every value as TEXT.  Any other TEXT is an unknown domain.  For
** recency_window every TEXT is a name.  If the domain is unknown, or the last argument is
** missing (NULL, a BLOB, an infinity), the default window is used.  Source: ADR-009 4.2,
** 4.4.
**
** The aggregate and window function recency_report computes the score of a round's
** dimension Recency from the round's sources.  Every row is a source; a group without
** rows gives NULL.
**
** The answer is JSON with three counts: all sources, dated sources (age_days() can
** compute their age), and recent sources (by is_recent()).  The JSON also has two
** quotients: the share of recent sources among all (ADR-007 section 4.1), and the mean of
** recency_decay().  In this mean an undated source counts as 0.  Sums are exact and each
** quotient is rounded once, so the order of the rows does not matter.
*/
#include "core/research/recency.h"

#include "bind/aggregate.h"
#include "bind/argument.h"
#include "bind/exact_memory.h"
#include "bind/json.h"
#include "functions/modules.h"
#include "functions/research/helpers/date_argument.h"

/* Reads the window in days from the second argument, if the call has one.  Returns false
** when out of memory. */
static inline bool recency_window_argument(sqlite3_context *context, int argc,
                                           sqlite3_value **argv, double *days) {
  const struct settings *settings = settings_of(context);
  *days = recency_default_window(settings);
  if (argc < 2) return true;
  if (sqlite3_value_type(argv[1]) == SQLITE_TEXT) {
    struct text domain;
    if (!argument_known_text(context, argv[1], &domain)) return false;
    const struct recency_window *window =
        recency_window_find(settings, domain.bytes, domain.length);
    if (window != NULL) {
      *days = window->days;
      return true;
    }
  }
  double stated = argument_number(argv[1]);
  if (!is_missing(stated)) *days = stated;
  return true;
}

static void recency_decay_call(sqlite3_context *context, int argc, sqlite3_value **argv) {
  double half_life;
  if (!recency_window_argument(context, argc, argv, &half_life)) return;
  double decay = recency_decay(argument_number(argv[0]), half_life);
  if (!is_missing(decay)) sqlite3_result_double(context, decay);
}

static void recency_window_call(sqlite3_context *context, int argc,
                                sqlite3_value **argv) {
  const struct settings *settings = settings_of(context);
  int days = recency_default_window(settings);
  if (argc > 0 && sqlite3_value_type(argv[0]) == SQLITE_TEXT) {
    struct text domain;
    if (!argument_known_text(context, argv[0], &domain)) return;
    days = recency_window(settings, domain.bytes, domain.length);
  }
  sqlite3_result_int(context, days);
}

static void recency_recent(sqlite3_context *context, int argc, sqlite3_value **argv) {
  double days;
  if (!recency_window_argument(context, argc, argv, &days)) return;
  sqlite3_result_int(context, recency_is_recent(argument_number(argv[0]), days));
}

/* Counts and a sum; agreement.counting is the number of sources. */
struct recency_group {
  struct agreement agreement;
  sqlite3_int64 dated;
  sqlite3_int64 recent;
  struct exact_sum decays;
};

struct recency_source {
  double age_days; /* missing for an undated source */
  double window_days;
};

static inline bool recency_source_arguments(sqlite3_context *context,
                                            sqlite3_value **argv,
                                            struct recency_source *source) {
  enum date_reading reading, as_of_reading;
  struct date published, as_of;
  source->age_days = MISSING;
  if (!recency_window_argument(context, 2, argv + 1, &source->window_days)) return false;
  if (!date_argument(context, argv[1], &as_of_reading, &as_of)) return false;
  if (!date_argument(context, argv[0], &reading, &published)) return false;
  if (reading == DATE_READ && as_of_reading == DATE_READ && as_of.is_day) {
    source->age_days = as_of.day - published.day;
  }
  return true;
}

static bool recency_enter(sqlite3_context *context, void *group, int argc,
                          sqlite3_value **argv) {
  struct recency_group *round = group;
  struct recency_source source;
  if (!recency_source_arguments(context, argv, &source)) return false;
  if (is_missing(source.age_days)) return true;
  double decay = recency_decay(source.age_days, source.window_days);
  round->dated++;
  round->recent += recency_is_recent(source.age_days, source.window_days);
  return aggregate_kept(context, group,
                        exact_memory_add(&round->decays, exact_from_double(decay)));
}

/* Subtracting needs no memory: exact_memory_add() has given the sum enough digits. */
static void recency_leave(sqlite3_context *context, void *group, sqlite3_value **argv) {
  struct recency_group *round = group;
  struct recency_source source;
  if (!recency_source_arguments(context, argv, &source)) return;
  if (is_missing(source.age_days)) return;
  double decay = recency_decay(source.age_days, source.window_days);
  round->dated--;
  round->recent -= recency_is_recent(source.age_days, source.window_days);
  exact_sum_add(&round->decays, exact_negated(exact_from_double(decay)));
}

static void recency_clear(void *group) {
  struct recency_group *round = group;
  exact_memory_free(&round->decays);
}

static void recency_answer(sqlite3_context *context, void *group) {
  struct recency_group *round = group;
  uint64_t sources = round->agreement.counting;
  struct json json = json_open(context);
  json_key_number(&json, "sources", (double)sources);
  json_key_number(&json, "dated_sources", (double)round->dated);
  json_key_number(&json, "recent_sources", (double)round->recent);
  json_key_number(&json, "recency", (double)round->recent / (double)sources);
  json_key_number(&json, "mean_decay", exact_sum_mean(&round->decays, sources));
  json_result(context, &json);
}

static const struct sql_function functions[] = {
    {"recency_decay", 1, PURE, SCALAR(recency_decay_call), "recency_decay(age_days)",
     "Freshness 0..1 that halves with every default window; NULL for a missing age",
     "recency_decay(183)", "0.5"},
    {"recency_decay", 2, PURE, SCALAR(recency_decay_call),
     "recency_decay(age_days, domain TEXT)",
     "Freshness with the domain's window as half-life; an unknown domain takes the "
     "default",
     "recency_decay(90, 'ai_ml')", "0.5"},
    {"recency_decay", 2, PURE, SCALAR(recency_decay_call),
     "recency_decay(age_days, half_life_days NUMBER)",
     "exp(-ln 2 * age / half-life): 1 at age <= 0, .5 at the half-life; 0 if "
     "half-life <= 0",
     "recency_decay(60, 30)", "0.25"},
    {"recency_window", 0, PURE, SCALAR(recency_window_call), "recency_window()",
     "The default window, in days", "recency_window()", "183"},
    {"recency_window", 1, PURE, SCALAR(recency_window_call), "recency_window(domain)",
     "The window of a domain, in days; names match exactly", "recency_window('ai_ml')",
     "90"},
    {"is_recent", 1, PURE, SCALAR(recency_recent), "is_recent(age_days)",
     "1 if the age is within the default window, else 0; a missing age is not recent",
     "is_recent(183)", "1"},
    {"is_recent", 2, PURE, SCALAR(recency_recent), "is_recent(age_days, domain or days)",
     "1 if the age is within the domain's window or the given days, both ends in, else 0",
     "is_recent(91, 'ai_ml')", "0"},
    {"recency_report", 3, JSON_RESULT,
     AGGREGATE(struct recency_group, recency_enter, recency_leave, recency_answer,
               recency_clear, NULL),
     "recency_report(published, as_of, domain or days)",
     "JSON about the sources of a round: counts, share of recent ones, mean decay",
     "SELECT recency_report(column1, '2026-06-30', 'ai_ml') "
     "FROM (VALUES ('2026-06-30'), ('2026-04-01'), ('2026-01-01'), ('last year'))",
     "{\"sources\":4,\"dated_sources\":3,\"recent_sources\":2,\"recency\":0.5,"
     "\"mean_decay\":0.4375}"},
};

const struct sql_module recency_module = {"recency", "Recency", "how fresh is a source",
                                          functions, COUNT_OF(functions)};

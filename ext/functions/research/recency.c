/*
** Recency in SQL.
**
**   recency_decay(age_days [, domain TEXT or half_life_days NUMBER])
**   recency_window([domain])
**   is_recent(age_days [, domain TEXT or days NUMBER])
**
** A second argument that is TEXT is the name of a domain where the settings have one of
** exactly that name; else it is days if it is entirely a number, as clients that bind
** every value as TEXT send them.  Any other text is an unknown domain.  That, and what is
** missing (NULL, a BLOB, an infinity), stands for the default window.
** Source: ADR-009 sections 4.2 and 4.4.
*/
#include "core/research/recency.h"

#include "bind/argument.h"
#include "functions/modules.h"

/* The window in days that a second argument names or states, if there is one.  False when
** out of memory. */
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

static const struct sql_function functions[] = {
    {"recency_decay", 1, PURE, SCALAR(recency_decay_call), "recency_decay(age_days)",
     "Freshness 0..1 that halves with every default window; NULL for a missing age",
     "recency_decay(183)", "0.5"},
    {"recency_decay", 2, PURE, SCALAR(recency_decay_call),
     "recency_decay(age_days, domain TEXT)",
     "Freshness with the domain's window as half-life; an unknown domain has the default",
     "recency_decay(90, 'ai_ml')", "0.5"},
    {"recency_decay", 2, PURE, SCALAR(recency_decay_call),
     "recency_decay(age_days, half_life_days NUMBER)",
     "exp(-ln 2 * age / half-life): 1 at age <= 0, .5 at the half-life, "
     "0 where it is <= 0",
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
};

const struct sql_module recency_module = {"recency", "Recency", "how fresh is a source",
                                          functions, COUNT_OF(functions)};

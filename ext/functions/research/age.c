/*
** Ages in SQL.
**
**   age_days(published, as_of)
**
** The answer is the number of whole calendar days from `published` to `as_of`, negative
** if `published` is later.  Rules D1 to D9 of core/research/date.h say how dates are
** read.  The answer is NULL if a date can't be read.  If `published` is only a month or a
** year, it is read as the first day of that month or year: the source then seems older.
** If `as_of` is only a month or a year, the answer is NULL, because its first day would
** make all sources seem younger (rule R3, REFERENCE.md).  `as_of` has no default: with
** today as default, answers would change overnight.
**
** If `as_of` is constant, it is read once for each statement.
*/
#include "functions/research/helpers/date_argument.h"
#include "functions/modules.h"

/* Sets `*day` to the day of `as_of`, or to MISSING if `as_of` can't be used.  Returns
** false and sets the error when out of memory. */
static bool age_as_of(sqlite3_context *context, sqlite3_value *value, double *day) {
  const double *known = auxdata_numbers(context, 1);
  enum date_reading reading;
  struct date date;
  if (known != NULL) {
    *day = *known;
    return true;
  }
  if (!date_argument(context, value, &reading, &date)) return false;
  *day = reading == DATE_READ && date.is_day ? date.day : MISSING;
  auxdata_keep_numbers(context, 1, 1, day);
  return true;
}

static void age_days(sqlite3_context *context, int argc, sqlite3_value **argv) {
  enum date_reading reading;
  struct date published;
  double as_of;
  if (!age_as_of(context, argv[1], &as_of) || is_missing(as_of)) return;
  if (!date_argument(context, argv[0], &reading, &published)) return;
  if (reading == DATE_READ) sqlite3_result_int(context, (int)as_of - published.day);
}

static const struct sql_function functions[] = {
    {"age_days", 2, PURE, SCALAR(age_days), "age_days(published, as_of)",
     "Calendar days from one date (ISO 8601, RFC 2822, HTTP, Unix time) to the other, "
     "else NULL",
     "age_days('Tue, 03 Feb 2026 10:00:00 GMT', '2026-03-03')", "28"},
};

const struct sql_module age_module = {"age", "Ages", "how fresh is a source", functions,
                                      COUNT_OF(functions)};

/*
** Reads a date from an argument.
*/
#ifndef ASSAY_FUNCTIONS_RESEARCH_HELPERS_DATE_ARGUMENT_H
#define ASSAY_FUNCTIONS_RESEARCH_HELPERS_DATE_ARGUMENT_H

#include "core/research/date.h"

#include "bind/argument.h"

/* Reads a date by the rules of core/research/date.h.  NULL and a BLOB are no dates.
** Returns false and sets the error when out of memory. */
static inline bool date_argument(sqlite3_context *context, sqlite3_value *value,
                                 enum date_reading *reading, struct date *date) {
  struct text text;
  int type = sqlite3_value_type(value);
  *reading = DATE_NONE;
  if (type == SQLITE_TEXT) {
    if (!argument_known_text(context, value, &text)) return false;
    *reading = date_from_text(text.bytes, text.length, date);
  } else if (type == SQLITE_INTEGER || type == SQLITE_FLOAT) {
    *reading = date_from_number(sqlite3_value_double(value), date);
  }
  return true;
}

#endif

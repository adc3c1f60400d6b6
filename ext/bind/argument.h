/*
** Arguments: SQL values to plain data, and the errors for what can't be used.
**
** Data that can't be used are missing, a NaN; mistakes in the call are errors (rule R1).
** Each reader looks at a value once, its type first, because decoding dominates the cost
** of a cheap function.
*/
#ifndef ASSAY_BIND_ARGUMENT_H
#define ASSAY_BIND_ARGUMENT_H

#include "bind/connection.h"
#include "bind/auxdata.h"

#include "base/missing.h"
#include "base/name.h"
#include "base/value.h"

/* A text or a blob that belongs to SQLite: borrowed until the value changes. */
struct text {
  const char *bytes;
  size_t length;
};

/* The double nearest to a TEXT that is entirely a number, white space around it allowed;
** otherwise missing. */
double argument_number_from_text(sqlite3_value *value);

/* The number that a value holds; missing if it holds none.  It may be infinite: each
** reader below has a test of its own that leaves infinities out. */
static inline double argument_any_number(sqlite3_value *value) {
  int type = sqlite3_value_type(value);
  if (type == SQLITE_FLOAT || type == SQLITE_INTEGER) return sqlite3_value_double(value);
  return type == SQLITE_TEXT ? argument_number_from_text(value) : MISSING;
}

/* A finite number, or missing (rule R2). */
static inline double argument_number(sqlite3_value *value) {
  double number = argument_any_number(value);
  return number - number == 0 ? number : MISSING;
}

/* argument_exact_number() for a TEXT. */
bool argument_exact_from_text(sqlite3_value *value, struct value *number);

/* A finite number with all its digits.  An INTEGER, or a TEXT that is a 64-bit integer,
** is given as an integer; any other number as a real.  False for what is missing (rule
** R2).  It is inline because a call would cost mean_of() over one group 5 % more
** instructions. */
static inline bool argument_exact_number(sqlite3_value *value, struct value *number) {
  switch (sqlite3_value_type(value)) {
  case SQLITE_INTEGER:
    *number =
        (struct value){.type = VALUE_INTEGER, .is.integer = sqlite3_value_int64(value)};
    return true;
  case SQLITE_FLOAT:
    *number = (struct value){.type = VALUE_REAL, .is.real = sqlite3_value_double(value)};
    return isfinite(number->is.real);
  case SQLITE_TEXT:
    return argument_exact_from_text(value, number);
  default:
    return false;
  }
}

/* A number in 0..1, or missing. */
static inline double argument_score(sqlite3_value *value) {
  return score_or_missing(argument_any_number(value));
}

/* A whole number >= 0, or missing: `12.0` and `'12'` are counts, `12.7` is missing. */
double argument_count(sqlite3_value *value);

/* An INTEGER, or a number or TEXT that is one exactly.  False for anything else. */
bool argument_integer(sqlite3_value *value, sqlite3_int64 *integer);

/* 0 or 1, or missing: a flag that is neither tells nothing. */
static inline double argument_flag(sqlite3_value *value) {
  return flag_or_missing(argument_any_number(value));
}

/* A whole number >= 0, or a number in 0..1, that the call states: anything else is a
** mistake.  False with the error set. */
bool argument_stated_count(sqlite3_context *context, sqlite3_value *value,
                           const char *argument, double *count);
bool argument_stated_score(sqlite3_context *context, sqlite3_value *value,
                           const char *argument, double *score);

/* A whole number >= 1 that the call states, as a parameter of the group. */
bool argument_stated_positive(sqlite3_context *context, sqlite3_value *value,
                              const char *argument, struct value *stated);

/* The bytes of a value as text; the caller has looked at its type.  False when out of
** memory, with the error set. */
static inline bool argument_known_text(sqlite3_context *context, sqlite3_value *value,
                                       struct text *text) {
  text->bytes = (const char *)sqlite3_value_text(value);
  text->length = (size_t)sqlite3_value_bytes(value);
  if (text->bytes != NULL) return true;
  sqlite3_result_error_nomem(context);
  return false;
}

/* The bytes of a TEXT value.  False for any other type, with `bytes` NULL, and when out
** of memory, then with the error set. */
static inline bool argument_text(sqlite3_context *context, sqlite3_value *value,
                                 struct text *text) {
  *text = (struct text){NULL, 0};
  return sqlite3_value_type(value) == SQLITE_TEXT &&
         argument_known_text(context, value, text);
}

/* A name that may be left out: for any type but TEXT it is empty, with `bytes` NULL.
** False when out of memory, with the error set. */
static inline bool argument_optional_text(sqlite3_context *context, sqlite3_value *value,
                                          struct text *text) {
  *text = (struct text){NULL, 0};
  return sqlite3_value_type(value) != SQLITE_TEXT ||
         argument_known_text(context, value, text);
}

/* The same as argument_text() for any value but NULL and BLOB, a number as SQLite spells
** it. */
static inline bool argument_as_text(sqlite3_context *context, sqlite3_value *value,
                                    struct text *text) {
  int type = sqlite3_value_type(value);
  *text = (struct text){NULL, 0};
  return type != SQLITE_NULL && type != SQLITE_BLOB &&
         argument_known_text(context, value, text);
}

/* Such a text that may be left out: for NULL and BLOB it is empty, with `bytes` NULL.
** False when out of memory, with the error set. */
static inline bool argument_optional_as_text(sqlite3_context *context,
                                             sqlite3_value *value, struct text *text) {
  int type = sqlite3_value_type(value);
  *text = (struct text){NULL, 0};
  return type == SQLITE_NULL || type == SQLITE_BLOB ||
         argument_known_text(context, value, text);
}

/* Any value as plain data.  Bytes are borrowed until the value changes.  False when out
** of memory. */
bool argument_plain(sqlite3_value *value, struct value *plain);

/* The same in a call: when out of memory with the error set. */
static inline bool argument_value(sqlite3_context *context, sqlite3_value *value,
                                  struct value *plain) {
  if (argument_plain(value, plain)) return true;
  sqlite3_result_error_nomem(context);
  return false;
}

/* A copy of an argument that outlives the call, to be freed with sqlite3_value_free();
** NULL when out of memory.
**
** Newer versions of SQLite need memory to read a number from UTF-16, and without it call
** the text no number.  An argument belongs to a connection, which remembers that memory
** ran out and ends the statement so, whatever was made of the argument.  A copy belongs
** to none; so its text is UTF-8 from the start, which takes no memory to read. */
sqlite3_value *argument_copy(sqlite3_value *value);

/* Ends the call with `function: argument rule, got value`; the function's name comes from
** its row.  `format` states argument and rule.  While an aggregate reads a row, this and
** what is built on it is kept as the row's mistake: see aggregate.h. */
void argument_error(sqlite3_context *context, sqlite3_value *value, const char *format,
                    ...);

/* Ends the call of an aggregate with `function: argument must be the same in every row of
** a group, got one and other`.  Either is what a parameter may be: see agreement.h. */
void argument_disagree_error(sqlite3_context *context, const char *argument,
                             const struct value *one, const struct value *other);

/* argument_error() for a name that is not one of `count` known ones, which it lists.  A
** name stands first in each of `items`, which are of `size` bytes. */
void argument_name_error(sqlite3_context *context, sqlite3_value *value,
                         const char *argument, const void *items, size_t count,
                         size_t size);

/* The same messages where there is no call to end, as in a virtual table; `rule` states
** argument and rule.  To be freed with sqlite3_free(); NULL when out of memory. */
char *argument_message(const struct sql_function *function, sqlite3_value *value,
                       const char *rule);
char *argument_name_message(const struct sql_function *function, sqlite3_value *value,
                            const char *argument, const void *items, size_t count,
                            size_t size);

/* Ends the call with such a message, which it takes over; NULL when out of memory. */
void argument_result_message(sqlite3_context *context, char *message);

/* Reads a name from a list.  Returns its index, `missing` for NULL, or -1 with the error
** set where the name is unknown. */
int argument_name(sqlite3_context *context, sqlite3_value *value, const char *argument,
                  const char *const *names, int count, int missing);

/* argument_name() for argument `index` of a scalar function: the name is looked up once
** for each statement where it is constant. */
static inline int argument_constant_name(sqlite3_context *context, sqlite3_value **argv,
                                         int index, const char *argument,
                                         const char *const *names, int count,
                                         int missing) {
  const char *const *kept = auxdata_find(context, index);
  if (kept != NULL) return (int)(kept - names);
  int found = argument_name(context, argv[index], argument, names, count, missing);
  if (found >= 0 && found < count) auxdata_borrow(context, index, &names[found]);
  return found;
}

#endif

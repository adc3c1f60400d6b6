/*
** Arguments: how functions read SQL values, and how they report mistakes in a call.
**
** Data that can't be used are missing: the function that reads them returns MISSING (a
** NaN) or false.  A mistake in the call, such as an unknown name, is an error (rule R1,
** REFERENCE.md).  Each function tests a value's type first and reads the value only once,
** because a cheap SQL function spends most of its time on reading arguments.
*/
#ifndef ASSAY_BIND_ARGUMENT_H
#define ASSAY_BIND_ARGUMENT_H

#include "bind/connection.h"
#include "bind/auxdata.h"

#include "base/missing.h"
#include "base/name.h"
#include "base/value.h"

/* The bytes of a text or a blob.  SQLite owns these bytes; they are valid until the value
** changes. */
struct text {
  const char *bytes;
  size_t length;
};

/* Returns the double nearest to a TEXT that is entirely a number, with or without white
** space around the number.  For any other text returns MISSING. */
double argument_number_from_text(sqlite3_value *value);

/* Returns the number in a value, or MISSING.  The number can be infinite; the functions
** below treat an infinity as missing. */
static inline double argument_any_number(sqlite3_value *value) {
  int type = sqlite3_value_type(value);
  if (type == SQLITE_FLOAT || type == SQLITE_INTEGER) return sqlite3_value_double(value);
  return type == SQLITE_TEXT ? argument_number_from_text(value) : MISSING;
}

/* Returns the finite number in a value, or MISSING (rule R2). */
static inline double argument_number(sqlite3_value *value) {
  double number = argument_any_number(value);
  return number - number == 0 ? number : MISSING;
}

/* Does what argument_exact_number() does, for a TEXT. */
bool argument_exact_from_text(sqlite3_value *value, struct value *number);

/* Reads a finite number.  An INTEGER, or a TEXT that is a 64-bit integer, gives an
** integer with all its digits; any other number gives a real.  Returns false if the value
** is not a finite number (rule R2).  The function is inline: otherwise the SQL function
** mean_of() would need 5 % more instructions for one group. */
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

/* Returns the number if it is in 0..1, otherwise MISSING. */
static inline double argument_score(sqlite3_value *value) {
  return score_or_missing(argument_any_number(value));
}

/* Returns a whole number >= 0, otherwise MISSING.  `12.0` and `'12'` are whole. */
double argument_count(sqlite3_value *value);

/* Reads an INTEGER, or a REAL or TEXT that equals an integer exactly.  Returns false for
** any other value. */
bool argument_integer(sqlite3_value *value, sqlite3_int64 *integer);

/* Returns the number if it is 0 or 1 (a flag), otherwise MISSING. */
static inline double argument_flag(sqlite3_value *value) {
  return flag_or_missing(argument_any_number(value));
}

/* argument_stated_count() reads a whole number >= 0; argument_stated_score() reads a
** number in 0..1.  Any other value is a mistake in the call: both functions set the error
** and return false. */
bool argument_stated_count(sqlite3_context *context, sqlite3_value *value,
                           const char *argument, double *count);
bool argument_stated_score(sqlite3_context *context, sqlite3_value *value,
                           const char *argument, double *score);

/* Reads a parameter of an aggregate's group: a whole number >= 1.  For any other value,
** sets the error and returns false. */
bool argument_stated_positive(sqlite3_context *context, sqlite3_value *value,
                              const char *argument, struct value *stated);

/* Reads the bytes of a value as text.  The caller has checked the value's type.  Returns
** false and sets the error when out of memory. */
static inline bool argument_known_text(sqlite3_context *context, sqlite3_value *value,
                                       struct text *text) {
  text->bytes = (const char *)sqlite3_value_text(value);
  text->length = (size_t)sqlite3_value_bytes(value);
  if (text->bytes != NULL) return true;
  sqlite3_result_error_nomem(context);
  return false;
}

/* Reads the bytes of a TEXT value.  For any other type, returns false and sets `bytes` to
** NULL.  When out of memory, returns false and sets the error. */
static inline bool argument_text(sqlite3_context *context, sqlite3_value *value,
                                 struct text *text) {
  *text = (struct text){NULL, 0};
  return sqlite3_value_type(value) == SQLITE_TEXT &&
         argument_known_text(context, value, text);
}

/* Reads a name that the call may leave out.  For any type but TEXT the name is empty and
** `bytes` is NULL.  Returns false and sets the error when out of memory. */
static inline bool argument_optional_text(sqlite3_context *context, sqlite3_value *value,
                                          struct text *text) {
  *text = (struct text){NULL, 0};
  return sqlite3_value_type(value) != SQLITE_TEXT ||
         argument_known_text(context, value, text);
}

/* Does what argument_text() does, but also accepts a number, which becomes the text that
** SQLite writes for it. */
static inline bool argument_as_text(sqlite3_context *context, sqlite3_value *value,
                                    struct text *text) {
  int type = sqlite3_value_type(value);
  *text = (struct text){NULL, 0};
  return type != SQLITE_NULL && type != SQLITE_BLOB &&
         argument_known_text(context, value, text);
}

/* Does what argument_as_text() does, for a text that the call may leave out.  For NULL
** and BLOB the text is empty and `bytes` is NULL.  Returns false and sets the error when
** out of memory. */
static inline bool argument_optional_as_text(sqlite3_context *context,
                                             sqlite3_value *value, struct text *text) {
  int type = sqlite3_value_type(value);
  *text = (struct text){NULL, 0};
  return type == SQLITE_NULL || type == SQLITE_BLOB ||
         argument_known_text(context, value, text);
}

/* Reads a value of any type.  The bytes of `plain` are valid until `value` changes.
** Returns false when out of memory. */
bool argument_plain(sqlite3_value *value, struct value *plain);

/* Does what argument_plain() does, and sets the error when out of memory. */
static inline bool argument_value(sqlite3_context *context, sqlite3_value *value,
                                  struct value *plain) {
  if (argument_plain(value, plain)) return true;
  sqlite3_result_error_nomem(context);
  return false;
}

/* Returns a copy of an argument.  The copy outlives the call; the caller frees it with
** sqlite3_value_free().  Returns NULL when out of memory.
**
** The copy's text is UTF-8 from the start, so reading the copy needs no memory.  Some
** versions of SQLite need memory to read a number from UTF-16.  Without memory they do
** not recognise the number.  If the value is an argument, its connection then ends the
** statement with an error; a copy has no connection, so the failure would stay hidden. */
sqlite3_value *argument_copy(sqlite3_value *value);

/* Ends the call with an error such as `pass_at_k: k must be a whole number >= 1, got 0`.
** `format` and its arguments give the part between the function's name and `, got`.
** While an aggregate reads a row, the message is stored as the row's mistake instead: see
** aggregate.h. */
void argument_error(sqlite3_context *context, sqlite3_value *value, const char *format,
                    ...);

/* Ends the call of an aggregate with an error such as `pass_at_k: k must be the same in
** every row of a group, got 1 and 2`.  Both values are parameters: see agreement.h. */
void argument_disagree_error(sqlite3_context *context, const char *argument,
                             const struct value *one, const struct value *other);

/* Does what argument_error() does, for an unknown name.  The message lists the names of
** the `count` items.  Each item is a struct of `size` bytes, which begins with the item's
** name. */
void argument_name_error(sqlite3_context *context, sqlite3_value *value,
                         const char *argument, const void *items, size_t count,
                         size_t size);

/* Returns the message of argument_error(), for code outside the call of a function, such
** as a virtual table.  `rule` is the part between the function's name and `, got`.  The
** caller frees the message with sqlite3_free().  Returns NULL when out of memory. */
char *argument_message(const struct sql_function *function, sqlite3_value *value,
                       const char *rule);
char *argument_name_message(const struct sql_function *function, sqlite3_value *value,
                            const char *argument, const void *items, size_t count,
                            size_t size);

/* Ends the call with a message from argument_message(), and frees it.  A NULL message
** means out of memory. */
void argument_result_message(sqlite3_context *context, char *message);

/* Reads a name, which must be in `names`, and returns its index in `names`; for NULL
** returns `missing`.  For an unknown name, sets the error and returns -1. */
int argument_name(sqlite3_context *context, sqlite3_value *value, const char *argument,
                  const char *const *names, int count, int missing);

/* Does what argument_name() does, for argument `index` of a scalar function.  If the
** argument is constant, the name is looked up once for each statement. */
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

/*
** JSON results: built up in order, with the JSON subtype (rule R6).
**
** Writers are called between json_open() and json_result(); commas are put where they
** belong.  Numbers are written in the shortest form that reads back to the same double,
** a missing number as null.  An error when out of memory is kept and set at the end.  A
** long text looks for interrupts as it grows, within one huge value too.
*/
#ifndef ASSAY_BIND_JSON_H
#define ASSAY_BIND_JSON_H

#include "base/number.h"
#include "base/value.h"
#include "bind/connection.h"
#include "bind/interrupt.h"

/* The subtype by which SQLite knows a text as JSON. */
#define JSON_SUBTYPE 'J'

struct json {
  sqlite3_str *text;
  struct interrupt interrupt;
  bool comma;   /* a member or an element stands before */
  bool stopped; /* interrupted: what else is written is lost, so a long loop may end */
};

/* Opens a writer whose text the connection's limits bound: within an object. */
struct json json_open(sqlite3_context *context);

/* Ends that object, sets the result of the call and frees the writer. */
void json_result(sqlite3_context *context, struct json *json);

void json_begin_object(struct json *json);
void json_end_object(struct json *json);
void json_begin_array(struct json *json);
void json_end_array(struct json *json);

/* The key of the member that follows: a C string, or any text. */
void json_key(struct json *json, const char *key);
void json_key_text(struct json *json, const char *key, size_t length);

/* Values: elements of an array, or after a key. */
void json_text(struct json *json, const char *text, size_t length);
void json_name(struct json *json, const char *name); /* a C string; NULL is null */
/* A text in parts, each of them a C string. */
void json_begin_text(struct json *json);
void json_part(struct json *json, const char *part);
void json_end_text(struct json *json);
void json_number(struct json *json, double number);
void json_integer(struct json *json, sqlite3_int64 integer);

/* Any SQL value.  A BLOB, which JSON can't hold, is written as the text of its literal
** (x'00ff'), an infinity as 9e999, the number that SQLite reads back as one. */
void json_value(struct json *json, const struct value *value);

/* A member: its key, and a number, a name, a flag or any value; NULL is null. */
void json_key_number(struct json *json, const char *key, double number);
void json_key_name(struct json *json, const char *key, const char *name);
void json_key_boolean(struct json *json, const char *key, bool boolean);
void json_member_value(struct json *json, const char *key, const struct value *value);

/* Any SQL value but NULL as the key of the member that follows: a number in quotes, the
** others as json_value() writes them. */
void json_key_value(struct json *json, const struct value *key);

/* A BLOB as json_value() spells it, without the quotes around it, and a REAL: for a key
** that is made before it is written.  The first returns false if it was interrupted, the
** second returns its length. */
bool json_append_literal(sqlite3_str *text, const struct value *blob,
                         struct interrupt *interrupt);
size_t json_format_real(double real, char text[NUMBER_TEXT_SIZE]);

#endif

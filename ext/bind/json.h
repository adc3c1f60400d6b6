/*
** JSON results, written from start to end, with the JSON subtype (rule R6, REFERENCE.md).
**
** The functions below are called between json_open() and json_result(), and write the
** commas.  A number gets the shortest form that reads back to the same double; a missing
** number becomes null.  When memory runs out, only json_result() sets the error.  The
** functions check for interrupts as the text grows, also within one huge value.
*/
#ifndef ASSAY_BIND_JSON_H
#define ASSAY_BIND_JSON_H

#include "base/number.h"
#include "base/value.h"
#include "bind/connection.h"
#include "bind/interrupt.h"

/* The subtype that tells SQLite that a text is JSON. */
#define JSON_SUBTYPE 'J'

struct json {
  sqlite3_str *text;
  struct interrupt interrupt;
  bool comma;   /* the next member or element needs a comma before it */
  bool stopped; /* interrupted: the text will not be used, so loops can end */
};

/* Opens a writer and begins an object.  The text cannot grow beyond the connection's
** limit for texts. */
struct json json_open(sqlite3_context *context);

/* Ends the object of json_open(), sets the result of the call and frees the writer. */
void json_result(sqlite3_context *context, struct json *json);

void json_begin_object(struct json *json);
void json_end_object(struct json *json);
void json_begin_array(struct json *json);
void json_end_array(struct json *json);

/* The next two functions write the key of the next member: a C string, or bytes with a
** length. */
void json_key(struct json *json, const char *key);
void json_key_text(struct json *json, const char *key, size_t length);

/* The functions from here to json_value() write an element of an array, or the value of
** the key that was written last. */
void json_text(struct json *json, const char *text, size_t length);
void json_name(struct json *json, const char *name); /* a C string; NULL becomes null */
/* The next three functions write one text in several parts; each part is a C string. */
void json_begin_text(struct json *json);
void json_part(struct json *json, const char *part);
void json_end_text(struct json *json);
void json_number(struct json *json, double number);
void json_integer(struct json *json, sqlite3_int64 integer);

/* Writes any SQL value.  JSON has no BLOB, so a BLOB becomes the text of its literal
** (x'00ff').  An infinity becomes 9e999, which SQLite reads back as an infinity. */
void json_value(struct json *json, const struct value *value);

/* The next four functions write a member: a key with a number, a name, a flag or any
** value.  NULL becomes null. */
void json_key_number(struct json *json, const char *key, double number);
void json_key_name(struct json *json, const char *key, const char *name);
void json_key_boolean(struct json *json, const char *key, bool boolean);
void json_member_value(struct json *json, const char *key, const struct value *value);

/* Writes any SQL value except NULL as the key of the next member.  A number is put in
** quotes; other values are written as json_value() writes them. */
void json_key_value(struct json *json, const struct value *key);

/* Appends the literal that json_value() writes for a BLOB, without the JSON quotes.  The
** literal becomes part of a key.  Returns false if interrupted. */
bool json_append_literal(sqlite3_str *text, const struct value *blob,
                         struct interrupt *interrupt);
/* Writes a REAL as the text of a key, and returns the length of the text. */
size_t json_format_real(double real, char text[NUMBER_TEXT_SIZE]);

#endif

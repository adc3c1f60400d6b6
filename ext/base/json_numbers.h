/*
** Reads the numbers under given names in one JSON object, by four rules.
**
** (1) The text is one object in JSON's grammar (RFC 8259), with only white space around
**     it.  It is UTF-8, without control characters in strings, and has at most
**     JSON_NUMBERS_DEPTH levels.  A text that breaks rule (1) anywhere is not an object.
** (2) A member's name matches without regard to ASCII case (rule R8 in REFERENCE.md),
**     after its escapes are decoded.
** (3) A number becomes the nearest double, or an infinity.  A string that is entirely a
**     number (base/number.h) counts as that number (rule R2).  If the string has escapes,
**     it may have at most 4096 bytes.
** (4) Values under other names are skipped with everything inside them.
**
** json_numbers_read() reads the text once, without allocating memory.  If members come in
** the order of the names, one comparison finds each member's name.  Any other member is
** compared with all names.
*/
#ifndef ASSAY_BASE_JSON_NUMBERS_H
#define ASSAY_BASE_JSON_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/json_reader.h"

/* The greatest number of nested objects and arrays, including the outermost object. */
#define JSON_NUMBERS_DEPTH 1000

enum json_member {
  JSON_ABSENT,
  JSON_NUMBER,  /* a number, or a string that is a number */
  JSON_BOOLEAN, /* true (1) or false (0), for callers that accept booleans */
  JSON_UNUSABLE /* null, an object, an array, any other string, or a repeated name */
};

struct json_number {
  double value; /* missing (base/missing.h) if JSON_ABSENT or JSON_UNUSABLE */
  enum json_member member;
};

/* Reads the values of `count` names into numbers[0 .. count-1].  A name is a C string,
** and no two names may be equal apart from ASCII case.  If the text is not an object,
** returns false and treats all names as absent. */
bool json_numbers_read(const char *text, size_t length, const char *const *names,
                       int count, struct json_number *numbers);

/* The caller's function that receives a member's name; `name` points into the text. */
typedef void json_take_name(void *context, const struct json_string *name);

/* Calls `take`, in the order of the text, for each member whose name is not in `names`.
** For a repeated name, calls `take` each time.  If the text is not an object, returns
** false and never calls `take`. */
bool json_numbers_other_names(const char *text, size_t length, const char *const *names,
                              int count, json_take_name *take, void *context);

#endif

/* Values that own their bytes: see value_copy.h. */
#include "bind/value_copy.h"

#include <string.h>

/* A copy has at least one byte, because SQLite does not allocate 0 bytes. */
bool value_own(struct value *value) {
  if (!value_has_bytes(value)) return true;
  unsigned char *copy = sqlite3_malloc64(value->length + 1);
  if (copy == NULL) return false;
  if (value->length > 0) memcpy(copy, value->is.bytes, value->length);
  value->is.bytes = copy;
  return true;
}

void result_value(sqlite3_context *context, const struct value *value) {
  const char *bytes = (const char *)value->is.bytes;
  switch (value->type) { /* unreachable: a type that has no case */
  case VALUE_INTEGER:
    sqlite3_result_int64(context, value->is.integer);
    break;
  case VALUE_REAL:
    sqlite3_result_double(context, value->is.real);
    break;
  case VALUE_TEXT:
    sqlite3_result_text64(context, bytes, value->length, SQLITE_TRANSIENT, SQLITE_UTF8);
    break;
  case VALUE_BLOB:
    sqlite3_result_blob64(context, bytes, value->length, SQLITE_TRANSIENT);
    break;
  case VALUE_NULL:
    sqlite3_result_null(context);
    break;
  }
}

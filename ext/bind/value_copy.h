/*
** Plain values that own their bytes, for aggregates that remember rows, and the way back
** to SQL.
**
** What argument_value() fills in borrows the bytes of texts and blobs; a value that
** outlives its row must own a copy of them.
*/
#ifndef ASSAY_BIND_VALUE_COPY_H
#define ASSAY_BIND_VALUE_COPY_H

#include "base/value.h"
#include "bind/connection.h"

static inline bool value_has_bytes(const struct value *value) {
  return value->type == VALUE_TEXT || value->type == VALUE_BLOB;
}

/* Replaces borrowed bytes by a copy.  False when out of memory; the bytes are then still
** the borrowed ones. */
bool value_own(struct value *value);

/* Frees what value_own() copied; the value is not to be used again. */
static inline void value_free(struct value *value) {
  if (value_has_bytes(value)) sqlite3_free((void *)(uintptr_t)value->is.bytes);
}

/* Sets the result of a call to a value; texts and blobs are copied. */
void result_value(sqlite3_context *context, const struct value *value);

#endif

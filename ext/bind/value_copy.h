/*
** Values (base/value.h) that own their bytes, for aggregates that store rows.
**
** A text or blob from argument_value() points to bytes of SQLite.  A value that outlives
** its row must own a copy of these bytes.
*/
#ifndef ASSAY_BIND_VALUE_COPY_H
#define ASSAY_BIND_VALUE_COPY_H

#include "base/value.h"
#include "bind/connection.h"

static inline bool value_has_bytes(const struct value *value) {
  return value->type == VALUE_TEXT || value->type == VALUE_BLOB;
}

/* Replaces borrowed bytes by a copy.  When out of memory, returns false and leaves the
** bytes borrowed. */
bool value_own(struct value *value);

/* Frees what value_own() copied.  The value must not be used after that. */
static inline void value_free(struct value *value) {
  if (value_has_bytes(value)) sqlite3_free((void *)(uintptr_t)value->is.bytes);
}

/* Sets the result of an SQL function to this value.  SQLite copies texts and
** blobs. */
void result_value(sqlite3_context *context, const struct value *value);

#endif

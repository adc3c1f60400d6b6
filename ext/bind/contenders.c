/* The best of a sliding set of rows: see contenders.h. */
#include "contenders.h"

#include <string.h>

struct entry {
  struct contender contender; /* owns its values' bytes */
  int64_t row;
};

static struct entry *entry_at(const struct contenders *contenders, size_t index) {
  return deque_at(&contenders->queue, index, sizeof(struct entry));
}

static bool has_bytes(const struct value *value) {
  return value->type == VALUE_TEXT || value->type == VALUE_BLOB;
}

static void value_free(struct value *value) {
  if (has_bytes(value)) sqlite3_free((void *)(uintptr_t)value->is.bytes);
}

/* Replaces borrowed bytes by a copy, never of size 0: SQLite allocates none. */
static bool value_own(struct value *value) {
  if (!has_bytes(value)) return true;
  unsigned char *copy = sqlite3_malloc64(value->length + 1);
  if (copy == NULL) return false;
  if (value->length > 0) memcpy(copy, value->is.bytes, value->length);
  value->is.bytes = copy;
  return true;
}

static bool contender_own(struct contender *contender) {
  if (!value_own(&contender->round)) return false;
  if (value_own(&contender->result)) return true;
  value_free(&contender->round);
  return false;
}

static void contender_free(struct contender *contender) {
  value_free(&contender->round);
  value_free(&contender->result);
}

static struct contender *last_contender(struct contenders *contenders) {
  return &entry_at(contenders, contenders->queue.count - 1)->contender;
}

/* Dropping a row makes room for the new one, so appending can only fail where none was
** dropped: a failure changes nothing. */
bool contenders_enter(struct contenders *contenders, const struct contender *contender) {
  struct entry entry = {*contender, contenders->entered};
  if (!contender_own(&entry.contender)) return false;
  while (contenders->queue.count > 0 &&
         rounds_compare(contender, last_contender(contenders)) >= 0) {
    contender_free(last_contender(contenders));
    deque_drop_last(&contenders->queue);
  }
  if (!deque_append(&contenders->queue, &entry, sizeof entry)) {
    contender_free(&entry.contender);
    return false;
  }
  contenders->entered++;
  return true;
}

void contenders_leave(struct contenders *contenders) {
  int64_t row = contenders->left++;
  if (contenders->queue.count == 0 || entry_at(contenders, 0)->row != row) return;
  contender_free(&entry_at(contenders, 0)->contender);
  deque_drop_first(&contenders->queue);
}

const struct contender *contenders_best(const struct contenders *contenders) {
  return contenders->queue.count > 0 ? &entry_at(contenders, 0)->contender : NULL;
}

void contenders_clear(struct contenders *contenders) {
  for (size_t i = 0; i < contenders->queue.count; i++) {
    contender_free(&entry_at(contenders, i)->contender);
  }
  deque_clear(&contenders->queue);
}

void result_value(sqlite3_context *context, const struct value *value) {
  const char *bytes = (const char *)value->is.bytes;
  switch (value->type) {
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

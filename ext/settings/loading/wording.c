/* Values in messages: see wording.h. */
#include "settings/loading/wording.h"

#include <limits.h>

#include "base/utf8.h"
#include "settings/keys/key_type.h"

/* A message quotes at most this many bytes of a value. */
#define QUOTED_BYTES 80

void wording_append_excess(sqlite3_str *text, const struct key *key,
                           const struct node *node) {
  if (key->type == KEY_COUNT && node->kind == NODE_WHOLE && node->number > INT_MAX)
    sqlite3_str_appendf(text, " and at most %d", INT_MAX);
}

/* Appends a text in quotes, cut before a control character or after QUOTED_BYTES. */
static void wording_append_shortened(sqlite3_str *text, const char *quoted) {
  size_t length = 0;
  while (length < QUOTED_BYTES && (unsigned char)quoted[length] >= 0x20)
    length++;
  bool whole = quoted[length] == 0;
  length = utf8_cut(quoted, length);
  sqlite3_str_appendf(text, "'%.*s%s'", (int)length, quoted, whole ? "" : "...");
}

void wording_append_node(sqlite3_str *text, const struct node *node) {
  switch (node->kind) { /* unreachable: each kind of node has a case */
  case NODE_NULL:
    sqlite3_str_appendall(text, "null");
    break;
  case NODE_BOOLEAN:
    sqlite3_str_appendall(text, node->number != 0 ? "true" : "false");
    break;
  case NODE_WHOLE:
  case NODE_NUMBER:
    sqlite3_str_appendf(text, "%.*s%s", QUOTED_BYTES, node->text,
                        node->length > QUOTED_BYTES ? "..." : "");
    break;
  case NODE_TEXT:
    wording_append_shortened(text, node->text);
    break;
  case NODE_OTHER:
    sqlite3_str_appendall(text, "a scalar with a tag of its own");
    break;
  case NODE_LIST:
    sqlite3_str_appendall(text, "a list");
    break;
  case NODE_MAP:
    sqlite3_str_appendall(text, "a mapping");
    break;
  }
}

void wording_append_kept(sqlite3_str *text, const struct settings *settings,
                         const struct setting *setting) {
  const struct key *key = setting->key;
  struct value value;
  if (!listing_read(settings, setting, &value)) {
    sqlite3_str_appendall(text, "the former list");
  } else if (value.type == VALUE_TEXT) {
    wording_append_shortened(text, (const char *)value.is.bytes);
  } else {
    key_type_append_json(text, key, settings, listing_value(settings, setting));
  }
}

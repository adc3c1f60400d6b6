/* Surrogate pairs of JSON: see surrogates.h. */
#include "settings/document/surrogates.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/json_reader.h"
#include "base/name.h"

#define PAIR_LENGTH 12
#define ESCAPE_LENGTH 10

/* Returns true for an escape from `\ud800` to `\udfff`. */
static bool surrogates_is_half(const char *escape, size_t size) {
  return size == 6 && name_lower(escape[2]) == 'd' &&
         strchr("89abcdef", name_lower(escape[3])) != NULL;
}

/* Returns the length of the JSON string that begins at `text`, both quotes included;
** 0 if there is no JSON string.  `*has_pairs` becomes true if the string has surrogate
** pairs, and no surrogate outside a pair. */
static size_t surrogates_string(const char *text, size_t length, bool *has_pairs) {
  bool has_halves = false;
  *has_pairs = false;
  for (size_t at = 1; at < length;) {
    size_t size = 1;
    uint32_t code = 0;
    if (text[at] == '"') {
      *has_pairs = *has_pairs && !has_halves;
      return at + 1;
    }
    if (text[at] == '\n' || text[at] == '\r') return 0;
    if (text[at] == '\\') {
      size = json_reader_escape(text + at, length - at, &code);
      if (size == 0) return 0;
      has_halves |= surrogates_is_half(text + at, size);
      *has_pairs |= size == PAIR_LENGTH;
    }
    at += size;
  }
  return 0;
}

/* Rewrites the pairs in a string, in place. */
static void surrogates_rewrite(char *text, size_t length) {
  char *to = text, *end = text + length;
  for (const char *from = text; from < end;) {
    uint32_t code = 0;
    size_t size = 1;
    if (*from == '\\') size = json_reader_escape(from, (size_t)(end - from), &code);
    if (size == PAIR_LENGTH) {
      char escape[ESCAPE_LENGTH + 1];
      snprintf(escape, sizeof escape, "\\U%08x", (unsigned)code);
      memcpy(to, escape, ESCAPE_LENGTH);
      to += ESCAPE_LENGTH;
    } else {
      memmove(to, from, size);
      to += size;
    }
    from += size;
  }
  memset(to, ' ', (size_t)(end - to));
}

/* Returns true if `c` can follow `before` in JSON.  Both stand outside strings, and
** neither is a blank.  JSON allows a string only after certain characters, and a colon
** only after a key in quotes.  If `c` can't follow, the text is YAML, not JSON. */
static bool surrogates_is_json(char before, char c) {
  if (before == 0) return c == '{' || c == '[';
  if (c == '"') return strchr("{[,:", before) != NULL;
  if (c == ':') return before == '"';
  return strchr("{}[],+-.", c) != NULL || (c >= '0' && c <= '9') ||
         (name_lower(c) >= 'a' && name_lower(c) <= 'z');
}

const char *surrogates_join(struct arena *arena, const char *text, size_t length) {
  char *copy = NULL;
  char before = 0;
  for (size_t at = 0, size; at < length; at += size) {
    bool has_pairs = false;
    size = 1;
    if (strchr(" \t\r\n", text[at]) != NULL) continue;
    if (!surrogates_is_json(before, text[at])) return text;
    before = text[at];
    if (before == '"') size = surrogates_string(text + at, length - at, &has_pairs);
    if (size == 0) return text;
    if (!has_pairs) continue;
    if (copy == NULL && (copy = arena_text(arena, text, length)) == NULL) return NULL;
    surrogates_rewrite(copy + at, size);
  }
  return copy != NULL ? copy : text;
}

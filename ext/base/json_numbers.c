/* Numbers under given names in a JSON object: see json_numbers.h. */
#include "base/json_numbers.h"

#include <stdint.h>
#include <string.h>

#include "base/json_reader.h"
#include "base/missing.h"
#include "base/name.h"
#include "base/number.h"
#include "base/utf8.h"

/* Reads a string that is strict JSON. */
static bool json_numbers_string(struct json_reader *reader, struct json_string *string) {
  struct json_reader start = *reader;
  if (json_reader_string(reader, string) && string->is_strict) return true;
  *reader = start;
  return false;
}

/* Reads a member's name and the colon after it. */
static bool json_numbers_key(struct json_reader *reader, struct json_string *key) {
  return json_numbers_string(reader, key) && json_reader_take(reader, ':');
}

/* Reads true, false or null; the value of null is MISSING. */
static bool json_numbers_literal(struct json_reader *reader, struct json_number *number) {
  static const struct {
    const char *text;
    struct json_number number;
  } literals[] = {{"true", {1, JSON_BOOLEAN}},
                  {"false", {0, JSON_BOOLEAN}},
                  {"null", {MISSING, JSON_UNUSABLE}}};
  for (int i = 0; i < 3; i++) {
    if (!json_reader_word(reader, literals[i].text)) continue;
    *number = literals[i].number;
    return true;
  }
  return false;
}

/* The objects and arrays that are open, one bit each: 1 for an object, 0 for an array. */
struct nesting {
  size_t depth;
  uint64_t is_object[(JSON_NUMBERS_DEPTH + 63) / 64];
};

static bool json_numbers_in_object(const struct nesting *nesting) {
  size_t level = nesting->depth - 1;
  return (nesting->is_object[level / 64] >> level % 64 & 1) != 0;
}

/* Opens an object or array.  False if too many are then open.  The limit includes the
** outermost object, which is not in `nesting`. */
static bool json_numbers_enter(struct nesting *nesting, bool is_object) {
  size_t level = nesting->depth++;
  if (level + 1 >= JSON_NUMBERS_DEPTH) return false;
  uint64_t bit = UINT64_C(1) << level % 64;
  uint64_t *word = &nesting->is_object[level / 64];
  *word = is_object ? *word | bit : *word & ~bit;
  return true;
}

/* Skips a string, a number, true, false or null. */
static bool json_numbers_skip_scalar(struct json_reader *reader) {
  struct json_string string;
  struct json_number literal;
  double number;
  json_reader_skip_space(reader);
  if (json_numbers_string(reader, &string)) return true;
  return json_reader_number(reader, &number) || json_numbers_literal(reader, &literal);
}

/* Call this after a value.  First closes the objects and arrays that end after the value.
** Then moves to the next value; if nothing is open any more, `depth` is 0.  False if the
** text is not JSON. */
static bool json_numbers_next(struct json_reader *reader, struct nesting *nesting) {
  struct json_string key;
  while (nesting->depth > 0) {
    bool is_object = json_numbers_in_object(nesting);
    if (json_reader_take(reader, ','))
      return !is_object || json_numbers_key(reader, &key);
    if (!json_reader_take(reader, is_object ? '}' : ']')) return false;
    nesting->depth--;
  }
  return true;
}

/* Enters an object or an array whose opening bracket has been read.  Moves to the first
** value inside, or past an empty object or array. */
static bool json_numbers_open(struct json_reader *reader, struct nesting *nesting,
                              bool is_object) {
  struct json_string key;
  if (!json_numbers_enter(nesting, is_object)) return false;
  if (json_reader_take(reader, is_object ? '}' : ']')) {
    nesting->depth--;
    return json_numbers_next(reader, nesting);
  }
  return !is_object || json_numbers_key(reader, &key);
}

/* Skips an object or an array with everything in it.  There is no recursion, so no text
** can exhaust the stack. */
static bool json_numbers_skip_nested(struct json_reader *reader) {
  struct nesting nesting = {.depth = 0};
  bool is_json;
  do {
    bool is_object = json_reader_take(reader, '{');
    if (is_object || json_reader_take(reader, '['))
      is_json = json_numbers_open(reader, &nesting, is_object);
    else
      is_json = json_numbers_skip_scalar(reader) && json_numbers_next(reader, &nesting);
  } while (is_json && nesting.depth > 0);
  return is_json;
}

/* A string with escapes is read as a number only if it has at most this many bytes,
** including white space. */
#define DECODED_BYTES 4096

/* Returns the number in a string; JSON_UNUSABLE if the string is not entirely a
** number. */
static struct json_number json_numbers_of_string(const struct json_string *string) {
  char room[DECODED_BYTES];
  const char *text = string->text;
  size_t length = string->length;
  if (string->has_escapes) {
    length = length <= sizeof room ? json_reader_unescape(text, length, room) : 0;
    text = room;
  }
  if (number_form(text, length) == NUMBER_NONE)
    return (struct json_number){MISSING, JSON_UNUSABLE};
  return (struct json_number){number_value(text, length), JSON_NUMBER};
}

/* Reads a value of any type; the reader must be at the value's first character. */
static bool json_numbers_value(struct json_reader *reader, struct json_number *number) {
  struct json_string string;
  *number = (struct json_number){MISSING, JSON_UNUSABLE};
  char first = reader->at < reader->end ? *reader->at : 0;
  if (first == '{' || first == '[') return json_numbers_skip_nested(reader);
  if (first == '"') {
    if (!json_numbers_string(reader, &string)) return false;
    *number = json_numbers_of_string(&string);
    return true;
  }
  if (first >= 'a') return json_numbers_literal(reader, number);
  number->member = JSON_NUMBER;
  return json_reader_number(reader, &number->value);
}

/* Does what name_matches() does, for a string with escapes. */
static bool json_numbers_escaped_matches(const char *name,
                                         const struct json_string *string) {
  const char *at = string->text, *end = at + string->length;
  while (at < end) {
    char room[4] = {*at};
    uint32_t code = 0;
    size_t size = 1, bytes = 1;
    if (*at == '\\') {
      size = json_reader_escape(at, (size_t)(end - at), &code);
      bytes = utf8_write(code, room);
    }
    for (size_t i = 0; i < bytes; i++, name++) {
      if (*name == 0 || name_lower(*name) != name_lower(room[i])) return false;
    }
    at += size;
  }
  return *name == 0;
}

/* Returns the index of a key among the names, or -1.  Begins with names[first]. */
static int json_numbers_find(const struct json_string *key, const char *const *names,
                             int count, int first) {
  for (int i = 0; i < count; i++) {
    int name = first + i < count ? first + i : first + i - count;
    if (key->has_escapes ? json_numbers_escaped_matches(names[name], key)
                         : name_matches(names[name], key->text, key->length))
      return name;
  }
  return -1;
}

/* Reads a member, and compares its name with names[*next] first.  If the name is in
** `names`, `*next` becomes its index + 1, or 0 after the last index. */
static bool json_numbers_member(struct json_reader *reader, const char *const *names,
                                int count, struct json_number *numbers, int *next) {
  struct json_string key;
  struct json_number number;
  if (!json_numbers_key(reader, &key)) return false;
  json_reader_skip_space(reader);
  if (!json_numbers_value(reader, &number)) return false;
  int name = json_numbers_find(&key, names, count, *next);
  if (name < 0) return true;
  if (numbers[name].member != JSON_ABSENT)
    number = (struct json_number){MISSING, JSON_UNUSABLE};
  numbers[name] = number;
  *next = name + 1 < count ? name + 1 : 0;
  return true;
}

static bool json_numbers_object(struct json_reader *reader, const char *const *names,
                                int count, struct json_number *numbers) {
  int next = 0;
  if (!json_reader_take(reader, '{')) return false;
  if (json_reader_take(reader, '}')) return true;
  do {
    if (!json_numbers_member(reader, names, count, numbers, &next)) return false;
  } while (json_reader_take(reader, ','));
  return json_reader_take(reader, '}');
}

static void json_numbers_clear(struct json_number *numbers, int count) {
  for (int i = 0; i < count; i++)
    numbers[i] = (struct json_number){MISSING, JSON_ABSENT};
}

bool json_numbers_read(const char *text, size_t length, const char *const *names,
                       int count, struct json_number *numbers) {
  struct json_reader reader = {text, text + length};
  json_numbers_clear(numbers, count);
  if (json_numbers_object(&reader, names, count, numbers) && json_reader_is_done(&reader))
    return true;
  json_numbers_clear(numbers, count);
  return false;
}

/* Reads an object.  json_numbers_other_names() first calls this function with `take`
** NULL, only to check the text. */
static bool json_numbers_walk(struct json_reader *reader, const char *const *names,
                              int count, json_take_name *take, void *context) {
  struct json_string key;
  struct json_number number;
  if (!json_reader_take(reader, '{')) return false;
  if (json_reader_take(reader, '}')) return true;
  do {
    if (!json_numbers_key(reader, &key)) return false;
    json_reader_skip_space(reader);
    if (!json_numbers_value(reader, &number)) return false;
    if (take != NULL && json_numbers_find(&key, names, count, 0) < 0) take(context, &key);
  } while (json_reader_take(reader, ','));
  return json_reader_take(reader, '}');
}

bool json_numbers_other_names(const char *text, size_t length, const char *const *names,
                              int count, json_take_name *take, void *context) {
  struct json_reader reader = {text, text + length}, again = reader;
  if (!json_numbers_walk(&reader, names, count, NULL, NULL) ||
      !json_reader_is_done(&reader))
    return false;
  return json_numbers_walk(&again, names, count, take, context);
}

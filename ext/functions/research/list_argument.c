/* Lists that a call states: see list_argument.h. */
#include "functions/research/list_argument.h"

#include <string.h>

#include "base/bytes.h"
#include "base/json_reader.h"
#include "base/number.h"
#include "base/sort.h"

static const char *const list_rules[] = {"a number in 0..1", "a whole number >= 0",
                                         "a whole number >= 1"};

/* A number as one of the list's kind; missing where it is none. */
static double list_number(double number, enum list_kind kind) {
  if (kind == LIST_SCORES) return score_or_missing(number);
  double count = count_or_missing(number);
  return kind == LIST_LIMITS && count < 1 ? MISSING : count;
}

/* The next element of an array. */
static double list_element(struct json_reader *reader, enum list_kind kind) {
  const char *text;
  size_t length;
  double number;
  if (json_reader_number(reader, &number)) return list_number(number, kind);
  if (!json_reader_string(reader, &text, &length)) return MISSING;
  if (number_form(text, length) == NUMBER_NONE) return MISSING;
  return list_number(number_value(text, length), kind);
}

/* Reads an array into `numbers`, which has room for as many as there are commas, and one
** more.  Returns how many there are, 0 where it is no such array. */
static size_t list_read_array(struct text text, enum list_kind kind, double *numbers) {
  struct json_reader reader = {text.bytes, text.bytes + text.length};
  size_t count = 0;
  if (!json_reader_take(&reader, '[')) return 0;
  do {
    double number = list_element(&reader, kind);
    if (is_missing(number)) return 0;
    numbers[count++] = number;
  } while (json_reader_take(&reader, ','));
  return json_reader_take(&reader, ']') && json_reader_is_done(&reader) ? count : 0;
}

static size_t list_commas(struct text text) {
  size_t commas = 0;
  for (size_t i = 0; i < text.length; i++)
    commas += text.bytes[i] == ',';
  return commas;
}

void list_clear(struct number_list *list) {
  sqlite3_free(list->numbers);
  sqlite3_free(list->text);
  *list = (struct number_list){0};
}

/* Keeps a text beside the numbers that were read from it.  When out of memory it is read
** anew. */
static void list_remember(struct number_list *list, struct text text) {
  list->text = sqlite3_malloc64(text.length + 1);
  if (list->text == NULL) return;
  memcpy(list->text, text.bytes, text.length);
  list->length = text.length;
}

/* Reads a value into an empty list, which has no number where the value is no list. */
static bool list_read(sqlite3_context *context, sqlite3_value *value, struct text text,
                      enum list_kind kind, struct number_list *list) {
  list->numbers = sqlite3_malloc64((list_commas(text) + 1) * sizeof *list->numbers);
  if (list->numbers == NULL) {
    sqlite3_result_error_nomem(context);
    return false;
  }
  double number = list_number(argument_any_number(value), kind);
  if (!is_missing(number)) {
    list->numbers[list->count++] = number;
  } else {
    list->count = list_read_array(text, kind, list->numbers);
  }
  if (text.length > 0) list_remember(list, text);
  return true;
}

bool list_argument(sqlite3_context *context, sqlite3_value *value, const char *argument,
                   enum list_kind kind, struct number_list *list) {
  struct text text;
  if (!argument_optional_text(context, value, &text)) return false;
  if (text.bytes == NULL) text = (struct text){"", 0};
  if (list->text == NULL ||
      !bytes_same(list->text, list->length, text.bytes, text.length)) {
    list_clear(list);
    if (!list_read(context, value, text, kind, list)) return false;
  }
  if (list->count > 0 && list->count <= LIST_POLICIES) return true;
  if (list->count > 0)
    argument_error(context, value, "%s must be at most %d numbers", argument,
                   LIST_POLICIES);
  else
    argument_error(context, value, "%s must be %s or a JSON array of such", argument,
                   list_rules[kind]);
  return false;
}

void list_sort(const struct listed *listed, double *ascending) {
  memcpy(ascending, listed->numbers, listed->count * sizeof *ascending);
  sort_items(ascending, listed->count, sizeof *ascending, sort_compare_doubles, NULL);
}

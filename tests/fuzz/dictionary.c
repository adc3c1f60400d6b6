/*
** Writes a dictionary for libFuzzer, one "word" a line, from the tables in the
** extension's code.
**
**   dictionary yaml         the segments of every key, the choices and the names
**   dictionary functions    the names of all functions
*/
#include "settings/keys/keys.h"

#include <stdio.h>
#include <string.h>

#include <sqlite3.h>

#include "settings/keys/lists.h"
#include "assay.h"
#include "calls.h"

static void print_word(const char *text, size_t length, const char *end) {
  printf("\"%.*s%s\"\n", (int)length, text, end);
}

static void print_key(const struct key *key) {
  const char *path = key->path;
  struct segment segment;
  while (key_next_segment(&path, &segment))
    print_word(segment.text, segment.length, ": ");
  for (int i = 0; i < key->choice_count; i++)
    print_word(key->choices[i], strlen(key->choices[i]), "");
}

static void print_names(enum key_list list) {
  size_t count = list_count(&settings_defaults, list, 0);
  for (size_t i = 0; i < count; i++) {
    const char *name = list_name(&settings_defaults, list, 0, i);
    print_word(name, strlen(name), "");
  }
}

static void print_settings(void) {
  for (size_t i = 0; i < settings_key_count; i++)
    print_key(&settings_keys[i]);
  for (int list = LIST_NONE + 1; list < LIST_COUNT; list++)
    print_names((enum key_list)list);
}

/* Each name ends with a line feed, because a fuzzer's input has each name on its own
** line. */
static int print_functions(void) {
  sqlite3 *db = NULL;
  struct calls calls;
  if (sqlite3_open(":memory:", &db) != SQLITE_OK ||
      sqlite3_assay_init(db, NULL, NULL) != SQLITE_OK ||
      calls_read(db, &calls) != SQLITE_OK) {
    return 1;
  }
  for (int i = 0; i < calls.count; i++)
    print_word(calls.items[i].name, strlen(calls.items[i].name), "\\x0a");
  calls_free(&calls);
  sqlite3_close(db);
  return 0;
}

int main(int count, char **arguments) {
  bool is_functions = count == 2 && strcmp(arguments[1], "functions") == 0;
  if (is_functions) return print_functions();
  print_settings();
  return 0;
}

/*
** What a statement is about: its path, and the setting that the path stands for.
*/
#include "settings/loader.h"

#include <string.h>

#define NAME_LIMIT 255 /* bytes */

const char *loader_name_problem(const struct segment *name) {
  if (name->length == 0 || name->length > NAME_LIMIT)
    return "has a name that is not of 1 to 255 bytes";
  return memchr(name->text, 0, name->length) != NULL ? "has a zero in its name" : NULL;
}

/* The item of that name; segments may hold a 0, names do not. */
static bool statement_find_item(const struct settings *settings, enum key_list list,
                                size_t owner, const struct segment *name, size_t *item) {
  return memchr(name->text, 0, name->length) == NULL &&
         list_find(settings, list, owner, name->text, item);
}

bool loader_setting(const struct settings *settings, const struct statement *statement,
                    struct setting *setting) {
  const struct key *key = statement->key;
  const struct segment *name = statement->names;
  *setting = (struct setting){.key = key};
  if (key->list == LIST_NONE) return true;
  enum key_list outer = list_owner(key->list);
  if (outer != LIST_NONE) { /* its names are fixed, so it has this one */
    statement_find_item(settings, outer, 0, name++, &setting->owner);
  }
  return statement_find_item(settings, key->list, setting->owner, name, &setting->item);
}

const char *loader_path(struct loader *loader, const struct statement *statement) {
  sqlite3_str *text = sqlite3_str_new(NULL);
  setting_append_names(text, statement->key, statement->names);
  return arena_keep(loader->arena, text);
}

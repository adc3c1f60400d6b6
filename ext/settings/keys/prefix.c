/* Prefixes of the settings' paths: see prefix.h. */
#include "settings/keys/prefix.h"

#include <string.h>

#include "settings/keys/lists.h"

size_t prefix_segment(const char *prefix) {
  size_t length = 0;
  bool quoted = *prefix == '"';
  if (!quoted) return strcspn(prefix, ".");
  for (length = 1; prefix[length] != 0 && prefix[length] != '"'; length++) {
    if (prefix[length] == '\\' && prefix[length + 1] != 0) length++;
  }
  return length + (prefix[length] == '"');
}

/* Returns true if this name can replace the key's wildcard. */
static bool prefix_names(const struct key *key, int wildcard,
                         const struct segment *name) {
  enum key_list list = list_of_wildcard(key, wildcard);
  bool found = list_kinds[list].names != NAMES_FIXED;
  for (size_t i = 0; !found && i < list_count(&settings_defaults, list, 0); i++)
    found = segment_is(name, list_name(&settings_defaults, list, 0, i));
  return found && name->length > 0;
}

static bool prefix_begins(const char *prefix, const struct key *key) {
  const char *rest = key->path;
  struct segment want;
  for (int wildcards = 0; key_next_segment(&rest, &want);) {
    struct segment got = {prefix, prefix_segment(prefix)};
    bool same = segment_is(&want, "*") ? prefix_names(key, wildcards++, &got)
                                       : segment_same(&want, &got);
    prefix += got.length;
    if (!same || *prefix == 0) return same;
    if (*prefix++ != '.') return false;
  }
  return false;
}

bool prefix_is_known(const char *prefix) {
  bool known = *prefix == 0;
  for (size_t k = 0; k < settings_key_count && !known; k++)
    known = prefix_begins(prefix, &settings_keys[k]);
  return known;
}

bool prefix_covers(const char *prefix, const char *path) {
  size_t length = strlen(prefix);
  return length == 0 || (strncmp(prefix, path, length) == 0 &&
                         (path[length] == 0 || path[length] == '.'));
}

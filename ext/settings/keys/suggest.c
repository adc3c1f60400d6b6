/* "Did you mean ...?": see suggest.h. */
#include "settings/keys/suggest.h"

#include "base/edits.h"

void suggest(struct suggestion *suggestion, const char *name, size_t length) {
  const struct segment *misspelt = &suggestion->misspelt;
  size_t longer = length > misspelt->length ? length : misspelt->length;
  size_t distance = edits_between(misspelt->text, misspelt->length, name, length);
  if (distance > (longer + 2) / 3) return;
  if (suggestion->name.text != NULL && suggestion->distance <= distance) return;
  suggestion->name = (struct segment){name, length};
  suggestion->distance = distance;
}

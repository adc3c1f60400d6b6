/*
** Names: matched in any ASCII case, returned in canonical spelling (rule R8).
**
** Texts that come from SQLite are a pointer and a length in bytes; a canonical name is a
** C string.  Bytes above 127 match only themselves, whatever the locale.
*/
#ifndef ASSAY_CORE_NAME_H
#define ASSAY_CORE_NAME_H

#include <stdbool.h>
#include <stddef.h>

/* ASCII only. */
static inline unsigned char name_lower(char letter) {
  return (unsigned char)(letter >= 'A' && letter <= 'Z' ? letter + ('a' - 'A') : letter);
}

/* True if `text` of `length` bytes is `canonical`, which is not empty, but for the case
** of A-Z.  Rows bring short names by the million, nearly all of them spelt as they should
** be: comparing them letter by letter costs less than calls of strlen() and memcmp(). */
static inline bool name_matches(const char *canonical, const char *text, size_t length) {
  size_t i = 0;
  while (i < length && canonical[i] != 0 && canonical[i] == text[i])
    i++;
  while (i < length && canonical[i] != 0 &&
         name_lower(canonical[i]) == name_lower(text[i]))
    i++;
  return i == length && canonical[i] == 0;
}

/* The index of `text` in a list of `count` canonical names, or -1. */
static inline int name_find(const char *const *names, int count, const char *text,
                            size_t length) {
  for (int i = 0; i < count; i++) {
    if (name_matches(names[i], text, length)) return i;
  }
  return -1;
}

#endif

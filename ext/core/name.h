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
#include <string.h>

/* ASCII only. */
static inline unsigned char name_lower(char letter) {
  return (unsigned char)(letter >= 'A' && letter <= 'Z' ? letter + ('a' - 'A') : letter);
}

/* True if `text` of `length` bytes is `canonical`, which is not empty, but for the case
** of A-Z.  Rows bring names by the million, so the cheap tests come first: most names
** differ in their first letter, whose case is one bit, and most are spelt as they should
** be. */
static inline bool name_matches(const char *canonical, const char *text, size_t length) {
  if (length == 0 || ((canonical[0] ^ text[0]) & ~('a' - 'A')) != 0) return false;
  if (strlen(canonical) != length) return false;
  if (memcmp(canonical, text, length) == 0) return true;
  for (size_t i = 0; i < length; i++) {
    if (name_lower(canonical[i]) != name_lower(text[i])) return false;
  }
  return true;
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

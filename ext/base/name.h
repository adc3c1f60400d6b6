/*
** Names match without regard to ASCII case.  Results have assay's own spelling, the
** canonical name (rule R8 in REFERENCE.md).
**
** A text from SQLite is a pointer and a length in bytes; a canonical name is a C string.
** Bytes above 127 match only themselves, in every locale.
*/
#ifndef ASSAY_BASE_NAME_H
#define ASSAY_BASE_NAME_H

#include <stdbool.h>
#include <stddef.h>

/* Returns the lower case of an ASCII letter, and any other character unchanged. */
static inline unsigned char name_lower(char letter) {
  return (unsigned char)(letter >= 'A' && letter <= 'Z' ? letter + ('a' - 'A') : letter);
}

/* The bit in which the two cases of an ASCII letter differ. */
#define NAME_CASE_BIT 0x20

/* True if `text` of `length` bytes is `canonical`, except for the case of A-Z.  A loop
** takes less time than calls of strlen() and memcmp(), because most names differ in their
** first letter. */
static inline bool name_matches(const char *canonical, const char *text, size_t length) {
  size_t i = 0;
  for (; canonical[i] != 0; i++) {
    if (i == length) return false;
    if (canonical[i] == text[i]) continue;
    if ((canonical[i] ^ text[i]) != NAME_CASE_BIT) return false;
    if (name_lower(canonical[i]) != name_lower(text[i])) return false;
  }
  return i == length;
}

/* Returns the index of `text` in a list of `count` canonical names, or -1. */
static inline int name_find(const char *const *names, int count, const char *text,
                            size_t length) {
  for (int i = 0; i < count; i++) {
    if (name_matches(names[i], text, length)) return i;
  }
  return -1;
}

#endif

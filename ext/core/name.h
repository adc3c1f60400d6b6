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

/* True if `text` of `length` bytes is `canonical` but for the case of A-Z. */
static inline bool name_matches(const char *canonical, const char *text, size_t length) {
  for (size_t i = 0; i < length; i++) {
    unsigned char want = (unsigned char)canonical[i];
    unsigned char got = (unsigned char)text[i];
    if (got >= 'A' && got <= 'Z') got = (unsigned char)(got + ('a' - 'A'));
    if (want >= 'A' && want <= 'Z') want = (unsigned char)(want + ('a' - 'A'));
    if (want != got || want == 0) return false;
  }
  return canonical[length] == 0;
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

/*
** UTF-8 to code points, one at a time.
*/
#ifndef ASSAY_CORE_UTF8_H
#define ASSAY_CORE_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* A byte that belongs to no character is one of its own, beyond the last code point, so
** that malformed texts still compare byte by byte.  Below 2^21, as all that is read. */
#define UTF8_STRAY 0x110000u

/* Reads the code point at `text` of `length` > 0 bytes and says how many bytes it takes.
** Overlong forms, surrogates and what lies beyond U+10FFFF are malformed. */
static inline uint32_t utf8_read(const char *text, size_t length, size_t *taken) {
  const unsigned char *bytes = (const unsigned char *)text;
  static const uint32_t least[] = {0x80, 0x800, 0x10000}; /* of two to four bytes */
  *taken = 1;
  if (bytes[0] < 0x80) return bytes[0];
  size_t size = bytes[0] >= 0xf0 ? 4 : bytes[0] >= 0xe0 ? 3 : 2;
  uint32_t code = bytes[0] & (0x7fu >> size);
  if (bytes[0] < 0xc2 || bytes[0] >= 0xf8 || size > length) return UTF8_STRAY + bytes[0];
  for (size_t i = 1; i < size; i++) {
    if ((bytes[i] & 0xc0) != 0x80) return UTF8_STRAY + bytes[0];
    code = code << 6 | (bytes[i] & 0x3fu);
  }
  if (code < least[size - 2] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) {
    return UTF8_STRAY + bytes[0];
  }
  *taken = size;
  return code;
}

#endif

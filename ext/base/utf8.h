/*
** Converts UTF-8 to code points and back, one at a time, and finds where to cut a text.
*/
#ifndef ASSAY_BASE_UTF8_H
#define ASSAY_BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* A byte that belongs to no character becomes a code point of its own, above Unicode's
** last code point.  So malformed texts still compare byte by byte.  All numbers that
** utf8_read() returns are below 2^21. */
#define UTF8_STRAY 0x110000u

/* Returns the greatest number of bytes, at most `length`, after which a cut divides no
** character.  The byte text[length] is read, so it must exist; it may be a NUL. */
static inline size_t utf8_cut(const char *text, size_t length) {
  while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80)
    length--;
  return length;
}

/* Reads the code point at `text` of `length` > 0 bytes; `taken` becomes the number of its
** bytes.  Overlong forms, surrogates and code points beyond U+10FFFF are malformed. */
static inline uint32_t utf8_read(const char *text, size_t length, size_t *taken) {
  const unsigned char *bytes = (const unsigned char *)text;
  static const uint32_t least[] = {0x80, 0x800, 0x10000}; /* by size: 2, 3, 4 bytes */
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

/* The code point that replaces an unpaired surrogate, which UTF-8 cannot encode. */
#define UTF8_REPLACEMENT 0xfffdu

/* Writes a code point, which must not be a surrogate, as up to 4 bytes.  Returns the
** number of bytes. */
static inline size_t utf8_write(uint32_t code, char *room) {
  if (code < 0x80) {
    room[0] = (char)code;
    return 1;
  }
  static const unsigned char lead[] = {0, 0, 0xc0, 0xe0, 0xf0}; /* by size */
  size_t size = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  for (size_t i = size - 1; i > 0; i--) {
    room[i] = (char)(0x80 | (code & 0x3f));
    code >>= 6;
  }
  room[0] = (char)(lead[size] | code);
  return size;
}

#endif

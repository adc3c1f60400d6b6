/* Writes code points as UTF-8, for tests of the code that reads UTF-8. */
#ifndef ASSAY_TESTS_ENCODE_H
#define ASSAY_TESTS_ENCODE_H

#include <stddef.h>
#include <stdint.h>

/* Writes a code point, which may be a surrogate, and returns the number of bytes. */
static inline size_t encode_utf8(uint32_t code, char text[4]) {
  static const unsigned lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
  size_t size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  for (size_t i = size; i-- > 1; code >>= 6)
    text[i] = (char)(0x80 | (code & 0x3f));
  text[0] = (char)(lead[size] | code);
  return size;
}

#endif

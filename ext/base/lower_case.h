/*
** Lower case for all of Unicode, in every locale of the host program.
**
** This is the simple mapping of the Unicode Character Database, version 14.0.  It maps
** one code point to one code point, without context.  So the Turkish dotted capital I
** becomes a plain i.  A capital sigma becomes a plain sigma, even at the end of a word.
*/
#ifndef ASSAY_BASE_LOWER_CASE_H
#define ASSAY_BASE_LOWER_CASE_H

#include <stdint.h>

/* Does what lower_case() does, for a code point beyond ASCII. */
uint32_t lower_case_of_unicode(uint32_t code);

/* Returns the lower case of a code point; the code point itself if it has no lower case.
** Most text is ASCII and needs no table: the first capital after ASCII is 0xc0, A with a
** grave accent. */
static inline uint32_t lower_case(uint32_t code) {
  if (code < 0xc0) return code >= 'A' && code <= 'Z' ? code + ('a' - 'A') : code;
  return lower_case_of_unicode(code);
}

#endif

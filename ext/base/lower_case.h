/*
** Lower case for all of Unicode, whatever the locale of the host program.
**
** The simple mapping of the Unicode Character Database, version 14.0: one code point to
** one, without context.  So the Turkish dotted capital I becomes an i without the dot
** above, and a capital sigma a plain sigma at the end of a word too.
*/
#ifndef ASSAY_BASE_LOWER_CASE_H
#define ASSAY_BASE_LOWER_CASE_H

#include <stdint.h>

/* lower_case() of a code point beyond ASCII. */
uint32_t lower_case_of_unicode(uint32_t code);

/* The lower case of a code point; the code point itself if it has none.  Most text is
** ASCII, which is answered at once: the next capital after ASCII's is 0xc0, an A with a
** grave accent. */
static inline uint32_t lower_case(uint32_t code) {
  if (code < 0xc0) return code >= 'A' && code <= 'Z' ? code + ('a' - 'A') : code;
  return lower_case_of_unicode(code);
}

#endif

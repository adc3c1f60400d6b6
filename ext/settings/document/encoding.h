/*
** Checks that bytes are UTF-8 without control characters; if not, says where and why.
*/
#ifndef ASSAY_SETTINGS_DOCUMENT_ENCODING_H
#define ASSAY_SETTINGS_DOCUMENT_ENCODING_H

#include <stdbool.h>
#include <stddef.h>

struct encoding_fault {
  int line; /* from 1; the last line if the text is valid */
  int column;
  const char *problem;
};

/* Returns true for well-formed UTF-8 (Unicode 15, table 3-7) without characters that YAML
** forbids.  Otherwise returns false, and `fault` says what is wrong, and where. */
bool encoding_valid(const char *text, size_t length, struct encoding_fault *fault);

/* Returns the length of the byte order mark at the start of the text: 0 or 3. */
size_t encoding_mark(const char *text, size_t length);

#endif

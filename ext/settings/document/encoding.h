/*
** Is it a text?  UTF-8 without control characters, and if not, where and why.
*/
#ifndef ASSAY_SETTINGS_DOCUMENT_ENCODING_H
#define ASSAY_SETTINGS_DOCUMENT_ENCODING_H

#include <stdbool.h>
#include <stddef.h>

struct encoding_fault {
  int line; /* from 1; of the end of a valid text */
  int column;
  const char *problem;
};

/* True for well-formed UTF-8 (Unicode 15, table 3-7) without characters that YAML
** forbids.  Otherwise `fault` says what is wrong, and where. */
bool encoding_valid(const char *text, size_t length, struct encoding_fault *fault);

/* The length of the byte order mark that the text begins with: 0 or 3. */
size_t encoding_mark(const char *text, size_t length);

#endif

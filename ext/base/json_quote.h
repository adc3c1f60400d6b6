/*
** Writes the text between the quotes of a JSON string (RFC 8259, section 7).
**
** Quotes, backslashes and control characters are escaped; other bytes stay as they are.
** The text goes to a sink, a function of the caller, so nothing is allocated.  The caller
** writes the quotes around the text, and may write one string in several pieces.
*/
#ifndef ASSAY_BASE_JSON_QUOTE_H
#define ASSAY_BASE_JSON_QUOTE_H

#include <stddef.h>

/* Takes the next bytes of a text; `to` is the last argument of json_quote(). */
typedef void json_quote_sink(void *to, const char *bytes, size_t length);

/* Sends `text` with its escapes to the sink, in as few pieces as the escapes allow. */
void json_quote(const char *text, size_t length, json_quote_sink *sink, void *to);

#endif

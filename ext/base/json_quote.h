/*
** The inside of a JSON string (RFC 8259, section 7).
**
** Quotes, backslashes and control characters are escaped; all other bytes stand as they
** are.  The text goes to a sink of the caller's, so that this allocates nothing; the
** quotes around it are the caller's too, who may write one string in several pieces.
*/
#ifndef ASSAY_BASE_JSON_QUOTE_H
#define ASSAY_BASE_JSON_QUOTE_H

#include <stddef.h>

/* Takes the next bytes of a text; `to` is what json_quote() was handed. */
typedef void json_quote_sink(void *to, const char *bytes, size_t length);

/* Hands `text` on with its escapes, in as few pieces as there are escapes. */
void json_quote(const char *text, size_t length, json_quote_sink *sink, void *to);

#endif

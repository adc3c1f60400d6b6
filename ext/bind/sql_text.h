/*
** SQL as text: what can be told of it without preparing it.
**
** White space, comments and quotes are those of SQLite's tokenizer
** (https://sqlite.org/lang_comment.html), so that nothing that SQLite would run is taken
** for a comment.
*/
#ifndef ASSAY_BIND_SQL_TEXT_H
#define ASSAY_BIND_SQL_TEXT_H

#include <stdbool.h>

/* The first byte outside white space, comments and a byte-order mark; the end of the text
** if there is none. */
const char *sql_text_skip_blank(const char *text);

/* True if a text begins with a word, in any ASCII case: not with one that is longer. */
bool sql_text_begins(const char *text, const char *word);

/* True if a text has a name as a whole word outside its comments, in any ASCII case: an
** identifier, quoted or not, or a part of a text in quotes.  After a parameter such as $a
** SQLite allows what looks like a comment, so comments count there, too: this may find a
** name too many, but never one too few. */
bool sql_text_names(const char *text, const char *name);

#endif

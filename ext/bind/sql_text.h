/*
** SQL as text: what the text shows before SQLite prepares it.
**
** White space, comments and quotes follow SQLite's tokenizer
** (https://sqlite.org/lang_comment.html).  So SQL that SQLite would run is never taken
** for a comment.
*/
#ifndef ASSAY_BIND_SQL_TEXT_H
#define ASSAY_BIND_SQL_TEXT_H

#include <stdbool.h>

/* The first byte that is not white space, a comment or a byte-order mark; the end of the
** text if there is no such byte. */
const char *sql_text_skip_blank(const char *text);

/* Returns true if the text begins with exactly this word, in any ASCII case.  A longer
** word does not match. */
bool sql_text_begins(const char *text, const char *word);

/* Returns true if the text has the name as a complete word outside comments, in any ASCII
** case.  The word may be an identifier, quoted or not, or part of a text in quotes.
** After a parameter such as $a, SQL may look like a comment, so comments there are
** searched, too.  So the function may find a name that is not used, but never misses
** one. */
bool sql_text_names(const char *text, const char *name);

#endif

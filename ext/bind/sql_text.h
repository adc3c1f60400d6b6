/*
** Looks at the text of SQL before SQLite prepares it.
**
** These functions recognise white space, comments and quotes as SQLite's tokenizer does
** (https://sqlite.org/lang_comment.html).  So they never skip SQL that SQLite would run.
*/
#ifndef ASSAY_BIND_SQL_TEXT_H
#define ASSAY_BIND_SQL_TEXT_H

#include <stdbool.h>

/* Skips white space, comments and a byte-order mark.  Returns the first byte after them,
** which can be the end of the text. */
const char *sql_text_skip_blank(const char *text);

/* Returns true if the text begins with the word `word`, in any ASCII case.  A longer word
** that begins with `word` does not match. */
bool sql_text_begins(const char *text, const char *word);

/* Returns true if the text has the name as a complete word outside comments, in any ASCII
** case.  The name is also found in quotes: "name" or 'a text with name'.  After a
** parameter such as $a, comments are searched, too: SQLite reads $a(--) as a parameter,
** not as the start of a comment.  So the function can find a name that is not used, but
** never misses a name that is used. */
bool sql_text_names(const char *text, const char *name);

#endif

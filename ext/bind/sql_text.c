/* SQL as text: see sql_text.h. */
#include "bind/sql_text.h"

#include <string.h>

#include "base/name.h"

/* If a text begins with a comment, returns the end of the comment; otherwise returns the
** text.  A comment that is not closed ends with the text.  If "/" and "*" are the last
** two bytes of the text, they are not a comment. */
static const char *sql_text_comment_end(const char *text) {
  if (text[0] == '-' && text[1] == '-') return text + strcspn(text, "\n");
  if (text[0] != '/' || text[1] != '*' || text[2] == 0) return text;
  const char *end = strstr(text + 2, "*/");
  return end != NULL ? end + 2 : text + strlen(text);
}

const char *sql_text_skip_blank(const char *text) {
  static const char mark[] = "\xef\xbb\xbf";
  const char *start;
  do {
    start = text;
    text = sql_text_comment_end(text + strspn(text, " \t\n\f\r"));
    if (strncmp(text, mark, sizeof mark - 1) == 0) text += sizeof mark - 1;
  } while (text != start);
  return text;
}

/* Returns true if a name can contain this byte. */
static bool sql_text_is_word(char c) {
  unsigned char lower = name_lower(c);
  return (lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9') ||
         lower == '_' || lower == '$' || lower >= 0x80;
}

bool sql_text_begins(const char *text, const char *word) {
  size_t length = strlen(word);
  return name_matches(word, text, length) && !sql_text_is_word(text[length]);
}

/* Returns the byte that closes the quotes that `c` opens; 0 if `c` is not a quote. */
static char sql_text_closing_of(char c) {
  return (char)(c == '[' ? ']' : c == '"' || c == '\'' || c == '`' ? c : 0);
}

bool sql_text_names(const char *text, const char *name) {
  char closing = 0; /* inside quotes: the byte that ends them; outside: 0 */
  bool comments = true;
  bool in_word = false;
  while (*text != 0) {
    const char *end = closing == 0 && comments ? sql_text_comment_end(text) : text;
    if (end == text) {
      if (!in_word && sql_text_begins(text, name)) return true;
      if (closing == 0 && strchr("$@:#", *text) != NULL) comments = false;
      closing = (char)(closing == 0       ? sql_text_closing_of(*text)
                       : *text == closing ? 0
                                          : closing);
      end++;
    }
    in_word = sql_text_is_word(end[-1]);
    text = end;
  }
  return false;
}

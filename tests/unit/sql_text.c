/* Tests how the text of a statement is read: its first word and its names.  Comments, as
** SQLite defines them (https://sqlite.org/lang_comment.html), do not count. */
#include "../tap.h"

#include <sqlite3.h>
#include <string.h>

#include "bind/sql_text.h"

static const struct {
  const char *text;
  const char *rest; /* the text after white space and comments */
} blanks[] = {
    {"SELECT 1", "SELECT 1"},
    {"", ""},
    {" \t\r\n\f", ""},
    {"\v", "\v"}, /* SQLite does not count \v as white space */
    {"\xef\xbb\xbfSELECT", "SELECT"},
    {" \xef\xbb\xbf /**/SELECT", "SELECT"},
    {"\xef\xbb", "\xef\xbb"},
    {"\xc2\xa0SELECT", "\xc2\xa0SELECT"},
    {"-- a\nSELECT", "SELECT"},
    {"-- a\rSELECT", ""}, /* a line ends with a line feed */
    {"-- a", ""},
    {"--", ""},
    {"- -a", "- -a"},
    {"/* a */SELECT", "SELECT"},
    {"/* a * / */ /***/ -- b\n SELECT", "SELECT"},
    {"/*/ SELECT", ""}, /* the star that opens a comment does not close it */
    {"/*/*/ SELECT", "SELECT"},
    {"/* /* */ SELECT", "SELECT"}, /* comments do not nest */
    {"/* open", ""},
    {"/*", "/*"},
    {"/* */", ""},
    {"/ *", "/ *"},
    {"; SELECT", "; SELECT"},
};

/* If sql_text_skip_blank() finds only blanks, SQLite must find no statement and no
** error. */
static void test_blanks(void) {
  sqlite3 *db = NULL;
  if (sqlite3_open(":memory:", &db) != SQLITE_OK) tap_bail("no connection");
  for (size_t i = 0; i < COUNT_OF(blanks); i++) {
    const char *rest = sql_text_skip_blank(blanks[i].text);
    tap_is_text(rest, blanks[i].rest, "after the blanks of %s", blanks[i].text);
    sqlite3_stmt *statement = NULL;
    int rc = sqlite3_prepare_v2(db, blanks[i].text, -1, &statement, NULL);
    tap_ok(*rest != 0 || (rc == SQLITE_OK && statement == NULL), "  as SQLite has it");
    sqlite3_finalize(statement);
  }
  sqlite3_close(db);
}

static void test_words(void) {
  tap_ok(sql_text_begins("SELECT 1", "SELECT"), "a word");
  tap_ok(sql_text_begins("select*", "SELECT"), "in any case, and what ends it");
  tap_ok(sql_text_begins("Values(1)", "VALUES"), "a parenthesis");
  tap_ok(sql_text_begins("WITH", "WITH"), "the end of the text");
  tap_ok(sql_text_begins("SELECT|1", "SELECT"), "a sign after the letters of ASCII");
  static const char *const longer[] = {"SELECTS",        "SELECT_", "SELECT1", "SELECT$",
                                       "SELECT\xc3\xa9", "SELEC",   "",        " SELECT"};
  for (size_t i = 0; i < COUNT_OF(longer); i++) {
    tap_ok(!sql_text_begins(longer[i], "SELECT"), "not '%s'", longer[i]);
  }
}

static const struct {
  const char *text;
  int names; /* does the text name `load`? */
} texts[] = {
    {"load", 1},
    {"LOAD('x')", 1},
    {"a+load(1)", 1},
    {"\"load\"(1)", 1},
    {"[load] (1)", 1},
    {"`Load`", 1},
    {"fts4(a, compress='load')", 1},
    {"fts4(a,compress=load,b)", 1},
    {"'it''s' load", 1},
    {"'-- ' load", 1},
    {"\"/*\" load", 1},
    {"[/*] load", 1},
    {"`--` load", 1},
    {"'[' load", 1},
    {"[']' load", 1},
    {"-- a\nload", 1},
    {"/**/load/**/", 1},
    {"'-- load'", 1},
    {"/* a", 0},
    {"", 0},
    {"loads", 0},
    {"reload", 0},
    {"load_env()", 0},
    {"_load", 0},
    {"load1", 0},
    {"1load", 0},
    {"\xc3\xa9load", 0},
    {"$load", 0},
    {"loa d", 0},
    {"-- load", 0},
    {"a /* load */ b", 0},
    {"a -- load\n, b", 0},
    {"'a' /* 'b' load */", 0},
    {"$a(/*), load /**/", 1}, /* no comment begins in a parameter of Tcl */
    {"$a(/* load */", 1},
    {"@a(--), load", 1},
    {":a::b(--), load", 1},
    {"#a(--), load", 1},
    {"'$' -- load", 0}, /* inside quotes, $ begins no parameter */
    {"/* $a */ -- load", 0},
};

static void test_names(void) {
  for (size_t i = 0; i < COUNT_OF(texts); i++) {
    tap_is_int(sql_text_names(texts[i].text, "load"), texts[i].names, "%s",
               texts[i].text);
  }
}

int main(void) {
  test_blanks();
  test_words();
  test_names();
  return tap_done();
}

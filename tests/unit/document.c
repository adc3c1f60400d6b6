/*
** document_parse() accepts a text that is one YAML document within the limits.  For any
** other text, it reports a problem and the problem's place.  By ADR-009, a text with a
** fault changes no setting.  Faults are a syntax error, a cyclic or nested alias, a
** duplicate key, a second document, more than 32 levels, and more than 1 MiB.
*/
#include "settings/document/document.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "settings/document/encoding.h"
#include "tap.h"

static void refuses_bytes(const char *text, size_t length, const char *want,
                          const char *name) {
  struct arena arena = {NULL, false};
  const struct node *root;
  char *problem = NULL;
  bool parsed = document_parse(&arena, "f", text, length, &root, &problem);
  if (tap_ok(!parsed && problem != NULL, "%s is refused", name)) {
    if (!tap_ok(strncmp(problem, want, strlen(want)) == 0, "... with its place")) {
      tap_diag("got '%s', wanted '%s'", problem, want);
    }
  }
  sqlite3_free(problem);
  arena_free(&arena);
}

static void refuses(const char *text, const char *want, const char *name) {
  refuses_bytes(text, strlen(text), want, name);
}

static void is_scalar(const char *text, enum node_kind kind, double number) {
  struct arena arena = {NULL, false};
  const struct node *root = NULL;
  char *problem = NULL;
  char document[200];
  sqlite3_snprintf(sizeof document, document, "a: %s\n", text);
  bool parsed = document_parse(&arena, "f", document, strlen(document), &root, &problem);
  if (!parsed || root == NULL || root->first == NULL) {
    tap_ok(false, "%s is a scalar: %s", text, problem);
  } else {
    const struct node *node = root->first->value;
    tap_ok(node->kind == kind, "%s is of kind %d, got %d", text, kind, node->kind);
    if (kind == NODE_WHOLE || kind == NODE_NUMBER || kind == NODE_BOOLEAN) {
      tap_is_real(node->number, number, 0, "%s is the number", text);
    }
  }
  sqlite3_free(problem);
  arena_free(&arena);
}

static char *repeat(const char *unit, size_t count) {
  size_t length = strlen(unit);
  char *text = malloc(count * length + 1);
  if (text == NULL) tap_bail("out of memory");
  for (size_t i = 0; i < count; i++)
    memcpy(text + i * length, unit, length);
  text[count * length] = 0;
  return text;
}

static void refuses_many(const char *unit, size_t count, const char *want,
                         const char *name) {
  char *text = repeat(unit, count);
  refuses(text, want, name);
  free(text);
}

static void bombs(void) {
  refuses("a: &a [*a]", "f:1:8: a cyclic alias", "a list that holds itself");
  refuses("a: &a {b: {c: *a}}", "f:1:15: a cyclic alias", "a mapping that holds itself");
  refuses("a: *b", "f:1:4: an alias without an anchor", "an alias to nothing");
  refuses("a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]", "f:3:8: a nested alias",
          "a bomb of aliases");
  refuses("a: &a [x, [*a]]", "f:1:12: a cyclic alias", "a cycle further down");
  refuses_many("[", 10000, "f:1:33: more than 32 levels", "10,000 lists in each other");
  refuses_many("{a: ", 10000, "f:1:129: more than 32 levels", "10,000 mappings");
  refuses_many("- ", 10000, "f:1:65: more than 32 levels", "10,000 lists in block style");
  refuses_many("[],", 200000, "f:1:3: did not find", "many documents' worth of lists");
  refuses("a: &a [[[[[[[[[[[[[[[[[[[[x]]]]]]]]]]]]]]]]]]]]\n"
          "b: [[[[[[[[[[[[[[*a]]]]]]]]]]]]]]",
          "f:2:18: more than 32 levels", "an alias that is too deep at its place");
  refuses(
      "a: &a [[[[[[[[[[[[[[[[[[[[x]]]]]]]]]]]]]]]]]]]]\nb: [[[[[[[[[[[[*a]]]]]]]]]]]]",
      "f:2:16: more than 32 levels", "an alias to 33 levels");
}

/* Scalars and lists count towards the limit of nodes.  Their anchors count towards the
** limit of anchors. */
static void node_limits(void) {
  refuses_many("- x\n", DOCUMENT_NODE_LIMIT, "f:250000:3: more than 250000 nodes",
               "a scalar too many");
  refuses_many("- [x,x]\n", 83334, "f:83334:3: more than 250000 nodes",
               "a list too many");
  refuses_many("- &a x\n", DOCUMENT_ANCHOR_LIMIT + 1, "f:1001:3: more than 1000 anchors",
               "an anchor too many on a scalar");
  refuses_many("- &a []\n", DOCUMENT_ANCHOR_LIMIT + 1, "f:1001:3: more than 1000 anchors",
               "an anchor too many on a list");
}

/* An alias counts as many nodes as its anchor has.  A scalar is one node. */
static void many_aliases(void) {
  const char *text = "a: &a x\nb: [";
  char *aliases = repeat("*a,", DOCUMENT_NODE_LIMIT);
  char *whole = sqlite3_mprintf("%s%s]", text, aliases);
  if (whole == NULL) tap_bail("out of memory");
  refuses(whole, "f:2:749990: more than 250000 nodes", "an alias too many of a scalar");
  sqlite3_free(whole);
  free(aliases);
}

static void quadratic_bomb(void) {
  char *list = repeat("x, ", 1000);
  char *aliases = repeat("*a, ", 1000);
  char *text = sqlite3_mprintf("a: &a [%s]\nb: [%s]\n", list, aliases);
  if (text == NULL) tap_bail("out of memory");
  refuses(text, "f:2:997: more than 250000 nodes",
          "a list that a thousand aliases repeat");
  sqlite3_free(text);
  free(list);
  free(aliases);
}

static void syntax(void) {
  refuses("a: 1\nb: 2\na: 3\n", "f:3:1: a duplicate key", "a duplicate key");
  refuses("{\n  a: 1,\n a: 2}", "f:3:2: a duplicate key", "the second is farther left");
  refuses("{\"a\": 1, \"a\": 2}", "f:1:10: a duplicate key", "a duplicate key in JSON");
  refuses("a: {x: 1, y: 2, \"x\": 3}", "f:1:17: a duplicate key", "however it is quoted");
  refuses("a: 1\n---\nb: 2\n", "f:2:1: a second document", "a second document");
  refuses("? [a]\n: 1\n", "f:1:3: a key must be a scalar", "a list as a key");
  refuses("? {a: b}\n: 1\n", "f:1:3: a key must be a scalar", "a mapping as a key");
  refuses("a: &a [x]\n? *a\n: 1\n", "f:2:3: a key must be a scalar",
          "an alias to a list as a key");
  refuses("a: 1\n b: 2\n", "f:2:3: mapping values are not allowed",
          "a wrong indentation");
  refuses("a:\n\tb: 2\n",
          "f:2:1: found character that cannot start any token while "
          "scanning for the next token (a tab: indent with spaces)",
          "a tab");
  refuses("a: [1, 2", "f:1:9: did not find expected ',' or ']'", "an open bracket");
  refuses("a: \"x", "f:1:6: found unexpected end of stream", "an open quote");
  refuses("a: 'x\n\n", "f:3:1: found unexpected end of stream", "... over lines");
  refuses("a: %x", "f:1:4: found character that cannot start any token",
          "a percent sign");
}

/* Tests the first and last character of each range of characters that YAML allows, and
** malformed bytes. */
static void encodings(void) {
  static const struct {
    const char *text;
    bool valid;
  } cases[] = {
      {"\t\r\n", true},
      {"\x1f", false},
      {"~", true},
      {"\x7f", false},
      {"\xc2\x80", false},
      {"\xc2\x85", true},
      {"\xc2\x9f", false},
      {"\xc2\xa0", true},
      {"\xdf\xbf", true},
      {"\xe0\x9f\xbf", false},
      {"\xe0\xa0\x80", true},
      {"\xed\x9f\xbf", true},
      {"\xee\x80\x80", true},
      {"\xef\xbf\xbd", true},
      {"\xef\xbf\xbe", false},
      {"\xef\xbf\xbf", false},
      {"\xf0\x8f\xbf\xbf", false},
      {"\xf0\x90\x80\x80", true},
      {"\xf4\x8f\xbf\xbf", true},
      {"\xf5\x80\x80\x80", false},
      {"\xfe\xfe", false},
      {"\xff\x61", false},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct encoding_fault fault;
    tap_is_int(encoding_valid(cases[i].text, strlen(cases[i].text), &fault),
               cases[i].valid, "YAML's characters, case %zu", i);
  }
}

static void bytes(void) {
  refuses_bytes("a: \0b", 5, "f:1:4: a control character", "a NUL byte");
  refuses_bytes("\177ELF\2\1\1\0", 8, "f:1:1: a control character", "a binary");
  refuses_bytes("\xff\xfe"
                "a\0:\0",
                6, "f:1:1: not UTF-8: looks like UTF-16", "UTF-16, little end first");
  refuses_bytes("\xfe\xff\0a\0:", 6, "f:1:1: not UTF-8: looks like UTF-16",
                "UTF-16, big end first");
  refuses_bytes("a\0:\0 \0b\0", 8, "f:1:1: not UTF-8: looks like UTF-16",
                "UTF-16 without a mark");
  refuses("a: 1\nb: \xc3(", "f:2:4: invalid UTF-8", "a lead byte alone");
  refuses("a: \x80", "f:1:4: invalid UTF-8", "a continuation alone");
  refuses("a: \xc0\xaf", "f:1:4: invalid UTF-8", "an overlong form");
  refuses("a: \xed\xa0\x80", "f:1:4: invalid UTF-8", "a surrogate");
  refuses("a: \xf4\x90\x80\x80", "f:1:4: invalid UTF-8", "beyond Unicode");
  refuses("a: \xe2\x82", "f:1:4: invalid UTF-8", "a character cut off");
  refuses("\xc3\xa4: \x01", "f:1:4: a control character", "columns count characters");
  refuses_many("a", DOCUMENT_LIMIT + 1, "f:1:1: larger than 1 MiB", "a byte too many");
}

static void parses(const char *text, size_t length, int members, const char *name) {
  struct arena arena = {NULL, false};
  const struct node *root = NULL;
  char *problem = NULL;
  bool parsed = document_parse(&arena, "f", text, length, &root, &problem);
  if (tap_ok(parsed, "%s is a document: %s", name, problem)) {
    tap_is_int(root == NULL ? -1 : (int)root->member_count, members, "... of its size");
  }
  sqlite3_free(problem);
  arena_free(&arena);
}

static void documents(void) {
  parses("", 0, -1, "nothing");
  parses("# only a comment\n", 17, -1, "a comment");
  parses("---\n", 4, 0, "an empty document");
  parses("\xef\xbb\xbf"
         "a: 1\n",
         8, 1, "a text with a byte order mark");
  parses("{\"a\": [1, 2.5, null, true, \"x\"], \"b\": {}}", 41, 2, "JSON");
  parses("a: &a [1]\nb: *a\nc: *a\n", 22, 3, "an alias to a list");
  parses("a: &a [1]\nb: [[[[x]]], *a]\n", 27, 2, "an alias beside a deeper list");
  const char *deep = "a: &a [[[[[[[[[[[[[[[[[[[[x]]]]]]]]]]]]]]]]]]]]\n"
                     "b: [[[[[[[[[[[*a]]]]]]]]]]]\n";
  parses(deep, strlen(deep), 2, "an alias to 32 levels");
  parses("%YAML 1.1\n---\na: 1\n...\n", 23, 1, "a document with a directive and an end");
  char *text = repeat("#", DOCUMENT_LIMIT);
  parses(text, DOCUMENT_LIMIT, -1, "1 MiB of comment");
  free(text);
}

/* Checks the first value of a map.  Pairs of escapes before the second key are joined to
** one character each.  This must not change the key's column. */
static void joins(const char *text, const char *value, int column, const char *name) {
  struct arena arena = {NULL, false};
  const struct node *root = NULL;
  char *problem = NULL;
  if (!document_parse(&arena, "f", text, strlen(text), &root, &problem))
    tap_bail("%s: %s", text, problem != NULL ? problem : "out of memory");
  tap_is_text(root->first->value->text, value, "%s", name);
  tap_is_int(root->first->next->column, column, "... and columns stay as they are");
  arena_free(&arena);
}

/* JSON writes some characters as a pair of escapes (surrogates).  In a text that is YAML
** but not JSON, such escapes are errors. */
static void surrogates(void) {
#define GRIN "\xf0\x9f\x98\x80"
  static const char half[] = "found invalid Unicode character escape code";
  char want[80];
  joins("{\"a\": \"\\ud83d\\ude00\", \"b\": 1}", GRIN, 23, "a pair");
  joins(" {\"a\" : \"\\uD83D\\uDE00x\\ud83d\\ude00\\n\" , \"\\ud83d\\ude00\": 1}",
        GRIN "x" GRIN "\n", 41, "several, a key among them");
  joins("{\"a\": \"\\\\ud83d\\\\ude00\", \"b\": 1}", "\\ud83d\\ude00", 25,
        "escaped backslashes");
  joins("{\"a\": '\\ud83d\\ude00', \"b\": 1}", "\\ud83d\\ude00", 23,
        "single quotes have no escapes");
  joins("{a: b \"\\ud83d\\ude00\", \"b\": 1}", "b \"\\ud83d\\ude00\"", 23,
        "nor has a plain scalar");
  joins("{\"a\": \"\\ud83d\\ude00\\u00e9\\ud7ff\", \"b\": 1}", GRIN "\u00e9\xed\x9f\xbf",
        35, "beside other escapes");
  joins("{a:\"\\ud83d\\ude00\", b: 1, \"c\": 2}", "", 20, "a key without a value");
  joins("a: |\n  {\"x\": \"\\ud83d\\ude00\"}\nb: 1", "{\"x\": \"\\ud83d\\ude00\"}\n", 1,
        "nor has a block");
  snprintf(want, sizeof want, "f:1:10: %s", half);
  refuses("{\"a\": \"\\ud83d\", \"b\": \"\\ud83d\\ude00\"}", want, "a high half alone");
  refuses("{\"a\": \"\\ude00\\ud83d\"}", want, "halves the wrong way round");
  refuses("{\"a\": \"\\ud83d\\ude00\\ud83d\"}", want, "a pair and a half");
  refuses("{\"a\": \"\\ud83d\\ude00\" # no JSON\n}", want, "a comment: YAML");
  refuses("{\"a\": \"\\ud83d\\ude00\n\"}", want,
          "a line that ends within a string: YAML");
  refuses("{\"a\": \"\\ud83d\\ude00\r\"}", want, "by a carriage return, too");
  refuses("{\"a\": \"\\ud83d\\ude00", want, "a string without an end");
  snprintf(want, sizeof want, "f:1:16: %s", half);
  refuses("{~: 1, \"a\": \"\\ud83d\\ude00\"}", want, "a sign that no JSON has");
  refuses("{_: 1, \"a\": \"\\ud83d\\ude00\"}", want, "another");
  snprintf(want, sizeof want, "f:1:7: %s", half);
  refuses("a: \"\\ud83d\\ude00\"", want, "YAML has no pairs");
}

static void scalars(void) {
  is_scalar("90", NODE_WHOLE, 90);
  is_scalar("-0", NODE_WHOLE, 0);
  is_scalar("+3", NODE_WHOLE, 3);
  is_scalar("90.0", NODE_NUMBER, 90);
  is_scalar("1e3", NODE_NUMBER, 1000);
  is_scalar(".5", NODE_NUMBER, 0.5);
  is_scalar("-0.0", NODE_NUMBER, 0);
  is_scalar("true", NODE_BOOLEAN, 1);
  is_scalar("False", NODE_BOOLEAN, 0);
  is_scalar("TRUE", NODE_BOOLEAN, 1);
  is_scalar("FALSE", NODE_BOOLEAN, 0);
  is_scalar("null", NODE_NULL, 0);
  is_scalar("NULL", NODE_NULL, 0);
  is_scalar("~", NODE_NULL, 0);
  is_scalar("", NODE_NULL, 0);
  is_scalar("\"90\"", NODE_TEXT, 0);
  is_scalar("!!str 90", NODE_TEXT, 0);
  is_scalar("!!int \"90\"", NODE_WHOLE, 90);
  is_scalar("!!int \"9\\0\"", NODE_TEXT, 0);
  is_scalar("!!null \"\"", NODE_NULL, 0);
  is_scalar("! 90", NODE_TEXT, 0);
  is_scalar("!days 90", NODE_OTHER, 0);
  is_scalar("yes", NODE_TEXT, 0);
  is_scalar("017", NODE_TEXT, 0);
  is_scalar("+017", NODE_TEXT, 0);
  is_scalar("-017", NODE_TEXT, 0);
  is_scalar("0x1f", NODE_TEXT, 0);
  is_scalar("1_000", NODE_TEXT, 0);
  is_scalar("1:30", NODE_TEXT, 0);
  is_scalar(".inf", NODE_TEXT, 0);
  is_scalar(".nan", NODE_TEXT, 0);
  is_scalar("90 days", NODE_TEXT, 0);
}

int main(void) {
  bombs();
  node_limits();
  many_aliases();
  quadratic_bomb();
  syntax();
  encodings();
  bytes();
  documents();
  scalars();
  surrogates();
  return tap_done();
}

/* The values that bits.c draws: see values.h. */
#include "values.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../random.h"

/* --- numbers ------------------------------------------------------------------------ */

static int below(struct drawing *d, int n) {
  return (int)(splitmix64(d->state) % (uint64_t)n);
}

/* Draws a number with 0 <= x < 1. */
static double unit(struct drawing *d) {
  return (double)(splitmix64(d->state) >> 11) * 0x1p-53;
}

/* Draws a number below 2^k.  Between 2^least and 2^k, all magnitudes are about equally
** frequent.  Each draw in this file is a separate statement, because C does not define
** which operand is computed first. */
static double spread(struct drawing *d, int least, int k) {
  double x = unit(d);
  return ldexp(x, least + 1 + below(d, k - least));
}

static void add_digits(struct drawing *d, char *text, int digits) {
  size_t length = strlen(text);
  for (int i = 0; i < digits; i++)
    text[length++] = (char)('0' + below(d, 10));
  text[length] = 0;
}

static void set_null(struct drawn *value) {
  value->type = SQLITE_NULL;
}

static void set_integer(struct drawn *value, sqlite3_int64 integer) {
  value->type = SQLITE_INTEGER;
  value->integer = integer;
}

static void set_real(struct drawn *value, double real) {
  value->type = SQLITE_FLOAT;
  value->real = real;
}

static void set_text(struct drawn *value, const char *text) {
  value->type = SQLITE_TEXT;
  value->length = strlen(text);
  memcpy(value->bytes, text, value->length + 1);
}

static void set_text_of(struct drawn *value, const char *const *texts, int count,
                        struct drawing *d) {
  set_text(value, texts[below(d, count)]);
}

#define SET_ONE_OF(value, drawing, ...)                                                  \
  do {                                                                                   \
    static const char *const texts[] = {__VA_ARGS__};                                    \
    set_text_of(value, texts, COUNT_OF(texts), drawing);                                 \
  } while (0)

/* A score in 0..1, mostly with two decimals.  Sometimes it is any number, a floor (the
** least score of a tier), the double next to a floor, a number as TEXT, or missing. */
static void score(struct drawing *d, struct drawn *value) {
  char text[32] = "0.";
  switch (below(d, 16)) {
  case 0:
    set_real(value, score_floors[below(d, COUNT_OF(score_floors))]);
    return;
  case 1:
    set_real(value, nextafter(score_floors[below(d, COUNT_OF(score_floors))], 0.6));
    return;
  case 2:
    add_digits(d, text, 1 + below(d, 17));
    set_text(value, text);
    return;
  case 3:
    set_real(value, spread(d, -1000, 0));
    return;
  case 4:
    if (below(d, 4) > 0) break;
    set_null(value);
    return;
  case 5:
  case 6:
  case 7:
  case 8:
    set_real(value, unit(d));
    return;
  }
  set_real(value, below(d, 101) / 100.0);
}

/* A score that reaches the tier High in more than half of the draws. */
static void good(struct drawing *d, struct drawn *value) {
  if (below(d, 12) == 0) {
    score(d, value);
  } else {
    set_real(value, (70 + below(d, 31)) / 100.0);
  }
}

static void any_weight(struct drawing *d, struct drawn *value) {
  set_real(value, spread(d, -5, 4));
}

static void count(struct drawing *d, struct drawn *value) {
  int kind = below(d, 12);
  if (kind == 0) {
    set_null(value);
  } else if (kind == 1) {
    set_real(value, below(d, 15));
  } else {
    set_integer(value, below(d, 15));
  }
}

static void none_or_few(struct drawing *d, struct drawn *value) {
  set_integer(value, below(d, 8) > 0 ? 0 : below(d, 3));
}

/* An age: whole days within ten years, or any number of days, large, small or negative
** (in the future). */
static void age(struct drawing *d, struct drawn *value) {
  switch (below(d, 8)) {
  case 0:
    set_real(value, spread(d, -40, 40));
    return;
  case 1:
    set_real(value, spread(d, -1000, 1000));
    return;
  case 2:
    set_real(value, below(d, 3) > 0 ? unit(d) * 1000 : -unit(d));
    return;
  case 3:
    set_real(value, below(d, 4) > 0 ? unit(d) * 200000 : INFINITY);
    return;
  }
  set_integer(value, below(d, 3650));
}

static void days(struct drawing *d, struct drawn *value) {
  if (below(d, 3) > 0) {
    set_integer(value, 1 + below(d, 730));
  } else {
    set_real(value, spread(d, -12, 12));
  }
}

/* A number of days up to 1000, with a fraction.  Its square, which tier_confidence
** computes, can't overflow. */
static void judged_days(struct drawing *d, struct drawn *value) {
  set_real(value, unit(d) * 1000);
}

static void flag(struct drawing *d, struct drawn *value) {
  if (below(d, 10) == 0) {
    set_null(value);
  } else {
    set_integer(value, below(d, 2));
  }
}

/* The name of a round, different in each row of a group.  Names do not follow the order
** of rows. */
static void round_name(struct drawing *d, struct drawn *value) {
  set_integer(value, (d->place * 37 + 11) % 101);
}

/* The name of a round, here a time, different in each row of a group. */
static void instant(struct drawing *d, struct drawn *value) {
  set_real(value, (d->place * 37 + 11) % 101 + unit(d));
}

static void small(struct drawing *d, struct drawn *value) {
  set_integer(value, 1 + below(d, 10));
}

/* A place in a ranking, or a cutoff: the number of places that a metric looks at. */
static void rank(struct drawing *d, struct drawn *value) {
  set_integer(value, 1 + below(d, below(d, 2) > 0 ? 10 : 1000000));
}

static void real_or_integer(struct drawing *d, struct drawn *value) {
  if (below(d, 2) == 0) {
    set_integer(value, below(d, 12));
  } else {
    double x = spread(d, -30, 30);
    set_real(value, below(d, 2) > 0 ? x : -x);
  }
}

static void grade(struct drawing *d, struct drawn *value) {
  if (below(d, 4) == 0) {
    set_real(value, unit(d) * 5);
  } else {
    set_integer(value, below(d, 6));
  }
}

static void raw(struct drawing *d, struct drawn *value) {
  set_real(value, below(d, 4) > 0 ? below(d, 26) / 10.0 : unit(d) * 3);
}

static void momentum(struct drawing *d, struct drawn *value) {
  set_real(value, unit(d) * 100);
}

static void word_length(struct drawing *d, struct drawn *value) {
  set_real(value, below(d, 2) > 0 ? below(d, 80) / 10.0 : unit(d) * 8);
}

static void samples(struct drawing *d, struct drawn *value) {
  set_integer(value, 1 + below(d, 200));
}

static void seed(struct drawing *d, struct drawn *value) {
  set_integer(value, below(d, 2) > 0 ? below(d, 100)
                                     : (sqlite3_int64)(splitmix64(d->state) >> 1));
}

static void concentration(struct drawing *d, struct drawn *value) {
  set_real(value, spread(d, -5, 10));
}

/* The number of all relevant documents.  It is never less than the number of relevant
** rows in a group, because recall requires this. */
static void total(struct drawing *d, struct drawn *value) {
  set_integer(value, 60 + below(d, 40));
}

/* --- settings whose order a call checks --------------------------------------------- */

static void between(struct drawing *d, struct drawn *value, double low, double high) {
  set_real(value, low + unit(d) * (high - low));
}

static void floor_elite(struct drawing *d, struct drawn *value) {
  between(d, value, 0.85, 1);
}

static void floor_high(struct drawing *d, struct drawn *value) {
  between(d, value, 0.7, 0.85);
}

static void floor_medium(struct drawing *d, struct drawn *value) {
  between(d, value, 0.3, 0.7);
}

static void delta_0(struct drawing *d, struct drawn *value) {
  between(d, value, -1, -0.7);
}

static void delta_1(struct drawing *d, struct drawn *value) {
  between(d, value, -0.7, -0.3);
}

static void delta_2(struct drawing *d, struct drawn *value) {
  between(d, value, -0.3, 0);
}

static void few(struct drawing *d, struct drawn *value) {
  set_integer(value, 1 + below(d, 3));
}

static void more(struct drawing *d, struct drawn *value) {
  set_integer(value, 4 + below(d, 4));
}

static void many(struct drawing *d, struct drawn *value) {
  set_integer(value, 8 + below(d, 8));
}

/* --- names -------------------------------------------------------------------------- */

static void domain(struct drawing *d, struct drawn *value) {
  SET_ONE_OF(value, d, "ai_ml", "ai_software", "cloud_infrastructure",
             "programming_languages", "academic_research", "gardening");
}

static void dimension(struct drawing *d, struct drawn *value) {
  SET_ONE_OF(value, d, "coverage", "source_quality", "agreement", "Verification",
             "recency");
}

static void recency_days(struct drawing *d, struct drawn *value) {
  (void)d;
  set_text(value, "recency_days");
}

static void tier(struct drawing *d, struct drawn *value) {
  SET_ONE_OF(value, d, "Elite", "High", "Medium", "low");
}

static void difficulty(struct drawing *d, struct drawn *value) {
  SET_ONE_OF(value, d, "easy", "normal", "hard");
}

static void method(struct drawing *d, struct drawn *value) {
  SET_ONE_OF(value, d, "arithmetic", "geometric", "geometric");
}

static void mode(struct drawing *d, struct drawn *value) {
  SET_ONE_OF(value, d, "quick", "standard", "deep");
}

static void level(struct drawing *d, struct drawn *value) {
  SET_ONE_OF(value, d, "nominal", "ordinal", "interval", "ratio");
}

static void type(struct drawing *d, struct drawn *value) {
  SET_ONE_OF(value, d, "depth", "breadth", "coverage", "peripheral");
}

static void strategy(struct drawing *d, struct drawn *value) {
  SET_ONE_OF(value, d, "deepen", "broaden", "cover_element", "bridge", "contrast", "ease",
             "synthesis", "reflection", "closing");
}

static void phase(struct drawing *d, struct drawn *value) {
  SET_ONE_OF(value, d, "exploratory", "focused", "closing");
}

static void scorer(struct drawing *d, struct drawn *value) {
  SET_ONE_OF(value, d, "coverage_gap", "ambiguity", "depth_breadth_balance", "engagement",
             "strategy_diversity", "novelty", "peripheral_readiness",
             "contrast_opportunity", "cluster_saturation");
}

static void cluster(struct drawing *d, struct drawn *value) {
  static const char *const names[] = {"ann", "bob", "eve"};
  switch (below(d, 5)) {
  case 0:
    set_null(value);
    return;
  case 1:
    set_text_of(value, names, COUNT_OF(names), d);
    return;
  }
  set_integer(value, below(d, 6));
}

static void source(struct drawing *d, struct drawn *value) {
  SET_ONE_OF(value, d, "city.gov", "blog.com", "journal.org", "wiki.net");
}

static void node(struct drawing *d, struct drawn *value) {
  set_integer(value, below(d, 12));
}

/* The cluster of a node.  The node's argument stands two places before this argument. */
static void node_cluster(struct drawing *d, struct drawn *value) {
  set_integer(value, d->before[d->count - 2].integer % 3);
}

/* --- weights of the five dimensions ------------------------------------------------- */

static void weights_array(struct drawing *d, struct drawn *value) {
  char text[VALUE_TEXT_SIZE] = "[1";
  static const char *const forms[] = {", 0.", ", 2.", ", 1e-", ", 0.0"};
  for (int i = 0; i < COUNT_OF(forms); i++) {
    strcat(text, forms[i]);
    add_digits(d, text, i == 2 ? 1 : 1 + below(d, 17));
  }
  strcat(text, "]");
  set_text(value, text);
}

/* Five doubles, each with its least significant byte first. */
static void weights_blob(struct drawing *d, struct drawn *value) {
  value->type = SQLITE_BLOB;
  value->length = 5 * sizeof(double);
  for (size_t i = 0; i < 5; i++) {
    double weight = unit(d);
    uint64_t bits;
    memcpy(&bits, &weight, sizeof bits);
    for (size_t byte = 0; byte < sizeof bits; byte++)
      value->bytes[i * sizeof bits + byte] = (char)(bits >> 8 * byte & 0xff);
  }
}

static void weights(struct drawing *d, struct drawn *value) {
  int kind = below(d, 3);
  if (kind == 0) {
    weights_array(d, value);
  } else if (kind == 1) {
    weights_blob(d, value);
  } else {
    SET_ONE_OF(value, d, "proposed", "equal", "roc", "roc_centroid",
               "{\"coverage\": 2, \"recency\": 0.5}");
  }
}

/* --- texts -------------------------------------------------------------------------- */

static void text_of_words(struct drawing *d, struct drawn *value) {
  static const char *const words[] = {"the",          "token", "refresh", "I",
                                      "don't",        "know",  "tea",     "Tea",
                                      "na\xc3\xafve", "roast"};
  char text[VALUE_TEXT_SIZE] = "";
  int left = below(d, 12);
  for (; left > 0; left--) {
    strcat(text, words[below(d, COUNT_OF(words))]);
    strcat(text, below(d, 8) == 0 ? ". " : " ");
  }
  set_text(value, text);
}

static void reply(struct drawing *d, struct drawn *value) {
  char text[VALUE_TEXT_SIZE] = "It fits. SCORE: ";
  add_digits(d, text, 1);
  if (below(d, 2) > 0) {
    strcat(text, ".");
    add_digits(d, text, 1);
  }
  set_text(value, text);
}

static void ambiguity_reply(struct drawing *d, struct drawn *value) {
  char text[VALUE_TEXT_SIZE] = "{\"ambiguity\": 0.";
  add_digits(d, text, 18);
  strcat(text, "}");
  set_text(value, text);
}

/* Adds the member `name` to a JSON object, or sometimes leaves it out.  Sometimes writes
** `number`, which has up to 17 digits, as a text. */
static void add_member(struct drawing *d, char *text, const char *name,
                       const char *number) {
  int kind = below(d, 40);
  if (kind == 0) return;
  const char *quote = kind == 1 ? "\"" : "";
  size_t length = strlen(text);
  snprintf(text + length, VALUE_TEXT_SIZE - length, "%s\"%s\":%s%s%s",
           length > 1 ? "," : "", name, quote, number, quote);
}

/* The evidence of a round as one JSON object, in which most scores are High. */
static void evidence(struct drawing *d, struct drawn *value) {
  static const char *const names[] = {"coverage", "source_quality", "agreement",
                                      "verification", "recency"};
  char text[VALUE_TEXT_SIZE] = "{", number[40];
  for (int i = 0; i < COUNT_OF(names); i++) {
    int first = below(d, 5) > 0 ? 8 : below(d, 10);
    snprintf(number, sizeof number, "0.%d", first);
    add_digits(d, number, below(d, 17));
    add_member(d, text, names[i], number);
  }
  snprintf(number, sizeof number, "%d", 6 + below(d, 12));
  add_member(d, text, "recent_sources", number);
  int contradictions = below(d, 8) > 0 ? 0 : below(d, 3);
  snprintf(number, sizeof number, "%d", contradictions);
  add_member(d, text, "critical_contradictions", number);
  if (below(d, 6) == 0) add_member(d, text, "regression", "true");
  strcat(text, "}");
  set_text(value, text);
}

/* The only rubric that the built-in settings define. */
static void rubric(struct drawing *d, struct drawn *value) {
  SET_ONE_OF(value, d, "research", "Research");
}

static void phrases(struct drawing *d, struct drawn *value) {
  SET_ONE_OF(value, d, "[\"don't know\"]", "[\"know\", \"the token\"]", "[]");
}

static void edges(struct drawing *d, struct drawn *value) {
  char text[VALUE_TEXT_SIZE] = "VALUES (1, 2, 1)";
  char edge[32];
  for (int left = 5 + below(d, 30); left > 0; left--) {
    int from = below(d, 12), to = below(d, 12);
    snprintf(edge, sizeof edge, ", (%d, %d, %d)", from, to, 1 + below(d, 3));
    strcat(text, edge);
  }
  set_text(value, text);
}

/* --- a user's own data -------------------------------------------------------------- */

static void date(struct drawing *d, struct drawn *value) {
  char text[VALUE_TEXT_SIZE];
  int year = 1900 + below(d, 200), month = 1 + below(d, 13), day = 1 + below(d, 31);
  switch (below(d, 8)) {
  case 0:
    set_integer(value, below(d, 2000000000));
    return;
  case 1:
    set_real(value, below(d, 2000000000) * 1e3);
    return;
  case 2:
    SET_ONE_OF(value, d, "Tue, 03 Feb 2026 10:00:00 GMT", "3 Feb 26 10:00 EST (a)",
               "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "2026-02",
               "2026", "3/2/2026", "today");
    return;
  case 3:
    snprintf(text, sizeof text, "%04d-%02d-%02dT23:59:60+09:00", year, month, day);
    break;
  default:
    snprintf(text, sizeof text, "%04d-%02d-%02d", year, month, day);
  }
  set_text(value, text);
}

/* A score as people write it: digits with a decimal point or comma, alone, with % or as a
** fraction. */
static void own_score(struct drawing *d, struct drawn *value) {
  static const char *const forms[] = {"", "%", "/100", " out of 99", " of 33,3"};
  char text[VALUE_TEXT_SIZE] = "";
  if (below(d, 3) == 0) {
    set_real(value, unit(d) * 120 - 10);
    return;
  }
  add_digits(d, text, 1 + below(d, 2));
  strcat(text, below(d, 2) > 0 ? "." : ",");
  add_digits(d, text, 1 + below(d, 17));
  strcat(text, forms[below(d, COUNT_OF(forms))]);
  set_text(value, text);
}

static void best(struct drawing *d, struct drawn *value) {
  set_real(value, 50 + unit(d) * 100);
}

static void worst(struct drawing *d, struct drawn *value) {
  set_real(value, below(d, 2) > 0 ? unit(d) * 40 : 151 + unit(d) * 100);
}

static void kind_of_datum(struct drawing *d, struct drawn *value) {
  SET_ONE_OF(value, d, "score", "count", "age", "flag", "date");
}

/* --- kinds -------------------------------------------------------------------------- */

static const struct {
  const char *name;
  value_maker *make;
} kinds[] = {
    {"score", score},
    {"good", good},
    {"count", count},
    {"critical", none_or_few},
    {"age", age},
    {"days", days},
    {"judged_days", judged_days},
    {"flag", flag},
    {"round", round_name},
    {"instant", instant},
    {"small", small},
    {"rank", rank},
    {"number", real_or_integer},
    {"grade", grade},
    {"raw", raw},
    {"momentum", momentum},
    {"word_length", word_length},
    {"samples", samples},
    {"seed", seed},
    {"concentration", concentration},
    {"total", total},
    {"weight", any_weight},
    {"elite", floor_elite},
    {"high", floor_high},
    {"medium", floor_medium},
    {"delta_0", delta_0},
    {"delta_1", delta_1},
    {"delta_2", delta_2},
    {"few", few},
    {"more", more},
    {"many", many},
    {"domain", domain},
    {"dimension", dimension},
    {"recency_days", recency_days},
    {"tier", tier},
    {"difficulty", difficulty},
    {"method", method},
    {"mode", mode},
    {"level", level},
    {"type", type},
    {"strategy", strategy},
    {"phase", phase},
    {"scorer", scorer},
    {"cluster", cluster},
    {"source", source},
    {"node", node},
    {"node_cluster", node_cluster},
    {"weights", weights},
    {"words", text_of_words},
    {"reply", reply},
    {"ambiguity_reply", ambiguity_reply},
    {"evidence", evidence},
    {"rubric", rubric},
    {"phrases", phrases},
    {"edges", edges},
    {"date", date},
    {"own_score", own_score},
    {"best", best},
    {"worst", worst},
    {"kind_of_datum", kind_of_datum},
};

value_maker *value_maker_find(const char *kind, size_t length) {
  for (int i = 0; i < COUNT_OF(kinds); i++) {
    if (strlen(kinds[i].name) == length && memcmp(kinds[i].name, kind, length) == 0)
      return kinds[i].make;
  }
  return NULL;
}

int value_bind(sqlite3_stmt *statement, int i, const struct drawn *value) {
  switch (value->type) {
  case SQLITE_INTEGER:
    return sqlite3_bind_int64(statement, i, value->integer);
  case SQLITE_FLOAT:
    return sqlite3_bind_double(statement, i, value->real);
  case SQLITE_TEXT:
    return sqlite3_bind_text(statement, i, value->bytes, (int)value->length,
                             SQLITE_TRANSIENT);
  case SQLITE_BLOB:
    return sqlite3_bind_blob(statement, i, value->bytes, (int)value->length,
                             SQLITE_TRANSIENT);
  }
  return sqlite3_bind_null(statement, i);
}

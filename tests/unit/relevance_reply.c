/* Tests each form of a score that the relevance gate reads in a judge's reply.  reply.c
** tests which parts of a reply count, and how characters are read.  Whole replies are in
** tests/replies. */
#include "relevance_replies.h"

static void test_forms(void) {
  static const struct reply replies[] = {
      {"SCORE: 4", 4},
      {"score:4", 4},
      {"Score = 2", 2},
      {"**SCORE:** 4", 4},
      {"**SCORE: 4**", 4},
      {"**Score**: 2", 2},
      {"__SCORE__: 2", 2},
      {"_Score:_ `5`", 5},
      {"Relevance score: 1", 1},
      {"SCORE:\n\n2", 2},
      {"[4]", 4},
      {"So I say:\n**[ 2 ].**", 2},
      {"[[4]]", 4},
      {"Rating: [[4]]", 4},
      {"4/5", 4},
      {"I would give it 2 / 5, at most", 2},
      {"(1/5)", 1},
      {"4/5.", 4},
      {"{\"score\": 4}", 4},
      {"{\"reason\": \"fine\", \"score\" : \"2\"}", 2},
      {"{'score': 1}", 1},
      {"4", 4},
      {" 2\n", 2},
      {"2.5", 2.5},
      {"SCORE: 3.5", 3.5},
      {"SCORE: 4.", 4},
      {"SCORE: 4/5", 4},
      {"SCORE: _4/5 points_", 4},
      {"SCORE: 4 - 3 of the facts", 4},
      {"SCORE: 4, 5 facts", 4},
      {"SCORE: 4 out of 5", 4},
      {"4 out of 5", 4},
      {"I give 2 Out\nOf 5 points", 2},
      {"**4**/5", 4},
      {"**4** / **5**", 4},
      {"4/5.0", 4},
      {"_4/5_", 4},
      {"+4/5", 4},
      {"[**4**]", 4},
      {"**4**", 4},
      {"```\n4\n```", 4},
      {"4.\n", 4},
      {"4,5", 4.5},
      {"SCORE: 3,5", 3.5},
      {"SCORE: 1,25", 1.25},
      {"2,5/5", 2.5},
      {"SCORE: 1.5", 1.5},
      {"SCORE: 4e0", 4},
      {"SCORE: 4 of 5", 4},
      {"SCORE: 4 out of the five", 4},
      {"SCORE: 4 or so", 4},
      {"SCORE: 4 out to 5 pages", 4},
      {"SCORE: 4\n/10", 4},
      {"SCORE: 4 |\n10", 4},
      {"SCORE: 4 (of 5)", 4},
      {"Final overall score: 4", 4},
      {"Final overall total score: 4", 0},
      {"\U0001f31f\U0001f31f\U0001f31f\U0001f31f", 4},
      {"I gave it 4 star", 4},
      {"\\boxed 4", 0},
      {"\\boxed{ 4 }", 4},
      {"\\boxed{so}", 0},
      {"\\boxed{4/10}", 0},
      {"\\boxed{4 of them", 0},
      {"\\boxed{9}", 0},
      {"[9]", 0},
      {"9\u2605", 0},
      {"**Final 4**", 0},
  };
  check("a score", replies, COUNT_OF(replies));
}

static void test_objects(void) {
  static const struct reply replies[] = {
      {"{\t\"score\"\r:\t4\r}", 4},
      {"{\"a\": {\"score\": 1},\t\r\"score\": 4}", 4},
      {"{\"score\": 4, \"a\": {\"score\": 1}}", 4},
      {"{\"rating\": 1, \"score\": 4}", 4},
      {"{\"score\": 4, \"rating\": 1}", 4},
      {"{\"total\": 4}", 4},
      {"{\"score\": 4, \"Score\": 4}", 4},
      {"{\"score\": 2, \"score\": 4}", 0},
      {"{\"score\": 2, \"score\": 4, \"score\": 4}", 0},
      {"{\"score\": 2}{\"score\": 4}{\"score\": 4}", 0},
      {"{\"max\": \"five\", \"score\": 4}", 4},
      {"{\"max\": 10, \"score\": 4}", 0},
      {"{\"score\": 4, \"b\"", 4},
      {"{\"score\": 4, \"b\" 5}", 4},
      {"{\"score\": [4, 2]}", 0},
      {"{\"score\": \"4 would be high\"}", 0},
  };
  check("an object", replies, COUNT_OF(replies));
}

static void test_labels(void) {
  static const struct reply replies[] = {
      {"Rating: 4", 4},
      {"Relevance: 2", 2},
      {"{\"relevance_score\": 4}", 4},
      {"{\"relevanceScore\": 4}", 4},
      {"relevance-score: 4", 4},
      {"{\"rating\": \"4\"}", 4},
      {"{\"relevance\":4}", 4},
      {"relevance_rating = 4", 4},
      {"final_score: 4", 4},
      {"final_rating: 4", 4},
      {"overall_score: 4", 4},
      {"overall_rating: 4", 4},
      {"{\\\"score\\\": 4}", 4},
      {"-Score: 4", 4},
      {"[SCORE]: 4", 4},
      {"(score) = 4", 4},
      {"{score}: 4", 4},
      {"F1-score: 4", 0},
      {"pre-rating: 4", 0},
      {"qualit\u00e9-score: 4", 0},
      {"rating2: 4", 0},
      {"scores: 4", 0},
      {"overall_relevance_scores: 4", 0},
      {"relevancescores: 4", 0},
      {"Grade: 4", 4},
      {"Answer: 4", 4},
      {"OVERALL: 4", 4},
      {"Note: 4", 0},
  };
  check("a label", replies, COUNT_OF(replies));
}

static void test_remarks(void) {
  static const struct reply replies[] = {
      {"SCORE (1-5): 4", 4},
      {"**Score** (1 = irrelevant, 5 = relevant): **2**", 2},
      {"Rating [1-5]: 4", 4},
      {"Rating (1-5) - 4", 4},
      {"Rating [ **1** to 5 ]: 4", 4},
      {"Score (out of 5): 4", 4},
      {"Score out of 5: 4", 4},
      {"Score out of **5** - 4", 4},
      {"Score/5: 4", 4},
      {"Score (2026-02-03): 4", 4},
      {"Score (2 pages): 4", 4},
      {"Score (-10): 4", 4},
      {"Score (- 10 pages): 4", 4},
      {"SCORE (4", 0},
      {"SCORE (of 1 (low): 4", 0},
      {"SCORE (1) (2): 4", 0},
      {"SCORE (1\n5): 4", 0},
      {"SCORE (1-5)", 0},
      {"SCORE (1-5)- 4", 0},
      {"score 1-5: 4", 0},
      {"score of 5: 4", 0},
      {"score or 5: 4", 0},
      {"score out 5: 4", 0},
      {"Score 3/5: 2 pages are off topic", 3},
      {"[2] Score 3/5: off topic", 3},
  };
  check("a remark on the label", replies, COUNT_OF(replies));
}

/* A score does not count if a remark beside it names another scale. */
static void test_stated_scales(void) {
  static const struct reply replies[] = {
      {"Score (1-10): 4", 0},    {"Score (0~100): 4", 0}, {"Score (0 to 10): 4", 0},
      {"Score (%): 4", 0},       {"Score (0%): 4", 0},    {"Score [out of 10]: 4", 0},
      {"Score (of 2026): 4", 0}, {"Score (/10): 4", 0},   {"Score out of 10: 4", 0},
      {"Score / 10: 4", 0},
  };
  check("another scale", replies, COUNT_OF(replies));
}

static void test_separators(void) {
  static const struct reply replies[] = {
      {"Final score - 4", 4},
      {"Final score \u2014 4", 4},
      {"**Score** \u2013 4", 4},
      {"Score-4", 0},
      {"the score -4", 0},
      {"the score- 4", 0},
      {"the score\u2014"
       "4",
       0},
      {"the score \u2014"
       "4",
       0},
      {"the score\u2014 4", 0},
      {"score - \n4", 0},
      {"score -> 4", 4},
      {"score => 4", 4},
      {"score \u2192 4", 4},
      {"| Score | 4 |", 4},
      {"| **Score** | **4/5** |", 4},
      {"|Criterion|Score|\n|---|---|\n|Relevance|2|", 2},
      {"| Score |\n4", 0},
      {"score > 4", 0},
      {"score < 4", 0},
      {"score; 4", 0},
      {"score :: 4", 0},
  };
  check("between label and score", replies, COUNT_OF(replies));
}

static void test_elements(void) {
  static const struct reply replies[] = {
      {"<score>4</score>", 4},
      {"<Relevance>\n  4\n</Relevance>", 4},
      {"<rating scale=\"1-5\">4</rating>", 4},
      {"<relevance_score>4/5</relevance_score>", 4},
      {"Score: <b>**4**</b>", 4},
      {"Score: <b>**\n4. It names the fee.", 0},
      {"<score: 4>", 4},
      {"<score>none</score>4 pages", 0},
      {"<score <b>4", 0},
      {"<score\n>4", 0},
      {"<score \n>4", 0},
      {"<score 4", 0},
      {"score>4", 0},
  };
  check("XML", replies, COUNT_OF(replies));
}

static void test_brackets(void) {
  static const struct reply replies[] = {
      {"[1] says so. SCORE: [5]", 5},
      {"1/5? SCORE: (5).", 5},
      {"1/5? SCORE: {5}", 5},
      {"1/5? SCORE: <5>\n4", 5},
      {"1/5? SCORE: [ **5** ]**", 5},
      {"1/5? {\"score\": [5]}", 5},
      {"1/5? SCORE: (5/5)", 5},
      {"1/5? SCORE: (5 of 5)", 5},
      {"SCORE: (5/10)", 0},
      {"SCORE: <1-5>", 0},
      {"SCORE: (4]", 0},
      {"Relevance: (1) it names the fee", 0},
      {"2/5. Relevance: [4] and [3] agree", 2},
      {"[4](https://city.example)", 0},
      {"[4,5]", 0},
      {"[4;5]", 0},
      {"[[4]", 0},
  };
  check("brackets", replies, COUNT_OF(replies));
}

/* A label needs no separator, such as `:`, before the score. */
static void test_bare(void) {
  static const struct reply replies[] = {
      {"SCORE 4", 4},
      {"Score 4.", 4},
      {"## Relevance\n\n**4**\n\nIt names the fee.", 4},
      {"* **SCORE 4**", 4},
      {"I conclude: **Score 4**", 4},
      {"I conclude: _Score 4_", 4},
      {"(Score 4)", 4},
      {"Nothing.\nRating (1-5) 2", 2},
      {"--- Score 2", 2},
      {"Score 4 of 5", 4},
      {"[1] Nothing.\nScore 4/5", 4},
      {"score 4", 0},
      {"of a relevance 4", 0},
      {"in all, Score 4", 0},
      {"Relevance 4 metres away", 0},
      {"Score 5: answers the question", 0},
      {"**Score 5** answers the question", 0},
      {"Score 8/10", 0},
      {"Score 4 or 5", 0},
      {"Score 4 of the 5", 0},
      {"Score 4-5", 0},
      {"Score -4", 0},
      {"Score [4", 0},
  };
  check("a label alone", replies, COUNT_OF(replies));
}

/* A number that begins a list item is not the score of the label before the list. */
static void test_lists(void) {
  static const struct reply replies[] = {
      {"**Relevance:**\n1. It names the fee.\n2. It is new.\n\n**SCORE:** 4", 4},
      {"Relevance:\r\n 1) It names the fee.", 0},
      {"SCORE:\n4. ", 0},
      {"SCORE:\n4.", 4},
      {"SCORE: 4. It names the fee.", 4},
      {"SCORE:\n4 (it names the fee)", 4},
  };
  check("a list", replies, COUNT_OF(replies));
}

static void test_clamped(void) {
  static const struct reply replies[] = {
      {"SCORE: -2", 1},
      {"SCORE: 0", 1},
      {"[-2]", 1},
      {"-2/5", 1},
      {"-2", 1},
      {"SCORE: \xe2\x88\x92"
       "2",
       1},
      {"\xe2\x88\x92"
       "3/5",
       1},
  };
  check("0 and below are 1", replies, COUNT_OF(replies));
}

static void test_first(void) {
  static const struct reply replies[] = {
      {"SCORE: 2, or SCORE: 5", 2},      {"SCORE: unknown, SCORE: 2, SCORE: 5", 2},
      {"Rating: 4, score: 2", 4},        {"SCORE: unknown. SCORE: 2", 2},
      {"the scale is 1-5; SCORE: 4", 4}, {"score? I would say: score: 2", 2},
  };
  check("the first match", replies, COUNT_OF(replies));
}

/* A label has priority over a fraction (4/5), and a fraction over a bracket ([4]). */
static void test_order(void) {
  static const struct reply replies[] = {
      {"Per [1], the city publishes the fee. SCORE: 5", 5},
      {"4/5 if SCORE: 2", 2},
      {"4 out of 5 if SCORE: 2", 2},
      {"[4] is a login page. 1/5", 1},
      {"2\n\n[4]", 4},
      {"SCORE: none. 1/10.\n[4]", 4},
      {"<think>4</think>SCORE: <think>4</think>2/5 <think>4</think>[1]", 2},
  };
  check("the first form", replies, COUNT_OF(replies));
}

static void test_thoughts(void) {
  static const struct reply replies[] = {
      {"<think>SCORE: 1, or 2/5, or [2]?</think>\n\nSCORE: 4", 4},
      {"<think>SCORE: 1?</think>\n5\n", 5},
      {"5 <think>pages</think> long", 0},
      {"4 <think>or</think> 5", 0},
      {"<think>4</think> \n", 0},
      {"<think>SCORE: 4", 0},
      {"SCORE: 4 <think>SCORE: 1", 4},
      {"SCORE: 1</think>SCORE: 4", 4},
  };
  check("a thought", replies, COUNT_OF(replies));
}

static void test_typography(void) {
  static const struct reply replies[] = {
      {"\uff33\uff23\uff2f\uff32\uff25\uff1a\uff14", 4},
      {"SCORE\uff08\uff11-\uff15\uff09\uff1a\uff12", 2},
      {"\uff14\uff0f\uff15", 4},
      {"\uff14\uff0e\uff15\uff0f\uff15\u3002", 4.5},
      {"\uff3b\uff14\uff3d", 4},
      {"\u3000\uff14\u3000", 4},
      {"SCORE: \uff14\uff05", 0},
      {"SCORE\u202f:\u00a0"
       "4\u202f/\u202f"
       "5",
       4},
      {"SCORE:\u200b4", 4},
      {"\ufeff"
       "4",
       4},
      {"4\u00a0out\u00a0of\u00a0"
       "5",
       4},
      {"\u201cscore\u201d: \u201c4\u201d", 4},
      {"SCORE: 4\ufe0f\u20e3", 4},
      {"4\u2044"
       "5",
       4},
      {"F1\u2011score: 4", 0},
      {"SCORE: 4\u301c"
       "5",
       0},
  };
  check("typography", replies, COUNT_OF(replies));
}

static void test_other_languages(void) {
  static const struct reply replies[] = {
      {"PUNTUACI\xc3\x93N: 4/5", 4},
      {"Bewertung: [2]", 2},
      {"\xe8\xaf\x84\xe5\x88\x86\xef\xbc\x9a"
       "4/5",
       4},
      {"\xe7\x9b\xb8\xe5\x85\xb3SCORE\xef\xbc\x9a"
       "2",
       2},
      {"Bewertung: 4", 4},
      {"\xe8\xaf\x84\xe5\x88\x86: 4", 4},
  };
  check("another language", replies, COUNT_OF(replies));
}

static void test_none(void) {
  static const struct reply replies[] = {
      {"", 0},
      {"   ", 0},
      {"no idea", 0},
      {"SCORE:", 0},
      {"SCORE: high", 0},
      {"underscore: 4", 0},
      {"{\"max_score\": 5}", 0},
      {"{\"score\": null}", 0},
      {"SCORE: 4/10", 0},
      {"SCORE: 3/7", 0},
      {"SCORE: 40%", 0},
      {"SCORE: 1-5", 0},
      {"SCORE: 1\xe2\x80\x93"
       "5",
       0},
      {"[1-5]", 0},
      {"[4", 0},
      {"4/10", 0},
      {"4/50", 0},
      {"4/5.5", 0},
      {"3/5/2024", 0},
      {"2024/4/5", 0},
      {"1-2/5", 0},
      {"1\xe2\x80\x93"
       "2/5",
       0},
      {"1\xe2\x88\x92"
       "2/5",
       0},
      {"rating-2/5", 0},
      {"x4/5", 0},
      {"v1.4/5", 0},
      {"SCORE: 8/10", 0},
      {"SCORE: **8**/10", 0},
      {"SCORE: 8 out of 10", 0},
      {"SCORE: 3 of 10 pages", 0},
      {"Relevance: 4 of the 6 pages", 0},
      {"Relevance: 4 of the 5 pages", 0},
      {"Relevance: 4 out of the 5 pages", 0},
      {"SCORE: 80 %", 0},
      {"SCORE: 4/5/2026", 0},
      {"SCORE: 4 to 5", 0},
      {"SCORE: 4 or 5", 0},
      {"SCORE: 4~5", 0},
      {"SCORE: 1|2|3|4|5", 0},
      {"SCORE: 1/2/3/4/5", 0},
      {"SCORE: 1,000", 0},
      {"SCORE: 4,5,3", 0},
      {"SCORE: 4.5.1", 0},
      {"SCORE: 4:30", 0},
      {"SCORE: 5G", 0},
      {"SCORE: 5th", 0},
      {"SCORE: -", 0},
      {"4 of 5", 0},
      {"4 to 5", 0},
      {"4 outof 5", 0},
      {"4 out of 5th", 0},
      {"4 out of 50", 0},
      {"4 out 5", 0},
      {"4 out to 5", 0},
      {"4 out of the 5", 0},
      {"2024/5", 0},
      {"100/5", 0},
      {"4/5/2026", 0},
      {"4/5-6", 0},
      {"4/5~6", 0},
      {"4/5.0.1", 0},
      {"4-5/5", 0},
      {"4~5/5", 0},
      {"4% of 5", 0},
      {"SCORE: 1e999", 0},
      {"SCORE: 00000000000000000000000000000000000000000000000000000000000000004", 0},
      {"1e999", 0},
      {"SCORE: NaN", 0},
      {"\xff\xfe\xe2\x88", 0},
      {"-", 0},
      {"SCORE: \xe2\x88\x92", 0},
      {"4 facts, SCORE: \xe2\x88\x92", 0},
      {"4 facts [none]", 0},
      {".4/5", 0},
      {"-.4/5", 0},
      {"/4/5", 0},
  };
  check("no score", replies, COUNT_OF(replies));
}

/* relevance_read() never reads beyond the given length. */
static void test_bounds(void) {
  tap_is_real(relevance_read("SCORE: 45", 8, &settings_defaults.relevance.labels), 4.0, 0,
              "a digit beyond the end");
  tap_is_real(relevance_read("4/52", 3, &settings_defaults.relevance.labels), 4.0, 0,
              "a scale at the end");
  tap_is_real(relevance_read("[4]", 2, &settings_defaults.relevance.labels), MISSING, 0,
              "a bracket beyond the end");
  tap_is_real(relevance_read(NULL, 0, &settings_defaults.relevance.labels), MISSING, 0,
              "no text");
  tap_is_real(relevance_read("a\0SCORE: 2", 10, &settings_defaults.relevance.labels), 2.0,
              0, "a NUL is a character");
  tap_is_real(relevance_read("score:\0 4", 9, &settings_defaults.relevance.labels),
              MISSING, 0, "and no white space");
  tap_is_real(relevance_read("4\0/5", 4, &settings_defaults.relevance.labels), MISSING, 0,
              "and joins nothing");
  tap_is_real(relevance_read("SCORE: 4/50", 10, &settings_defaults.relevance.labels), 4.0,
              0, "a scale of one digit");
  tap_is_real(
      relevance_read("SCORE: 4 out of 50", 17, &settings_defaults.relevance.labels), 4.0,
      0, "or in words");
  tap_is_real(
      relevance_read("SCORE: 4\xef\xbc\x95", 10, &settings_defaults.relevance.labels),
      4.0, 0, "half a character");
  tap_is_real(relevance_read("4 out of 5", 9, &settings_defaults.relevance.labels),
              MISSING, 0, "no scale any more");
}

/* A letter before a label makes it part of another word.  Any other character does
** not. */
static void test_label(void) {
  for (int c = 'A'; c <= 'z'; c++) {
    char text[] = "?score: 4";
    text[0] = (char)c;
    bool letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    tap_is_real(relevance_read(text, strlen(text), &settings_defaults.relevance.labels),
                letter ? MISSING : 4, 0, "%s", text);
  }
}

int main(void) {
  test_forms();
  test_objects();
  test_labels();
  test_remarks();
  test_stated_scales();
  test_separators();
  test_elements();
  test_brackets();
  test_bare();
  test_lists();
  test_clamped();
  test_first();
  test_order();
  test_thoughts();
  test_typography();
  test_other_languages();
  test_none();
  test_bounds();
  test_label();
  return tap_done();
}

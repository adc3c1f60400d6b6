/* Tests the relevance gate: which score counts if a judge's reply has several, and which
** numbers are not scores. */
#include "relevance_replies.h"

/* A score with a label such as "final" has priority over other scores.  Of several final
** scores the last one counts. */
static void test_final(void) {
  static const struct reply replies[] = {
      {"Score: 4\nFinal score: 2", 2},
      {"Final score: 4\nFinal score: 2", 2},
      {"Overall: 4\nScore: 2", 4},
      {"Topic: 5\nTotal: 4/5", 4},
      {"Final: 4", 4},
      {"Final Answer: 4", 4},
      {"Score total: 4", 4},
      {"Calificaci\u00f3n final: 4", 4},
      {"Gesamtbewertung: 4", 4},
      {"\u7efc\u5408\u8bc4\u5206\uff1a4", 4},
      {"the final 4 minutes", 0},
      {"Finally: 4", 0},
      {"The race is in its final: 4 runners", 0},
  };
  check("a final score", replies, COUNT_OF(replies));
}

/* A number is not a score of relevance if it rates something else, is on another scale,
** or stands in a question or a condition. */
static void test_not_ours(void) {
  static const struct reply replies[] = {
      {"Credit score: 4", 0},
      {"The school's rating: 2", 0},
      {"Credit score: 720; relevance to question: 2", 2},
      {"my score: 4", 4},
      {"I choose SCORE: 4", 4},
      {"CREDIT SCORE: 4", 0},
      {"\u9152\u5e97\u8bc4\u5206\uff1a4", 0},
      {"Rating: 0.8", 0},
      {"Rating: 0.8\nScore: 4", 4},
      {"SCORE: 11", 0},
      {"SCORE: 1e300", 0},
      {"9/5", 0},
      {"0.1", 0},
      {"6", 0},
      {"Score: 4?", 0},
      {"SCORE: 5 would need figures. SCORE: 2", 2},
      {"Score: 5 if it answers\nScore: 1 if not\nScore: 3", 3},
      {"Score: 5 = it answers\nScore: 3", 3},
      {"Bewertung: 4 von 10", 0},
      {"Bewertung: 4 von 5", 4},
      {"Bewertung: 3 oder 4", 0},
      {"\u8bc4\u5206\uff1a4\u5206\uff08\u6ee1\u520610\u5206\uff09", 0},
      {"Score: 4 (out of 10)", 0},
      {"4/5, or 2/5", 0},
      {"2/5, yes, 2/5", 2},
      {"4 stars and 5 stars", 0},
      {"[4] or [2]", 0},
      {"[4]\n[2]", 0},
      {"Source [2] is a duplicate.", 0},
  };
  check("a score of ours", replies, COUNT_OF(replies));
}

/* In JSON, a key is read as a label, but text inside a value is not. */
static void test_objects(void) {
  static const struct reply replies[] = {
      {"{\"reasoning\": \"SCORE: 5 would need data\", \"score\": 2}", 2},
      {"{\"reasoning\": \"\\\"score\\\": 5\", \"score\": 2}", 2},
      {"{'reason': \"it's 4/5\", 'score': 2}", 2},
      {"Here: {\"reason\": \"SCORE: 5\", \"score\": 2} Yes.", 2},
      {"{\"reason\": \"SCORE: 5\"}", 0},
      {"{\"reason\": \"SCORE: 5\"}\nSCORE: 2", 2},
      {"{\"rating\": 4, \"score\": 2}", 2},
      {"{\"initial_score\": 4, \"final_score\": 2}", 2},
      {"{\"parts\": {\"score\": 4}, \"score\": 2}", 2},
      {"{\"result\": {\"score\": 2}}", 2},
      {"[{\"score\": 2}, {\"score\": 4}]", 0},
      {"[{\"score\": 2}, {\"score\": 2}]", 2},
      {"{\"score\": 2, \"score\": 4}", 0},
      {"{\"score\": 4, \"max_score\": 10}", 0},
      {"{\"score\": 4, \"max\": 5}", 4},
      {"{\"score\": 8}", 0},
      {"{\"score\": 2,}", 2},
      {"{\"score\": \"**2**\"}", 2},
      {"{\"score\": **2**}", 2},
      {"{\"score\": 2, \"reason\": \"cut sho", 2},
      {"{\"score\": \"2", 0},
      {"{\"score\": \"4/5\"}", 4},
      {"{\"score\": 2, // low\n\"a\": 1}", 2},
      {"{\"score\": 3,5}", 0},
      {"{\"score\": \"3,5\"}", 3.5},
      {"{\"score\"", 0},
      {"{4/5}", 4},
  };
  check("an object", replies, COUNT_OF(replies));
}

static void test_late_forms(void) {
  static const struct reply replies[] = {
      {"4 stars", 4},
      {"\\boxed{4}", 4},
      {"$$\\boxed{ 4/5 }$$", 4},
      {"\\boxed{42}", 0},
      {"\\boxed{4}, not \\boxed{3}", 0},
      {"\u2605\u2605\u2605\u2606\u2606 Partly.", 3},
      {"\u2b50\u2b50", 2},
      {"4\u2605", 4},
      {"Rating: \u2605\u2605\u2606\u2606\u2606", 2},
      {"\u2605\u2606\u2605\u2606\u2606", 0},
      {"\u2605\u2606", 0},
      {"Shoppers say \u2605\u2605\u2605", 0},
      {"Relevance: high (4)", 4},
      {"Relevance: high (4)\nScore: 2", 2},
      {"Relevance: high (8)", 0},
      {"Score\n-----\n2\n\nReason", 2},
      {"Score\n=====\n\n2", 2},
      {"Score\n-----\nReason", 0},
      {"<answer>3</answer>", 3},
      {"<b>Score:</b> 4", 4},
      {"SCORE: ~4", 4},
      {"(4)", 4},
  };
  check("a late form", replies, COUNT_OF(replies));
}

/* A setting lists the words that are labels. */
static void test_labels_of_settings(void) {
  static const char *const items[] = {"nota", "ocena trafno\u015bci"};
  const struct phrase_list labels = {items, COUNT_OF(items)}, none = {NULL, 0};
  static const struct reply replies[] = {
      {"Nota: 4", 4}, {"OCENA TRAFNO\u015aCI: 4", 4}, {"SCORE: 4", 0}, {"Final: 4", 4}};
  for (size_t i = 0; i < COUNT_OF(replies); i++) {
    const char *text = replies[i].text;
    tap_is_real(relevance_read(text, strlen(text), &labels),
                replies[i].score == 0 ? MISSING : replies[i].score, 0, "labels: %s",
                text);
  }
  tap_is_real(relevance_read("4/5", 3, &none), 4, 0, "no labels");
}

int main(void) {
  test_final();
  test_not_ours();
  test_objects();
  test_late_forms();
  test_labels_of_settings();
  return tap_done();
}

/*
** Tests how a judge's reply about ambiguity is read (ADR-006, "Enhanced
** AmbiguityScorer").  The answer is the reply's number if the number lies in 0..1.
** Otherwise the answer is missing.
*/
#include "core/interview/ambiguity.h"

#include <string.h>

#include "core/research/dimensions.h"
#include "tap.h"

static const struct {
  const char *reply;
  double want;
} cases[] = {
    {"{\"ambiguity\": 0.35, \"reasoning\": \"hedges\"}", 0.35},
    {"{\"reasoning\": \"hedges\", \"ambiguity\":1}", 1},
    {"{ \"ambiguity\" : 0 }", 0},
    {"```json\n{\"ambiguity\": 0.4}\n```", 0.4},
    {"Here you are: {\"ambiguity\": 0.4,\n\"reasoning\": \"a \\\"maybe\\\"\"}", 0.4},
    {"{\"Ambiguity\": 0.5}", 0.5},
    {"{\"ambiguity\": \"0.6\"}", 0.6},
    {"{\"ambiguity\": .5}", 0.5},
    {"0.7", 0.7},
    {"1", 1},
    {" 0.7\n", 0.7},
    {"You asked for {\"ambiguity\": float}: {\"ambiguity\": 0.2}", 0.2},
    {"{\"reasoning\": \"\\\"ambiguity\\\": 0.9\", \"ambiguity\": 0.1}", 0.1},
    {"{\"score\": {\"ambiguity\": 0.3}}", 0.3},
    {"{\"ambiguity\": 0.3}{\"ambiguity\": 0.9}", MISSING},
    {"{\"ambiguity\": 1.5}", MISSING},
    {"{\"ambiguity\": -0.1}", MISSING},
    {"{\"ambiguity\": 1.5, \"ambiguity\": 0.5}", 0.5},
    {"{\"ambiguity\": 35}\n{\"ambiguity\": 0.35}", 0.35},
    {"{\"ambiguity\": 0,35}", MISSING},
    {"{\"ambiguity\": 0, 35}", MISSING},
    {"{\"ambiguity\": \"0,35\"}", 0.35},
    {"{\"ambiguity\": 0,35}{\"ambiguity\": 0.35}", 0.35},
    {"0,35", MISSING},
    {"0.7,", MISSING},
    {"1.5", MISSING},
    {"-0.5", MISSING},
    {"{\"ambiguity\": 0.4,}", 0.4},
    {"{\"ambiguity\": 0.4, }", 0.4},
    {"{\"ambiguity\": 0.4,", 0.4},
    {"{\"ambiguity\": 0.4", 0.4},
    {"{\"ambiguity\": 0.4]", MISSING},
    {"{\"ambiguity\": 0.4, reasoning: 1}", 0.4},
    {"<think>{\"ambiguity\": 0.8}?</think>{\"ambiguity\": 0.3}", 0.3},
    {"<think>{\"ambiguity\": 0.8}", MISSING},
    {"{\"ambiguity\": 0.3}<think>or {\"ambiguity\": 0.8}", 0.3},
    {"{\"ambiguity\": 0.8}</thinking>{\"ambiguity\": 0.3}", 0.3},
    {"<think>0.8</think>\n0.3", 0.3},
    {"0.8<think></think>0.3", MISSING},
    {"{\"ambiguity\": null}", MISSING},
    {"{\"ambiguity\": NaN}", MISSING},
    {"{\"ambiguity\": 1e999}", MISSING},
    {"{\"ambiguity\": 40%}", MISSING},
    {"{\"ambiguity\": 0.4%}", MISSING},
    {"{\"ambiguity\": 1/2}", MISSING},
    {"{\"ambiguity\": [0.4]}", 0.4},
    {"{\"ambiguity\": \"high\"}", MISSING},
    {"{\"ambiguity\": \"0.4", MISSING},
    {"{\"ambiguity\"}", MISSING},
    {"{\"ambiguity", MISSING},
    {"{\"ambiguous\": 0.4}", MISSING},
    {"ambiguity: 0.4", 0.4},
    {"**Ambiguity:** 0.8", 0.8},
    {"Ambiguity score: 0.7", 0.7},
    {"{'ambiguity': 0.5}", 0.5},
    {"{\"ambiguity_score\": 0.3}", 0.3},
    {"{\"reason\": \"ambiguity: 0.9\", \"ambiguity\": 0.2}", 0.2},
    {"Ambiguity: 0.8\nFinal ambiguity: 0.2", 0.2},
    {"<ambiguity>0.8</ambiguity>", 0.8},
    {"Ambiguity (0-1): 0.75", 0.75},
    {"Credit Ambiguity: 0.6", MISSING},
    {"Credit AMBIGUITY: 0.6", 0.6},
    {"Ambiguity: 0.6/1", 0.6},
    {"Ambiguity: 6/10", MISSING},
    {"Ambiguity: 0.3-0.5", MISSING},
    {"Ambiguity: 3", MISSING},
    {"Ambiguity: 60%", MISSING},
    {"Disambiguity: 0.4", MISSING},
    {"SCORE: 0.4", MISSING},
    {"0.4 or so", MISSING},
    {"\"", MISSING},
    {"", MISSING},
};

int main(void) {
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char *reply = cases[i].reply;
    tap_is_real(ambiguity_of_reply(reply, strlen(reply)), cases[i].want, 0, "%s", reply);
  }
  tap_is_real(ambiguity_of_reply("0.45", 3), 0.4, 0, "nothing is read after the end");
  return tap_done();
}

/*
** Weights of the five dimensions: from a strategy's name, from JSON, or from a blob of
** packed doubles.
*/
#ifndef ASSAY_CORE_RESEARCH_WEIGHTS_H
#define ASSAY_CORE_RESEARCH_WEIGHTS_H

#include "core/research/dimensions.h"

/* The rules for weights, as texts for messages.  A positive sum below the least normal
** double has too few digits to divide by: an index would be wrong from its first decimals
** on. */
#define WEIGHTS_RULE "must be 5 finite numbers >= 0 with a positive sum"
#define WEIGHTS_SUM_RULE "must have a sum of at least 2.2250738585072014e-308"

/* Size of packed weights: 5 little-endian doubles. */
#define WEIGHTS_BYTES ((size_t)40)

/* Sets `weights->sum` from the five weights.  False if they break a rule. */
bool weights_complete(struct weights *weights);

/* Returns the text of the rule that the weights break.  Call this only for weights that
** weights_complete(), weights_from_json() or weights_from_bytes() has refused. */
const char *weights_broken_rule(const struct weights *weights);

/* True if the text is JSON (an array or an object) and not the name of a strategy. */
bool weights_text_is_json(const char *text, size_t length);

/* Reads JSON: an array `[c, s, a, v, r]` of the weights in the order of the dimensions,
** or an object whose keys are names of dimensions.  Dimensions that the object lacks have
** weight 0.  False for an unknown or repeated name, or if anything follows the JSON. */
bool weights_from_json(const char *text, size_t length, struct weights *weights);

/* True if the first mistake in a JSON text of weights is a key that names no
** dimension. */
bool weights_json_has_unknown(const char *text, size_t length);

/* Reads 5 little-endian doubles.  False if they are not valid weights. */
bool weights_from_bytes(const unsigned char *bytes, size_t length,
                        struct weights *weights);

void weights_to_bytes(const double weight[DIMENSION_COUNT],
                      unsigned char bytes[WEIGHTS_BYTES]);

/* Returns the weight strategy of that name in the settings (ASCII case does not matter),
** or NULL. */
const struct weight_strategy *weight_strategy_find(const struct settings *settings,
                                                   const char *name, size_t length);

/* Returns the weights of the default strategy; owned by the settings. */
static inline const struct weights *weights_default(const struct settings *settings) {
  const struct deep_research_settings *s = &settings->deep_research;
  return &s->strategies[s->default_strategy].weights;
}

#endif

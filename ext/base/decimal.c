/* Decimal numbers: see decimal.h. */
#include "base/decimal.h"

#include <limits.h>
#include <math.h>

#include "base/missing.h"
#include "base/number.h"

/* Every number of this many digits fits into 64 bits. */
#define WHOLE_DIGITS 19

static const uint64_t powers_of_ten[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                         1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
#define MOST_POWER 15

struct decimal decimal_from_integer(int64_t integer) {
  uint64_t bits = (uint64_t)integer;
  return (struct decimal){.whole = integer < 0 ? 0 - bits : bits,
                          .negative = integer < 0};
}

struct decimal decimal_from_real(double real) {
  struct decimal decimal = {.negative = real < 0};
  decimal.whole = number_shortest(fabs(real), &decimal.exponent);
  return decimal;
}

/* Reads the digits from the first nonzero digit on.  Returns the address after the
** digits. */
static const char *decimal_read_digits(const char *at, const char *end,
                                       struct decimal *decimal) {
  bool after_point = false;
  for (; at < end && (number_is_digit(*at) || *at == '.'); at++) {
    if (*at == '.') {
      after_point = true;
      continue;
    }
    decimal->exponent -= after_point;
    if (decimal->digits == 0 && *at == '0') continue; /* a leading zero */
    if (decimal->digits == 0) decimal->text = at;
    if (decimal->digits < WHOLE_DIGITS)
      decimal->whole = decimal->whole * 10 + (uint64_t)(*at - '0');
    decimal->digits++;
  }
  return at;
}

struct decimal decimal_from_text(const char *text, size_t length) {
  const char *at = text, *end = text + length;
  struct decimal decimal = {0};
  while (!number_is_digit(*at) && *at != '.') /* skips white space and a sign */
    decimal.negative = *at++ == '-';
  at = decimal_read_digits(at, end, &decimal);
  decimal.exponent += number_exponent(at, (size_t)(end - at));
  if (decimal.digits <= WHOLE_DIGITS) decimal.text = NULL;
  return decimal;
}

/* Doubles represent every whole number up to this one exactly. */
#define EXACT_WHOLE ((int64_t)1 << 53)

/* Computes the whole number decimal / 10^exponent.  Returns false if the number
** exceeds 2^53 in magnitude: doubles do not represent all such numbers. */
static bool decimal_units(const struct decimal *decimal, long exponent, int64_t *units) {
  *units = 0;
  if (decimal->whole == 0) return true;
  if (decimal->text != NULL || decimal->exponent - exponent > MOST_POWER) return false;
  uint64_t power = powers_of_ten[decimal->exponent - exponent];
  if (decimal->whole > (uint64_t)EXACT_WHOLE / power) return false;
  *units = (int64_t)(decimal->whole * power);
  if (decimal->negative) *units = -*units;
  return true;
}

static long decimal_least_exponent(const struct decimal *a, const struct decimal *b) {
  if (a->whole == 0) return b->exponent;
  if (b->whole == 0) return a->exponent;
  return a->exponent < b->exponent ? a->exponent : b->exponent;
}

/* Computes decimal_share() in the usual case: `number`, `from` and `to` are whole numbers
** times one power of ten, and doubles represent these three whole numbers exactly.  One
** division of doubles then gives the share, rounded once.  Returns false otherwise. */
static bool decimal_share_of_units(const struct decimal *number,
                                   const struct decimal *from, const struct decimal *to,
                                   double *share) {
  int64_t at, first, last;
  long ends = decimal_least_exponent(from, to); /* from != to, so at most one is 0 */
  long least = number->whole != 0 && number->exponent < ends ? number->exponent : ends;
  if (!decimal_units(number, least, &at) || !decimal_units(from, least, &first) ||
      !decimal_units(to, least, &last))
    return false;
  int64_t reached = at - first, range = last - first;
  if (range < 0) {
    reached = -reached;
    range = -range;
  }
  if (range > EXACT_WHOLE) return false;
  *share = reached >= 0 && reached <= range ? (double)reached / (double)range : MISSING;
  return true;
}

#define WORD_DIGITS 9
#define WORD_END 1000000000u

/* The number of words in a struct decimal_words.  The first word has room for a carry.
** The last word is 1 if a nonzero digit does not fit into the words before it. */
#define WORDS 161
#define PLACES ((size_t)(WORDS - 2) * WORD_DIGITS)

/* A signed number in words of nine digits; the most significant word comes first. */
struct decimal_words {
  uint32_t word[WORDS];
  bool negative;
};

/* Writes a digit at a place; place 0 is the first digit of the second word. */
static void decimal_put(struct decimal_words *words, size_t place, char digit) {
  if (place < PLACES) {
    uint64_t unit = powers_of_ten[WORD_DIGITS - 1 - place % WORD_DIGITS];
    words->word[1 + place / WORD_DIGITS] += (uint32_t)(unit * (uint64_t)(digit - '0'));
  } else if (digit != '0') {
    words->word[WORDS - 1] = 1;
  }
}

static size_t decimal_count_digits(const struct decimal *decimal) {
  size_t count = 0;
  if (decimal->text != NULL) return decimal->digits;
  for (uint64_t rest = decimal->whole; rest > 0; rest /= 10)
    count++;
  return count;
}

/* Returns the exponent of the first digit's power of ten. */
static long decimal_top(const struct decimal *decimal) {
  return decimal->exponent + (long)decimal_count_digits(decimal) - 1;
}

/* Writes a decimal as words; the digit for 10^top goes to place 0. */
static void decimal_spread(const struct decimal *decimal, long top,
                           struct decimal_words *words) {
  char digits[WHOLE_DIGITS + 1];
  const char *at = decimal->text;
  size_t count = decimal_count_digits(decimal);
  *words = (struct decimal_words){.negative = decimal->negative};
  if (at == NULL) {
    uint64_t rest = decimal->whole;
    for (size_t i = count; i-- > 0; rest /= 10)
      digits[i] = (char)('0' + rest % 10);
    at = digits;
  }
  size_t place = (size_t)(top - decimal_top(decimal));
  for (size_t i = 0; i < count; at++) {
    if (*at == '.') continue;
    decimal_put(words, place++, *at);
    i++;
  }
}

/* Compares the magnitudes of a and b: < 0, 0 or > 0. */
static int decimal_order(const struct decimal_words *a, const struct decimal_words *b,
                         int count) {
  for (int i = 0; i < count; i++) {
    if (a->word[i] != b->word[i]) return a->word[i] < b->word[i] ? -1 : 1;
  }
  return 0;
}

/* Adds the magnitude of `other` to `to`. */
static void decimal_add(struct decimal_words *to, const struct decimal_words *other,
                        int count) {
  uint32_t carry = 0;
  for (int i = count; i-- > 0;) {
    uint32_t sum = to->word[i] + other->word[i] + carry;
    carry = sum >= WORD_END;
    to->word[i] = carry ? sum - WORD_END : sum;
  }
}

/* Subtracts the magnitude of `other` from the magnitude of `from`.  `other` must not be
** greater. */
static void decimal_subtract(struct decimal_words *from,
                             const struct decimal_words *other, int count) {
  uint32_t borrow = 0;
  for (int i = count; i-- > 0;) {
    uint32_t take = other->word[i] + borrow;
    borrow = from->word[i] < take;
    from->word[i] += (borrow ? WORD_END : 0) - take;
  }
}

/* Computes a - b, with its sign. */
static void decimal_difference(const struct decimal_words *a,
                               const struct decimal_words *b,
                               struct decimal_words *result) {
  *result = *a;
  if (a->negative != b->negative) {
    decimal_add(result, b, WORDS);
  } else if (decimal_order(a, b, WORDS) >= 0) {
    decimal_subtract(result, b, WORDS);
  } else {
    *result = *b;
    result->negative = !b->negative;
    decimal_subtract(result, a, WORDS);
  }
}

/* Returns how many words to compute with: after them, all words of a and b are 0. */
static int decimal_length(const struct decimal_words *a, const struct decimal_words *b) {
  int count = WORDS;
  while (count > 0 && a->word[count - 1] == 0 && b->word[count - 1] == 0)
    count--;
  return count;
}

/* Returns the double nearest to reached / range.  The quotient must be in 0..1; it is
** computed bit by bit, up to the 53 bits of a double. */
static double decimal_divide(struct decimal_words *reached,
                             const struct decimal_words *range) {
  int count = decimal_length(reached, range), order, bits = 0;
  int64_t mantissa = decimal_order(reached, range, count) == 0;
  if (mantissa == 1) return 1;
  while (mantissa < EXACT_WHOLE / 2 && bits < 1074) {
    decimal_add(reached, reached, count);
    bool bit = decimal_order(reached, range, count) >= 0;
    if (bit) decimal_subtract(reached, range, count);
    mantissa = 2 * mantissa + bit;
    bits++;
  }
  decimal_add(reached, reached, count);
  order = decimal_order(reached, range, count);
  mantissa += order > 0 || (order == 0 && mantissa % 2 == 1);
  return ldexp((double)mantissa, -bits);
}

/* Writes decimals as words with the same places: place 0 is the first digit of the
** greatest decimal. */
static void decimal_align(const struct decimal *const *decimals, int count,
                          struct decimal_words *words) {
  long top = LONG_MIN;
  for (int i = 0; i < count; i++) {
    bool above = decimals[i]->whole != 0 && decimal_top(decimals[i]) > top;
    if (above) top = decimal_top(decimals[i]);
  }
  for (int i = 0; i < count; i++)
    decimal_spread(decimals[i], top, &words[i]);
}

bool decimal_equal(const struct decimal *a, const struct decimal *b) {
  struct decimal_words words[2];
  if (a->whole == 0 || b->whole == 0) return a->whole == b->whole;
  if (a->negative != b->negative || decimal_top(a) != decimal_top(b)) return false;
  decimal_align((const struct decimal *const[]){a, b}, 2, words);
  return decimal_order(&words[0], &words[1], WORDS) == 0;
}

static double decimal_share_of_words(const struct decimal *number,
                                     const struct decimal *from,
                                     const struct decimal *to) {
  struct decimal_words words[3], reached, range;
  decimal_align((const struct decimal *const[]){number, from, to}, 3, words);
  decimal_difference(&words[0], &words[1], &reached);
  decimal_difference(&words[2], &words[1], &range);
  if (decimal_length(&reached, &reached) == 0) return 0;
  if (reached.negative != range.negative || decimal_order(&reached, &range, WORDS) > 0)
    return MISSING;
  return decimal_divide(&reached, &range);
}

double decimal_share(const struct decimal *number, const struct decimal *from,
                     const struct decimal *to) {
  double share;
  if (decimal_share_of_units(number, from, to, &share)) return share;
  return decimal_share_of_words(number, from, to);
}

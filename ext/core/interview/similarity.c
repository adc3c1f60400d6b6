/* Computes how similar two texts are: see similarity.h. */
#include "core/interview/similarity.h"

#include <math.h>
#include <stdbool.h>

#include "base/lower_case.h"
#include "base/sort.h"
#include "base/utf8.h"

/* Code points, and the greater numbers that stand for malformed bytes, fit into 21
** bits.  So three code points, the longest gram, fit into 64 bits. */
#define CODE_BITS 21

/* The idf (similarity.h) of a gram that one text has, and of a gram that both have. */
#define IDF_OWN 0.6931471805599453
#define IDF_SHARED 0.5108256237659907

/* Sums over the grams of two texts, a and b.  `products` sums the count in a times the
** count in b.  The other members sum squared counts. */
struct gram_sums {
  uint64_t own_a; /* grams only in a */
  uint64_t own_b;
  uint64_t shared_a; /* grams in both texts */
  uint64_t shared_b;
  uint64_t products;
};

/* Writes the grams of `size` code points in the order of the text.  Returns their number,
** at most one for each byte. */
static size_t similarity_grams_of(const char *text, size_t length, unsigned size,
                                  uint64_t *grams) {
  const uint64_t mask = ((uint64_t)1 << CODE_BITS * size) - 1;
  uint64_t gram = 0;
  size_t characters = 0;
  size_t count = 0;
  for (size_t i = 0, taken; i < length; i += taken) {
    uint32_t code = lower_case(utf8_read(text + i, length - i, &taken));
    gram = (gram << CODE_BITS | code) & mask;
    if (++characters >= size) grams[count++] = gram;
  }
  return count;
}

/* Up to FEW grams are sorted by insertion.  Most questions have no more grams.  If
** sort_items() sorted all grams, the view `candidate_vetoes` would take 1.2 times as
** long. */
#define FEW 100

static void similarity_sort_few(uint64_t *grams, size_t count) {
  for (size_t i = 1; i < count; i++) {
    uint64_t gram = grams[i];
    size_t at = i;
    for (; at > 0 && grams[at - 1] > gram; at--)
      grams[at] = grams[at - 1];
    grams[at] = gram;
  }
}

static int similarity_compare_grams(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static void similarity_sort_grams(uint64_t *grams, size_t count) {
  if (count <= FEW) {
    similarity_sort_few(grams, count);
  } else {
    sort_items(grams, count, sizeof *grams, similarity_compare_grams, NULL);
  }
}

/* Returns the number of grams equal to *at.  The grams are sorted. */
static uint64_t similarity_run_length(const uint64_t *at, const uint64_t *end) {
  const uint64_t *next = at;
  while (next < end && *next == *at)
    next++;
  return (uint64_t)(next - at);
}

static void similarity_add_grams(struct gram_sums *sums, const uint64_t *a,
                                 const uint64_t *a_end, const uint64_t *b,
                                 const uint64_t *b_end) {
  while (a < a_end || b < b_end) {
    bool in_a = a < a_end && (b == b_end || *a <= *b);
    bool in_b = b < b_end && (a == a_end || *b <= *a);
    uint64_t count_a = in_a ? similarity_run_length(a, a_end) : 0;
    uint64_t count_b = in_b ? similarity_run_length(b, b_end) : 0;
    a += count_a;
    b += count_b;
    if (in_a && in_b) {
      sums->shared_a += count_a * count_a;
      sums->shared_b += count_b * count_b;
      sums->products += count_a * count_b;
    } else {
      sums->own_a += count_a * count_a;
      sums->own_b += count_b * count_b;
    }
  }
}

/* True if two characters are equal except for case.  Each text is one character. */
static bool similarity_same_character(const char *a, size_t a_length, const char *b,
                                      size_t b_length) {
  size_t taken;
  uint32_t a_code = lower_case(utf8_read(a, a_length, &taken));
  uint32_t b_code = lower_case(utf8_read(b, b_length, &taken));
  return a_code == b_code;
}

static double similarity_cosine(const struct gram_sums *sums) {
  const double own = IDF_OWN * IDF_OWN;
  const double shared = IDF_SHARED * IDF_SHARED;
  double a = own * (double)sums->own_a + shared * (double)sums->shared_a;
  double b = own * (double)sums->own_b + shared * (double)sums->shared_b;
  double product = shared * (double)sums->products;
  return a > 0 && b > 0 ? fmin(product / sqrt(a * b), 1.0) : 0.0;
}

double text_similarity(const char *a, size_t a_length, const char *b, size_t b_length,
                       uint64_t *workspace) {
  if (a_length == 0 || b_length == 0) return 0;
  uint64_t *b_grams = workspace + a_length;
  struct gram_sums sums = {0};
  bool any = false;
  for (unsigned size = 2; size <= 3; size++) {
    size_t a_count = similarity_grams_of(a, a_length, size, workspace);
    size_t b_count = similarity_grams_of(b, b_length, size, b_grams);
    similarity_sort_grams(workspace, a_count);
    similarity_sort_grams(b_grams, b_count);
    similarity_add_grams(&sums, workspace, workspace + a_count, b_grams,
                         b_grams + b_count);
    any = any || a_count + b_count > 0;
  }
  return any ? similarity_cosine(&sums)
             : similarity_same_character(a, a_length, b, b_length);
}

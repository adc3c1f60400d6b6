/* SHA-256: see digest.h.  Names such as `w`, `t1` and `sigma0` are those of FIPS
** 180-4. */
#include "settings/digest.h"

#include <string.h>

#define BLOCK_SIZE 64
#define LENGTH_AT 56 /* in the last block: offset of the message's length in bits */

/* The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
static const uint32_t round_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
    0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
    0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
    0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
    0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
    0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116,
    0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
    0xc67178f2};

static uint32_t digest_rotate(uint32_t word, int bits) {
  return word >> bits | word << (32 - bits);
}

static uint32_t digest_word_at(const unsigned char *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 |
         bytes[3];
}

static void digest_schedule(const unsigned char *block, uint32_t w[64]) {
  for (int t = 0; t < 16; t++)
    w[t] = digest_word_at(block + 4 * (size_t)t);
  for (int t = 16; t < 64; t++) {
    uint32_t a = w[t - 15], b = w[t - 2];
    uint32_t sigma0 = digest_rotate(a, 7) ^ digest_rotate(a, 18) ^ a >> 3;
    uint32_t sigma1 = digest_rotate(b, 17) ^ digest_rotate(b, 19) ^ b >> 10;
    w[t] = sigma1 + w[t - 7] + sigma0 + w[t - 16];
  }
}

static void digest_compress(uint32_t state[8], const unsigned char *block) {
  uint32_t w[64], s[8]; /* s: the variables a to h of FIPS 180-4 */
  digest_schedule(block, w);
  memcpy(s, state, sizeof s);
  for (int t = 0; t < 64; t++) {
    uint32_t sum1 =
        digest_rotate(s[4], 6) ^ digest_rotate(s[4], 11) ^ digest_rotate(s[4], 25);
    uint32_t choice = (s[4] & s[5]) ^ (~s[4] & s[6]);
    uint32_t t1 = s[7] + sum1 + choice + round_constants[t] + w[t];
    uint32_t sum0 =
        digest_rotate(s[0], 2) ^ digest_rotate(s[0], 13) ^ digest_rotate(s[0], 22);
    uint32_t majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
    memmove(s + 1, s, 7 * sizeof s[0]);
    s[4] += t1;
    s[0] = t1 + sum0 + majority;
  }
  for (int i = 0; i < 8; i++)
    state[i] += s[i];
}

void digest_open(struct digest *digest) {
  /* The first 32 bits of the fractional parts of the square roots of the first 8
  ** primes. */
  *digest = (struct digest){.state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
}

void digest_add(struct digest *digest, const void *bytes, size_t length) {
  const unsigned char *at = bytes;
  for (size_t i = 0; i < length; i++) {
    digest->block[digest->length++ % BLOCK_SIZE] = at[i];
    if (digest->length % BLOCK_SIZE == 0) digest_compress(digest->state, digest->block);
  }
}

void digest_finish(struct digest *digest, char text[DIGEST_TEXT_SIZE]) {
  static const char digits[] = "0123456789abcdef";
  uint64_t bits = digest->length * 8;
  unsigned char length[8];
  for (int i = 0; i < 8; i++)
    length[i] = (unsigned char)(bits >> (56 - 8 * i));
  digest_add(digest, "\x80", 1);
  while (digest->length % BLOCK_SIZE != LENGTH_AT)
    digest_add(digest, "", 1); /* a zero byte */
  digest_add(digest, length, sizeof length);
  for (int i = 0; i < DIGEST_SIZE; i++) {
    unsigned byte = digest->state[i / 4] >> (24 - 8 * (i % 4)) & 0xff;
    *text++ = digits[byte >> 4];
    *text++ = digits[byte & 0xf];
  }
  *text = 0;
}

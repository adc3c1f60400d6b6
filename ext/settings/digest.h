/*
** SHA-256 (FIPS 180-4), for the digest of the settings.
**
** A program can store the digest with a result.  An equal digest years later proves that
** no setting has changed, even if someone tries to hide a change.  The proof needs a hash
** without known collisions.  The code is short; a library would add a dependency to every
** program that loads assay.
*/
#ifndef ASSAY_SETTINGS_DIGEST_H
#define ASSAY_SETTINGS_DIGEST_H

#include <stddef.h>
#include <stdint.h>

#define DIGEST_SIZE 32                         /* bytes */
#define DIGEST_TEXT_SIZE (2 * DIGEST_SIZE + 1) /* hexadecimal, with a zero byte */

struct digest {
  uint32_t state[8];
  uint64_t length;         /* bytes so far */
  unsigned char block[64]; /* the unfinished block: length % 64 bytes */
};

void digest_open(struct digest *digest);
void digest_add(struct digest *digest, const void *bytes, size_t length);

/* Writes the digest of all added bytes, in lower-case hexadecimal.  `digest` cannot be
** used after this call. */
void digest_finish(struct digest *digest, char text[DIGEST_TEXT_SIZE]);

#endif

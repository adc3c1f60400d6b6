/*
** SHA-256 (FIPS 180-4), for the digest of the settings in force.
**
** If you store a digest beside a result, you want to know years later that no number has
** changed, even if someone tries to make it look so.  That takes a hash without known
** collisions.  It is a page of code; a library for it would be one more thing that every
** program with an SQLite connection has to carry.
*/
#ifndef ASSAY_SETTINGS_DIGEST_H
#define ASSAY_SETTINGS_DIGEST_H

#include <stddef.h>
#include <stdint.h>

#define DIGEST_SIZE 32                         /* bytes */
#define DIGEST_TEXT_SIZE (2 * DIGEST_SIZE + 1) /* hexadecimal, with a 0 at the end */

struct digest {
  uint32_t state[8];
  uint64_t length;         /* bytes so far */
  unsigned char block[64]; /* the unfinished one: length % 64 bytes */
};

void digest_open(struct digest *digest);
void digest_add(struct digest *digest, const void *bytes, size_t length);

/* Writes the digest of all that was added, in lower-case hexadecimal.  `digest` is used
** up. */
void digest_finish(struct digest *digest, char text[DIGEST_TEXT_SIZE]);

#endif

/* How many items an array has; an int, and a constant. */
#ifndef ASSAY_BASE_COUNT_OF_H
#define ASSAY_BASE_COUNT_OF_H

#define COUNT_OF(array) ((int)(sizeof(array) / sizeof((array)[0])))

#endif

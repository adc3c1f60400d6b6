/* The number of items in an array: an int, and a constant. */
#ifndef ASSAY_BASE_COUNT_OF_H
#define ASSAY_BASE_COUNT_OF_H

#define COUNT_OF(array) ((int)(sizeof(array) / sizeof((array)[0])))

#endif

/* The number of elements of an array, as an int that is a constant expression. */
#ifndef ASSAY_BASE_COUNT_OF_H
#define ASSAY_BASE_COUNT_OF_H

#define COUNT_OF(array) ((int)(sizeof(array) / sizeof((array)[0])))

#endif

/* assert_hot: an assertion in an inner loop. Plain assert() stands at the borders of modules and is
 * kept in release builds; assert_hot() is compiled only with -DTERNION_HOT_ASSERTS, as in the
 * sanitizer and fuzz builds of `make check`. */
#ifndef TERNION_ASSERT_HOT_H
#define TERNION_ASSERT_HOT_H

#include <assert.h>

#ifdef TERNION_HOT_ASSERTS
#define assert_hot(condition) assert(condition)
#else
/* The condition must still compile. */
#define assert_hot(condition) ((void)sizeof((condition) ? 1 : 0))
#endif

#endif

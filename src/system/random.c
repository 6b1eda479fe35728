#include "random.h"

#include <assert.h>
#include <sys/random.h>
#include <sys/types.h>

bool random_fill(void *block, size_t size) {
    assert(size <= 256); /* so much comes in one piece, whatever signals do */
    return getrandom(block, size, 0) == (ssize_t)size;
}

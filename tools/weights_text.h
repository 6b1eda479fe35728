/* weights_text: integer weights as the text that tools/weights.awk turns into C. */
#ifndef TERNION_TOOLS_WEIGHTS_TEXT_H
#define TERNION_TOOLS_WEIGHTS_TEXT_H

#include <stddef.h>
#include <stdio.h>

/* Lines of some ninety columns; N zeros in a row are written zN. */
static inline void weights_text_print(FILE *file, const int *weights, size_t count) {
    int column = 0;
    for (size_t i = 0; i < count;) {
        size_t zeros = 0;
        while (i + zeros < count && weights[i + zeros] == 0)
            zeros++;
        if (zeros > 1)
            column += fprintf(file, "z%zu ", zeros);
        else
            column += fprintf(file, "%d ", weights[i]);
        i += zeros > 1 ? zeros : 1;
        if (column > 90 || i == count) {
            fputc('\n', file);
            column = 0;
        }
    }
}

#endif

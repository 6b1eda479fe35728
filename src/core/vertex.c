#include "vertex.h"

#include <ctype.h>
#include <string.h>

static const char letters[] = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

char vertex_letter(int column) {
    return letters[column];
}

int vertex_column(char letter) {
    const char *found = letter == '\0' ? NULL : strchr(letters, toupper((unsigned char)letter));
    return found == NULL ? -1 : (int)(found - letters);
}

void vertex_print(struct text *text, int column, int row) {
    text_putc(text, letters[column]);
    text_whole(text, row + 1);
}

int vertex_parse(const char *string, int *column, int *row) {
    int letter = vertex_column(string[0]);
    if (letter < 0 || !isdigit((unsigned char)string[1]) || string[1] == '0')
        return 0;
    int number = 0, length = 1;
    for (; isdigit((unsigned char)string[length]) && length <= 3; length++)
        number = number * 10 + (string[length] - '0');
    if (isdigit((unsigned char)string[length]))
        return 0;
    *column = letter;
    *row = number - 1;
    return length;
}

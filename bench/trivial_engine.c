/* trivial_engine: answers at once and thinks nothing, so that only the cost of the runner is left.
 * On 9x9 Black fills the rows 1 to 4 and White the rows 6 to 9; then both pass. */
#include <stdio.h>
#include <string.h>

enum { POINTS = 36, COLUMNS = 9 };

static void answer_move(const char *id, char colour, int *played) {
    static const char letters[] = "ABCDEFGHJ";
    int side = colour == 'w' || colour == 'W';
    int at = played[side]++;
    if (at >= POINTS)
        printf("=%s pass\n\n", id);
    else
        printf("=%s %c%d\n\n", id, letters[at % COLUMNS], at / COLUMNS + 1 + 5 * side);
}

int main(void) {
    char line[256], buffer[1 << 16];
    int played[2] = {0, 0};
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    while (fgets(line, sizeof line, stdin) != NULL) {
        size_t digits = strspn(line, "0123456789");
        char id[16] = "";
        memcpy(id, line, digits < 15 ? digits : 15);
        const char *command = line + digits + strspn(line + digits, " ");
        if (strncmp(command, "genmove", 7) == 0)
            answer_move(id, command[8], played);
        else if (strncmp(command, "list_commands", 13) == 0)
            printf("=%s play\ngenmove\nclear_board\nboardsize\nkomi\nlist_commands\nquit\n\n", id);
        else
            printf("=%s\n\n", id);
        if (strncmp(command, "clear_board", 11) == 0)
            played[0] = played[1] = 0;
        fflush(stdout);
        if (strncmp(command, "quit", 4) == 0)
            break;
    }
    return 0;
}

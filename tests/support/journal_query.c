/* journal_query FILE SQL: the rows of a query, columns separated by spaces. */
#include <sqlite3.h>
#include <stdio.h>

static int print_row(void *context, int count, char **values, char **names) {
    (void)context, (void)names;
    for (int i = 0; i < count; i++)
        printf("%s%s", i > 0 ? " " : "", values[i] != NULL ? values[i] : "");
    putchar('\n');
    return 0;
}

int main(int count, char **arguments) {
    sqlite3 *db;
    if (count != 3 || sqlite3_open_v2(arguments[1], &db, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK)
        return 2;
    /* Whoever closes a journal last locks it for a moment, another query for instance. */
    sqlite3_busy_timeout(db, 10000);
    int status = sqlite3_exec(db, arguments[2], print_row, NULL, NULL);
    sqlite3_close(db);
    return status == SQLITE_OK ? 0 : 1;
}

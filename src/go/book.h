/* book: an opening book for 9x9, komi 7.5, area rules, made by deep searches. */
#ifndef TERNION_GO_BOOK_H
#define TERNION_GO_BOOK_H

#include "go.h"

struct go_book;

/* The book of data/go/book9.txt, written by tools/go_book.c. */
struct go_book *go_book_new(void);
void go_book_free(struct go_book *book);
/* A move for the position or one symmetric to it; GO_NO_POINT if it is not in the book or has other
 * rules, size or komi. */
int go_book_find(const struct go_book *book, const struct go_state *state);

/* The setup that books are made for. */
struct setup go_book_setup(void);
enum { GO_SYMMETRIES = 8 };
/* Where symmetry 0 .. GO_SYMMETRIES - 1 takes a point. */
int go_board_symmetric(const struct go_board *board, int p, int symmetry);

/* Lines of vertices from the empty board, Black first; the last one is the book move. */
extern const char *const go_book_lines[];
extern const size_t go_book_count;

#endif

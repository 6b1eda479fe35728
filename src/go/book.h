/* book: what deep searches chose in the first plies of 9x9 games, komi 7.5, area rules. */
#ifndef TERNION_GO_BOOK_H
#define TERNION_GO_BOOK_H

#include "go.h"

struct go_book;

/* The book in use, from data/go/book9.txt, where tools/go_book.c puts it. */
struct go_book *go_book_new(void);
void go_book_free(struct go_book *book);
/* A move for the position however it is turned or mirrored, or GO_NO_POINT if it is not in the book
 * or size, rules or komi are other ones. */
int go_book_find(const struct go_book *book, const struct go_state *state);

/* The setup that books are made for. */
struct setup go_book_setup(void);
enum { GO_TURNS = 8 };
/* The point that a point becomes when the board is turned or mirrored in one of GO_TURNS ways. */
int go_board_turned(const struct go_board *board, int p, int turn);

/* Lines of vertices from the empty board, Black first; the last is the answer. */
extern const char *const go_book_lines[];
extern const size_t go_book_count;

#endif

/* fight: who gets a point if both sides play only in a small part of the board: races, eye space,
 * sekis. A proof-number search: what it says is proved within that part. */
#ifndef TERNION_GO_FIGHT_H
#define TERNION_GO_FIGHT_H

#include "board.h"

struct go_fight;

/* Held: the owner keeps the point, if it wants to by passing. Open: too much to read. */
enum go_fight_end { GO_FIGHT_HELD, GO_FIGHT_LOST, GO_FIGHT_OPEN };

struct go_fight *go_fight_new(void);
void go_fight_free(struct go_fight *fight);

/* The part of the board that the life of the chain at p hangs on: it, the empty points and chains
 * connected to it. Chains that are `firm` end it. Returns how many of its points are empty; more
 * than `most` if these are too many. */
int go_fight_area(const struct go_board *board, int p, const bool firm[GO_INDEXES], int most,
                  bool area[GO_INDEXES]);

/* What becomes of the point of the stone at p, if `first` plays first, and both only in the area.
 * Firm chains count as alive. Its owner may pass, the other side has to get on. Nobody may repeat
 * the board, so whoever takes a ko first wins it. It takes from *nodes what
 * it used. */
enum go_fight_end go_fight_read(struct go_fight *fight, const struct go_board *board, int p,
                                const bool firm[GO_INDEXES], const bool area[GO_INDEXES], int first,
                                int *nodes);

#endif

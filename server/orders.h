/* orders: what clients may say. */
#ifndef TERNION_ORDERS_H
#define TERNION_ORDERS_H

#include "../src/core/gtp.h"

struct client;

/* Whether an order takes what people say, '#' and all. */
bool orders_take_text(const char *name);
/* Runs one request and replies, now or later. */
void orders_run(struct client *client, const struct gtp_request *request);

#endif

/* net_text: the weights of the network of src/go/net.h as the text that go_learn writes and reads
 * and the build turns into C: whole parts of GO_NET_WEIGHT_UNIT in order. A line that begins with #
 * is a comment. */
#ifndef TERNION_TOOLS_NET_TEXT_H
#define TERNION_TOOLS_NET_TEXT_H

#include "../src/core/text.h"

void net_text_print(const float *weights, size_t count, struct text *text);
/* Reads exactly `count` weights; false if there are fewer, more, or anything else. */
bool net_text_read(const char *text, float *weights, size_t count);

#endif

/* A server that says one line without end, for the console as its client: prints its port, takes
 * one connection, and leaves when nobody reads any more. */
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof here;
    static char words[1 << 16];
    int door = socket(AF_INET, SOCK_STREAM, 0);
    signal(SIGPIPE, SIG_IGN);
    alarm(60); /* nobody came */
    if (bind(door, (struct sockaddr *)&here, sizeof here) != 0 || listen(door, 1) != 0 ||
        getsockname(door, (struct sockaddr *)&here, &length) != 0)
        return 1;
    printf("lines: 127.0.0.1 port %d\n", ntohs(here.sin_port));
    fflush(stdout);
    memset(words, 'x', sizeof words);
    int visitor = accept(door, NULL, NULL);
    for (int i = 0; i < 1024 && write(visitor, words, sizeof words) > 0;)
        i++;
    return 0;
}

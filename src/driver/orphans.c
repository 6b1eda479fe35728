#include "orphans.h"

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../system/file.h"

/* The children of the first thread: it starts the engines, and gets the orphans as long as it
 * lives. */
static bool children_read(struct text *list) {
    char name[64];
    snprintf(name, sizeof name, "/proc/self/task/%ld/children", (long)getpid());
    return file_read(name, list, NULL);
}

bool orphans_adopt(void) {
    struct text list = {0};
    bool alone = children_read(&list) && list.length == 0;
    text_free(&list);
    return alone && prctl(PR_SET_CHILD_SUBREAPER, 1) == 0;
}

void orphans_refuse(void) {
    prctl(PR_SET_CHILD_SUBREAPER, 0);
}

/* A child keeps its number until it is reaped, and nobody else here reaps it: the signal cannot
 * meet another process. */
static void orphan_reap(pid_t pid, bool end) {
    if (end)
        kill(pid, SIGKILL);
    waitpid(pid, NULL, WNOHANG);
}

size_t orphans_reap(bool (*is_known)(const void *context, pid_t pid), const void *context,
                    bool end) {
    struct text list = {0};
    size_t found = 0;
    char *rest = children_read(&list) ? list.at : NULL;
    /* The first process of a container gets those of everybody, and they end with it anyway. */
    end = end && getpid() != 1;
    for (char *word; rest != NULL && (word = strtok_r(rest, " \n", &rest)) != NULL;) {
        long pid;
        if (text_to_whole(word, 1, INT_MAX, &pid) && !is_known(context, (pid_t)pid)) {
            orphan_reap((pid_t)pid, end);
            found++;
        }
    }
    text_free(&list);
    return end ? found : 0;
}

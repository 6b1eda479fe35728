/* cpu_time COMMAND...: runs a command and prints to standard error the processor seconds of its
 * first thread, then those of its other threads; its children are not counted. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* What the first thread of a process used, which the kernel counts in nanoseconds. */
static double first_thread_seconds(pid_t pid) {
    char path[64];
    long long nanoseconds = 0;
    snprintf(path, sizeof path, "/proc/%ld/schedstat", (long)pid);
    FILE *file = fopen(path, "re");
    if (file == NULL || fscanf(file, "%lld", &nanoseconds) != 1)
        exit(1);
    fclose(file);
    return (double)nanoseconds * 1e-9;
}

static double process_seconds(pid_t pid) {
    clockid_t clock;
    struct timespec used;
    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &used) != 0)
        exit(1);
    return (double)used.tv_sec + (double)used.tv_nsec * 1e-9;
}

int main(int count, char **arguments) {
    siginfo_t end;
    if (count < 2)
        return 2;
    pid_t pid = fork();
    if (pid == 0) {
        execv(arguments[1], arguments + 1);
        _exit(127);
    }
    /* Both are read while the process has ended but is not reaped. */
    if (pid < 0 || waitid(P_PID, (id_t)pid, &end, WEXITED | WNOWAIT) != 0)
        return 1;
    double first = first_thread_seconds(pid);
    fprintf(stderr, "%.6f %.6f\n", first, process_seconds(pid) - first);
    waitpid(pid, NULL, 0);
    return end.si_code == CLD_EXITED ? end.si_status : 1;
}

#define _GNU_SOURCE
#include "CChildProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

// Numbers that no standard file of a child has, so that none is overwritten before it is moved.
enum { first_free = 10 };

static int moved(int file) {
    if (file < 0 || file >= first_free) return file;
    int other = fcntl(file, F_DUPFD_CLOEXEC, first_free);
    close(file);
    return other;
}

int child_memory_file(void) {
#ifdef __linux__
    return moved(memfd_create("video", MFD_CLOEXEC));
#else
    errno = ENOSYS;
    return -1;
#endif
}

int child_connection(int ends[2]) {
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return errno;
    for (int end = 0; end < 2; end++) {
        ends[end] = moved(ends[end]);
        if (ends[end] < 0 || fcntl(ends[end], F_SETFD, FD_CLOEXEC) != 0) {
            int code = errno;
            close(ends[0]);
            close(ends[1]);
            return code;
        }
    }
    return 0;
}

static int set_attributes(posix_spawnattr_t *attributes) {
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(attributes, &none);
    posix_spawnattr_setsigdefault(attributes, &all);
    posix_spawnattr_setpgroup(attributes, 0);
    return posix_spawnattr_setflags(
        attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    );
}

static int set_files(posix_spawn_file_actions_t *actions, int input, int output, int errors, int file) {
    int code = input < 0 ? posix_spawn_file_actions_addopen(actions, 0, "/dev/null", O_RDONLY, 0)
                         : posix_spawn_file_actions_adddup2(actions, input, 0);
    if (code == 0) {
        code = output < 0 ? posix_spawn_file_actions_addopen(actions, 1, "/dev/null", O_WRONLY, 0)
                          : posix_spawn_file_actions_adddup2(actions, output, 1);
    }
    if (code == 0) code = posix_spawn_file_actions_adddup2(actions, errors, 2);
    if (code == 0 && file >= 0) code = posix_spawn_file_actions_adddup2(actions, file, 3);
#ifdef __GLIBC__
    // Other threads may open files at any time, and libraries may forget to mark theirs.
    if (code == 0) code = posix_spawn_file_actions_addclosefrom_np(actions, file >= 0 ? 4 : 3);
    if (code == 0) code = posix_spawn_file_actions_addchdir_np(actions, "/");
#endif
    return code;
}

int child_spawn(
    const char *path, char *const arguments[], int input, int output, int errors, int file, pid_t *pid
) {
    static char locale[] = "LC_ALL=C";
    char *const environment[] = {locale, NULL};
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t actions;
    int code = posix_spawnattr_init(&attributes);
    if (code != 0) return code;
    code = posix_spawn_file_actions_init(&actions);
    if (code == 0) {
        code = set_attributes(&attributes);
        if (code == 0) code = set_files(&actions, input, output, errors, file);
        if (code == 0) code = posix_spawn(pid, path, &actions, &attributes, arguments, environment);
        posix_spawn_file_actions_destroy(&actions);
    }
    posix_spawnattr_destroy(&attributes);
    return code;
}

#ifdef __linux__
static int limit(pid_t pid, int resource, rlim_t most) {
    struct rlimit now;
    if (prlimit(pid, resource, NULL, &now) != 0) return errno;
    // Never above what the program itself may have, which would need rights.
    if (now.rlim_max != RLIM_INFINITY && now.rlim_max < most) most = now.rlim_max;
    struct rlimit next = {most, most};
    return prlimit(pid, resource, &next, NULL) == 0 ? 0 : errno;
}
#endif

int child_limit(pid_t pid, child_limits limits) {
#ifdef __linux__
    int code = limit(pid, RLIMIT_CPU, limits.processor_seconds);
    if (code == 0) code = limit(pid, RLIMIT_AS, limits.memory_bytes);
    if (code == 0) code = limit(pid, RLIMIT_FSIZE, limits.file_bytes);
    if (code == 0) code = limit(pid, RLIMIT_CORE, 0);
    return code;
#else
    return ENOSYS;
#endif
}

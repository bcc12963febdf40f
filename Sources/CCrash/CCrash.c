#include "CCrash.h"

#include <execinfo.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *crashing = "";

// Async-signal-safe: nothing here may take a lock or allocate memory, since the thread may have been doing just that.
static void say(const char *text) {
    ssize_t ignored = write(STDERR_FILENO, text, strlen(text));
    (void)ignored;
}

static const char *name_of(int number) {
    switch (number) {
    case SIGILL: return "SIGILL (a check that failed, or an overflow)";
    case SIGTRAP: return "SIGTRAP (a check that failed)";
    case SIGSEGV: return "SIGSEGV (memory that is not there)";
    case SIGBUS: return "SIGBUS (memory that can't be had)";
    case SIGFPE: return "SIGFPE (a division that can't be done)";
    case SIGABRT: return "SIGABRT (a library gave up)";
    default: return "a signal";
    }
}

static void report(int number, siginfo_t *info, void *context) {
    (void)info, (void)context;
    // Standard error may block without a reader; the alarm ends the process all the same.
    signal(SIGALRM, SIG_DFL);
    alarm(2);
    void *frames[64];
    say(crashing);
    say(" crashed: ");
    say(name_of(number));
    say("\n");
    backtrace_symbols_fd(frames, backtrace(frames, 64), STDERR_FILENO);
    // The handler is already reset, so raising the signal ends the process as the signal itself would.
    raise(number);
}

/// Whether a setting enables Swift's backtraces, in any of the spellings that Swift accepts.
static bool enables_report(const char *setting) {
    static const char *const spellings[] = {"enable=yes", "enable=true", "enable=y", "enable=t", "enable=on", "enable=1", "enable=tty"};
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        if (strstr(setting, spellings[i])) return true;
    }
    return false;
}

void crash_report(const char *name) {
    const char *swift = getenv("SWIFT_BACKTRACE");
    if (swift && enables_report(swift)) return;
    crashing = name;
    // The first call loads a library, which a signal handler must not do.
    void *frame;
    backtrace(&frame, 1);
    struct sigaction action = {0};
    action.sa_sigaction = report;
    action.sa_flags = SA_SIGINFO | (int)SA_RESETHAND;
    sigemptyset(&action.sa_mask);
    static const int signals[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) sigaction(signals[i], &action, NULL);
}

/// Installs handlers that report a crash on standard error before the process ends as it would have: the signal, and a
/// line for each function on the stack, which `addr2line` finds in the program's symbols.
///
/// After a stack overflow there is no room for a handler, and the exit signal is the only information. A report takes
/// two seconds at most.
///
/// Does nothing if SWIFT_BACKTRACE enables Swift's own report.
///
/// - Parameter name: Name and version of the program. Kept, not copied.
void crash_report(const char *name);

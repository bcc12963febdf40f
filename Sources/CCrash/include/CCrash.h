/// Has a crash say where it was, on standard error, before the process ends as it would have: the signal, and a line for each function on the
/// stack, which `addr2line` finds in the program's symbols.
///
/// A stack that has overflowed leaves no room for that: then the signal alone tells. The report takes two seconds at the most.
///
/// Does nothing where SWIFT_BACKTRACE enables Swift's own report.
///
/// - Parameter name: What crashed, and its version. Kept, not copied.
void crash_report(const char *name);

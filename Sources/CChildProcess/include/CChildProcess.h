#include <stdint.h>
#include <sys/types.h>

/// Starts a program in a process group of its own, in the directory `/`, with the signals' default actions and the
/// environment `LC_ALL=C` alone. It inherits no files but those given here.
///
/// - Parameters:
///   - path: Absolute path of the program.
///   - arguments: Its name and its arguments, then NULL.
///   - input: Becomes file 0; -1 for an empty input.
///   - output: Becomes file 1; -1 to discard it.
///   - errors: Becomes file 2.
///   - file: Becomes file 3; -1 for none.
///   - pid: Receives the process, which is also its group.
/// - Returns: 0, or an error number.
int child_spawn(
    const char *path, char *const arguments[], int input, int output, int errors, int file, pid_t *pid
);

/// Limits of a process.
typedef struct {
    /// Seconds of processor time, then it is killed.
    uint64_t processor_seconds;
    /// Bytes of address space.
    uint64_t memory_bytes;
    /// Size of a file that it writes.
    uint64_t file_bytes;
} child_limits;

/// Limits a running process, which also gets no core file.
///
/// - Returns: 0, or an error number.
int child_limit(pid_t pid, child_limits limits);

/// Creates a file in memory, with a number above those of the standard files, that no other program inherits.
///
/// - Returns: Its number, or -1.
int child_memory_file(void);

/// Creates two connected stream sockets, with numbers above those of the standard files, that no other program inherits.
///
/// - Returns: 0, or an error number.
int child_connection(int ends[2]);

import EffectService
import FoundationEssentials
import Glibc
import Synchronization
import SystemSupport

/// The output folder of a batch. A file under its final name is complete: it was written in an inner folder, synced to
/// disk, and then renamed.
///
/// The inner folder belongs to one shard and, by a lock, to one run of the shard. Shards can therefore share a folder,
/// and the remains of a killed run are recognized, and removed by the next one.
///
/// `Sendable`: constant descriptors, and system calls that any thread may make.
final class BatchFolder: Sendable {
    private let path: String
    private let folder: Int32
    private let inner: Inner
    private let innerName: String
    private let syncs: Bool
    private let lastSync = Mutex(ContinuousClock.now)
    private let isOver = Mutex(false)
    /// Name of the error report if it is in the folder, reserved from images.
    private let report = Mutex<String?>(nil)

    private static let lockName = "lock"
    /// Seconds between syncs of the folder's names.
    private static let syncInterval = 5.0
    /// Age in seconds after which an unlocked temporary file counts as abandoned.
    private static let patience = 3600

    /// - Parameter syncs: Whether files are synced to disk before they are renamed, so that they are complete even
    ///   after a machine failure.
    init(_ path: String, _ shard: Shard, syncs: Bool) throws(Failure) {
        (self.path, self.syncs) = (path, syncs)
        innerName = Self.innerName(of: shard)
        let isNew = mkdir(path, 0o777) == 0
        guard isNew || errno == EEXIST else { throw Failure("Can't create the folder \(path)", errno: errno) }
        if isNew, syncs { Self.syncParent(of: path) }
        folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw Failure("Can't open the folder \(path)", errno: errno) }
        do throws(Failure) {
            inner = try Self.inner(innerName, in: folder, path: path, shard: shard)
        } catch {
            close(folder)
            throw error
        }
        Self.removeFiles(in: inner.folder, newOnesToo: inner.isLocked)
        if inner.isLocked { Self.removeRemains(in: folder, besides: shard) }
    }

    deinit {
        if !isOver.withLock({ $0 }) { inner.close() }
        close(folder)
    }

    /// Removes the inner folder. Must be called after all files are closed.
    func finish() {
        // Without a lock, another run of the shard may be using the folder.
        guard inner.isLocked else { return }
        isOver.withLock { isOver in
            if !isOver { inner.remove(innerName, from: folder) }
            isOver = true
        }
    }

    /// Syncs the folder's own name to disk. Errors are ignored here: syncing the files' names will report them.
    private static func syncParent(of path: String) {
        let parent = open(URL(filePath: path).deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard parent >= 0 else { return }
        fsync(parent)
        Glibc.close(parent)
    }

    // MARK: The inner folder

    /// A shard's inner folder.
    private struct Inner {
        let folder: Int32
        /// A writable file in the folder: NFS locks neither read-only files nor folders.
        let lock: Int32
        /// Whether the lock is held. Some file systems have no locks; then the user must not start the same run twice
        /// at once.
        let isLocked: Bool

        func close() {
            Glibc.close(lock)
            Glibc.close(folder)
        }

        /// Closes and removes the folder. Closing comes first, since NFS keeps a removed file under another name while
        /// it is open, and the folder would not be empty.
        func remove(_ name: String, from outer: Int32) {
            unlinkat(folder, lockName, 0)
            close()
            unlinkat(outer, name, AT_REMOVEDIR)
        }
    }

    private static func innerName(of shard: Shard) -> String { ".hanabi-\(shard.index)-of-\(shard.count)" }

    private static func inner(_ name: String, in folder: Int32, path: String, shard: Shard) throws(Failure) -> Inner {
        var tries = 0
        while true {
            guard mkdirat(folder, name, 0o777) == 0 || errno == EEXIST else {
                throw Failure("Can't write into the folder \(path)", errno: errno)
            }
            switch inner(name, in: folder) {
            case .mine(let inner): return inner
            case .gone: continue
            case .taken:
                // Possibly only by a run of other shards that checks whether the folder is abandoned.
                tries += 1
                if tries <= 3 {
                    usleep(100_000)
                    continue
                }
                let which = shard.count == 1 ? "" : " of shard \(shard)"
                throw Failure("Another run\(which) is writing into \(path).")
            case .failed(let code): throw Failure("Can't open \(path)/\(name)", errno: code)
            }
        }
    }

    private enum Attempt {
        case mine(Inner)
        /// The run that used the folder has removed it.
        case gone
        case taken
        case failed(Int32)
    }

    /// Opens an existing folder, and locks it unless another run has.
    private static func inner(_ name: String, in outer: Int32) -> Attempt {
        let folder = openat(outer, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        if folder < 0 { return errno == ENOENT ? .gone : .failed(errno) }
        let lock = openat(folder, lockName, O_CREAT | O_RDWR | O_NOFOLLOW | O_CLOEXEC, 0o666)
        if lock < 0 {
            let code = errno
            close(folder)
            return code == ENOENT ? .gone : .failed(code)
        }
        let isLocked = flock(lock, LOCK_EX | LOCK_NB) == 0
        let inner = Inner(folder: folder, lock: lock, isLocked: isLocked)
        if !isLocked, errno == EWOULDBLOCK {
            inner.close()
            return .taken
        }
        if isNamed(folder, name, in: outer), isNamed(lock, lockName, in: folder) { return .mine(inner) }
        inner.close()
        return .gone
    }

    private static func isNamed(_ descriptor: Int32, _ name: String, in folder: Int32) -> Bool {
        var (own, named) = (stat(), stat())
        return fstat(descriptor, &own) == 0 && fstatat(folder, name, &named, AT_SYMLINK_NOFOLLOW) == 0
            && own.st_ino == named.st_ino && own.st_dev == named.st_dev
    }

    /// Removes the files of a killed run.
    private static func removeFiles(in folder: Int32, newOnesToo: Bool) {
        for name in names(in: folder) where name != lockName {
            var status = stat()
            let isOld =
                fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0
                && time(nil) - status.st_mtim.tv_sec > patience
            // Folders, including `.` and `..`, are not removed by `unlinkat`.
            if newOnesToo || isOld { unlinkat(folder, name, 0) }
        }
    }

    /// Removes the remains of killed runs with another number of shards, which may never be repeated. Those of the same
    /// number are left to their next run.
    private static func removeRemains(in folder: Int32, besides own: Shard) {
        for name in names(in: folder) where name.hasPrefix(".hanabi-") {
            let numbers = name.dropFirst(8).replacing("-of-", with: "/", maxReplacements: 1)
            guard let shard = Shard(argument: String(numbers)), shard.count != own.count, innerName(of: shard) == name,
                case .mine(let inner) = inner(name, in: folder)
            else { continue }
            if inner.isLocked {
                removeFiles(in: inner.folder, newOnesToo: true)
                inner.remove(name, from: folder)
            } else {
                inner.close()
            }
        }
    }

    /// Names in a folder, read one at a time: there may be millions.
    private static func names(in folder: Int32) -> AnyIterator<String> {
        let own = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard own >= 0 else { return AnyIterator { nil } }
        guard let list = fdopendir(own) else {
            close(own)
            return AnyIterator { nil }
        }
        return AnyIterator {
            guard let entry = readdir(list) else {
                closedir(list)
                return nil
            }
            return withUnsafeBytes(of: &entry.pointee.d_name) { name in
                String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
            }
        }
    }

    // MARK: File names

    /// Syncs the names of files to disk. Names of the last seconds may be lost in a machine failure until then.
    func syncNames() throws(Failure) {
        // Some file systems do not support this, and return these errors.
        guard syncs, fsync(folder) != 0, errno != EINVAL, errno != ENOTSUP else { return }
        throw Failure("Can't write the folder \(path)", errno: errno)
    }

    private func syncNamesNowAndThen() throws(Failure) {
        let isDue = lastSync.withLock { last in
            guard (ContinuousClock.now - last).seconds >= Self.syncInterval else { return false }
            last = .now
            return true
        }
        if isDue { try syncNames() }
    }

    /// Whether an image of the batch could have the path of the error report. A report and a frame dump are both lines
    /// of JSON: a file named `.ndjson` is taken for a report, unless a dump is there already.
    func mayHave(_ path: String) -> Bool {
        // Writing follows symbolic links.
        let real = realpath(path, nil).map { pointer in
            defer { free(pointer) }
            return String(cString: pointer)
        }
        let url = URL(filePath: real ?? path)
        var (own, parent) = (stat(), stat())
        guard BatchLine.mayEnd(url.lastPathComponent), fstat(folder, &own) == 0,
            stat(url.deletingLastPathComponent().path, &parent) == 0
        else { return false }
        guard own.st_ino == parent.st_ino, own.st_dev == parent.st_dev else { return false }
        guard url.lastPathComponent.hasSuffix(".ndjson"), !Self.isDump(url.path) else { return true }
        report.withLock { $0 = url.lastPathComponent }
        return false
    }

    /// Whether a file starts like a frame dump.
    private static func isDump(_ path: String) -> Bool {
        let head = Array(#"{"version":"#.utf8)
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: head.count)
        return read(file, &bytes, bytes.count) == head.count && bytes == head
    }

    /// The kind of file at a name.
    enum Place {
        case free
        /// A complete file.
        case file
        /// Anything but a regular file, such as a folder.
        case other
    }

    func place(_ name: String) throws(Failure) -> Place {
        if report.withLock({ $0 }) == name { return .other }
        var status = stat()
        if fstatat(folder, name, &status, 0) == 0 { return status.st_mode & S_IFMT == S_IFREG ? .file : .other }
        let code = errno
        if code == ENOENT { return .free }
        // A circular link, or a link through a file, is an error of this name only.
        if fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return .other }
        throw Failure("Can't examine \(path)/\(name)", errno: code)
    }

    /// A file being written.
    ///
    /// `@unchecked Sendable`: used by one thread at a time, and handed over through a queue.
    final class Part: @unchecked Sendable {
        private let folder: BatchFolder
        private let part: String
        private let name: String
        private let descriptor: Int32
        private var isOpen = true
        /// Number of bytes written so far.
        private(set) var bytes = 0

        fileprivate init(_ folder: BatchFolder, _ name: String) throws(Failure) {
            (self.folder, self.name) = (folder, name)
            // Random, so that names are unique even without a lock.
            part = String(UInt64.random(in: .min ... .max), radix: 36)
            descriptor = openat(folder.inner.folder, part, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o666)
            if descriptor < 0 { throw failure() }
        }

        deinit { discard() }

        func write(_ bytes: [UInt8]) throws(Failure) {
            guard writeAll(bytes, to: descriptor) else { throw failure() }
            self.bytes += bytes.count
        }

        /// Renames the file to its final name, replacing any file of that name.
        func finish() throws(Failure) {
            if folder.syncs, fdatasync(descriptor) != 0 { throw failure() }
            isOpen = false
            guard close(descriptor) == 0, renameat(folder.inner.folder, part, folder.folder, name) == 0 else {
                let failure = failure()
                unlinkat(folder.inner.folder, part, 0)
                throw failure
            }
            try folder.syncNamesNowAndThen()
        }

        private func discard() {
            guard isOpen else { return }
            isOpen = false
            close(descriptor)
            unlinkat(folder.inner.folder, part, 0)
        }

        private func failure() -> Failure { Failure("Can't write \(folder.path)/\(name)", errno: errno) }
    }

    func part(for name: String) throws(Failure) -> Part { try Part(self, name) }
}

import EffectService
import FoundationEssentials
import Glibc
import Synchronization

/// Where a batch's files go. What has its name there is whole: it was written in a folder within, reached the disk, and was then
/// moved.
///
/// That inner folder belongs to one shard and, by a lock, to one run of it. So shards share a folder without meeting, and what a
/// killed run left behind is known as such, and goes when the next one starts.
///
/// `Sendable`: descriptors that don't change, and system calls that any thread may make.
final class BatchFolder: Sendable {
    private let path: String
    private let folder: Int32
    private let inner: Inner
    private let innerName: String
    private let syncs: Bool
    private let lastSync = Mutex(ContinuousClock.now)
    private let isOver = Mutex(false)
    /// Name of the file of reports, where that is in the folder: no picture gets it.
    private let report = Mutex<String?>(nil)

    private static let lockName = "lock"
    /// Seconds between two times that names are brought to the disk.
    private static let syncInterval = 5.0
    /// Seconds after which what was not written to is nobody's any more, where no lock says whose it is.
    private static let patience = 3600

    /// - Parameter syncs: Whether a file is on the disk before it has its name: then that is so after the machine failed, too.
    init(_ path: String, _ shard: Shard, syncs: Bool) throws(Failure) {
        (self.path, self.syncs) = (path, syncs)
        innerName = Self.innerName(of: shard)
        let isNew = mkdir(path, 0o777) == 0
        guard isNew || errno == EEXIST else { throw Failure("Can't make the folder \(path)", errno: errno) }
        if isNew, syncs { Self.syncParent(of: path) }
        folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw Failure("Can't open the folder \(path)", errno: errno) }
        do throws(Failure) {
            inner = try Self.inner(innerName, in: folder, path, shard)
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

    /// To be called when no file is open any more, and none will be.
    func finish() {
        // Without a lock, another run of the shard may be at work in it.
        guard inner.isLocked else { return }
        isOver.withLock { isOver in
            if !isOver { inner.remove(innerName, from: folder) }
            isOver = true
        }
    }

    /// Has the folder's own name on the disk. Where that can't be, its files' names will tell.
    private static func syncParent(of path: String) {
        let parent = open(URL(filePath: path).deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard parent >= 0 else { return }
        fsync(parent)
        Glibc.close(parent)
    }

    // MARK: The folder within

    /// A shard's own.
    private struct Inner {
        let folder: Int32
        /// A file in it, which may be written: NFS locks no others, and no folders.
        let lock: Int32
        /// Not every file system has locks. Without one, only who starts the same run twice at once has to know better.
        let isLocked: Bool

        func close() {
            Glibc.close(lock)
            Glibc.close(folder)
        }

        /// Closes it, too. NFS keeps a file that is removed while it is open under another name, and the folder would not be empty.
        func remove(_ name: String, from outer: Int32) {
            unlinkat(folder, lockName, 0)
            close()
            unlinkat(outer, name, AT_REMOVEDIR)
        }
    }

    private static func innerName(of shard: Shard) -> String { ".hanabi-\(shard.index)-of-\(shard.count)" }

    private static func inner(_ name: String, in folder: Int32, _ path: String, _ shard: Shard) throws(Failure) -> Inner
    {
        var tries = 0
        while true {
            guard mkdirat(folder, name, 0o777) == 0 || errno == EEXIST else {
                throw Failure("Can't write into the folder \(path)", errno: errno)
            }
            switch inner(name, in: folder) {
            case .mine(let inner): return inner
            case .gone: continue
            case .taken:
                // Perhaps only by a run of other shards, which looks whether anybody needs it.
                tries += 1
                if tries <= 3 {
                    usleep(100_000)
                    continue
                }
                let which = shard.count == 1 ? "" : " of shard \(shard)"
                throw Failure("Another run\(which) writes into \(path) just now.")
            case .failed(let code): throw Failure("Can't open \(path)/\(name)", errno: code)
            }
        }
    }

    private enum Attempt {
        case mine(Inner)
        /// The run that had it has removed it at its end.
        case gone
        case taken
        case failed(Int32)
    }

    /// Opens a folder that is there, and takes it if nobody has it.
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

    /// What a killed run left behind.
    private static func removeFiles(in folder: Int32, newOnesToo: Bool) {
        for name in names(in: folder) where name != lockName {
            var status = stat()
            let isOld =
                fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0
                && time(nil) - status.st_mtim.tv_sec > patience
            // Folders, which `.` and `..` are, stay.
            if newOnesToo || isOld { unlinkat(folder, name, 0) }
        }
    }

    /// What killed runs of another number of shards left behind, of which none may come again. Those of this number are left to their
    /// next run.
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

    /// One after another: there may be millions.
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
            return withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
            }
        }
    }

    // MARK: Names

    /// Has the names of files on the disk, too: until then, those of the last seconds may be lost when the machine fails.
    func syncNames() throws(Failure) {
        // Some file systems can't, and say so.
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

    /// Whether a picture of the batch may have the path of a file of reports. Reports are lines of JSON, as dumps in lines are: a file
    /// named so is theirs, unless a dump is there already.
    func mayHave(_ path: String) -> Bool {
        // What a symbolic link leads to is what is written.
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

    /// Whether a file begins as dumps do.
    private static func isDump(_ path: String) -> Bool {
        let head = Array(#"{"version":"#.utf8)
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: head.count)
        return read(file, &bytes, bytes.count) == head.count && bytes == head
    }

    /// What stands at a name.
    enum Place {
        case free
        /// A whole one.
        case file
        /// A folder, for one.
        case other
    }

    func place(_ name: String) throws(Failure) -> Place {
        if report.withLock({ $0 }) == name { return .other }
        var status = stat()
        if fstatat(folder, name, &status, 0) == 0 { return status.st_mode & S_IFMT == S_IFREG ? .file : .other }
        let code = errno
        if code == ENOENT { return .free }
        // A link that leads round in circles, or through a file, is this name's trouble alone.
        if fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return .other }
        throw Failure("Can't look at \(path)/\(name)", errno: code)
    }

    /// A file in the making.
    ///
    /// `@unchecked Sendable`: used by one thread at a time, and handed on through a queue.
    final class Part: @unchecked Sendable {
        private let folder: BatchFolder
        private let part: String
        private let name: String
        private let descriptor: Int32
        private var isOpen = true
        /// Written so far.
        private(set) var bytes = 0

        fileprivate init(_ folder: BatchFolder, _ name: String) throws(Failure) {
            (self.folder, self.name) = (folder, name)
            // No two are the same, even where there is no lock.
            part = String(UInt64.random(in: .min ... .max), radix: 36)
            descriptor = openat(folder.inner.folder, part, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o666)
            if descriptor < 0 { throw failure() }
        }

        deinit { discard() }

        func write(_ bytes: [UInt8]) throws(Failure) {
            guard writeAll(bytes, to: descriptor) else { throw failure() }
            self.bytes += bytes.count
        }

        /// Gives it its name, in the place of whatever file has that.
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

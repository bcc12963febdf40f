import Foundation

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
    private let parts: Int32
    private let partsName: String
    private let syncs: Bool

    /// - Parameter syncs: Whether a file is on the disk before it has its name: then that is so after the machine failed, too.
    init(_ path: String, _ shard: Shard, syncs: Bool) throws(Failure) {
        (self.path, self.syncs) = (path, syncs)
        partsName = ".hanabi-\(shard.index)-of-\(shard.count)"
        guard mkdir(path, 0o777) == 0 || errno == EEXIST else {
            throw Failure("Can't make the folder \(path)", errno: errno)
        }
        folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw Failure("Can't open the folder \(path)", errno: errno) }
        do throws(Failure) {
            parts = try Self.lockedParts(partsName, in: folder, path, shard)
        } catch {
            close(folder)
            throw error
        }
        Self.removeFiles(in: parts)
    }

    deinit {
        close(parts)
        close(folder)
    }

    /// To be called when no file is open any more.
    func finish() { unlinkat(folder, partsName, AT_REMOVEDIR) }

    private static func lockedParts(_ name: String, in folder: Int32, _ path: String, _ shard: Shard) throws(Failure)
        -> Int32
    {
        while true {
            guard mkdirat(folder, name, 0o777) == 0 || errno == EEXIST else {
                throw Failure("Can't write into the folder \(path)", errno: errno)
            }
            let parts = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            if parts < 0, errno == ENOENT { continue }
            guard parts >= 0 else { throw Failure("Can't open \(path)/\(name)", errno: errno) }
            // Not every file system has locks. Without one, only who starts the same run twice at once has to know better.
            if flock(parts, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
                close(parts)
                let which = shard.count == 1 ? "" : " of shard \(shard)"
                throw Failure("Another run\(which) writes into \(path) just now.")
            }
            // The run that had it may have removed it at its end.
            var (own, named) = (stat(), stat())
            if fstat(parts, &own) == 0, fstatat(folder, name, &named, AT_SYMLINK_NOFOLLOW) == 0,
                own.st_ino == named.st_ino
            {
                return parts
            }
            close(parts)
        }
    }

    /// What a killed run left behind.
    private static func removeFiles(in folder: Int32) {
        let own = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard own >= 0 else { return }
        guard let list = fdopendir(own) else {
            close(own)
            return
        }
        defer { closedir(list) }
        while let entry = readdir(list) {
            // Folders, which `.` and `..` are, stay.
            _ = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 1) { unlinkat(folder, $0, 0) }
            }
        }
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
        var status = stat()
        if fstatat(folder, name, &status, 0) == 0 { return status.st_mode & S_IFMT == S_IFREG ? .file : .other }
        guard errno == ENOENT else { throw Failure("Can't look at \(path)/\(name)", errno: errno) }
        return .free
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
            descriptor = openat(folder.parts, part, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o666)
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
            guard close(descriptor) == 0, renameat(folder.parts, part, folder.folder, name) == 0 else {
                let failure = failure()
                unlinkat(folder.parts, part, 0)
                throw failure
            }
        }

        private func discard() {
            guard isOpen else { return }
            isOpen = false
            close(descriptor)
            unlinkat(folder.parts, part, 0)
        }

        private func failure() -> Failure { Failure("Can't write \(folder.path)/\(name)", errno: errno) }
    }

    func part(for name: String) throws(Failure) -> Part { try Part(self, name) }
}

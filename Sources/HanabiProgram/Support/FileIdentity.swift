import Glibc

/// Identity of a regular file, independent of its names.
struct FileIdentity: Equatable {
    private let device: dev_t
    private let inode: ino_t

    /// Number of hard links.
    let names: Int
    /// Size in bytes when the identity was read.
    let size: Int

    /// Reads the identity; `nil` for anything but a regular file, such as a terminal, which may be both input and
    /// output.
    init?(_ descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        (device, inode) = (status.st_dev, status.st_ino)
        (names, size) = (Int(status.st_nlink), Int(status.st_size))
    }

    static func == (one: FileIdentity, other: FileIdentity) -> Bool {
        one.device == other.device && one.inode == other.inode
    }
}

/// A property list as a flat table: containers name their elements by their places in it.
///
/// Ours and not Foundation's, for two reasons. A keyed archive hangs together by UIDs, which Foundation on Linux hands out,
/// from binary and from XML lists alike, as objects that show their number to nobody but its own unarchiver. And it builds
/// the tree that a list describes: a binary list of some hundred bytes whose arrays name one another eight times over takes
/// all memory there is. A table has no depth, no cycles, and the size of the file.
package struct PropertyList: Sendable {
    /// One value; numbers in containers are places in ``values``, all of them valid.
    package enum Value: Sendable, Equatable {
        case null
        case flag(Bool)
        case whole(Int)
        /// May be infinite or not a number; whole numbers that are too large for ``whole(_:)`` are here too.
        case real(Double)
        case text(PlainText)
        case data([UInt8])
        /// Nothing in an emitter is one.
        case date
        /// A place in a keyed archive's own table of objects, not in this one.
        case uid(Int)
        case array([Int])
        /// As many keys as values.
        case dictionary(keys: [Int], values: [Int])
    }

    /// Never empty.
    package let values: [Value]
    /// Place of the outermost value.
    package let root: Int

    /// The larger ones of the real files have some 10 kB.
    package static let maximumBytes = 16 << 20
    /// Values in all.
    static let maximumValues = 500_000

    /// Reads either form, told apart by the first bytes.
    ///
    /// - Throws: ``SpriteKitImportError`` if it is none, damaged, or larger than ``maximumBytes`` or ``maximumValues``.
    /// - Complexity: O(`bytes.count`), in time and memory.
    package init(_ bytes: [UInt8]) throws(SpriteKitImportError) {
        guard bytes.count <= Self.maximumBytes else {
            throw .tooLarge(found: "\(bytes.count) bytes", allowed: "\(Self.maximumBytes) bytes")
        }
        if bytes.starts(with: BinaryPropertyList.signature) {
            self = try BinaryPropertyList.parse(bytes)
        } else if XMLPropertyList.matchesUTF16(bytes) {
            throw .wrongEncoding("UTF-16")
        } else if XMLPropertyList.matches(bytes) {
            self = try XMLPropertyList.parse(bytes)
        } else {
            throw .notAPropertyList
        }
    }

    /// - Parameters:
    ///   - values: Places in containers are valid.
    ///   - root: Likewise.
    init(unchecked values: [Value], root: Int) {
        (self.values, self.root) = (values, root)
    }
}

/// A property list as a flat table: containers refer to their elements by index.
///
/// Foundation's reader is not used, for two reasons. A keyed archive is linked by UIDs, which Foundation on Linux
/// returns, from binary and XML lists alike, as objects that reveal their number only to its own unarchiver. And
/// Foundation builds the tree that a list describes: a binary list of some hundred bytes whose arrays refer to each
/// other eight times exhausts memory. A table has no depth, no cycles, and the size of the file.
struct PropertyList: Sendable {
    /// A value; numbers in containers are indices into ``values``, all of them valid.
    enum Value: Sendable, Equatable {
        case null
        case flag(Bool)
        case whole(Int)
        /// Real number, possibly infinite or NaN; also integers too large for ``whole(_:)``.
        case real(Double)
        case text(PlainText)
        case data([UInt8])
        /// Date, which no part of an emitter uses.
        case date
        /// Index into a keyed archive's table of objects, not into this one.
        case uid(Int)
        case array([Int])
        /// Dictionary with as many keys as values.
        case dictionary(keys: [Int], values: [Int])
    }

    /// All values. Never empty.
    let values: [Value]
    /// Index of the outermost value.
    let root: Int

    /// Maximum size of a file in bytes; large real files have about 10 kB.
    static let maximumBytes = 16 << 20
    /// Maximum number of values in total.
    static let maximumValues = 500_000

    /// Reads either form, distinguished by the first bytes.
    ///
    /// - Throws: ``PropertyListError`` if the bytes are neither form, damaged, or larger than ``maximumBytes`` or
    ///   ``maximumValues``.
    /// - Complexity: O(`bytes.count`), in time and memory.
    init(_ bytes: [UInt8]) throws(PropertyListError) {
        guard bytes.count <= Self.maximumBytes else {
            throw .tooLarge(found: "\(bytes.count) bytes", allowed: "\(Self.maximumBytes) bytes")
        }
        if bytes.starts(with: BinaryPropertyList.signature) {
            self = try BinaryPropertyList.parse(bytes)
        } else if XMLTokenizer.wideEncoding(of: bytes) != nil || XMLPropertyList.matches(bytes) {
            let text: [UInt8]
            do throws(XMLTokenizer.ForeignEncoding) {
                text = try XMLTokenizer.inUTF8(bytes)
            } catch {
                throw .wrongEncoding(error.name)
            }
            guard String(validating: text, as: UTF8.self) != nil else {
                throw .damaged("it has bytes that are not UTF-8")
            }
            self = try XMLPropertyList.parse(text)
        } else {
            throw .notAPropertyList
        }
    }

    /// - Parameters:
    ///   - values: Values with valid indices in containers.
    ///   - root: Valid index of the outermost value.
    init(unchecked values: [Value], root: Int) {
        (self.values, self.root) = (values, root)
    }
}

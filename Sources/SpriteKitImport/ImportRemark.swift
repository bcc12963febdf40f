/// Something in a file that the effect does not have, or has in another way.
public struct ImportRemark: Sendable, Equatable, CustomStringConvertible {
    /// The property as SpriteKit's documentation calls it; for what that does not know, the file's own key.
    public let key: String
    /// What the file says, shortened.
    public let value: String
    /// What became of it, and why.
    public let reason: String

    /// For people, in one line.
    public var description: String { "\(key) = \(value): \(reason)" }
}

/// The remarks of one import, in the order in which they come up. A hostile file must not make a long list.
struct ImportReport: Sendable {
    static let maximumRemarks = 200

    private(set) var remarks: [ImportRemark] = []
    private var left = 0

    /// Notes something; once, if the same happens to many parts of one property.
    mutating func note(_ key: String, _ value: @autoclosure () -> String, _ reason: String) {
        guard remarks.count < Self.maximumRemarks else {
            left += 1
            return
        }
        let key = key.count > 64 ? key.prefix(64) + "…" : key
        if remarks.contains(where: { $0.key == key && $0.reason == reason }) { return }
        remarks.append(ImportRemark(key: key, value: value(), reason: reason))
    }

    mutating func note(_ key: ArchiveKey, _ value: Double, _ reason: String) {
        note(key.property, value.asWritten, reason)
    }

    mutating func append(_ other: ImportReport) {
        for remark in other.remarks { note(remark.key, remark.value, remark.reason) }
        left += other.left
    }

    /// All of them, and how many more there would be.
    var all: [ImportRemark] {
        left == 0 ? remarks : remarks + [.init(key: "…", value: "\(left) more", reason: "left out of this report")]
    }
}

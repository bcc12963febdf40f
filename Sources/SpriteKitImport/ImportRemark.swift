/// Something in a file that the effect does not have, or has in another way.
public struct ImportRemark: Sendable, Equatable, CustomStringConvertible {
    /// The property as SpriteKit's documentation calls it; for what that does not know, the file's own key: in quotes and
    /// escaped, unless it is a plain word.
    public let key: String
    /// What the file says, shortened.
    public let value: String
    /// What became of it, and why.
    public let reason: String
    /// Whether it is not in the effect at all.
    public var isLeftOut = false

    /// For people, in one line.
    public var description: String { "\(key) = \(value): \(reason)" }
}

/// The remarks of one import, in the order in which they come up. A hostile file must not make a long list.
struct ImportReport: Sendable {
    static let maximumRemarks = 200

    /// What became of properties that are known; there are only so many of those.
    private var known: [ImportRemark] = []
    /// What nobody here knows, of which a file may have any number. It comes last, and gives way.
    private var strays: [ImportRemark] = []
    private var left = 0

    /// Notes something; once, if the same happens to many parts of one property.
    ///
    /// - Parameter key: Fit to be read.
    mutating func note(_ key: String, _ value: @autoclosure () -> String, _ reason: String, isLeftOut: Bool = false) {
        if !Self.add(key, value, reason, isLeftOut, to: &known) { left += 1 }
    }

    /// Notes something that the file has and nobody asked for.
    mutating func noteStray(_ key: String, _ value: @autoclosure () -> String, _ reason: String) {
        if !Self.add(key, value, reason, true, to: &strays) { left += 1 }
    }

    mutating func note(_ key: ArchiveKey, _ value: Double, _ reason: String) {
        note(key.property, value.asWritten, reason)
    }

    /// - Returns: False if there is no room for it.
    private static func add(
        _ key: String,
        _ value: () -> String,
        _ reason: String,
        _ isLeftOut: Bool,
        to list: inout [ImportRemark]
    ) -> Bool {
        guard list.count < maximumRemarks else { return false }
        if !list.contains(where: { $0.key == key && $0.reason == reason }) {
            list.append(ImportRemark(key: key, value: value(), reason: reason, isLeftOut: isLeftOut))
        }
        return true
    }

    mutating func append(_ other: ImportReport) {
        for remark in other.known {
            note(remark.key, remark.value, remark.reason, isLeftOut: remark.isLeftOut)
        }
        for remark in other.strays { noteStray(remark.key, remark.value, remark.reason) }
        left += other.left
    }

    /// All of them, and how many more there would be.
    var all: [ImportRemark] {
        let shown = (known + strays).prefix(Self.maximumRemarks)
        let more = left + known.count + strays.count - shown.count
        return shown
            + (more == 0
                ? [] : [.init(key: "…", value: "\(more) more", reason: "left out of this report", isLeftOut: true)])
    }
}

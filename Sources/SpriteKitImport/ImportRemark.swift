/// A part of a file that the effect lacks or approximates.
public struct ImportRemark: Sendable, Equatable, CustomStringConvertible {
    /// Name of the property in SpriteKit's documentation; for unknown properties the file's own key, in quotes and
    /// escaped unless it is a plain word.
    public let key: String
    /// Value in the file, shortened.
    public let value: String
    /// Treatment of the value, and the reason for it.
    public let reason: String
    /// Whether the effect lacks the part entirely.
    public var isLeftOut = false

    /// Message for display, one line.
    public var description: String { "\(key) = \(value): \(reason)" }
}

/// Remarks of one import, in order of occurrence. Their number is limited, because files may be hostile.
struct ImportReport: Sendable {
    static let maximumRemarks = 200

    /// Remarks on known properties, whose number is limited.
    private var known: [ImportRemark] = []
    /// Remarks on unknown properties, of which a file may have any number. They come last and are dropped first.
    private var strays: [ImportRemark] = []
    private var left = 0

    /// Adds a remark; only once if several parts of a property have the same reason.
    ///
    /// - Parameter key: Readable key.
    mutating func note(_ key: String, _ value: @autoclosure () -> String, _ reason: String, isLeftOut: Bool = false) {
        if !Self.add(key, value, reason, isLeftOut, to: &known) { left += 1 }
    }

    /// Adds a remark on an unknown part of the file.
    mutating func noteStray(_ key: String, _ value: @autoclosure () -> String, _ reason: String) {
        if !Self.add(key, value, reason, true, to: &strays) { left += 1 }
    }

    mutating func note(_ key: ArchiveKey, _ value: Double, _ reason: String) {
        note(key.property, value.asWritten, reason)
    }

    /// - Returns: Whether the remark is in the list; `false` if there is no room.
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

    /// All remarks, with a final one for the number of omitted ones.
    var all: [ImportRemark] {
        let shown = (known + strays).prefix(Self.maximumRemarks)
        let more = left + known.count + strays.count - shown.count
        return shown
            + (more == 0
                ? [] : [.init(key: "…", value: "\(more) more", reason: "left out of this report", isLeftOut: true)])
    }
}

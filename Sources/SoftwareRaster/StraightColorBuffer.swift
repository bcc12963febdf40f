public import Memory

/// Unpremultiplied color of the ink drawn last on each pixel, for small shapes.
///
/// Premultiplied with 8 bits per channel, a translucent pixel does not determine its unpremultiplied color. Encoders
/// that need one find here the color that the whole shape was drawn with.
public struct StraightColorBuffer: Sendable {
    private var memory: ZeroFilledPages<UInt32>
    /// Number of the current frame, 1...255; marks of other frames are invalid.
    public private(set) var frame: UInt8 = 1

    init(count: Int) { memory = Self.memory(count) }

    /// Allocates marks in large pages. Writing to a small page that was read before makes the system update the mapping
    /// on every processor that this process runs on.
    private static func memory(_ count: Int) -> ZeroFilledPages<UInt32> {
        ZeroFilledPages(count: count, isInLargePages: true)
    }

    /// Marks, one for each pixel of the bitmap: R G B from the lowest byte up, and in the highest byte the ``frame`` in
    /// which the pixel was drawn. Valid as long as ``owner`` exists.
    public var colors: MemoryView<UInt32> { memory.view.readOnly }
    /// Number of ``colors``.
    public var count: Int { memory.count }
    /// Owner of the memory of ``colors``.
    public var owner: AnyObject { memory }

    /// Calls `body` with access to the marks.
    @inline(__always)
    mutating func withStraightColors<Result>(_ body: (MutableMemoryView<UInt32>) -> Result) -> Result {
        if !isKnownUniquelyReferenced(&memory) { memory = memory.copy() }
        return body(memory.view)
    }

    /// Invalidates all marks.
    ///
    /// - Complexity: O(1), except for every 255th call.
    mutating func clear() {
        guard frame == .max else { return frame += 1 }
        frame = 1
        memory = Self.memory(memory.count)
    }
}

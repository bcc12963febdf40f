/// Of which colour the ink was that came upon each pixel last, for small shapes.
///
/// Premultiplied with 8 bits, a translucent pixel no longer says which colour it was made of, and several give the same. Whoever
/// needs a straight one finds here the one that all of a shape was drawn with.
public struct InkMarks: Sendable {
    /// As many as the bitmap has pixels: R G B from the lowest byte up, and in the highest one the ``frame`` in which it was drawn.
    public internal(set) var marks: [UInt32]
    /// What is drawn now, 1...255; marks of other frames mean nothing.
    public private(set) var frame: UInt8 = 1

    init(count: Int) { marks = Array(repeating: 0, count: count) }

    /// None are left.
    ///
    /// - Complexity: O(1), but for every 255th time.
    mutating func clear() {
        guard frame == .max else { return frame += 1 }
        frame = 1
        for index in marks.indices { marks[index] = 0 }
    }
}

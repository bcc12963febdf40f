public import EffectModel

/// Turns draw lists into pictures. One for each thread: it reuses its memory from frame to frame.
public struct Rasterizer {
    /// The last frame drawn.
    public private(set) var bitmap: Bitmap
    private var items: ItemDrawer
    private var layers = LayerMixer()

    private static let mostMarks = 1 << 22

    /// A rasterizer for a canvas of at least 1 × 1 pixels, for draw lists that refer to `sprites`.
    ///
    /// - Parameter keepsMarks: Whether pictures on a transparent ground have ``Bitmap/inkMarks``. Those of more than 4 million
    ///   pixels have none, as they would take as much memory again.
    public init(
        width: Int,
        height: Int,
        background: Canvas.Background,
        sprites: [Sprite],
        keepsMarks: Bool = false
    ) {
        let ground: UInt32 =
            switch background {
            case .transparent: 0
            case .color(let color): Ink(color.components).solid
            }
        let hasMarks = keepsMarks && ground == 0 && width * height <= Self.mostMarks
        bitmap = Bitmap(width: width, height: height, ground: ground, keepsMarks: hasMarks)
        items = ItemDrawer(sprites)
    }

    /// Draws a frame into ``bitmap``, in place of the last one.
    ///
    /// - Parameter isStopped: Asked every few items; when it says yes, the frame is left as it is.
    /// - Returns: Whether the frame is complete.
    /// - Complexity: O(pixels that the two frames touch).
    @discardableResult
    public mutating func draw(_ list: DrawList, unless isStopped: () -> Bool = { false }) -> Bool {
        bitmap.clear()
        var rest = list.groups[...]
        while let group = rest.first {
            rest = rest.dropFirst()
            // What follows of the same layer is a part of the same whole; and a part it stays where nothing else is seen of it.
            let others = rest.prefix { $0.isPart(ofSameAs: group) }
            rest = rest.dropFirst(others.count)
            let isDone: Bool
            if !group.isWhole {
                isDone = items.draw(group, on: &bitmap, isStopped)
            } else if group.run == nil {
                isDone = layers.draw(group, with: &items, on: &bitmap, isStopped)
            } else {
                isDone = layers.draw([group] + others, with: &items, on: &bitmap, isStopped)
            }
            if !isDone { return false }
        }
        return true
    }
}

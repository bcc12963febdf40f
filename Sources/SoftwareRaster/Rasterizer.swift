public import EffectModel

/// Turns draw lists into pictures. One for each thread: it reuses its memory from frame to frame.
public struct Rasterizer {
    /// The last frame drawn.
    public private(set) var bitmap: Bitmap
    private var items: ItemDrawer
    /// Mixes layers of 8 bits a channel.
    private var layers = LayerMixer<Bitmap>()
    /// Takes what is drawn where light is summed; `nil` where ``bitmap`` does.
    private var wide: (canvas: WideBitmap, layers: LayerMixer<WideBitmap>)?

    private static let mostMarks = 1 << 22

    /// A rasterizer for a canvas of at least 1 × 1 pixels, for draw lists that refer to `sprites`.
    ///
    /// - Parameter keepsMarks: Whether pictures on a transparent ground have ``Bitmap/inkMarks``. Those of more than 4 million
    ///   pixels have none, as they would take as much memory again.
    /// - Parameter sumsLight: Whether colors are kept in 16 bits a channel until all is drawn: for many faint things, one upon another.
    public init(
        width: Int,
        height: Int,
        background: Canvas.Background,
        sprites: [Sprite],
        keepsMarks: Bool = false,
        sumsLight: Bool = false
    ) {
        let ground: UInt32 =
            switch background {
            case .transparent: 0
            case .color(let color): Ink(color.components).solid
            }
        let hasMarks = keepsMarks && ground == 0 && width * height <= Self.mostMarks
        bitmap = Bitmap(width: width, height: height, ground: ground, keepsMarks: hasMarks)
        items = ItemDrawer(sprites)
        if sumsLight { wide = (WideBitmap(width: width, height: height, ground: ground), LayerMixer()) }
    }

    /// Draws a frame into ``bitmap``, in place of the last one.
    ///
    /// - Parameter isStopped: Asked every few items; when it says yes, the frame is left as it is.
    /// - Returns: Whether the frame is complete.
    /// - Complexity: O(pixels that the two frames touch).
    @discardableResult
    public mutating func draw(_ list: DrawList, unless isStopped: () -> Bool = { false }) -> Bool {
        bitmap.clear()
        guard wide != nil else { return Self.draw(list, on: &bitmap, &items, &layers, isStopped) }
        return withWide { wide, items, bitmap in
            wide.canvas.erase()
            guard Self.draw(list, on: &wide.canvas, &items, &wide.layers, isStopped) else { return false }
            wide.canvas.round(onto: &bitmap)
            return true
        }
    }

    /// Hands out the wide canvas without a copy of it.
    private mutating func withWide(
        _ body: (inout (canvas: WideBitmap, layers: LayerMixer<WideBitmap>), inout ItemDrawer, inout Bitmap) -> Bool
    ) -> Bool {
        guard var taken = wide.take() else { return false }
        defer { wide = taken }
        return body(&taken, &items, &bitmap)
    }

    private static func draw<Target: DrawingTarget>(
        _ list: DrawList,
        on target: inout Target,
        _ items: inout ItemDrawer,
        _ layers: inout LayerMixer<Target>,
        _ isStopped: () -> Bool
    ) -> Bool {
        layers.draw(list.groups[...], with: &items, on: &target, isStopped)
    }
}

public import EffectModel

/// Renders draw lists to images. Each thread needs a rasterizer of its own, which reuses memory from frame to frame.
public struct Rasterizer {
    /// Last frame drawn.
    public private(set) var bitmap: Bitmap
    private var items: ItemDrawer
    /// Compositor of layers with 8 bits per channel.
    private var layers = LayerMixer<Bitmap>()
    /// Canvas and compositor with 16 bits per channel, if light is summed; `nil` to draw on ``bitmap`` directly.
    private var wide: (canvas: WideBitmap, layers: LayerMixer<WideBitmap>)?

    /// Light of several moments, if frames have any.
    private var exposure = Exposure()

    private static let mostMarks = 1 << 22

    /// Creates a rasterizer for a canvas of at least 1 × 1 pixels, and for draw lists that refer to `sprites`.
    ///
    /// - Parameter ground: Pixels of a background that is a gradient, if they are known; empty computes them.
    /// - Parameter recordsStraightColors: Whether images with a transparent background have ``Bitmap/inkMarks``. Images of more
    ///   than 4 million pixels have none, since the marks would take as much memory again.
    /// - Parameter sumsLight: Whether colors are kept with 16 bits per channel until the frame is complete, for many
    ///   faint things that overlap.
    public init(
        width: Int,
        height: Int,
        background: Canvas.Background,
        ground: [UInt32] = [],
        sprites: [Sprite],
        recordsStraightColors: Bool = false,
        sumsLight: Bool = false
    ) {
        let backgroundColor: UInt32 =
            switch background {
            case .transparent, .gradient: 0
            case .color(let color): Ink(color.components).solid
            }
        var ground = ground
        if case .gradient(let gradient) = background {
            if ground.isEmpty { ground = gradient.pixels(width: width, height: height) }
        } else {
            ground = []
        }
        let hasMarks =
            recordsStraightColors && backgroundColor == 0 && ground.isEmpty && width * height <= Self.mostMarks
        bitmap = Bitmap(
            width: width,
            height: height,
            backgroundColor: backgroundColor,
            ground: ground,
            recordsStraightColors: hasMarks
        )
        items = ItemDrawer(sprites)
        if sumsLight {
            let canvas = WideBitmap(width: width, height: height, backgroundColor: backgroundColor, ground: ground)
            wide = (canvas, LayerMixer())
        }
    }

    /// Draws a frame into ``bitmap``, replacing the last one.
    ///
    /// - Parameter isStopped: Cancellation check, called every few items; once it returns true, the frame is left as it
    ///   is.
    /// - Returns: Whether the frame is complete.
    /// - Complexity: O(pixels that the two frames touch).
    @discardableResult
    public mutating func draw(_ list: DrawList, unless isStopped: () -> Bool = { false }) -> Bool {
        bitmap.clear()
        guard wide != nil else {
            return Self.draw(list, on: &bitmap, items: &items, layers: &layers, isStopped: isStopped)
        }
        return withWide { wide, items, bitmap in
            wide.canvas.erase()
            guard Self.draw(list, on: &wide.canvas, items: &items, layers: &wide.layers, isStopped: isStopped) else {
                return false
            }
            wide.canvas.round(onto: &bitmap)
            return true
        }
    }

    /// Draws a moment, and adds its light to that of the moments before it, for ``develop()``.
    ///
    /// - Parameter isStopped: Cancellation check, as for a frame; called at least once.
    /// - Returns: Whether the moment is complete; if not, the light of those before it is gone, too.
    public mutating func expose(_ moment: DrawList, unless isStopped: () -> Bool = { false }) -> Bool {
        guard !isStopped(), draw(moment, unless: isStopped) else {
            exposure = Exposure()
            return false
        }
        exposure.add(bitmap)
        return true
    }

    /// Replaces ``bitmap`` by the mean light of all exposed moments, and begins anew.
    public mutating func develop() {
        bitmap.clear()
        exposure.develop(onto: &bitmap)
    }

    /// Passes the wide canvas to `body` without a copy.
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
        items: inout ItemDrawer,
        layers: inout LayerMixer<Target>,
        isStopped: () -> Bool
    ) -> Bool {
        guard layers.draw(list.groups[...], with: &items, on: &target, isStopped) else { return false }
        if let bloom = list.bloom {
            Glow(.bright(bloom), of: target, deviation: bloom.deviation).add(to: &target)
        }
        return true
    }
}

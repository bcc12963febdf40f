public import EffectModel

/// Turns draw lists into pictures. One for each thread: it reuses its memory from frame to frame.
public struct Rasterizer {
    /// The last frame drawn.
    public private(set) var bitmap: Bitmap
    /// Where a translucent layer is put together before it goes onto the canvas.
    private var layerBitmap: Bitmap?
    private var items: ItemDrawer

    /// A rasterizer for a canvas of at least 1 × 1 pixels, for draw lists that refer to `sprites`.
    public init(width: Int, height: Int, background: Canvas.Background, sprites: [Sprite]) {
        let ground: UInt32 =
            switch background {
            case .transparent: 0
            case .color(let color): Ink(color.components).solid
            }
        bitmap = Bitmap(width: width, height: height, ground: ground)
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
        for group in list.groups {
            let isDone = group.isWhole ? drawAsWhole(group, isStopped) : items.draw(group, on: &bitmap, isStopped)
            if !isDone { return false }
        }
        return true
    }

    /// Group opacity: the layer is finished first and faded as one picture, so that nothing shines through itself.
    private mutating func drawAsWhole(_ group: DrawList.Group, _ isStopped: () -> Bool) -> Bool {
        var layer = layerBitmap.take() ?? Bitmap(width: bitmap.width, height: bitmap.height)
        guard items.draw(group, on: &layer, isStopped) else { return false }
        let opacity = UInt32((group.opacity * 65_535).rounded())
        for y in layer.touchedRows where layer.spans[y].low < layer.spans[y].high {
            let columns = Int(layer.spans[y].low)..<Int(layer.spans[y].high)
            bitmap.touch(y, columns)
            for index in columns.lowerBound + y * layer.width..<columns.upperBound + y * layer.width {
                let pixel = Pixel.faded(layer.pixels[index], by: opacity)
                if pixel == 0 { continue }
                bitmap.pixels[index] = Pixel.blended(pixel, bitmap.pixels[index], group.composite ?? group.blend)
            }
        }
        layer.clear()
        layerBitmap = layer
        return true
    }
}

internal import EffectModel

/// Draws pictures: stretched, turned and sheared as their matrix says, their box antialiased once.
struct PictureFiller {
    private var coverage = BoxCoverage()
    private var row: [UInt32] = []

    /// Draws one item.
    ///
    /// - Complexity: O(pixels of the canvas that it covers).
    mutating func draw(_ sprite: Sprite, _ item: DrawList.Item, _ blend: DrawList.Blend, on target: inout Bitmap) {
        guard case .picture(let picture) = sprite.contents else { return }
        let ink = Ink(item.color)
        let placement = Placement(item)
        guard ink.solid != 0,
            coverage.begin(placement, size: sprite.size, width: target.width, height: target.height),
            var sampler = PictureSampler(picture, of: sprite, at: placement)
        else { return }
        if row.count < target.width { row = Array(repeating: 0, count: target.width) }
        let isWhite = ink == .white
        row.withUnsafeMutableBufferPointer { row in
            target.withSurface { surface in
                coverage.forEachRow { part in
                    let pixels = UnsafeMutableBufferPointer(rebasing: row[..<part.columns.count])
                    let left = part.columns.lowerBound
                    sampler.read(pixels, x: left, y: part.y)
                    if !isWhite { ink.multiply(pixels) }
                    part.weigh(pixels)
                    surface.blend(pixels, x: left, y: part.y, blend)
                }
            }
        }
    }
}

internal import EffectModel

/// Draws pictures: stretched, turned and sheared as their matrix says, their box antialiased once.
struct PictureFiller {
    private var coverage: BoxCoverage
    private var row: [UInt32]

    /// For a canvas of this size.
    init(width: Int, height: Int) {
        coverage = BoxCoverage(width: width, height: height)
        row = Array(repeating: 0, count: width)
    }

    /// Draws one item.
    ///
    /// - Complexity: O(pixels of the canvas that it covers).
    mutating func draw(
        _ picture: Picture,
        of sprite: Sprite,
        at placement: Placement,
        _ ink: Ink,
        _ blend: DrawList.Blend,
        on target: inout Bitmap
    ) {
        guard ink.solid != 0, coverage.begin(placement, size: sprite.size),
            var sampler = PictureSampler(picture, of: sprite, at: placement)
        else { return }
        let isWhite = ink.isWhite
        row.withUnsafeMutableBufferPointer { row in
            for y in coverage.rows {
                guard let part = coverage.row(y) else { continue }
                let pixels = UnsafeMutableBufferPointer(rebasing: row[..<part.columns.count])
                let left = part.columns.lowerBound
                sampler.read(pixels, x: left, y: y)
                if !isWhite { ink.multiply(pixels) }
                coverage.weigh(pixels, part)
                target.blend(UnsafeBufferPointer(pixels), x: left, y: y, blend)
            }
        }
    }
}

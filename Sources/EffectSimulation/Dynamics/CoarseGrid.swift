internal import EffectModel

/// Grid of bodies of which each stands for a square of tiles, for a survey.
struct CoarseGrid {
    /// Tiles along a side of a square.
    let scale: Int
    /// Number of tiles that a body stands for, on average.
    let weight: Double
    private let columns: Int
    private let rows: Int

    init(_ tiles: (columns: Int, rows: Int), scale: Int) {
        self.scale = scale
        columns = (tiles.columns + scale - 1) / scale
        rows = (tiles.rows + scale - 1) / scale
        weight = Double(tiles.columns * tiles.rows) / Double(columns * rows)
    }

    /// Number of the body that stands for a tile.
    func number(column: Int, row: Int) -> Int { column / scale * rows + row / scale }

    /// All bodies, column by column.
    func items(_ kind: Dynamics.Item, tile: Double, on canvas: SIMD2<Double>, _ random: RandomStream)
        -> [RigidWorld.Item]
    {
        let (side, weight) = (tile * Double(scale), Double(scale * scale))
        return (0..<columns * rows).map { number in
            let low = SIMD2(Double(number / rows), Double(number % rows)) * side
            let high = pointwiseMin(low + side, canvas)
            let whole = RigidWorld.Item(
                place: (low + high) / 2,
                size: (high - low) / Double(scale),
                kind: kind,
                random: random.substream(UInt64(number))
            )
            return whole.enlarged(weight)
        }
    }
}

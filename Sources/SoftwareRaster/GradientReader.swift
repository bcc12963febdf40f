internal import EffectModel

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Gradients that fill sprites, with tables of their colors that are made once they are drawn.
struct GradientFills {
    /// Gradient of a sprite, with the box that it spans.
    struct Fill {
        fileprivate let gradient: Gradient
        /// Size of the whole asset, and center of the sprite in it, in sprite units.
        fileprivate let size: SIMD2<Double>
        fileprivate let middle: SIMD2<Double>
        fileprivate let table: Int
    }

    /// Gradient of each sprite; `nil` for one without.
    private let fills: [Fill?]
    /// Whether any sprite has a gradient.
    let areUsed: Bool
    private var tables: [[UInt32]]

    /// Number of colors of a table: neighbors differ by less than a step of a channel, but for the steepest gradients.
    private static let length = 1024

    init(_ sprites: [Sprite]) {
        var count = 0
        var last: Gradient?
        fills = sprites.map { sprite in
            guard case .outline = sprite.contents, let gradient = sprite.asset.fill else { return nil }
            // Parts of one asset, which follow each other, share a table.
            if last != gradient { (last, count) = (gradient, count + 1) }
            return Fill(gradient: gradient, size: sprite.asset.size, middle: sprite.middle, table: count - 1)
        }
        tables = Array(repeating: [], count: count)
        areUsed = count > 0
    }

    /// Gradient of a sprite; `nil` for one without.
    @inline(__always)
    func fill(of sprite: Int) -> Fill? { fills[sprite] }

    /// Calls `body` with a reader of the gradient at a place on the canvas; not at all where the place has no area.
    mutating func withReader(of fill: Fill, at placement: Placement, _ body: (GradientReader) -> Void) {
        if tables[fill.table].isEmpty { tables[fill.table] = fill.gradient.table(of: Self.length) }
        tables[fill.table].withUnsafeBufferPointer { table in
            guard let reader = GradientReader(fill, table, placement) else { return }
            body(reader)
        }
    }
}

/// Reads the colors of a placed gradient at the centers of canvas pixels.
struct GradientReader: PictureReader {
    /// Pixels to go in a row, and what the row adds to both coordinates.
    struct Walk {
        fileprivate var x: Double
        fileprivate let row: SIMD2<Double>
    }

    private let table: UnsafeBufferPointer<UInt32>
    private let last: Double
    private let kind: Gradient.Kind
    /// Coordinates of the gradient at the center of the first pixel, and their steps to the right and down. The first
    /// coordinate of an axial gradient is the place along it; those of a radial one have the last color at a distance of 1.
    private let origin: SIMD2<Double>
    private let across: SIMD2<Double>
    private let down: SIMD2<Double>
    /// Share of a turn at which a conic gradient starts.
    private let start: Double

    fileprivate init?(_ fill: GradientFills.Fill, _ table: UnsafeBufferPointer<UInt32>, _ placement: Placement) {
        let (right, below) = (placement.right, placement.down)
        let area = right.x * below.y - right.y * below.x
        guard area != 0, area.isFinite else { return nil }
        let gradient = fill.gradient
        // Shares of the asset's box, from canvas pixels.
        let stepX = SIMD2(below.y, -right.y) / area / fill.size
        let stepY = SIMD2(-below.x, right.x) / area / fill.size
        let corner = placement.position - 0.5
        let first = fill.middle / fill.size + 0.5 - stepX * corner.x - stepY * corner.y - gradient.startPoint
        let way = gradient.endPoint - gradient.startPoint
        (self.table, kind, last) = (table, gradient.kind, Double(table.count - 1))
        var (unit, turn) = (SIMD2(1.0, 1), 0.0)
        switch gradient.kind {
        case _ where gradient.isFlat:
            (origin, across, down, start) = (SIMD2(1, 1), .zero, .zero, 0)
            return
        case .axial:
            let slope = way / (way * way).sum()
            func place(_ step: SIMD2<Double>) -> SIMD2<Double> { SIMD2((step * slope).sum(), 0) }
            (origin, across, down, start) = (place(first), place(stepX), place(stepY), 0)
            return
        case .radial: unit = 1 / gradient.radii
        case .conic: (unit, turn) = (fill.size, gradient.direction(in: fill.size) / (2 * .pi))
        }
        (origin, across, down, start) = (first * unit, stepX * unit, stepY * unit, turn)
    }

    @inline(__always)
    func walk(_ x: Int, _ y: Int) -> Walk { Walk(x: Double(x), row: origin + down * Double(y)) }

    @inline(__always)
    func next(_ walk: inout Walk) -> SIMD4<UInt32> {
        // Computed from the column, so that a row has the same colors wherever it is begun.
        let columns = SIMD4(0.0, 1, 2, 3) + walk.x
        walk.x += 4
        let u = columns * across.x + walk.row.x
        var place = u
        switch kind {
        case .axial: break
        case .radial:
            let v = columns * across.y + walk.row.y
            place = (u * u + v * v).squareRoot()
        case .conic:
            let v = columns * across.y + walk.row.y
            for lane in 0..<4 {
                let share = atan2(v[lane], u[lane]) / (2 * .pi) - start
                place[lane] = share - share.rounded(.down)
            }
        }
        var colors = SIMD4<UInt32>()
        for lane in 0..<4 {
            // NaN is 0.
            let share = place[lane] > 0 ? min(place[lane], 1) : 0
            colors[lane] = table[Int(share * last + 0.5)]
        }
        return colors
    }
}

/// Fill of a shape by a gradient, coverage rule and blend mode.
struct GradientPaint: WindowPaint {
    let reader: GradientReader
    let ink: Ink
    let isEvenOdd: Bool
    let blend: DrawList.Blend

    func sweep<Format>(_ window: CoverageWindow, onto surface: inout Surface<Format>) {
        func fill(_ blender: some Blender<Format>) {
            window.fill(reader, ink: ink, isEvenOdd: isEvenOdd, blender: blender, onto: &surface)
        }
        switch blend {
        case .normal: fill(OverBlender<Format>())
        case .add: fill(SumBlender<Format>())
        case .screen, .maximum: fill(AnyBlender<Format>(blend: blend))
        }
    }
}

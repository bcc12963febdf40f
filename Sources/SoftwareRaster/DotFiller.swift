internal import EffectModel

/// Draws soft round spots, of any size and however squeezed.
///
/// Each pixel has the alpha of its middle. Spots that are only a few pixels across are read at sixteen places of each
/// pixel, and spots thinner than a pixel are drawn a pixel thick and fainter instead, so that a small star keeps its
/// light while it moves from pixel to pixel.
struct DotFiller {
    private let table = DotTable()
    private var box = BoxCoverage()
    /// Coverage of a row.
    private var row: [UInt32] = []

    /// Half axes in pixels below which a spot is read several times for each pixel: read at the middles alone, its light
    /// would change by more than a fiftieth with its place.
    private static let small = 2.0
    /// The thinnest half axis. Read four times across each pixel it is as smooth as ``small`` is at one.
    private static let thinnest = 0.5
    /// Readings of a small spot's pixel, across and down.
    private static let readings = 4

    /// Draws one item.
    ///
    /// - Complexity: O(pixels of the canvas that it covers).
    mutating func draw(_ sprite: Sprite, _ item: DrawList.Item, _ blend: DrawList.Blend, on target: inout Bitmap) {
        let isWhole = sprite.part == .whole
        let placement = Placement(item)
        guard var spot = Ellipse(sprite.asset.size, placement, thinnest: isWhole ? Self.thinnest : 0) else { return }
        let ink = Ink(item.color * SIMD4(1, 1, 1, spot.light))
        guard ink.solid != 0 else { return }
        if !isWhole {
            spot.position = placement.place(-sprite.middle)
            let isSeen = box.begin(placement, size: sprite.size, width: target.width, height: target.height)
            guard isSeen else { return }
        }
        spot.position -= 0.5  // middles of pixels are whole numbers from here on
        if row.count < target.width { row = Array(repeating: 0, count: target.width) }
        row.withUnsafeMutableBufferPointer { row in
            target.withSurface { surface in
                func draw(_ painter: some CoveragePainter) {
                    if isWhole {
                        Self.draw(spot, table, row, painter, on: &surface)
                    } else {
                        Self.drawPart(spot, table, &box, row, painter, on: &surface)
                    }
                }
                switch blend {
                case .normal: draw(OverPainter(ink))
                case .add: draw(SumPainter(ink))
                case .screen, .maximum: draw(BlendPainter(ink, blend))
                }
            }
        }
    }

    /// A whole spot.
    @inline(__always)
    private static func draw(
        _ spot: Ellipse,
        _ table: DotTable,
        _ row: UnsafeMutableBufferPointer<UInt32>,
        _ painter: some CoveragePainter,
        on surface: inout Surface
    ) {
        let isSmall = spot.thickness < small
        // Of a small spot's pixels any place counts, not only the middle.
        let reach = spot.height + (isSmall ? 0.5 : 0)
        for y in indices(spot.position.y - reach, spot.position.y + reach, within: surface.height) {
            let chord = isSmall ? spot.chord(from: Double(y) - 0.5, to: Double(y) + 0.5) : spot.chord(Double(y))
            guard let chord else { continue }
            let columns = indices(chord.low, chord.high, within: surface.width)
            if columns.isEmpty { continue }
            let coverage = UnsafeMutableBufferPointer(rebasing: row[..<columns.count])
            if isSmall {
                readOften(coverage, spot, table, x: columns.lowerBound, y: y)
            } else {
                read(coverage, spot, table, x: columns.lowerBound, y: y)
            }
            surface.cover(coverage, x: columns.lowerBound, y: y, painter)
        }
    }

    /// A part of a spot, with the straight edges of a picture.
    private static func drawPart(
        _ spot: Ellipse,
        _ table: DotTable,
        _ box: inout BoxCoverage,
        _ row: UnsafeMutableBufferPointer<UInt32>,
        _ painter: some CoveragePainter,
        on surface: inout Surface
    ) {
        box.forEachRow { part in
            let coverage = UnsafeMutableBufferPointer(rebasing: row[..<part.columns.count])
            read(coverage, spot, table, x: part.columns.lowerBound, y: part.y)
            part.weigh(coverage)
            surface.cover(coverage, x: part.columns.lowerBound, y: part.y, painter)
        }
    }

    /// The coverage of pixels at their middles.
    @inline(__always)
    private static func read(
        _ coverage: UnsafeMutableBufferPointer<UInt32>,
        _ spot: Ellipse,
        _ table: DotTable,
        x: Int,
        y: Int
    ) {
        var walk = spot.walk(x: Double(x), y: Double(y), step: 1)
        table.alphas.withUnsafeBufferPointer { alphas in
            @inline(__always)
            func next() -> UInt32 { UInt32(alphas[walk.next()]) }
            // Stored four at a time, as they will be loaded: a processor waits for stores that a load pieces together.
            var index = 0
            while index &+ 4 <= coverage.count {
                let (a, b, c, d) = (next(), next(), next(), next())
                coverage.setBlock(at: index, SIMD4(a, b, c, d))
                index &+= 4
            }
            while index < coverage.count {
                coverage[index] = next()
                index &+= 1
            }
        }
    }

    /// The mean coverage of pixels, from readings half a step from their borders and a step from each other.
    private static func readOften(
        _ coverage: UnsafeMutableBufferPointer<UInt32>,
        _ spot: Ellipse,
        _ table: DotTable,
        x: Int,
        y: Int
    ) {
        let step = 1 / Double(readings)
        let first = step / 2 - 0.5
        table.alphas.withUnsafeBufferPointer { alphas in
            for index in coverage.indices { coverage[index] = 0 }
            for line in 0..<readings {
                var walk = spot.walk(x: Double(x) + first, y: Double(y) + first + Double(line) * step, step: step)
                for index in coverage.indices {
                    for _ in 0..<readings { coverage[index] &+= UInt32(alphas[walk.next()]) }
                }
            }
            let all = UInt32(readings * readings)
            for index in coverage.indices { coverage[index] = (coverage[index] &+ all / 2) / all }
        }
    }

    /// Whole numbers from `low` to `high` that are within `0..<count`; none if either is no number.
    @inline(__always)
    private static func indices(_ low: Double, _ high: Double, within count: Int) -> Range<Int> {
        guard high >= 0, low <= Double(count), low <= high else { return 0..<0 }
        let first = low > 0 ? Int(low.rounded(.up)) : 0
        let end = high < Double(count) ? Int(high.rounded(.down)) + 1 : count
        return first < end ? first..<min(end, count) : 0..<0
    }
}

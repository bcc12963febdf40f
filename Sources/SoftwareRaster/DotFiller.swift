internal import EffectModel

/// Draws soft round spots, of any size and however squeezed.
///
/// Each pixel has the alpha of its middle. Spots that are only a few pixels across are read at sixteen places of each
/// pixel, and spots thinner than a pixel are drawn a pixel thick and fainter instead, so that a small star keeps its
/// light while it moves from pixel to pixel.
struct DotFiller {
    private let table = DotTable()
    private var coverage: BoxCoverage
    private var row: [UInt32]
    /// Sums of alpha over a row of small spots.
    private var sums: [UInt32]

    /// Half axes in pixels below which a spot is read several times for each pixel: read at the middles alone, its light
    /// would change by more than a fiftieth with its place.
    private static let small = 2.0
    /// The thinnest half axis. Read four times across each pixel it is as smooth as ``small`` is at one.
    private static let thinnest = 0.5
    /// Readings of a small spot's pixel, across and down.
    private static let readings = 4

    /// For a canvas of this size.
    init(width: Int, height: Int) {
        coverage = BoxCoverage(width: width, height: height)
        row = Array(repeating: 0, count: width)
        sums = row
    }

    /// Draws one item.
    ///
    /// - Complexity: O(pixels of the canvas that it covers).
    mutating func draw(
        _ sprite: Sprite,
        at placement: Placement,
        _ color: SIMD4<Double>,
        _ blend: DrawList.Blend,
        on target: inout Bitmap
    ) {
        if sprite.part != .whole { return drawPart(of: sprite, at: placement, Ink(color), blend, on: &target) }
        guard var spot = Ellipse(sprite.size, placement, thinnest: Self.thinnest) else { return }
        let ink = Ink(color * SIMD4(1, 1, 1, spot.light))
        guard ink.solid != 0 else { return }
        spot.position -= 0.5  // middles of pixels are whole numbers from here on
        let isSmall = spot.thickness < Self.small
        // Of a small spot's pixels any place counts, not only the middle.
        let reach = spot.height + (isSmall ? 0.5 : 0)
        for y in Self.indices(spot.position.y - reach, spot.position.y + reach, within: target.height) {
            if isSmall {
                drawSmall(spot, ink, y, blend, on: &target)
            } else if let chord = spot.chord(Double(y)) {
                let columns = Self.indices(chord.low, chord.high, within: target.width)
                if columns.isEmpty { continue }
                row.withUnsafeMutableBufferPointer { row in
                    let pixels = UnsafeMutableBufferPointer(rebasing: row[..<columns.count])
                    Self.fill(pixels, spot, table, ink, x: columns.lowerBound, y: y)
                    target.blend(UnsafeBufferPointer(pixels), x: columns.lowerBound, y: y, blend)
                }
            }
        }
    }

    /// The spot's pixels at their middles.
    private static func fill(
        _ pixels: UnsafeMutableBufferPointer<UInt32>,
        _ spot: Ellipse,
        _ table: DotTable,
        _ ink: Ink,
        x: Int,
        y: Int
    ) {
        var walk = spot.walk(x: Double(x), y: Double(y), step: 1)
        table.alphas.withUnsafeBufferPointer { alphas in
            for index in pixels.indices { pixels[index] = ink.covering(UInt32(alphas[walk.next()])) }
        }
    }

    /// A part of a spot has the straight edges of a picture.
    private mutating func drawPart(
        of sprite: Sprite,
        at placement: Placement,
        _ ink: Ink,
        _ blend: DrawList.Blend,
        on target: inout Bitmap
    ) {
        guard ink.solid != 0, var spot = Ellipse(sprite.asset.size, placement, thinnest: 0),
            coverage.begin(placement, size: sprite.size)
        else { return }
        spot.position = placement.point(-sprite.middle) - 0.5
        row.withUnsafeMutableBufferPointer { row in
            for y in coverage.rows {
                guard let part = coverage.row(y) else { continue }
                let pixels = UnsafeMutableBufferPointer(rebasing: row[..<part.columns.count])
                Self.fill(pixels, spot, table, ink, x: part.columns.lowerBound, y: y)
                coverage.weigh(pixels, part)
                target.blend(UnsafeBufferPointer(pixels), x: part.columns.lowerBound, y: y, blend)
            }
        }
    }

    private mutating func drawSmall(
        _ spot: Ellipse,
        _ ink: Ink,
        _ y: Int,
        _ blend: DrawList.Blend,
        on target: inout Bitmap
    ) {
        let step = 1 / Double(Self.readings)
        // Readings lie half a step from a pixel's border, and a step from each other.
        let first = step / 2 - 0.5
        func line(_ number: Int) -> Double { Double(y) + first + Double(number) * step }
        var (low, high) = (Double.infinity, -Double.infinity)
        for number in 0..<Self.readings {
            guard let chord = spot.chord(line(number)) else { continue }
            (low, high) = (min(low, chord.low), max(high, chord.high))
        }
        let columns = Self.indices(low - 0.5, high + 0.5, within: target.width)
        if columns.isEmpty { return }
        for index in 0..<columns.count { sums[index] = 0 }
        for number in 0..<Self.readings {
            var walk = spot.walk(x: Double(columns.lowerBound) + first, y: line(number), step: step)
            for index in 0..<columns.count {
                for _ in 0..<Self.readings { sums[index] &+= UInt32(table.alphas[walk.next()]) }
            }
        }
        row.withUnsafeMutableBufferPointer { row in
            let pixels = UnsafeMutableBufferPointer(rebasing: row[..<columns.count])
            let places = UInt32(Self.readings * Self.readings)
            for index in pixels.indices { pixels[index] = ink.covering((sums[index] + places / 2) / places) }
            target.blend(UnsafeBufferPointer(pixels), x: columns.lowerBound, y: y, blend)
        }
    }

    /// Whole numbers from `low` to `high` that are within `0..<count`; none if either is no number.
    private static func indices(_ low: Double, _ high: Double, within count: Int) -> Range<Int> {
        guard high >= 0, low <= Double(count), low <= high else { return 0..<0 }
        let first = low > 0 ? Int(low.rounded(.up)) : 0
        let end = high < Double(count) ? Int(high.rounded(.down)) + 1 : count
        return first < end ? first..<end : 0..<0
    }
}

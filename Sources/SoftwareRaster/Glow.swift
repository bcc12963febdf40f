internal import CKernels
internal import EffectModel
internal import Memory

/// Blurred light of a canvas, in cells of 1, 4, 16 or 64 pixels by the blur's radius: three box blurs across and three
/// down, which come close to a Gaussian. All numbers are integers, so the result is the same on any machine.
///
/// A cell has the mean of its pixels, and a pixel gets its light from the cells around it, by its distance from their
/// centers. Both blur a little on their own, which the box blurs make up for.
struct Glow {
    /// The light to take from a canvas.
    enum Light {
        /// All of it, with its alpha.
        case all
        /// That of bright pixels.
        case bright(DrawList.Bloom)
        /// All of it, to be cut where alpha is above a threshold. In smaller cells, since lines between the centers of large ones would
        /// show at the edge. Beyond the canvas the same goes on, so that shapes keep their alpha at its sides.
        case cut
    }

    /// Binary logarithm of a cell's side in pixels.
    private let shift: Int
    private let kernels: RasterKernels
    /// Columns and rows of the canvas' cells that have light.
    private var columns = 0..<0
    private var rows = 0..<0
    /// Light of these cells, row by row.
    private var cells: [UInt64] = []

    /// Standard deviations from which on cells are two, four and eight pixels wide.
    private static let steps = [2.0, 4, 8]
    /// Standard deviations from which on cells of light that is cut are two and four pixels wide.
    private static let fineSteps = [4.0, 16]

    /// Largest standard deviation in pixels.
    static let largestDeviation = DrawList.Mask.largestFeather / 6

    /// Takes light from what was drawn on a canvas, and blurs it.
    ///
    /// - Parameters:
    ///   - deviation: Standard deviation of the blur, in pixels.
    /// - Complexity: O(touched pixels of `target` + pixels of the box around them / pixels of a cell).
    init<Target: DrawingTarget>(
        _ light: Light,
        of target: Target,
        deviation: Double,
        _ kernels: RasterKernels = RasterKernels()
    ) {
        let deviation = min(Self.largestDeviation, deviation)
        let steps = if case .cut = light { Self.fineSteps } else { Self.steps }
        shift = steps.count { deviation >= $0 }
        self.kernels = kernels
        let side = Double(1 << shift)
        // The variances of a cell's mean and of what lies between two cells, in cells.
        let own = shift == 0 ? 0 : 0.25
        let blur = BoxBlur(deviation: max(0, deviation * deviation / (side * side) - own).squareRoot())
        var touched = 0..<0
        for y in target.touchedRows {
            let columns = target.columns(ofRow: y)
            guard !columns.isEmpty else { continue }
            touched =
                touched.isEmpty
                ? columns
                : min(touched.lowerBound, columns.lowerBound)..<max(touched.upperBound, columns.upperBound)
        }
        guard !touched.isEmpty else { return }
        // Beyond the canvas, too, since a box blur brings some of that light back.
        func cells(_ pixels: Range<Int>) -> Range<Int> {
            pixels.lowerBound >> shift - blur.margin..<(pixels.upperBound - 1) >> shift + 1 + blur.margin
        }
        columns = cells(touched)
        rows = cells(target.touchedRows)
        self.cells = [UInt64](repeating: 0, count: columns.count * rows.count)
        gather(light, of: target)
        blur.spread(&self.cells, width: columns.count, kernels)
        self.cells = Self.turned(self.cells, width: columns.count)
        blur.spread(&self.cells, width: rows.count, kernels)
        self.cells = Self.turned(self.cells, width: rows.count)
        if case .cut = light { fillSides(of: target, blur) }
    }

    /// Divides cells by the share of their blur that lies within the canvas.
    private mutating func fillSides<Target: DrawingTarget>(of target: Target, _ blur: BoxBlur) {
        let across = shares(of: columns, pixels: target.width, blur)
        let down = shares(of: rows, pixels: target.height, blur)
        for (row, share) in down.enumerated() {
            for (column, other) in across.enumerated() {
                let share = (share * other) >> 16
                // Cells far beyond the canvas touch none of its pixels.
                guard share < 65_535, share > 4096 else { continue }
                let place = row * columns.count + column
                var filled: UInt64 = 0
                for channel in stride(from: UInt64(0), to: 64, by: 16) {
                    let value = cells[place] >> channel & 0xFFFF
                    filled |= min(65_535, value * 65_536 / share) << channel
                }
                cells[place] = filled
            }
        }
    }

    /// Shares of the blur of each cell of a line that lie within the canvas, in 1/65,536.
    private func shares(of line: Range<Int>, pixels: Int, _ blur: BoxBlur) -> [UInt64] {
        // Cells beyond the line are as good as those at its ends: as many as the blur reaches are blurred with it.
        let wide = line.lowerBound - blur.margin..<line.upperBound + blur.margin
        var ones = wide.map { cell in
            let inside = (cell << shift..<(cell + 1) << shift).clamped(to: 0..<pixels).count
            return UInt64((65_535 * inside) >> shift)
        }
        blur.spread(&ones, width: 1, kernels)
        return ones[blur.margin..<blur.margin + line.count].map { ($0 & 0xFFFF) + 1 }
    }

    /// Sets the cells to the means of their pixels' light.
    private mutating func gather<Target: DrawingTarget>(_ light: Light, of target: Target) {
        let (first, kernels, shift, side) = (columns.lowerBound << shift, kernels, shift, 1 << shift)
        let width = min(target.width, columns.upperBound << shift) - first
        var (isBright, threshold, slope, strength) = (false, UInt16(0), UInt32(0), UInt32(256))
        if case .bright(let bloom) = light {
            isBright = true
            threshold = UInt16((bloom.threshold * 65_535).rounded())
            // All of a pixel shines that is as much above the threshold as that is above 0 or below 1, about.
            let knee = min(bloom.threshold, 1 - bloom.threshold)
            slope = knee >= 0.36 ? 1 : knee >= 0.18 ? 2 : knee >= 0.09 ? 3 : 4
            strength = UInt32((bloom.strength * 256).rounded())
        }
        // A row of wide pixels for canvases of others, and room for whole vectors behind the last pixel.
        var wide = [UInt64](repeating: 0, count: Target.Format.isWide ? 0 : width)
        // What is in front of a background, which itself spreads no light.
        let isInFront = isBright && target.backgroundColor != 0
        var lit = [UInt64](repeating: 0, count: isInFront ? width : 0)
        var sums = [UInt16](repeating: 0, count: ((width + 7) / 8 + 8) * 32)
        let (rows, count) = (self.rows, columns.count)
        cells.withMutableMemory { cells in
            for row in rows {
                let pixelRows = (row << shift..<(row + 1) << shift).clamped(to: target.touchedRows)
                var touched = 0..<0
                for y in pixelRows {
                    let own = target.columns(ofRow: y)
                    guard !own.isEmpty else { continue }
                    // Cells begin at multiples of their side.
                    let low = own.lowerBound & ~(side - 1)
                    touched =
                        touched.isEmpty
                        ? low..<own.upperBound : min(touched.lowerBound, low)..<max(touched.upperBound, own.upperBound)
                    let start = y * target.width
                    sums.withMutableMemory { sums in
                        func add(_ pixels: MemoryView<UInt64>) {
                            kernels.gather(
                                pixels,
                                count: own.upperBound - low,
                                into: sums.suffix(from: 4 * (low - first)),
                                shift: shift,
                                threshold: isBright ? threshold : nil,
                                slope: slope
                            )
                        }
                        let places = start + low..<start + own.upperBound
                        target.readWide(places, scratch: &wide) { pixels in
                            guard isInFront else { return add(pixels) }
                            lit.withMutableMemory { lit in
                                Self.copy(pixels, places, lessGroundOf: target, to: lit)
                                add(lit.readOnly)
                            }
                        }
                    }
                }
                guard !touched.isEmpty else { continue }
                let low = (touched.lowerBound - first) >> shift
                let high = (touched.upperBound - first + (1 << shift) - 1) >> shift
                sums.withMutableMemory { sums in
                    let part = sums.suffix(from: (4 * low) << shift)
                    kernels.setCells(
                        cells.suffix(from: (row - rows.lowerBound) * count + low),
                        count: high - low,
                        from: part.readOnly,
                        shift: shift,
                        strength: strength
                    )
                    part.fill(0, count: (4 * (high - low)) << shift + 32 * 2)
                }
            }
        }
    }

    /// Copies wide pixels without the light of the canvas' background: what each channel has more than that.
    ///
    /// A pixel that differs little from a bright background has little light, so that nothing flashes where a faint thing
    /// begins.
    ///
    /// - Parameter places: Indices of the pixels on the canvas.
    private static func copy<Target: DrawingTarget>(
        _ pixels: MemoryView<UInt64>,
        _ places: Range<Int>,
        lessGroundOf target: Target,
        to lit: MutableMemoryView<UInt64>
    ) {
        func light(_ pixel: UInt64, over below: UInt64) -> UInt64 {
            let own = unsafeBitCast(pixel, to: SIMD4<UInt16>.self)
            let ground = unsafeBitCast(below, to: SIMD4<UInt16>.self)
            return unsafeBitCast(pointwiseMax(own, ground) &- ground, to: UInt64.self)
        }
        if target.ground.isEmpty {
            let below = Target.Format.wide(target.backgroundColor)
            for index in 0..<places.count { lit[index] = light(pixels[index], over: below) }
            return
        }
        target.ground.withMemory { ground in
            for (index, place) in places.enumerated() {
                lit[index] = light(pixels[index], over: Wide.pixel(ground[place]))
            }
        }
    }

    /// Cells with rows and columns exchanged.
    private static func turned(_ cells: [UInt64], width: Int) -> [UInt64] {
        let height = cells.count / width
        return [UInt64](unsafeUninitializedCapacity: cells.count) { turned, count in
            cells.withMemory { cells in
                // Squares of eight cells stay in the cache.
                for top in stride(from: 0, to: height, by: 8) {
                    for left in stride(from: 0, to: width, by: 8) {
                        for x in left..<min(width, left + 8) {
                            for y in top..<min(height, top + 8) { turned[x * height + y] = cells[y * width + x] }
                        }
                    }
                }
            }
            count = cells.count
        }
    }

    /// Adds the light to a canvas, alpha included.
    ///
    /// - Parameter cut: Threshold of the sum's alpha, for a canvas that is empty.
    /// - Complexity: O(pixels that get light).
    func add<Target: DrawingTarget>(to target: inout Target, cut: AlphaThreshold? = nil) {
        guard !cells.isEmpty else { return }
        let (width, height) = (target.width, target.height)
        let side = 1 << shift
        // A cell more on either side, and room for whole vectors.
        var line = [UInt64](repeating: 0, count: columns.count + 16)
        var wide = [UInt64](repeating: 0, count: Target.Format.isWide ? 0 : width)
        let pixelRows = max(0, rows.lowerBound << shift)..<min(height, rows.upperBound << shift)
        for y in pixelRows {
            // Position between the centers of two rows of cells, in parts of twice a side.
            let place = 2 * (y & (side - 1)) + 1 - side
            let row = (y >> shift) - rows.lowerBound
            let above = place < 0 ? max(0, row - 1) : row
            let below = place < 0 ? row : min(rows.count - 1, row + 1)
            let share = shift == 0 ? 0 : (place < 0 ? place + 2 * side : place) << (15 - shift)
            guard let lit = mix(above, below, share: UInt16(share), into: &line) else { continue }
            let low = max(0, (columns.lowerBound + lit.lowerBound - 1) << shift)
            let high = min(width, (columns.lowerBound + lit.upperBound + 1) << shift)
            let first = columns.lowerBound << shift
            let end = min(high, columns.upperBound << shift)
            // Cells beyond the canvas may be the only ones with light.
            guard max(low, first) < end else { continue }
            line.withMemory { line in
                let range = max(low, first)..<end
                target.changeWideRow(y, columns: range, scratch: &wide) { pixels in
                    kernels.spread(line, from: first, over: pixels, range, shift: shift)
                    cut?.apply(to: pixels, range)
                }
            }
        }
    }

    /// Sets a line, from its second cell on, to what is between two rows, with the last cells of either end once more
    /// beyond it.
    ///
    /// - Parameter share: Share of the lower row, in 1/65,536.
    /// - Returns: Cells with visible light; `nil` if there are none.
    private func mix(_ above: Int, _ below: Int, share: UInt16, into line: inout [UInt64]) -> Range<Int>? {
        let count = columns.count
        cells.withMemory { cells in
            line.withMutableMemory { line in
                kernels.mix(
                    cells.suffix(from: above * count),
                    with: cells.suffix(from: below * count),
                    share: share,
                    into: line.suffix(from: 1),
                    count: count
                )
            }
        }
        line[0] = line[1]
        line[count + 1] = line[count]
        // Half a step of 8 bits.
        let seen: UInt64 = 0xFF80_FF80_FF80_FF80
        guard let low = (0..<count).first(where: { line[$0 + 1] & seen != 0 }),
            let high = (0..<count).last(where: { line[$0 + 1] & seen != 0 })
        else { return nil }
        return low..<high + 1
    }
}

/// Three box blurs in a row, of lines of cells that are next to each other.
private struct BoxBlur {
    /// Whole cells on either side that a box covers.
    private let whole: Int
    private let box: hanabi_box_blur
    /// Reach of the three blurs, in cells.
    let margin: Int

    /// - Parameter deviation: Standard deviation of all three together, in cells.
    init(deviation: Double) {
        let width = BoxWidth(deviation: deviation)
        whole = width.whole
        let part = UInt32((width.part * 256).rounded())
        let weight = UInt64(2 * whole + 1) * 256 + 2 * UInt64(part)
        let bits = UInt64(64 - (weight - 1).leadingZeroBitCount)
        box = hanabi_box_blur(
            part: part,
            shift: UInt32(bits),
            factor: UInt32(((1 << (15 + bits)) + weight / 2) / weight)
        )
        margin = whole > 0 || part > 0 ? 3 * (whole + 1) : 0
    }

    /// Blurs down the rows; beyond the first and the last, all is dark.
    ///
    /// - Parameter width: Cells of a row.
    func spread(_ cells: inout [UInt64], width: Int, _ kernels: RasterKernels) {
        guard margin > 0 else { return }
        let (height, channels) = (cells.count / width, 4 * width)
        let dark = [UInt64](repeating: 0, count: width)
        var other = [UInt64](repeating: 0, count: cells.count)
        for _ in 0..<3 {
            var sums = [UInt32](repeating: 0, count: channels)
            dark.withMemory { dark in
                cells.withMemory { cells in
                    other.withMutableMemory { other in
                        func row(_ number: Int) -> MemoryView<UInt64> {
                            number >= 0 && number < height ? cells.suffix(from: number * width) : dark
                        }
                        for y in 0..<min(whole, height) {
                            let row = row(y).cast(to: UInt16.self)
                            for index in 0..<channels { sums[index] += UInt32(row[index]) }
                        }
                        for y in 0..<height {
                            kernels.blur(
                                &sums,
                                entering: row(y + whole),
                                leaving: row(y - whole),
                                before: row(y - whole - 1),
                                after: row(y + whole + 1),
                                into: other.suffix(from: y * width),
                                box
                            )
                        }
                    }
                }
            }
            swap(&cells, &other)
        }
    }
}

extension DrawingTarget {
    /// Calls `body` with the start of a row in wide form, of which it changes columns, and touches these.
    ///
    /// - Parameter scratch: Room for a row, for canvases of another format.
    fileprivate mutating func changeWideRow(
        _ y: Int,
        columns: Range<Int>,
        scratch: inout [UInt64],
        _ body: (MutableMemoryView<UInt64>) -> Void
    ) {
        guard !columns.isEmpty else { return }
        let start = y * width
        withSurface { surface in
            if Format.isWide {
                body(surface.pixels.suffix(from: start).cast(to: UInt64.self))
            } else {
                for x in columns { scratch[x] = Format.wide(surface.pixels[start + x]) }
                scratch.withMutableMemory { body($0) }
                for x in columns { surface.pixels[start + x] = Format.rounded(scratch[x]) }
            }
            surface.touch(y, low: columns.lowerBound, high: columns.upperBound)
        }
    }
}

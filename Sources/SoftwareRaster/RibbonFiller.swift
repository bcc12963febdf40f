internal import EffectModel
internal import Memory

/// Draws ribbons: bands along a line, whose width and alpha change linearly from point to point.
///
/// A band is divided into runs that cannot cross themselves (``RibbonPath``). Within a run, neighboring pieces share
/// their edges, each with its alpha as the edges' weight: the sum in the mask is right in every pixel, with no seam and
/// nothing drawn twice. Runs overlap where one ends and the next begins; there, the denser one counts.
struct RibbonFiller {
    private var polygons = PolygonFiller()
    /// Coverage of the runs so far, in place of colors. Allocated when a ribbon needs it.
    private var runs: Bitmap?

    /// Draws a ribbon. Points more than a million pixels away are left out.
    mutating func draw<Target: DrawingTarget>(
        _ ribbon: DrawList.Ribbon,
        blend: DrawList.Blend,
        on target: inout Target
    ) {
        typealias Format = Target.Format
        let ink = Ink(ribbon.color)
        guard Format.isSeen(ink) else { return }
        let paths = RibbonPath.runs(of: ribbon)
        guard let only = paths.first else { return }
        if paths.count == 1 {
            add(only, on: &target) { window, surface, rule in
                Paint(ink: ink, rule: rule, blend: blend).sweep(window, onto: &surface)
            }
            return
        }
        var layer = runs.take() ?? Bitmap(width: target.width, height: target.height)
        if layer.width != target.width || layer.height != target.height {
            layer = Bitmap(width: target.width, height: target.height)
        }
        for path in paths {
            add(path, on: &layer) { window, surface, rule in
                window.sweep(DensestPainter(), by: rule, onto: &surface)
            }
        }
        layer.withSurface { coverage in
            target.withSurface { surface in
                switch blend {
                case .normal: surface.paint(InkPainter(ink, OverBlender<Format>()), where: coverage)
                case .add: surface.paint(InkPainter(ink, SumBlender<Format>()), where: coverage)
                case .screen, .maximum:
                    surface.paint(InkPainter(ink, AnyBlender<Format>(blend: blend)), where: coverage)
                }
            }
        }
        layer.clear()
        runs = layer
    }

    /// Adds a run to windows on `target`, each of which `sweep` must empty.
    private mutating func add<Target: DrawingTarget>(
        _ path: RibbonPath,
        on target: inout Target,
        _ sweep: (CoverageWindow, inout Surface<Target.Format>, CoverageRule) -> Void
    ) {
        var box = PolygonFiller.FixedBox()
        for edge in path.edges {
            box.add(edge.start)
            box.add(edge.end)
        }
        guard path.heaviest > 0, let pixels = box.pixels(on: target) else { return }
        let rule = CoverageRule(heaviest: path.heaviest)
        polygons.forEachWindow(pixels, on: &target) { window, surface in
            for edge in path.edges { window.addLine(from: edge.start, to: edge.end, weight: edge.weight) }
            sweep(window, &surface, rule)
        }
    }
}

/// Keeps the larger of two coverages.
private struct DensestPainter: CoveragePainter {
    typealias Format = Narrow

    func painted(_ pixels: SIMD4<UInt32>, _ coverage: SIMD4<UInt32>) -> SIMD4<UInt32> {
        pixels.replacing(with: coverage, where: coverage .> pixels)
    }

    func paint(_ surface: Surface<Narrow>, range: Range<Int>, coverage: UInt32) {
        for index in range { surface.pixels[index] = max(surface.pixels[index], coverage) }
    }
}

extension Surface {
    /// Paints where another surface of the same size holds coverage.
    fileprivate mutating func paint(_ painter: some CoveragePainter<Format>, where coverage: Surface<Narrow>) {
        for y in coverage.rows {
            let columns = coverage.columns(ofRow: y)
            touch(y, low: columns.lowerBound, high: columns.upperBound)
            var index = y * width + columns.lowerBound
            let end = y * width + columns.upperBound
            while index < end {
                // Behind the row's end is only the next row's coverage, which has its own turn.
                let rest = SIMD4<UInt32>(repeating: UInt32(truncatingIfNeeded: end - index))
                let block = coverage.block(at: index)
                    .replacing(with: 0, where: SIMD4<UInt32>(0, 1, 2, 3) .>= rest)
                setBlock(at: index, painter.painted(self.block(at: index), block))
                index += 4
            }
        }
    }
}

internal import APNG
internal import EffectModel
internal import EffectSimulation
internal import GIF
internal import SoftwareRaster
internal import WorkScheduling

/// Frames of an animated GIF that share one palette.
///
/// Over a transparent background each frame is cropped to its visible pixels and cleared afterwards. Over an opaque
/// background the first frame stays; each later frame holds only the pixels that differ from the first, and is disposed
/// to the previous canvas.
struct GIFFormat: AnimationFormat {
    private let file: GIFFile
    private let palette: Palette
    private let edges: HardEdges
    private let clock: FrameClock
    /// Palette indices of the first frame if it stays; `nil` over a transparent background.
    private let first: [UInt8]?

    /// Chooses the palette.
    ///
    /// - Parameters:
    ///   - only: Instant of the file's only frame, in seconds of the effect; `nil` for all frames.
    ///   - isGuess: Whether to choose colors from a few frames only.
    /// - Throws: ``RenderError`` when `watch` cancels or times out.
    init(_ simulation: Simulation, only: Double?, pool: WorkerPool, isGuess: Bool, _ watch: RenderContext) throws {
        let spec = simulation.spec
        let edges = HardEdges(spec.output.matte)
        palette = try Palette(
            of: simulation,
            only: only,
            most: spec.output.palette.most ?? Palette.most,
            pool: pool,
            isGuess: isGuess,
            watch
        ) { edges.picture(of: $0) }
        self.edges = edges
        let frameCount = only == nil ? spec.timing.frameCount : 1
        clock = FrameClock(spec.timing, stepsPerSecond: 100, frameCount: frameCount)
        file = try GIFFile(
            width: spec.canvas.pixelWidth,
            height: spec.canvas.pixelHeight,
            colors: palette.colors,
            plays: spec.timing.plays
        )
        guard spec.canvas.background.isOpaque, frameCount > 1 else {
            first = nil
            return
        }
        let bitmap = try FramePainter(simulation).draw(simulation.drawList(ofFrame: 0), watch)
        first = PaletteLookup(palette).entries(of: edges.picture(of: bitmap), width: bitmap.width)
    }

    var header: [UInt8] { file.start }

    func makeMuxer() -> any FrameMuxer { PassThroughMuxer(trailer: GIFFile.end) }

    func makeCoder() -> any FrameCoder { Coder(format: self, lookup: PaletteLookup(palette)) }

    private final class Coder: FrameCoder {
        let format: GIFFormat
        let lookup: PaletteLookup

        init(format: GIFFormat, lookup: PaletteLookup) { (self.format, self.lookup) = (format, lookup) }

        func encode(_ bitmap: Bitmap, number: Int, _ watch: RenderContext) throws -> [UInt8] {
            let picture = format.edges.picture(of: bitmap)
            var indices = lookup.entries(of: picture, width: bitmap.width)
            var disposal = GIFFile.Disposal.background
            var box = picture.shownBox ?? (0..<1, 0..<1)
            if let first = format.first {
                disposal = number == 0 ? .none : .previous
                if number > 0 { box = Self.difference(of: &indices, to: first, width: bitmap.width) ?? (0..<1, 0..<1) }
            }
            var part: [UInt8] = []
            part.reserveCapacity(box.x.count * box.y.count)
            for y in box.y {
                part += indices[y * bitmap.width + box.x.lowerBound..<y * bitmap.width + box.x.upperBound]
            }
            return try format.file.frame(
                part,
                x: box.x,
                y: box.y,
                centiseconds: format.clock.duration(of: number),
                disposal: disposal
            )
        }

        /// Sets indices equal to those of the first frame to 0 (transparent), and returns the bounding box of the
        /// differences.
        private static func difference(of indices: inout [UInt8], to first: [UInt8], width: Int) -> (
            x: Range<Int>, y: Range<Int>
        )? {
            let height = indices.count / width
            var (left, right, top, bottom) = (width, 0, height, 0)
            for y in 0..<height {
                for x in 0..<width where indices[y * width + x] != first[y * width + x] {
                    (left, right) = (min(left, x), max(right, x + 1))
                    (top, bottom) = (min(top, y), y + 1)
                }
            }
            guard top < bottom else { return nil }
            for y in top..<bottom {
                for place in y * width + left..<y * width + right where indices[place] == first[place] {
                    indices[place] = 0
                }
            }
            return (left..<right, top..<bottom)
        }
    }
}

extension PaletteLookup {
    /// Palette index of every pixel.
    fileprivate func entries(of picture: FrameEncoder.Picture, width: Int) -> [UInt8] {
        // Most pixels equal their predecessor, which saves the lookup.
        var (last, mix, x, y) = (UInt32(0), PaletteMix(0), -1, 0)
        var row = mix.row(0)
        return picture.shownPixels.map { pixel in
            x += 1
            if x == width {
                (x, y) = (0, y + 1)
                row = mix.row(y)
            }
            if pixel != last {
                (last, mix) = (pixel, pixel == 0 ? PaletteMix(0) : self.mix(of: pixel))
                row = mix.row(y)
            }
            return row.entry(at: x)
        }
    }
}

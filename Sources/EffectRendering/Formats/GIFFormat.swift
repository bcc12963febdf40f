internal import APNG
internal import EffectModel
internal import EffectSimulation
internal import GIF
internal import SoftwareRaster
internal import WorkScheduling

/// Frames of an animated GIF that share one palette.
///
/// Over a transparent background each frame is cropped to its visible pixels and cleared afterwards. Over an opaque
/// background each frame holds only the pixels that differ: from the first one, to which the canvas returns, or from the one
/// before, whichever takes fewer bytes.
struct GIFFormat: AnimationFormat {
    private let file: GIFFile
    private let palette: Palette
    private let edges: HardEdges
    private let clock: FrameClock
    private let layering: Layering
    /// Palette indices of frames that later ones are compared with.
    private let preceding: PrecedingFrames<[UInt8]>

    private enum Layering {
        case cleared
        /// Palette indices of the first frame, which stays.
        case overFirst([UInt8])
        case incremental
    }

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
        preceding = PrecedingFrames(of: simulation, pool: pool)
        guard spec.canvas.background.isOpaque, frameCount > 1 else {
            layering = .cleared
            return
        }
        let (painter, lookup) = (FramePainter(simulation), PaletteLookup(palette))
        func entries(ofFrame number: Int) throws -> [UInt8] {
            let bitmap = try painter.draw(simulation.drawList(ofFrame: number), watch)
            return lookup.entries(of: edges.picture(of: bitmap), width: bitmap.width)
        }
        let first = try entries(ofFrame: 0)
        let width = spec.canvas.pixelWidth
        let isIncremental = try DifferenceTrial.favorsDifferences(frameCount: frameCount) { [file] number in
            let (own, before) = try (entries(ofFrame: number), entries(ofFrame: number - 1))
            func size(over base: [UInt8]) throws -> Int {
                try Difference(of: own, to: base, width: width).frame(of: file, centiseconds: 0, disposal: .none).count
            }
            return try (size(over: first), size(over: before))
        }
        layering = isIncremental ? .incremental : .overFirst(first)
    }

    var header: [UInt8] { file.start }

    func makeMuxer() -> any FrameMuxer { PassThroughMuxer(trailer: GIFFile.end) }

    func makeCoder() -> any FrameCoder { Coder(format: self, lookup: PaletteLookup(palette)) }

    private final class Coder: FrameCoder {
        let format: GIFFormat
        let lookup: PaletteLookup
        private let preceding: PrecedingFrames<[UInt8]>.Reader

        init(format: GIFFormat, lookup: PaletteLookup) {
            (self.format, self.lookup) = (format, lookup)
            let edges = format.edges
            preceding = format.preceding.makeReader {
                lookup.entries(of: edges.picture(of: $0), width: $0.width)
            }
        }

        func encode(_ bitmap: Bitmap, number: Int, _ watch: RenderContext) throws -> [UInt8] {
            let picture = format.edges.picture(of: bitmap)
            let indices = lookup.entries(of: picture, width: bitmap.width)
            let difference: Difference
            let disposal: GIFFile.Disposal
            switch format.layering {
            case .cleared:
                difference = Difference(indices, box: picture.shownBox, width: bitmap.width)
                disposal = .background
            case .overFirst(let first):
                difference = Difference(of: indices, to: number == 0 ? nil : first, width: bitmap.width)
                disposal = number == 0 ? .none : .previous
            case .incremental:
                let before = try preceding.value(before: number, keeping: indices, watch)
                difference = Difference(of: indices, to: before, width: bitmap.width)
                disposal = .none
            }
            let duration = format.clock.duration(of: number)
            return try difference.frame(of: format.file, centiseconds: duration, disposal: disposal)
        }
    }

    /// Palette indices that a frame has, and where.
    private struct Difference {
        private let indices: [UInt8]
        private let box: (x: Range<Int>, y: Range<Int>)
        private let width: Int

        /// - Parameter box: The smallest box outside of which all are transparent; `nil` if all are.
        init(_ indices: [UInt8], box: (x: Range<Int>, y: Range<Int>)?, width: Int) {
            (self.indices, self.box, self.width) = (indices, box ?? (0..<1, 0..<1), width)
        }

        /// Sets indices equal to those of an earlier frame to 0 (transparent).
        ///
        /// - Parameter earlier: The earlier frame; `nil` for the first frame, which covers the canvas.
        init(of indices: [UInt8], to earlier: [UInt8]?, width: Int) {
            let height = indices.count / width
            guard let earlier else {
                self.init(indices, box: (0..<width, 0..<height), width: width)
                return
            }
            var (left, right, top, bottom) = (width, 0, height, 0)
            for y in 0..<height {
                for x in 0..<width where indices[y * width + x] != earlier[y * width + x] {
                    (left, right) = (min(left, x), max(right, x + 1))
                    (top, bottom) = (min(top, y), y + 1)
                }
            }
            guard top < bottom else {
                // The first pixel, unchanged.
                self.init(indices, box: nil, width: width)
                return
            }
            var differing = indices
            for y in top..<bottom {
                for place in y * width + left..<y * width + right where indices[place] == earlier[place] {
                    differing[place] = 0
                }
            }
            self.init(differing, box: (left..<right, top..<bottom), width: width)
        }

        func frame(of file: GIFFile, centiseconds: Int, disposal: GIFFile.Disposal) throws -> [UInt8] {
            var part: [UInt8] = []
            part.reserveCapacity(box.x.count * box.y.count)
            for y in box.y { part += indices[y * width + box.x.lowerBound..<y * width + box.x.upperBound] }
            return try file.frame(part, x: box.x, y: box.y, centiseconds: centiseconds, disposal: disposal)
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

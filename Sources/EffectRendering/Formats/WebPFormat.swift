internal import APNG
internal import EffectModel
internal import EffectSimulation
internal import SoftwareRaster
internal import WebP
internal import WorkScheduling

/// Frames of an animated WebP. Each is cropped to its visible pixels and cleared afterwards; over an opaque background
/// each covers the canvas.
struct WebPFormat: AnimationFormat {
    private let spec: EffectSpec
    private let clock: FrameClock
    private let isOpaque: Bool
    /// Palette for lossless quality. Lossy WebP gets none: few colors would cost bytes there.
    private let palette: Palette?

    /// - Parameters:
    ///   - only: Number of the file's only frame; `nil` for all frames.
    ///   - isGuess: Whether to choose colors from a few frames only.
    /// - Throws: ``RenderError`` when `watch` cancels or times out.
    init(_ simulation: Simulation, only: Int?, pool: WorkerPool, isGuess: Bool, _ watch: RenderContext) throws {
        spec = simulation.spec
        let most = spec.output.quality == .lossless ? spec.output.palette.most : nil
        palette = try most.map { most in
            try Palette(of: simulation, only: only, most: most, pool: pool, isGuess: isGuess, watch) {
                FrameEncoder.Picture($0)
            }
        }
        let frameCount = only == nil ? spec.timing.frameCount : 1
        clock = FrameClock(spec.timing, stepsPerSecond: 1000, frameCount: frameCount)
        isOpaque = spec.canvas.background.isOpaque
    }

    // The file begins with its length, so nothing can be written before all frames are known.
    var header: [UInt8] { [] }

    func makeMuxer() -> any FrameMuxer {
        WholeFileMuxer { [self] frames in
            try WebPFile(
                width: spec.canvas.pixelWidth,
                height: spec.canvas.pixelHeight,
                plays: spec.timing.plays,
                hasAlpha: !isOpaque,
                frames: frames
            ).bytes
        }
    }

    func makeCoder() -> any FrameCoder { Coder(format: self, lookup: palette.map { PaletteLookup($0) }) }

    private final class Coder: FrameCoder {
        let format: WebPFormat
        let lookup: PaletteLookup?

        init(format: WebPFormat, lookup: PaletteLookup?) { (self.format, self.lookup) = (format, lookup) }

        /// - Parameter pixel: A premultiplied pixel.
        /// - Returns: The pixel with straight alpha.
        private func color(_ pixel: UInt32) -> UInt32 {
            guard let lookup, let palette = format.palette else { return StraightAlpha.pixel(pixel) }
            return pixel == 0 ? 0 : palette.colors[Int(lookup.entry(of: pixel))]
        }

        func encode(_ bitmap: Bitmap, number: Int, _ watch: RenderContext) throws -> [UInt8] {
            // A frame has at least one pixel, and its origin is even.
            let box = bitmap.boxOfPixels ?? (0..<1, 0..<1)
            let x = (box.x.lowerBound & ~1)..<box.x.upperBound
            let y = (box.y.lowerBound & ~1)..<box.y.upperBound
            var pixels: [UInt32] = []
            pixels.reserveCapacity(x.count * y.count)
            for row in y {
                let start = row * bitmap.width
                for pixel in bitmap.pixels[start + x.lowerBound..<start + x.upperBound] {
                    pixels.append(color(pixel))
                }
            }
            return try watch.stopping {
                try WebPFrame(
                    pixels: pixels,
                    width: x.count,
                    height: y.count,
                    x: x.lowerBound,
                    y: y.lowerBound,
                    milliseconds: format.clock.duration(of: number),
                    isCleared: !format.isOpaque,
                    quality: WebPFrame.Quality(format.spec.output.quality),
                    effort: WebPFrame.Effort(format.spec.output.effort),
                    unless: { watch.isOver }
                ).bytes
            }
        }
    }
}

extension WebPFrame.Quality {
    fileprivate init(_ quality: Output.Quality) {
        switch quality {
        case .lossless: self = .lossless
        case .lossy(let number): self = .lossy(number)
        }
    }
}

extension WebPFrame.Effort {
    fileprivate init(_ effort: Output.Effort) {
        switch effort {
        case .fast: self = .fast
        case .balanced: self = .balanced
        case .small: self = .small
        }
    }
}

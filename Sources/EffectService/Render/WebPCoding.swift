internal import APNG
internal import EffectModel
internal import EffectSimulation
internal import SoftwareRaster
internal import WebP

/// Frames of an animated WebP: each is cropped to what it shows and cleared away afterwards; over an opaque ground it is whole.
struct WebPCoding: FrameCoding {
    private let spec: EffectSpec
    private let clock: FrameClock
    private let isOpaque: Bool
    /// Where nothing is lost but colours. What loses more anyway has none: few colours would cost it bytes.
    private let palette: Palette?

    /// - Parameters:
    ///   - only: The one frame that the file has, if it has one only.
    ///   - isGuess: Whether a few frames are enough to choose the colours from.
    /// - Throws: ``RenderError``, when `watch` says so.
    init(_ simulation: Simulation, only: Int?, pool: RenderPool, isGuess: Bool, _ watch: RenderWatch) throws {
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

    // The file says how long it is before anything else.
    var start: [UInt8] { [] }
    func end() -> [UInt8] { [] }
    var isStream: Bool { false }

    func file(of frames: [[UInt8]]) throws -> [UInt8] {
        try WebPFile(
            width: spec.canvas.pixelWidth,
            height: spec.canvas.pixelHeight,
            plays: spec.timing.plays,
            hasAlpha: !isOpaque,
            frames: frames
        ).bytes
    }

    func coder() -> any FrameCoder { Coder(coding: self, lookup: palette.map { PaletteLookup($0) }) }

    private final class Coder: FrameCoder {
        let coding: WebPCoding
        let lookup: PaletteLookup?

        init(coding: WebPCoding, lookup: PaletteLookup?) { (self.coding, self.lookup) = (coding, lookup) }

        /// - Parameter pixel: Premultiplied.
        /// - Returns: Straight.
        private func colour(_ pixel: UInt32) -> UInt32 {
            guard let lookup, let palette = coding.palette else { return StraightAlpha.pixel(pixel) }
            return pixel == 0 ? 0 : palette.colours[Int(lookup.entry(of: pixel))]
        }

        func encode(_ bitmap: Bitmap, number: Int, _ watch: RenderWatch) throws -> [UInt8] {
            // A frame has at least one pixel, and starts at an even one.
            let box = bitmap.boxOfPixels ?? (0..<1, 0..<1)
            let x = (box.x.lowerBound & ~1)..<box.x.upperBound
            let y = (box.y.lowerBound & ~1)..<box.y.upperBound
            var pixels: [UInt32] = []
            pixels.reserveCapacity(x.count * y.count)
            for row in y {
                let start = row * bitmap.width
                for pixel in bitmap.pixels[start + x.lowerBound..<start + x.upperBound] {
                    pixels.append(colour(pixel))
                }
            }
            return try watch.stopping {
                try WebPFrame(
                    pixels: pixels,
                    width: x.count,
                    height: y.count,
                    x: x.lowerBound,
                    y: y.lowerBound,
                    milliseconds: coding.clock.duration(of: number),
                    isCleared: !coding.isOpaque,
                    quality: WebPFrame.Quality(coding.spec.output.quality),
                    effort: WebPFrame.Effort(coding.spec.output.effort),
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

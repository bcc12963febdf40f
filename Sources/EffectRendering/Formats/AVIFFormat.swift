internal import APNG
internal import AVIF
internal import EffectModel
internal import EffectSimulation
internal import SoftwareRaster

/// Frames of an animated AVIF. A frame is coded as its difference from those before, so the muxer encodes them, in order;
/// threads draw the next ones meanwhile.
struct AVIFFormat: AnimationFormat {
    private let spec: EffectSpec
    private let clock: FrameClock

    /// - Parameter only: Instant of the file's only frame, in seconds of the effect; `nil` for all frames.
    init(_ simulation: Simulation, only: Double?) {
        spec = simulation.spec
        let frameCount = only == nil ? spec.timing.frameCount : 1
        clock = FrameClock(spec.timing, stepsPerSecond: Double(AVIFEncoder.stepsPerSecond), frameCount: frameCount)
    }

    // The head of the file has the sizes of all frames.
    var header: [UInt8] { [] }

    var isSequential: Bool { true }

    func makeCoder() -> any FrameCoder { Coder() }

    func makeMuxer() -> any FrameMuxer { Muxer(format: self) }

    /// Returns the frame's pixels as the encoder reads them: straight RGBA.
    private final class Coder: FrameCoder {
        func encode(_ bitmap: Bitmap, number: Int, _ watch: RenderContext) -> [UInt8] {
            let (pixels, tables) = (bitmap.pixels, StraightAlpha.tables)
            return [UInt8](unsafeUninitializedCapacity: 4 * pixels.count) { bytes, count in
                bytes.withMemoryRebound(to: UInt32.self) { straight in
                    for (place, pixel) in pixels.enumerated() {
                        straight.initializeElement(at: place, to: StraightAlpha.pixel(pixel, tables))
                    }
                }
                count = 4 * pixels.count
            }
        }
    }

    private final class Muxer: FrameMuxer {
        private let format: AVIFFormat
        private var encoder: AVIFEncoder?
        private var count = 0

        init(format: AVIFFormat) { self.format = format }

        func take(_ frame: [UInt8], _ watch: RenderContext) throws -> [UInt8] {
            try watch.check()
            let encoder = try encoder ?? format.makeEncoder()
            self.encoder = encoder
            try watch.stopping {
                try frame.withUnsafeBytes { bytes in
                    try encoder.append(
                        bytes.bindMemory(to: UInt32.self).span,
                        duration: format.clock.duration(of: count),
                        unless: { watch.isOver }
                    )
                }
            }
            count += 1
            return []
        }

        func finish(_ watch: RenderContext) throws -> [UInt8] {
            guard let encoder else { throw AVIFError.length }
            return try encoder.file()
        }
    }

    private func makeEncoder() throws -> AVIFEncoder {
        let quality = if case .lossy(let quality) = spec.output.quality { quality } else { 100 }
        return try AVIFEncoder(
            width: spec.canvas.pixelWidth,
            height: spec.canvas.pixelHeight,
            plays: spec.timing.plays,
            hasAlpha: !spec.canvas.background.isOpaque,
            quality: quality,
            effort: AVIFEncoder.Effort(spec.output.effort)
        )
    }
}

extension AVIFEncoder.Effort {
    fileprivate init(_ effort: Output.Effort) {
        switch effort {
        case .fast: self = .fast
        case .balanced: self = .balanced
        case .small: self = .small
        }
    }
}

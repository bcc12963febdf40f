internal import APNG
internal import EffectModel
internal import EffectSimulation
internal import SoftwareRaster
internal import Video

/// Frames of a video. The muxer gives them to a process in order; threads draw the next ones meanwhile.
struct VideoFormat: AnimationFormat {
    private let spec: EffectSpec
    private let program: VideoProgram
    private let codec: VideoCodec
    private let limits: VideoEncoder.Limits
    /// Number of frames that repeat the last one.
    let heldFrames: Int
    /// Whether the held frames are left out, as samples of the file have nothing to hold.
    private let isGuess: Bool

    /// - Parameters:
    ///   - only: Instant of the file's only frame, in seconds of the effect; `nil` for all frames.
    ///   - isGuess: Whether the held frames are left out.
    /// - Throws: ``RenderError/noVideo(form:requirement:reason:)``.
    init(_ simulation: Simulation, only: Double?, isGuess: Bool, _ job: VideoJob) throws(RenderError) {
        self.isGuess = isGuess
        spec = simulation.spec
        (program, codec) = try job.offer.encoder(for: spec.output)
        limits = job.limits
        heldFrames = only == nil ? spec.timing.heldFrames : 0
    }

    // The index is at the beginning of the file.
    var header: [UInt8] { [] }

    var isSequential: Bool { true }

    func makeCoder() -> any FrameCoder { Coder(codec.hasAlpha ? nil : OpaqueGround(spec.output.matte)) }

    func makeMuxer() -> any FrameMuxer { Muxer(format: self) }

    /// Returns the frame's pixels as the encoder reads them: straight RGBA.
    private final class Coder: FrameCoder {
        private let ground: OpaqueGround?

        /// - Parameter ground: What is behind the canvas; `nil` for nothing.
        init(_ ground: OpaqueGround?) { self.ground = ground }

        func encode(_ bitmap: Bitmap, number: Int, _ watch: RenderContext) -> [UInt8] {
            let pixels =
                if let ground {
                    bitmap.pixels.map { ground.pixel($0) }
                } else {
                    bitmap.pixels.map { StraightAlpha.pixel($0) }
                }
            return pixels.withUnsafeBytes { Array($0) }
        }
    }

    private final class Muxer: FrameMuxer {
        private let format: VideoFormat
        private var encoder: VideoEncoder?
        private var last: [UInt32] = []

        init(format: VideoFormat) { self.format = format }

        func take(_ frame: [UInt8], _ watch: RenderContext) throws -> [UInt8] {
            try watch.check()
            last = frame.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
            try format.guarding(watch) {
                let encoder = try encoder ?? VideoEncoder(format.program, format.settings, limits: format.limits)
                self.encoder = encoder
                try encoder.append(last, unless: { watch.isOver })
            }
            return []
        }

        func finish(_ watch: RenderContext) throws -> [UInt8] {
            guard let encoder else { return [] }
            return try format.guarding(watch) {
                let held = format.isGuess ? 0 : format.heldFrames
                for _ in 0..<held { try encoder.append(last, unless: { watch.isOver }) }
                return try encoder.finish(unless: { watch.isOver })
            }
        }
    }

    private func guarding<Result>(_ watch: RenderContext, _ body: () throws -> Result) throws -> Result {
        do {
            return try watch.stopping(body)
        } catch VideoError.tooLarge {
            throw RenderError.outputTooLarge(limit: limits.fileBytes)
        }
    }

    private var settings: VideoSettings {
        let quality = if case .lossy(let quality) = spec.output.quality { quality } else { 100 }
        return VideoSettings(
            width: spec.canvas.pixelWidth,
            height: spec.canvas.pixelHeight,
            framesPerThousandSeconds: Int((spec.timing.fps * 1000).rounded()),
            codec: codec,
            quality: quality,
            effort: VideoSettings.Effort(spec.output.effort)
        )
    }
}

/// An opaque color behind a canvas.
private struct OpaqueGround: Sendable {
    /// Channels, 0...255.
    private let color: SIMD4<UInt32>
    /// Pixel where nothing is drawn.
    private let empty: UInt32

    init(_ color: Color) {
        let bytes = (color.components * 255).rounded(.toNearestOrEven)
        self.color = SIMD4(UInt32(bytes.x), UInt32(bytes.y), UInt32(bytes.z), 255)
        empty = self.color.x | self.color.y << 8 | self.color.z << 16 | 0xFF00_0000
    }

    /// - Parameter pixel: A premultiplied pixel.
    /// - Returns: An opaque pixel.
    @inline(__always)
    func pixel(_ pixel: UInt32) -> UInt32 {
        if pixel == 0 { return empty }
        let rest = 255 - pixel >> 24
        if rest == 0 { return pixel }
        func channel(_ shift: UInt32, _ below: UInt32) -> UInt32 {
            min(255, (pixel >> shift & 0xFF) + (below * rest + 127) / 255) << shift
        }
        return channel(0, color.x) | channel(8, color.y) | channel(16, color.z) | 0xFF00_0000
    }
}

extension VideoSettings.Effort {
    fileprivate init(_ effort: Output.Effort) {
        switch effort {
        case .fast: self = .fast
        case .balanced: self = .balanced
        case .small: self = .small
        }
    }
}

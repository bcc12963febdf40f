internal import APNG
internal import EffectCost
internal import EffectModel
internal import EffectSimulation
internal import Memory
internal import SoftwareRaster
internal import WebP
internal import WebPLossless
internal import WorkScheduling

/// Frames of an animated WebP. Each is cropped to its visible pixels and cleared afterwards; over an opaque background
/// each covers the canvas. Lossless frames stay where that is smaller, and each later one holds what changed. Over an
/// opaque gradient, lossy frames stay, too: each later one covers what it and the one before have drawn.
struct WebPFormat: AnimationFormat {
    private let simulation: Simulation
    private let clock: FrameClock
    private let isOpaque: Bool
    /// Palette for lossless quality. Lossy WebP gets none: few colors would cost bytes there.
    private let palette: Palette?
    /// Whether the file has a single frame. It covers the canvas, as an image that doesn't move must.
    private let isStill: Bool
    /// Whether each frame is drawn over the one before.
    private let isIncremental: Bool
    /// Findings on a frame in the middle, for all frames.
    private let experience: LosslessEncoder.Experience
    /// Whether lossy frames stay, and only the first one covers the canvas.
    private let staysOnGround: Bool

    /// Frames of which later ones hold what has changed.
    private let preceding: PrecedingFrames<Bitmap>
    /// Boxes of what frames have drawn, where later ones cover it.
    private let boxes: PrecedingFrames<Box?>

    private typealias Box = (x: Range<Int>, y: Range<Int>)

    private var spec: EffectSpec { simulation.spec }

    /// - Parameters:
    ///   - only: Instant of the file's only frame, in seconds of the effect; `nil` for all frames.
    ///   - isGuess: Whether to choose colors from a few frames only.
    /// - Throws: ``RenderError`` when `watch` cancels or times out.
    init(_ simulation: Simulation, only: Double?, pool: WorkerPool, isGuess: Bool, _ watch: RenderContext) throws {
        self.simulation = simulation
        preceding = PrecedingFrames(of: simulation, pool: pool)
        boxes = PrecedingFrames(of: simulation, pool: pool)
        let spec = simulation.spec
        let most = spec.output.quality == .lossless ? spec.output.palette.most : nil
        palette = try most.map { most in
            try Palette(of: simulation, only: only, most: most, pool: pool, isGuess: isGuess, watch) {
                FrameEncoder.Picture($0)
            }
        }
        let frameCount = only == nil ? spec.timing.frameCount : 1
        clock = FrameClock(spec.timing, stepsPerSecond: 1000, frameCount: frameCount)
        isStill = frameCount == 1
        isOpaque = spec.canvas.background.isOpaque
        staysOnGround = isOpaque && frameCount > 1 && spec.output.quality != .lossless && !simulation.ground.isEmpty
        (isIncremental, experience) =
            try spec.output.quality == .lossless && frameCount >= RenderCost.fewestFramesToTry
            ? Self.examine(simulation, palette: palette, frameCount: frameCount, watch: watch)
            : (false, LosslessEncoder.Experience())
    }

    /// Looks at a frame in the middle: whether it takes fewer bytes as its difference from the frame before, and which
    /// form suits it.
    private static func examine(
        _ simulation: Simulation,
        palette: Palette?,
        frameCount: Int,
        watch: RenderContext
    ) throws -> (isIncremental: Bool, LosslessEncoder.Experience) {
        let painter = FramePainter(simulation)
        let (first, second) = (frameCount / 2 - 1, frameCount / 2)
        let before = try painter.draw(simulation.drawList(ofFrame: first), watch)
        let base = EarlierFrame(before)
        let bitmap = try painter.draw(simulation.drawList(ofFrame: second), watch)
        let isFast = simulation.spec.output.effort == .fast
        let (frame, encoder) = (StraightFrame(palette), LosslessEncoder(effort: isFast ? .fast : .balanced))
        let picture = FrameEncoder.Picture(bitmap)
        func size() throws -> Int { try watch.stopping { try encoder.encode(frame, unless: { watch.isOver }).count } }
        guard let region = frame.load(picture, over: base) else { return (true, LosslessEncoder.Experience()) }
        let (x, y) = box(of: bitmap)
        // Where nearly all changes, the difference is hardly smaller.
        let difference = region.count * 10 < x.count * y.count * 9 ? try size() : .max
        frame.load(picture, x: x, y: y)
        let whole = try size()
        // Some frames are drawn twice: see ``PrecedingFrames``.
        let isIncremental = Double(difference) < Double(whole) * DifferenceTrial.worthwhile
        guard !isFast, frameCount >= fewestToExamine else { return (isIncremental, LosslessEncoder.Experience()) }
        if isIncremental { _ = frame.load(picture, over: base) }
        let experience = try watch.stopping {
            try encoder.examine(frame, size: isIncremental ? difference : whole, unless: { watch.isOver })
        }
        return (isIncremental, experience)
    }

    /// Fewest frames for which it pays off to write one of them in several forms.
    private static let fewestToExamine = 20

    // The file begins with its length, so nothing can be written before all frames are known.
    var header: [UInt8] { [] }

    func makeMuxer() -> any FrameMuxer {
        WholeFileMuxer(size: RepeatedWebPFrames.size(of:behind:)) { [self] (frames: consuming [[UInt8]]) in
            let replaced = RepeatedWebPFrames.replaced(frames)
            // The file takes the only ones that are left.
            frames = []
            return try WebPFile(
                width: spec.canvas.pixelWidth,
                height: spec.canvas.pixelHeight,
                plays: spec.timing.plays,
                hasAlpha: !isOpaque,
                frames: replaced
            ).bytes
        }
    }

    var readsStraightColors: Bool { spec.output.quality == .lossless && palette == nil }

    var comparesBitmaps: Bool { isIncremental }

    var repeatedSize: Int? { RepeatedWebPFrames.size }

    func makeCoder() -> any FrameCoder {
        switch spec.output.quality {
        case .lossless:
            LosslessCoder(
                format: self,
                frame: StraightFrame(palette),
                encoder: LosslessEncoder(
                    effort: LosslessEncoder.Effort(spec.output.effort),
                    experience: experience
                )
            )
        case .lossy(let quality): LossyCoder(format: self, quality: quality)
        }
    }

    /// Returns the box that a frame is cropped to; the canvas for a still.
    private func box(of bitmap: Bitmap) -> (x: Range<Int>, y: Range<Int>) {
        isStill ? (0..<bitmap.width, 0..<bitmap.height) : Self.box(of: bitmap)
    }

    /// Returns the box of a frame: at least one pixel, its origin even.
    private static func box(of bitmap: Bitmap) -> (x: Range<Int>, y: Range<Int>) {
        let box = bitmap.boxOfPixels ?? (0..<1, 0..<1)
        return ((box.x.lowerBound & ~1)..<box.x.upperBound, (box.y.lowerBound & ~1)..<box.y.upperBound)
    }

    private final class LosslessCoder: FrameCoder {
        let format: WebPFormat
        let frame: StraightFrame
        let encoder: LosslessEncoder
        private let preceding: PrecedingFrames<Bitmap>.Reader

        init(format: WebPFormat, frame: StraightFrame, encoder: LosslessEncoder) {
            (self.format, self.frame, self.encoder) = (format, frame, encoder)
            preceding = format.preceding.makeReader { $0 }
        }

        func encode(_ bitmap: Bitmap, number: Int, _ watch: RenderContext) throws -> [UInt8] {
            let picture = FrameEncoder.Picture(bitmap)
            let before =
                format.isIncremental ? try preceding.value(before: number, keeping: bitmap, watch) : nil
            guard let before else {
                let (x, y) = format.box(of: bitmap)
                frame.load(picture, x: x, y: y)
                return try encoded(x, y: y, number: number, isBlended: false, watch: watch)
            }
            let base = EarlierFrame(before)
            guard let region = frame.load(picture, over: base) else {
                let duration = format.clock.duration(of: number)
                return WebPFrame.unchanged(milliseconds: duration).bytes
            }
            return try encoded(region.x, y: region.y, number: number, isBlended: region.isBlended, watch: watch)
        }

        private func encoded(
            _ x: Range<Int>,
            y: Range<Int>,
            number: Int,
            isBlended: Bool,
            watch: RenderContext
        ) throws -> [UInt8] {
            let image = try watch.stopping {
                try encoder.encode(
                    frame,
                    isOpaque: format.isOpaque && !isBlended,
                    isAlone: format.isStill,
                    unless: { watch.isOver }
                )
            }
            let place = WebPFrame.Place(
                x: x.lowerBound,
                y: y.lowerBound,
                width: x.count,
                height: y.count,
                milliseconds: format.clock.duration(of: number),
                isCleared: !format.isOpaque && !format.isIncremental,
                isBlended: isBlended
            )
            return WebPFrame(losslessImage: image, at: place).bytes
        }
    }

    private final class LossyCoder: FrameCoder {
        let format: WebPFormat
        let quality: Int
        private let boxes: PrecedingFrames<Box?>.Reader

        init(format: WebPFormat, quality: Int) {
            (self.format, self.quality) = (format, quality)
            boxes = format.boxes.makeReader { $0.shownBox }
        }

        /// Returns what a frame covers: all that it and the frame before it have drawn.
        private func box(of bitmap: Bitmap, number: Int, _ watch: RenderContext) throws -> (
            x: Range<Int>, y: Range<Int>
        ) {
            let own = bitmap.shownBox
            guard let before = try boxes.value(before: number, keeping: own, watch) else {
                return format.box(of: bitmap)
            }
            let boxes = [own, before].compactMap(\.self)
            guard let first = boxes.first else { return (0..<1, 0..<1) }
            let all = boxes.dropFirst().reduce(first) { all, next in
                (
                    min(all.x.lowerBound, next.x.lowerBound)..<max(all.x.upperBound, next.x.upperBound),
                    min(all.y.lowerBound, next.y.lowerBound)..<max(all.y.upperBound, next.y.upperBound)
                )
            }
            return ((all.x.lowerBound & ~1)..<all.x.upperBound, (all.y.lowerBound & ~1)..<all.y.upperBound)
        }

        func encode(_ bitmap: Bitmap, number: Int, _ watch: RenderContext) throws -> [UInt8] {
            let (x, y) =
                format.staysOnGround ? try box(of: bitmap, number: number, watch) : format.box(of: bitmap)
            var pixels: [UInt32] = []
            pixels.reserveCapacity(x.count * y.count)
            for row in y {
                let start = row * bitmap.width
                for pixel in bitmap.pixels[start + x.lowerBound..<start + x.upperBound] {
                    pixels.append(StraightAlpha.pixel(pixel))
                }
            }
            return try watch.stopping {
                try LossyImage(
                    pixels: pixels,
                    width: x.count,
                    height: y.count,
                    quality: quality,
                    effort: LossyImage.Effort(format.spec.output.effort),
                    unless: { watch.isOver }
                ).frame(
                    x: x.lowerBound,
                    y: y.lowerBound,
                    milliseconds: format.clock.duration(of: number),
                    isCleared: !format.isOpaque
                ).bytes
            }
        }
    }
}

extension LosslessEncoder {
    fileprivate func encode(
        _ frame: StraightFrame,
        isOpaque: Bool = false,
        isAlone: Bool = false,
        unless isStopped: () -> Bool
    ) throws(LosslessError) -> [UInt8] {
        try encode(
            frame.pixels,
            width: frame.width,
            height: frame.height,
            runs: frame.runs,
            isOpaque: isOpaque,
            isAlone: isAlone,
            unless: isStopped
        )
    }

    fileprivate func examine(
        _ frame: StraightFrame,
        size: Int,
        unless isStopped: () -> Bool
    ) throws(LosslessError) -> Experience {
        try examine(
            frame.pixels,
            width: frame.width,
            height: frame.height,
            runs: frame.runs,
            size: size,
            unless: isStopped
        )
    }
}

extension LosslessEncoder.Effort {
    fileprivate init(_ effort: Output.Effort) {
        switch effort {
        case .fast: self = .fast
        case .balanced: self = .balanced
        case .small: self = .small
        }
    }
}

extension LossyImage.Effort {
    fileprivate init(_ effort: Output.Effort) {
        switch effort {
        case .fast: self = .fast
        case .balanced: self = .balanced
        case .small: self = .small
        }
    }
}

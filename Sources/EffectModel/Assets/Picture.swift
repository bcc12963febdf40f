internal import Synchronization

/// An immutable image with mipmap levels. Shared by reference.
public final class Picture: Sendable, Equatable {
    /// A mipmap level.
    public struct Level: Sendable, Equatable {
        /// Width in pixels.
        public let width: Int
        /// Height in pixels.
        public let height: Int
        /// Premultiplied sRGB pixels, `width × height`, rows top to bottom. Red is in the lowest byte: R G B A in
        /// memory.
        public let pixels: [UInt32]

        fileprivate init(width: Int, height: Int, pixels: [UInt32]) {
            self.width = width
            self.height = height
            self.pixels = pixels
        }
    }

    /// Width in pixels.
    public let width: Int
    /// Height in pixels.
    public let height: Int
    /// Whether most visible pixels are translucent, as in smoke or light.
    package let isSoft: Bool

    /// Description of pixels that are drawn when they are first needed.
    private enum Drawing: Sendable, Equatable {
        case gradient(GradientDrawing)
        case shape(SoftDrawing)

        var grain: [Double] {
            switch self {
            case .gradient(let drawing): drawing.grain
            case .shape(let drawing): drawing.grain
            }
        }
    }

    /// Pixels given at the start; `nil` for those that are drawn.
    private let given: Pixels?
    /// Description of pixels that are drawn when they are first needed.
    private let drawing: Drawing?
    private let drawn = Mutex<[Level]?>(nil)
    private let kept = Mutex<[UInt8]?>(nil)

    /// Levels with their noise.
    private struct Pixels: Sendable {
        let levels: [Level]
        let grain: [Double]
    }

    /// The image, followed by versions of half the width and height each (rounded down, at least 1), down to 1 × 1.
    ///
    /// - Complexity: O(pixels) at the first use of an image that is drawn.
    public var levels: [Level] {
        if let given { return given.levels }
        // Without a stop, it is drawn.
        return levels(unless: { false }) ?? []
    }

    /// Noise level of each of ``levels``: 0 is flat, 1 is noise that compresses badly. That of a drawn image is estimated, so that
    /// it is the same before and after drawing.
    package var grain: [Double] { given?.grain ?? drawing?.grain ?? [] }

    /// A digest of the image, computed at the first use: images from files serve many effects.
    package func digest(_ compute: () -> [UInt8]) -> [UInt8] {
        kept.withLock { kept in
            if let kept { return kept }
            let digest = compute()
            kept = digest
            return digest
        }
    }

    /// The largest level with sides of at most 128 pixels. A gradient's is drawn without the larger ones.
    package var rough: Level {
        func isRough(_ width: Int, _ height: Int) -> Bool { max(width, height) <= Self.longestRough }
        if case .gradient(let drawing) = drawing {
            let (width, height) = drawing.sizes.first { isRough($0.width, $0.height) } ?? (1, 1)
            return Level(width: width, height: height, pixels: drawing.pixels(width: width, height: height))
        }
        return levels.first { isRough($0.width, $0.height) } ?? levels[levels.count - 1]
    }

    private static let longestRough = 128

    /// The gradient that the image is drawn from, and the number of its pixels; `nil` for one with pixels of its own.
    package var described: (gradient: Gradient, pixels: Int)? {
        guard case .gradient(let drawing) = drawing else { return nil }
        return (drawing.gradient, width * height)
    }

    /// Time to draw a blurred or lit shape apart from its fill, in units of about a nanosecond, and pixels of the fill; `nil` for
    /// other images.
    package var workOfShape: (own: Double, filled: Double)? {
        guard case .shape(let drawing) = drawing else { return nil }
        return drawing.work
    }

    /// Whether the pixels are in memory.
    package var isDrawn: Bool { given != nil || drawn.withLock { $0 != nil } }

    /// Creates an image of `width × height` premultiplied pixels, both at least 1.
    ///
    /// - Complexity: O(pixels); the smaller levels take a third more memory.
    public init(width: Int, height: Int, pixels: [UInt32]) {
        precondition(width > 0 && height > 0 && pixels.count == width * height)
        let levels = Self.levels(Level(width: width, height: height, pixels: pixels))
        (self.width, self.height, drawing) = (width, height, nil)
        given = Pixels(levels: levels, grain: levels.map(\.grain))
        isSoft = Self.isSoft(pixels)
    }

    /// Creates the image of a gradient, which is drawn when its pixels are first needed.
    ///
    /// - Parameter box: Width and height in pixels of the box that the gradient fills; a large one has fewer pixels.
    /// - Complexity: O(1): nothing is drawn.
    package init(of gradient: Gradient, over box: SIMD2<Double>) {
        let drawing = GradientDrawing(gradient, over: box)
        (width, height) = drawing.sizes[0]
        isSoft = !gradient.isOpaque && Self.isSoft(drawing.sample)
        (self.drawing, given) = (.gradient(drawing), nil)
    }

    /// Creates the image of a blurred or lit shape, which is drawn when its pixels are first needed.
    init(_ drawing: SoftDrawing) {
        (width, height, isSoft) = (drawing.width, drawing.height, drawing.isSoft)
        (self.drawing, given) = (.shape(drawing), nil)
    }

    /// Draws the image of a gradient or a shape, unless that has been done.
    ///
    /// - Parameter isStopped: Checked after each row; `true` leaves the image as it is.
    /// - Returns: Whether the image is drawn.
    @discardableResult
    package func draw(unless isStopped: () -> Bool) -> Bool { given != nil || levels(unless: isStopped) != nil }

    /// Levels, drawn by the first thread that needs them while the others wait; `nil` if stopped.
    private func levels(unless isStopped: () -> Bool) -> [Level]? {
        guard let drawing else { return given?.levels }
        return drawn.withLock { drawn in
            if let drawn { return drawn }
            var wasStopped = false
            func stops() -> Bool {
                wasStopped = wasStopped || isStopped()
                return wasStopped
            }
            let pixels =
                switch drawing {
                case .gradient(let drawing): drawing.pixels(width: width, height: height, unless: stops)
                case .shape(let drawing): drawing.pixels(unless: stops)
                }
            guard !wasStopped else { return nil }
            let levels = Self.levels(Level(width: width, height: height, pixels: pixels))
            drawn = levels
            return levels
        }
    }

    /// Sizes of the levels of an image, the largest first.
    static func sizesOfLevels(width: Int, height: Int) -> [(width: Int, height: Int)] {
        var sizes = [(width: width, height: height)]
        while let last = sizes.last, last.width > 1 || last.height > 1 {
            sizes.append((max(1, last.width / 2), max(1, last.height / 2)))
        }
        return sizes
    }

    private static func levels(_ largest: Level) -> [Level] {
        var levels = [largest]
        while let last = levels.last, last.width > 1 || last.height > 1 { levels.append(last.halved()) }
        return levels
    }

    private static func isSoft(_ pixels: [UInt32]) -> Bool {
        let shown = pixels.reduce(into: (all: 0, soft: 0)) { count, pixel in
            count.all += pixel >> 24 > 0 ? 1 : 0
            count.soft += pixel >> 24 > 0 && pixel >> 24 < 255 ? 1 : 0
        }
        return shown.soft * 2 > shown.all
    }

    /// Compares pixels, or what they are drawn from.
    public static func == (a: Picture, b: Picture) -> Bool {
        if a === b { return true }
        if let mine = a.drawing, let theirs = b.drawing { return mine == theirs }
        return (a.width, a.height) == (b.width, b.height) && a.levels[0] == b.levels[0]
    }
}

extension Picture.Level {
    /// Next smaller level: each pixel is the area-weighted mean of the pixels it covers, rounded once.
    fileprivate func halved() -> Picture.Level {
        let isEven = width.isMultiple(of: 2) && height.isMultiple(of: 2)
        return isEven ? halvedEvenly() : halvedUnevenly()
    }

    /// Averages blocks of 2 × 2 pixels.
    private func halvedEvenly() -> Picture.Level {
        let (newWidth, newHeight) = (width / 2, height / 2)
        precondition(pixels.count == width * height)
        let pixels = pixels.span
        var halved = [UInt32](repeating: 0, count: newWidth * newHeight)
        var target = halved.mutableSpan
        // Every other channel, with 8 spare bits above each: four bytes plus 2 are at most 1022.
        let mask: UInt32 = 0x00FF_00FF
        let two: UInt32 = 0x0002_0002
        for row in 0..<newHeight {
            let above = row * 2 * width
            for column in 0..<newWidth {
                // Unchecked: twice the new row and column are within the image.
                let index = above + column * 2
                let (a, b) = (pixels[unchecked: index], pixels[unchecked: index + 1])
                let (c, d) = (pixels[unchecked: index + width], pixels[unchecked: index + width + 1])
                let low = (a & mask) &+ (b & mask) &+ (c & mask) &+ (d & mask) &+ two
                let high = (a >> 8 & mask) &+ (b >> 8 & mask) &+ (c >> 8 & mask) &+ (d >> 8 & mask) &+ two
                target[unchecked: row * newWidth + column] = low >> 2 & mask | (high >> 2 & mask) << 8
            }
        }
        return Picture.Level(width: newWidth, height: newHeight, pixels: halved)
    }

    /// Averages with area weights, where an odd side gives each new pixel three source pixels.
    private func halvedUnevenly() -> Picture.Level {
        let columns = Side(width)
        let rows = Side(height)
        // The weights along a side add up to its total, so sums are at most 255 · width · height.
        let total = UInt64(columns.total * rows.total)
        var halved: [UInt32] = []
        halved.reserveCapacity(columns.count * rows.count)
        // Vertical sums of one output row first, then horizontal sums over them.
        var sums = Array(repeating: SIMD4<UInt64>(repeating: 0), count: width)
        for row in 0..<rows.count {
            for column in 0..<width {
                var sum = SIMD4<UInt64>(repeating: 0)
                for tap in 0..<rows.taps {
                    let pixel = pixels[(row * rows.step + tap) * width + column]
                    sum &+= Self.channels(pixel) &* rows.share(of: tap, in: row)
                }
                sums[column] = sum
            }
            for column in 0..<columns.count {
                var sum = SIMD4<UInt64>(repeating: total / 2)
                for tap in 0..<columns.taps {
                    sum &+= sums[column * columns.step + tap] &* columns.share(of: tap, in: column)
                }
                let (x, y, z, w) = (sum.x / total, sum.y / total, sum.z / total, sum.w / total)
                halved.append(UInt32(x) | UInt32(y) << 8 | UInt32(z) << 16 | UInt32(w) << 24)
            }
        }
        return Picture.Level(width: columns.count, height: rows.count, pixels: halved)
    }

    private static func channels(_ pixel: UInt32) -> SIMD4<UInt64> {
        SIMD4(UInt64(pixel & 0xFF), UInt64(pixel >> 8 & 0xFF), UInt64(pixel >> 16 & 0xFF), UInt64(pixel >> 24))
    }

    /// A width or height, with the weights of old pixels in new ones.
    private struct Side {
        /// Number of new pixels.
        let count: Int
        /// Number of old pixels per new pixel, and the distance between the first old pixels of neighbors.
        let taps, step: Int
        /// Sum of the weights of a new pixel.
        let total: Int

        init(_ old: Int) {
            count = max(1, old / 2)
            switch old {
            case 1: (taps, step, total) = (1, 1, 1)
            case _ where old.isMultiple(of: 2): (taps, step, total) = (2, 2, 2)
            // A new pixel spans 2 + 1/count old pixels, and starts index/count past old pixel 2 · index.
            default: (taps, step, total) = (3, 2, old)
            }
        }

        func share(of tap: Int, in index: Int) -> UInt64 {
            guard taps == 3 else { return 1 }
            return UInt64(tap == 0 ? count - index : tap == 1 ? count : index + 1)
        }
    }
}

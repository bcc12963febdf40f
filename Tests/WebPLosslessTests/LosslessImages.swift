import CKernels
import CWebP
import Memory
import TestSupport
import WebP

@testable import WebPLossless

/// An image in straight alpha, R in the lowest byte.
struct StraightImage: Equatable {
    var width: Int
    var height: Int
    var pixels: [UInt32]

    init(_ width: Int, _ height: Int, _ pixel: (_ x: Int, _ y: Int) -> UInt32) {
        (self.width, self.height) = (width, height)
        pixels = []
        pixels.reserveCapacity(width * height)
        for y in 0..<height { for x in 0..<width { pixels.append(pixel(x, y)) } }
    }

    /// Returns whether another image looks the same: the colors of transparent pixels are never seen.
    func looks(like other: StraightImage?) -> Bool {
        guard let other, other.width == width, other.height == height else { return false }
        return zip(pixels, other.pixels).allSatisfy { $0 == $1 || $0 >> 24 == 0 && $1 >> 24 == 0 }
    }

    /// Returns the image as VP8L.
    ///
    /// - Parameter isSparse: Whether to give the encoder the runs of pixels other than 0, instead of one run of all.
    func encoded(
        by encoder: LosslessEncoder,
        isSparse: Bool = true,
        isAlone: Bool = false,
        unless isStopped: () -> Bool = { false }
    ) throws -> [UInt8] {
        try withMemory(isSparse: isSparse) { start, runs in
            try encoder.encode(
                start,
                width: width,
                height: height,
                runs: runs,
                isAlone: isAlone,
                unless: isStopped
            )
        }
    }

    /// Returns what the image tells about images like it.
    func examined(
        by encoder: LosslessEncoder,
        unless isStopped: () -> Bool = { false }
    ) throws -> LosslessEncoder.Experience {
        let size = try encoded(by: encoder).count
        return try withMemory(isSparse: true) { start, runs in
            try encoder.examine(
                start,
                width: width,
                height: height,
                runs: runs,
                size: size,
                unless: isStopped
            )
        }
    }

    private func withMemory<Result>(
        isSparse: Bool,
        _ body: (MemoryView<UInt32>, [hanabi_span]) throws -> Result
    ) rethrows -> Result {
        let padding = LosslessEncoder.padding
        let memory = OwnedMemory<UInt32>(repeating: 0, count: pixels.count + 2 * padding)
        var runs: [hanabi_span] = []
        for (index, pixel) in pixels.enumerated() where pixel != 0 {
            memory[padding + index] = pixel & 0xFF00_FF00 | (pixel & 0xFF) << 16 | pixel >> 16 & 0xFF
            // Runs end with their row, as those of drawn images do.
            if let last = runs.last, Int(last.high) == index, index % width > 0 {
                runs[runs.count - 1].high += 1
            } else {
                runs.append(hanabi_span(low: Int32(index), high: Int32(index + 1)))
            }
        }
        if !isSparse { runs = [hanabi_span(low: 0, high: Int32(pixels.count))] }
        let start = memory.view.suffix(from: padding)
        return try body(start.readOnly, runs)
    }

    /// The image that libwebp reads from a VP8L image; `nil` if it can't.
    init?(libwebp image: [UInt8]) {
        let length = image.count + image.count % 2
        func four(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
        let file =
            Array("RIFF".utf8) + four(length + 12) + Array("WEBPVP8L".utf8) + four(image.count) + image
            + (length > image.count ? [0] : [])
        var (wide, high) = (Int32(0), Int32(0))
        guard let rgba = WebPDecodeRGBA(file, file.count, &wide, &high) else { return nil }
        defer { WebPFree(rgba) }
        (width, height) = (Int(wide), Int(high))
        pixels = UnsafeRawBufferPointer(start: rgba, count: width * height * 4).bindMemory(to: UInt32.self).map { $0 }
    }
}

/// Generated images, by what is hard about them.
enum ImageKind: CaseIterable {
    case noise, flat, transparent, gradient, alphaRamp, shapes, dots, tiles, onePixel, opaqueStripes, light, haze
    case twoColors, fourColors, sixteenColors, seventeenColors, mostColors, oneColorTooMany

    /// An image of the kind, of random content and size.
    func image(_ dice: inout Dice, width: Int? = nil, height: Int? = nil) -> StraightImage {
        let width = width ?? dice.whole(1...90)
        let height = height ?? dice.whole(1...70)
        func color() -> UInt32 { UInt32(truncatingIfNeeded: dice.next()) | 0xFF00_0000 }
        func colors(_ count: Int) -> StraightImage {
            let table = (0..<count).map { _ in UInt32(truncatingIfNeeded: dice.next()) | 0x0100_0000 }
            return StraightImage(max(width, 16), max(height, 20)) { x, y in
                let at = y * max(width, 16) + x
                return at < count
                    ? table[at] : dice.whole(0...3) > 0 ? table[at % 7 % count] : table[dice.whole(0...count - 1)]
            }
        }
        switch self {
        case .noise: return StraightImage(width, height) { _, _ in UInt32(truncatingIfNeeded: dice.next()) }
        case .flat:
            let own = color()
            return StraightImage(width, height) { _, _ in own }
        case .transparent: return StraightImage(width, height) { _, _ in 0 }
        case .gradient:
            return StraightImage(width, height) { x, y in
                0xFF00_0000 | UInt32(x * 255 / width) | UInt32(y * 255 / height) << 8 | UInt32((x + y) & 0xFF) << 16
            }
        case .alphaRamp:
            let own = color() & 0xFF_FFFF
            return StraightImage(width, height) { x, y in
                let alpha = UInt32((x * 3 + y * 5) & 0xFF)
                return alpha == 0 ? 0 : own | alpha << 24
            }
        case .shapes:
            var image = StraightImage(width, height) { _, _ in 0 }
            for _ in 0..<dice.whole(1...12) {
                let (own, left, top) = (color(), dice.whole(0...width - 1), dice.whole(0...height - 1))
                let (right, bottom) = (min(width, left + dice.whole(1...20)), min(height, top + dice.whole(1...20)))
                for y in top..<bottom {
                    for x in left..<right {
                        let isRim = x == left || x == right - 1
                        let alpha = isRim ? UInt32(dice.whole(1...255)) : 255
                        image.pixels[y * width + x] = own & 0xFF_FFFF | alpha << 24
                    }
                }
            }
            return image
        case .dots:
            let own = color() & 0xFF_FFFF
            let (middle, center) = (width / 2, height / 2)
            return StraightImage(width, height) { x, y in
                let far = (x - middle) * (x - middle) + (y - center) * (y - center)
                let alpha = max(0, 255 - far / 3)
                return alpha == 0 ? 0 : own | UInt32(alpha) << 24
            }
        case .light, .haze:
            // Light of two colors, on a ground or on nothing, with grain.
            let lights = (0..<2).map { _ in (color: color(), x: dice.whole(0...width), y: dice.whole(0...height)) }
            return StraightImage(width, height) { x, y in
                let shares = lights.map { 4096 / (16 + ($0.x - x) * ($0.x - x) + ($0.y - y) * ($0.y - y)) }
                let grain = Int(dice.next() >> 63)
                let channels = (0..<3).map { channel in
                    zip(lights, shares).reduce(20) { sum, light in
                        sum + Int(light.0.color >> UInt32(8 * channel) & 0xFF) * light.1 / 256
                    }
                }
                let rgb = (0..<3).reduce(UInt32(0)) { $0 | UInt32(min(255, channels[$1] + grain)) << UInt32(8 * $1) }
                let alpha = self == .light ? 255 : UInt32(min(255, 4 * shares[0]))
                return alpha == 0 ? 0 : rgb | alpha << 24
            }
        case .tiles:
            let tile = (0..<64).map { _ in UInt32(truncatingIfNeeded: dice.next()) }
            return StraightImage(width, height) { x, y in tile[y % 8 * 8 + x % 8] }
        case .onePixel: return StraightImage(1, 1) { _, _ in UInt32(truncatingIfNeeded: dice.next()) }
        case .opaqueStripes:
            let stripes = (0..<8).map { _ in color() }
            return StraightImage(width, height) { _, y in stripes[y / 3 % 8] }
        case .twoColors: return colors(2)
        case .fourColors: return colors(4)
        case .sixteenColors: return colors(16)
        case .seventeenColors: return colors(17)
        case .mostColors: return colors(255)
        case .oneColorTooMany: return colors(257)
        }
    }
}

import CKernels
import Glibc
import Memory
import WebPLossless

/// Images drawn as the bytes say, encoded by us and decoded by libwebp.
enum LosslessTarget {
    static func run(_ bytes: [UInt8]) throws(BrokenPromise) {
        var reader = Reader(bytes: bytes)
        let effort = LosslessEncoder.Effort.allCases[Int(reader.next()) % 3]
        let isSparse = reader.next() % 2 == 0
        let width = Int(reader.next()) % 160 + 1
        let height = Int(reader.next()) % 160 + 1
        let pixels = reader.pixels(width: width, height: height)
        let images = encoded(pixels, width: width, height: height, effort, isSparse: isSparse)
        for image in images {
            let decoded = try decoded(image)
            try promise(decoded.width == width && decoded.height == height, "an image of another size")
            // The colors of transparent pixels are never seen.
            let isSame = zip(decoded.pixels, pixels).allSatisfy { $0 == $1 || $0 >> 24 == 0 && $1 >> 24 == 0 }
            try promise(isSame, "an image of other pixels")
        }
    }

    /// Reads bytes in order; 0 behind the last.
    private struct Reader {
        let bytes: [UInt8]
        var at = 0

        mutating func next() -> UInt8 {
            defer { at += 1 }
            return at < bytes.count ? bytes[at] : 0
        }

        /// Returns pixels, A R G B from the highest byte down, drawn by commands of one byte and its operands.
        mutating func pixels(width: Int, height: Int) -> [UInt32] {
            let count = width * height
            var pixels: [UInt32] = []
            pixels.reserveCapacity(count)
            var color: UInt32 = 0xFF00_0000
            while pixels.count < count, at < bytes.count {
                let command = next()
                let length = min(count - pixels.count, Int(command >> 3) * (command & 4 > 0 ? 37 : 1) + 1)
                switch command & 3 {
                case 0:
                    // A new color, and a run of it.
                    color = (0..<4).reduce(0) { sum, _ in sum << 8 | UInt32(next()) }
                    pixels += repeatElement(color, count: length)
                case 1:
                    // Other alphas of the color.
                    for _ in 0..<length { pixels.append(color & 0xFF_FFFF | UInt32(next()) << 24) }
                case 2:
                    // Transparent pixels, or a ramp.
                    let step = UInt32(next())
                    if step % 2 == 0 {
                        pixels += repeatElement(0, count: length)
                    } else {
                        for _ in 0..<length {
                            color = color &+ step &* 0x0001_0201
                            pixels.append(color)
                        }
                    }
                default:
                    // Earlier pixels again: a row above, or anywhere.
                    let distance = max(1, command & 8 > 0 ? width : Int(next()) * 16 + Int(next()))
                    for _ in 0..<length {
                        pixels.append(pixels.count >= distance ? pixels[pixels.count - distance] : color)
                    }
                }
            }
            return pixels + repeatElement(0, count: count - pixels.count)
        }
    }

    /// Returns an image as VP8L, without experience and with that of the image itself.
    private static func encoded(
        _ pixels: [UInt32],
        width: Int,
        height: Int,
        _ effort: LosslessEncoder.Effort,
        isSparse: Bool
    ) -> [[UInt8]] {
        let padding = LosslessEncoder.padding
        let none = [UInt32](repeating: 0, count: padding)
        var memory = none + pixels + none
        var runs: [hanabi_span] = []
        for (index, pixel) in pixels.enumerated() where pixel != 0 || !isSparse {
            if let last = runs.last, Int(last.high) == index {
                runs[runs.count - 1].high += 1
            } else {
                runs.append(hanabi_span(low: Int32(index), high: Int32(index + 1)))
            }
        }
        return memory.withMutableMemory { memory in
            let (start, encoder) = (memory.readOnly.suffix(from: padding), LosslessEncoder(effort: effort))
            func encoded(by encoder: LosslessEncoder) -> [UInt8] {
                (try? encoder.encode(start, width: width, height: height, runs: runs)) ?? []
            }
            let plain = encoded(by: encoder)
            let experience = try? encoder.examine(
                start,
                width: width,
                height: height,
                runs: runs,
                size: plain.count
            )
            return [plain, encoded(by: LosslessEncoder(effort: effort, experience: experience ?? .init()))]
        }
    }

    /// `WebPDecodeBGRA` of libwebp, which is in the process already, because lossy images are made by it.
    private typealias Decode =
        @convention(c) (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?) ->
        UnsafeMutablePointer<UInt8>?

    private static let decode: Decode? = {
        let handle = dlopen("libwebp.so.7", RTLD_NOW)
        return dlsym(handle, "WebPDecodeBGRA").map { unsafeBitCast($0, to: Decode.self) }
    }()

    private static func decoded(_ image: [UInt8]) throws(BrokenPromise) -> (width: Int, height: Int, pixels: [UInt32]) {
        func four(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
        let odd = image.count % 2
        let file =
            Array("RIFF".utf8) + four(image.count + odd + 12) + Array("WEBPVP8L".utf8) + four(image.count) + image
            + [UInt8](repeating: 0, count: odd)
        var (width, height) = (Int32(0), Int32(0))
        guard let decode else { throw BrokenPromise("libwebp is not in the process") }
        guard let bytes = decode(file, file.count, &width, &height) else {
            throw BrokenPromise("an image that libwebp can't read")
        }
        // `WebPFree` is `free`.
        defer { free(bytes) }
        let pixels = UnsafeRawBufferPointer(start: bytes, count: Int(width * height) * 4)
            .bindMemory(to: UInt32.self).map { UInt32(littleEndian: $0) }
        return (Int(width), Int(height), pixels)
    }
}

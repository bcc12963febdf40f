internal import Memory

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Mean light of several bitmaps of one size and background, as a camera's shutter lets it in.
///
/// Light is summed in linear values of 16 bits, where a bitmap differs from the background. All sums are integers.
struct Exposure {
    /// Differences from the background of the bitmaps so far: premultiplied linear red, green and blue, and alpha.
    private var sums: [SIMD4<Int32>] = []
    /// Columns of each row that differ in any bitmap.
    private var spans: [Bitmap.Span] = []
    /// Number of bitmaps so far.
    private var count: Int32 = 0

    /// Adds a bitmap.
    ///
    /// - Complexity: O(touched pixels).
    mutating func add(_ bitmap: Bitmap) {
        if sums.isEmpty {
            sums = Array(repeating: .zero, count: bitmap.width * bitmap.height)
            spans = Array(repeating: .empty, count: bitmap.height)
        }
        count += 1
        let width = bitmap.width
        Self.linear.withMemory { linear in
            let plain = Self.light(bitmap.backgroundColor, linear)
            sums.withMutableMemory { sums in
                bitmap.pixels.withMemory { pixels in
                    for y in bitmap.touchedRows {
                        let own = bitmap.spans[y]
                        guard own.low < own.high else { continue }
                        spans[y] = spans[y].joined(Int(own.low), Int(own.high))
                        for place in y * width + Int(own.low)..<y * width + Int(own.high) {
                            let below = bitmap.ground.isEmpty ? bitmap.backgroundColor : bitmap.ground[place]
                            if pixels[place] == below { continue }
                            sums[place] &+=
                                Self.light(pixels[place], linear)
                                &- (bitmap.ground.isEmpty ? plain : Self.light(below, linear))
                        }
                    }
                }
            }
        }
    }

    /// Writes the mean of all bitmaps onto a clear one of the same background, and starts anew.
    mutating func develop(onto bitmap: inout Bitmap) {
        guard count > 0 else { return }
        let (width, count, ground) = (bitmap.width, count, bitmap.ground)
        for y in spans.indices where spans[y].low < spans[y].high {
            let (low, high) = (Int(spans[y].low), Int(spans[y].high))
            bitmap.withSurface { surface in
                for place in y * width + low..<y * width + high where sums[place] != .zero {
                    let own = ground.isEmpty ? surface.backgroundColor : ground[place]
                    let below = Self.linear.withMemory { Self.light(own, $0) }
                    let total = below &* count &+ sums[place] &+ count / 2
                    surface.pixels[place] = Self.pixel(total / SIMD4(repeating: count))
                    sums[place] = .zero
                }
                surface.touch(y, low: low, high: high)
            }
            spans[y] = .empty
        }
        self.count = 0
    }

    /// Linear light of a premultiplied pixel, itself premultiplied, with 16 bits per channel.
    ///
    /// - Parameter linear: Light of each sRGB value.
    @inline(__always)
    private static func light(_ pixel: UInt32, _ linear: MemoryView<Int32>) -> SIMD4<Int32> {
        let (red, green, blue) = (Int(pixel & 0xFF), Int(pixel >> 8 & 0xFF), Int(pixel >> 16 & 0xFF))
        let alpha = Int(pixel >> 24)
        if alpha == 255 { return SIMD4(linear[red], linear[green], linear[blue], 65_535) }
        if alpha == 0 { return .zero }
        func part(_ value: Int) -> Int32 {
            let straight = min(255, (value &* 255 &+ alpha / 2) / alpha)
            return (linear[straight] &* Int32(truncatingIfNeeded: alpha) &+ 127) / 255
        }
        return SIMD4(part(red), part(green), part(blue), Int32(truncatingIfNeeded: alpha &* 257))
    }

    /// Premultiplied pixel of premultiplied linear light.
    private static func pixel(_ light: SIMD4<Int32>) -> UInt32 {
        let alpha = (light.w + 128) / 257
        guard alpha > 0, light.w > 0 else { return 0 }
        var pixel = UInt32(alpha) << 24
        for channel in 0..<3 {
            let straight = min(65_535, Int(max(0, light[channel])) * 65_535 / Int(light.w))
            let value = (UInt32(shown[straight]) * UInt32(alpha) + 127) / 255
            pixel |= value << UInt32(8 * channel)
        }
        return pixel
    }

    /// Light of each sRGB value, 0...65,535.
    ///
    /// - Source: IEC 61966-2-1.
    private static let linear: [Int32] = (0..<256).map { value in
        let share = Double(value) / 255
        let light = share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        return Int32((light * 65_535).rounded())
    }

    /// Nearest sRGB value of each light.
    private static let shown: [UInt8] = {
        var values = [UInt8](repeating: 0, count: 65_536)
        var value = 0
        for light in values.indices {
            // Up to the middle between two values' lights.
            while value < 255, 2 * Int32(light) >= linear[value] + linear[value + 1] { value += 1 }
            values[light] = UInt8(value)
        }
        return values
    }()
}

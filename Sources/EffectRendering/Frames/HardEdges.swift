internal import APNG
internal import EffectModel
internal import SoftwareRaster

/// Thresholds alpha for formats with 1-bit transparency such as GIF: a pixel with at least half coverage is composited
/// over the matte color, any other becomes transparent.
///
/// - Source: the matte option of older export dialogs. The threshold of one half keeps edges in place.
struct HardEdges: Sendable {
    /// Matte color, 0...255 per channel, opaque.
    private let matte: SIMD4<UInt32>

    init(_ color: Color) {
        let bytes = (color.components * 255).rounded(.toNearestOrEven)
        matte = SIMD4(UInt32(bytes.x), UInt32(bytes.y), UInt32(bytes.z), 255)
    }

    /// - Parameter pixel: A premultiplied pixel.
    /// - Returns: An opaque pixel, or 0.
    @inline(__always)
    func pixel(_ pixel: UInt32) -> UInt32 {
        let alpha = pixel >> 24
        if alpha == 255 { return pixel }
        if alpha < 128 { return 0 }
        let rest = 255 - alpha
        func channel(_ shift: UInt32, _ below: UInt32) -> UInt32 {
            min(255, (pixel >> shift & 0xFF) + (below * rest + 127) / 255) << shift
        }
        return channel(0, matte.x) | channel(8, matte.y) | channel(16, matte.z) | 0xFF00_0000
    }

    /// Thresholds a whole bitmap. The image's box is the bounding box of its opaque pixels, `nil` if there are none.
    ///
    /// - Complexity: O(pixels in the bitmap's bounding box), plus clearing the canvas.
    func picture(of bitmap: Bitmap) -> FrameEncoder.Picture {
        let (width, height) = (bitmap.width, bitmap.height)
        var pixels = [UInt32](repeating: 0, count: width * height)
        var (left, right, top, bottom) = (width, 0, height, 0)
        if let box = bitmap.boxOfPixels {
            for y in box.y {
                for x in box.x {
                    let own = pixel(bitmap.pixels[y * width + x])
                    guard own != 0 else { continue }
                    pixels[y * width + x] = own
                    (left, right) = (min(left, x), max(right, x + 1))
                    (top, bottom) = (min(top, y), y + 1)
                }
            }
        }
        return FrameEncoder.Picture(
            pixels: pixels,
            width: width,
            height: height,
            box: top < bottom ? (left..<right, top..<bottom) : nil,
            blocks: nil
        )
    }
}

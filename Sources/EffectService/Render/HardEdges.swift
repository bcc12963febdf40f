internal import APNG
internal import EffectModel
internal import SoftwareRaster

/// Pixels that are opaque or nothing at all, as those of a GIF: what covers at least half of its pixel is laid onto a colour.
///
/// - Source: the matte of older export dialogs; half is where an edge keeps its place.
struct HardEdges: Sendable {
    /// By alpha and below it a channel of the matte, what shines through.
    private let matte: SIMD4<UInt32>

    init(_ color: Color) {
        let bytes = (color.components * 255).rounded(.toNearestOrEven)
        matte = SIMD4(UInt32(bytes.x), UInt32(bytes.y), UInt32(bytes.z), 255)
    }

    /// - Parameter pixel: Premultiplied.
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

    /// The whole picture, and the box outside of which nothing is left; `nil` if nothing is.
    ///
    /// - Complexity: O(pixels in the box of what is shown), and the canvas to be cleared.
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

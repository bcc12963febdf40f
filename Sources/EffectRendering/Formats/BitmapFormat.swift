internal import SoftwareRaster

/// Frames as they are drawn: premultiplied R, G, B, A with 8 bits each, rows from top to bottom, without a header.
struct BitmapFormat: AnimationFormat {
    var header: [UInt8] { [] }

    func makeCoder() -> any FrameCoder { Coder() }

    func makeMuxer() -> any FrameMuxer { PassThroughMuxer(trailer: []) }

    private final class Coder: FrameCoder {
        func encode(_ bitmap: Bitmap, number: Int, _ watch: RenderContext) -> [UInt8] {
            // Red is in the lowest byte, whatever the processor's order.
            bitmap.pixels.map(\.littleEndian).withUnsafeBytes { Array($0) }
        }
    }
}

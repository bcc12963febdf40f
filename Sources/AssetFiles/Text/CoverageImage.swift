internal import CPango
internal import EffectModel

/// Coverage of the pixels in the bounding box of an outline, by FreeType's rasterizer.
struct CoverageImage {
    let x: Int
    let y: Int
    let width: Int
    /// 0...255 for each pixel, rows top to bottom.
    let coverage: [UInt8]

    /// Maximum pixels of a side.
    private static let maximumSide = 8192.0

    /// Rasterizes an outline by the nonzero rule, y downward; returns `nil` if there is nothing to see.
    init?(of segments: [Outline.Segment], with library: FreeTypeLibrary) {
        guard let box = Outline(segments).bounds, (box.high - box.low).max() < Self.maximumSide else { return nil }
        let (low, high) = (box.low.rounded(.down), box.high.rounded(.up))
        let (width, height) = (Int(high.x - low.x), Int(high.y - low.y))
        guard width > 0, height > 0, let points = OutlinePoints(segments, left: low.x, bottom: high.y) else {
            return nil
        }
        var isDrawn = false
        coverage = [UInt8](unsafeUninitializedCapacity: width * height) { buffer, count in
            buffer.initialize(repeating: 0)
            count = width * height
            isDrawn = points.withOutline(of: library.handle) { outline in
                var bitmap = FT_Bitmap()
                bitmap.rows = UInt32(height)
                bitmap.width = UInt32(width)
                bitmap.pitch = Int32(width)
                bitmap.buffer = buffer.baseAddress
                bitmap.num_grays = 256
                bitmap.pixel_mode = UInt8(FT_PIXEL_MODE_GRAY.rawValue)
                return FT_Outline_Get_Bitmap(library.handle, &outline, &bitmap) == 0
            }
        }
        guard isDrawn else { return nil }
        (x, y, self.width) = (Int(low.x), Int(low.y), width)
    }
}

/// FreeType with its rasterizers. Confined to one thread at a time.
final class FreeTypeLibrary {
    /// `nil` if the library can't be started: all of its functions fail then.
    fileprivate private(set) var handle: FT_Library?

    init() { FT_Init_FreeType(&handle) }

    deinit { FT_Done_FreeType(handle) }
}

/// An outline in the form that FreeType has for it: 1/64 pixel, y upward.
private struct OutlinePoints {
    private var points: [FT_Vector] = []
    private var tags: [UInt8] = []
    private var ends: [Int] = []

    private enum Tag {
        static let quadratic: UInt8 = 0, on: UInt8 = 1, cubic: UInt8 = 2
    }

    /// Converts segments to points from the lower left corner; returns `nil` if there are too many for FreeType.
    init?(_ segments: [Outline.Segment], left: Double, bottom: Double) {
        func add(_ point: SIMD2<Double>, _ tag: UInt8) {
            points.append(
                FT_Vector(x: Int(((point.x - left) * 64).rounded()), y: Int(((bottom - point.y) * 64).rounded()))
            )
            tags.append(tag)
        }
        for segment in segments {
            switch segment {
            case .move(let end):
                endContour()
                add(end, Tag.on)
            case .line(let end):
                add(end, Tag.on)
            case .quadratic(let control, let end):
                add(control, Tag.quadratic)
                add(end, Tag.on)
            case .cubic(let first, let second, let end):
                add(first, Tag.cubic)
                add(second, Tag.cubic)
                add(end, Tag.on)
            case .close: break
            }
        }
        endContour()
        guard points.count <= Int(Int16.max) else { return nil }
    }

    private mutating func endContour() {
        guard points.count > (ends.last ?? -1) + 1 else { return }
        ends.append(points.count - 1)
    }

    /// Calls `body` with an outline that FreeType has made.
    func withOutline(of library: FT_Library?, _ body: (inout FT_Outline) -> Bool) -> Bool {
        var outline = FT_Outline()
        guard FT_Outline_New(library, UInt32(points.count), numericCast(ends.count), &outline) == 0 else {
            return false
        }
        defer { FT_Outline_Done(library, &outline) }
        // The types of tags and ends depend on FreeType's version.
        for index in points.indices {
            outline.points[index] = points[index]
            outline.tags[index] = numericCast(tags[index])
        }
        for index in ends.indices { outline.contours[index] = numericCast(ends[index]) }
        return body(&outline)
    }
}

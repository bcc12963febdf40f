import EffectModel
import Foundation
import TestSupport
import Testing

@testable import AssetFiles

/// Pictures made by Pillow, with the pixels Pillow decodes.
enum PictureFixtures {
    /// A file and its pixels.
    struct Made {
        let bytes: [UInt8]
        let width: Int
        let height: Int
        /// Straight RGBA.
        let rgba: [UInt8]
    }

    /// Runs Pillow code that binds `picture` and writes it with `save(picture, …)`. The expected pixels come from
    /// `seen`, which the code may change.
    static func make(_ code: String) throws -> Made {
        let python = try #require(ForeignDecoder.pythonWithPillow, "the set-up installs python3-pil")
        let script = """
            import io, struct, sys, zlib
            from PIL import Image, ImageOps
            def ramp(mode, width, height):
                bands = len(Image.new(mode, (1, 1)).getbands())
                data = bytes((x * 13 * (band + 1) + y * 7 * (band + 2)) % 256
                             for y in range(height) for x in range(width) for band in range(bands))
                return Image.frombytes(mode, (width, height), data)
            def saved(picture, format, **options):
                out = io.BytesIO()
                picture.save(out, format, **options)
                return out.getvalue()
            def chunk(kind, data):
                return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
            def png(width, height, depth, color, rows, before=b"", interlace=0):
                return (b"\\x89PNG\\r\\n\\x1a\\n"
                        + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, interlace))
                        + before + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
            seen = None
            \(code)
            if seen is None:
                seen = Image.open(io.BytesIO(data))
            seen = seen.convert("RGBA")
            sys.stdout.buffer.write(struct.pack("<III", len(data), *seen.size) + data + seen.tobytes())
            """
        let result = try ForeignDecoder.run([python, "-c", script])
        try #require(result.status == 0, "the fixture's code fails: \(code)")
        func word(_ index: Int) -> Int { (0..<4).reduce(0) { $0 | Int(result.output[index * 4 + $1]) << ($1 * 8) } }
        let length = word(0)
        return Made(
            bytes: Array(result.output[12..<12 + length]),
            width: word(1),
            height: word(2),
            rgba: Array(result.output[(12 + length)...])
        )
    }

    /// Returns the largest channel difference between our decoded picture and `made`, whose pixels are premultiplied
    /// first.
    static func difference(_ made: Made) throws -> Int {
        let picture = try PictureFile(made.bytes).decoded(maximumPixels: 1 << 20)
        try #require(picture.width == made.width && picture.height == made.height)
        try #require(made.rgba.count == made.width * made.height * 4)
        var worst = 0
        for (index, pixel) in picture.levels[0].pixels.enumerated() {
            let theirs = made.rgba[index * 4..<index * 4 + 4].map(Double.init)
            for channel in 0..<4 {
                let expected = channel == 3 ? theirs[3] : (theirs[channel] * theirs[3] / 255).rounded()
                worst = max(worst, abs(Int(pixel >> UInt32(channel * 8) & 0xFF) - Int(expected)))
            }
        }
        return worst
    }

    static func fault(_ bytes: [UInt8], maximumPixels: Int = 1 << 24) -> AssetFault? {
        do throws(AssetFault) {
            _ = try PictureFile(bytes).decoded(maximumPixels: maximumPixels)
            return nil
        } catch {
            return error
        }
    }
}

import EffectModel
import TestSupport
import Testing

@testable import AssetFiles

@Suite("JPEG")
struct JPEGTests {
    /// Pillow uses another version of libjpeg-turbo, whose integers differ in the last bit at most.
    @Test(
        "color, gray and CMYK files, baseline and progressive, decode to the pixels that Pillow sees",
        arguments: [
            "data = saved(ramp('RGB', 37, 21), 'JPEG', quality=90, subsampling=0)",
            "data = saved(ramp('RGB', 37, 21), 'JPEG', quality=50, subsampling=2)",
            "data = saved(ramp('RGB', 37, 21), 'JPEG', quality=90, progressive=True)",
            "data = saved(ramp('L', 37, 21), 'JPEG', quality=90)",
            // Pillow writes Adobe's marker and therefore inverted inks.
            "data = saved(ramp('CMYK', 37, 21), 'JPEG', quality=95, subsampling=0)",
            "data = saved(ramp('RGB', 37, 21), 'JPEG', quality=90, restart_marker_rows=1)",
            "data = saved(ramp('RGB', 1, 1), 'JPEG')",
        ]
    )
    func kinds(code: String) throws { #expect(try PictureFixtures.difference(PictureFixtures.make(code)) <= 2) }

    @Test("CMYK without Adobe's marker is not inverted")
    func plainInk() throws {
        let made = try PictureFixtures.make(
            """
            data = saved(Image.new('CMYK', (16, 16), (255, 0, 0, 0)), 'JPEG', quality=100)
            at = data.index(b'\\xff\\xee')
            length = struct.unpack('>H', data[at + 2:at + 4])[0]
            assert data[at + 4:at + 9] == b'Adobe'
            data = data[:at] + data[at + 2 + length:]
            # What was cyan, stored as its lack, is now magenta and yellow and black: nothing is left of the light.
            seen = Image.new('RGB', (16, 16), (0, 0, 0))
            """
        )
        #expect(try PictureFixtures.difference(made) <= 2)
    }

    @Test("a photograph is rotated upright as its Exif data says", arguments: 1...8)
    func orientation(value: Int) throws {
        for order in ["<", ">"] {
            let made = try PictureFixtures.make(
                """
                picture = Image.new('RGB', (24, 16), (255, 255, 255))
                picture.paste((255, 0, 0), (0, 0, 8, 8))
                picture.paste((0, 0, 255), (16, 8, 24, 16))
                tiff = (b'II' if '\(order)' == '<' else b'MM') + struct.pack('\(order)HIH', 42, 8, 2)
                tiff += struct.pack('\(order)HHII', 0x0100, 4, 1, 24)
                tiff += struct.pack('\(order)HHIHHI', 0x0112, 3, 1, \(value), 0, 0)
                data = saved(picture, 'JPEG', quality=95, subsampling=0, exif=b'Exif\\0\\0' + tiff)
                seen = ImageOps.exif_transpose(Image.open(io.BytesIO(data)))
                """
            )
            #expect(try PictureFixtures.difference(made) <= 2)
        }
    }

    @Test("invalid Exif data leaves the picture unrotated")
    func brokenExif() throws {
        for tiff in [
            "b''", "b'II'", "b'II*\\0' + b'\\xff' * 4", "b'MM\\0*' + struct.pack('>I', 8) + b'\\xff\\xff'",
            "b'II*\\0' + struct.pack('<IH', 8, 1) + struct.pack('<HHIHH', 0x0112, 3, 1, 9, 0)",
            "b'II*\\0' + struct.pack('<IH', 8, 1) + struct.pack('<HHIHH', 0x0112, 3, 1, 0, 0)",
        ] {
            let made = try PictureFixtures.make(
                """
                picture = ramp('RGB', 9, 5)
                data = saved(picture, 'JPEG', quality=95, subsampling=0, exif=b'Exif\\0\\0' + \(tiff))
                seen = Image.open(io.BytesIO(saved(picture, 'JPEG', quality=95, subsampling=0)))
                """
            )
            #expect(try PictureFixtures.difference(made) <= 2)
        }
    }

    @Test("a truncated file is refused, and a flipped bit is refused or decodes, never crashes")
    func damaged() throws {
        for code in [
            "data = saved(ramp('RGB', 17, 9), 'JPEG')", "data = saved(ramp('RGB', 17, 9), 'JPEG', progressive=True)",
        ] {
            let whole = try PictureFixtures.make(code).bytes
            #expect(PictureFixtures.fault(whole) == nil)
            for length in 0..<whole.count { #expect(PictureFixtures.fault(Array(whole.prefix(length))) != nil) }
            for index in whole.indices {
                for bit in [0, 3, 7] {
                    var bytes = whole
                    bytes[index] ^= 1 << bit
                    _ = PictureFixtures.fault(bytes, maximumPixels: 1 << 16)
                }
            }
        }
    }

    @Test("a huge frame is refused before anything is allocated")
    func huge() throws {
        var bytes = try PictureFixtures.make("data = saved(ramp('RGB', 8, 8), 'JPEG')").bytes
        let frame = try #require(bytes.indices.first { bytes[$0...].starts(with: [0xFF, 0xC0]) })
        for (offset, value) in zip(5..<9, [0xFF, 0xFF, 0xFF, 0xFF] as [UInt8]) { bytes[frame + offset] = value }
        let fault = PictureFixtures.fault(bytes)
        #expect(fault == .tooLarge(found: "an image of 65535 × 65535 pixels", allowed: "at most 16384 pixels per side"))
        for offset in 5..<9 { bytes[frame + offset] = 0 }
        #expect(PictureFixtures.fault(bytes) != nil)
    }

    @Test("a file with too many scans is refused before each scan visits every pixel")
    func scans() throws {
        let whole = try PictureFixtures.make("data = saved(ramp('RGB', 64, 64), 'JPEG', progressive=True)").bytes
        // The last scan, repeated.
        let last = try #require(whole.indices.last { whole[$0...].starts(with: [0xFF, 0xDA]) })
        let scan = whole[last..<(whole.count - 2)]
        let bomb = Array(whole.dropLast(2)) + Array(repeating: scan, count: 100).joined() + [0xFF, 0xD9]
        #expect(
            PictureFixtures.fault(bomb) == .tooLarge(found: "a JPEG of more than 64 scans", allowed: "at most 64 scans")
        )
    }

    @Test("bytes of other formats are refused", arguments: ["GIF89a", "BM", "RIFF", "<svg", "%PDF", ""])
    func others(start: String) {
        let fault = PictureFixtures.fault(Array(start.utf8) + Array(repeating: 0, count: 64))
        #expect(fault == .unusable(found: "bytes that are neither PNG nor JPEG", allowed: "a PNG or JPEG image"))
    }
}

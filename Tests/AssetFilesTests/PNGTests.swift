import EffectModel
import TestSupport
import Testing

@testable import AssetFiles

@Suite("PNG")
struct PNGTests {
    @Test(
        "every color type decodes to the pixels that Pillow sees",
        arguments: [
            "data = saved(ramp('L', 19, 11), 'PNG')", "data = saved(ramp('LA', 19, 11), 'PNG')",
            "data = saved(ramp('RGB', 19, 11), 'PNG')", "data = saved(ramp('RGBA', 19, 11), 'PNG')",
            "data = saved(ramp('L', 19, 11).convert('1'), 'PNG')",
            "data = saved(ramp('RGB', 19, 11).quantize(16), 'PNG', bits=4)",
            "data = saved(ramp('RGB', 19, 11).quantize(4), 'PNG', bits=2)",
            "data = saved(ramp('RGB', 19, 11).quantize(2), 'PNG', bits=1)",
            "data = saved(ramp('RGB', 19, 11).quantize(200), 'PNG', transparency=bytes(range(56, 256)))",
            "data = saved(ramp('RGB', 19, 11), 'PNG', transparency=(0, 14, 28))",
            "data = saved(ramp('L', 19, 11), 'PNG', transparency=14)",
            // Two and four bits of gray, by hand.
            "data = png(5, 2, 2, 0, bytes([0, 0b00011011, 0b11000000, 0, 0b11100100, 0b01000000]))",
            "data = png(3, 1, 4, 0, bytes([0, 0x07, 0xF0]))",
            // A single pixel.
            "data = saved(Image.new('RGBA', (1, 1), (255, 0, 0, 128)), 'PNG')",
        ]
    )
    func colorTypes(code: String) throws { #expect(try PictureFixtures.difference(PictureFixtures.make(code)) == 0) }

    /// Pillow takes the upper byte of 16 bits; our decoder rounds.
    @Test("sixteen bits are rounded to eight regardless of gamma")
    func sixteenBits() throws {
        let made = try PictureFixtures.make(
            """
            rows = b''.join(b'\\0' + struct.pack('>4H', 65535, 32896, y * 257, 0x00FF) for y in range(256))
            data = png(1, 256, 16, 6, rows)
            seen = Image.frombytes('RGBA', (1, 256), bytes(v for y in range(256) for v in (255, 128, y, 1)))
            """
        )
        #expect(try PictureFixtures.difference(made) == 0)
        let rgb = try PictureFixtures.make(
            """
            rows = b'\\0' + b''.join(struct.pack('>3H', v, 65535 - v, 257 * 77) for v in range(0, 65536, 257))
            data = png(256, 1, 16, 2, rows)
            seen = Image.frombytes('RGB', (256, 1), bytes(b for v in range(256) for b in (v, 255 - v, 77)))
            """
        )
        #expect(try PictureFixtures.difference(rgb) == 0)
    }

    @Test("gamma, color profiles and texts have no influence")
    func ancillaryChunks() throws {
        let made = try PictureFixtures.make(
            """
            picture = ramp('RGB', 9, 5)
            rows = b''.join(b'\\0' + picture.crop((0, y, 9, y + 1)).tobytes() for y in range(5))
            extra = (chunk(b'gAMA', struct.pack('>I', 100000)) + chunk(b'sRGB', b'\\0') + chunk(b'iCCP', b'x\\0\\0' + zlib.compress(b'no profile'))
                + chunk(b'zTXt', b'bomb\\0\\0' + zlib.compress(bytes(1 << 24))) + chunk(b'tEXt', b'k\\0v'))
            data = png(9, 5, 8, 2, rows, before=extra)
            seen = picture
            """
        )
        #expect(try PictureFixtures.difference(made) == 0)
    }

    @Test("an interlaced file decodes to the same pixels")
    func interlaced() throws {
        let made = try PictureFixtures.make(
            """
            picture = ramp('RGBA', 13, 10)
            rows = b''
            for x0, y0, dx, dy in ((0,0,8,8),(4,0,8,8),(0,4,4,8),(2,0,4,4),(0,2,2,4),(1,0,2,2),(0,1,1,2)):
                for y in range(y0, 10, dy):
                    rows += b'\\0' + b''.join(bytes(picture.getpixel((x, y))) for x in range(x0, 13, dx))
            data = png(13, 10, 8, 6, rows, interlace=1)
            seen = picture
            """
        )
        #expect(try PictureFixtures.difference(made) == 0)
    }

    @Test("a truncated or corrupted file is refused")
    func damaged() throws {
        let whole = try PictureFixtures.make("data = saved(ramp('RGBA', 9, 7), 'PNG')").bytes
        #expect(PictureFixtures.fault(whole) == nil)
        for length in 0..<whole.count { #expect(PictureFixtures.fault(Array(whole.prefix(length))) != nil) }
        // Every critical chunk has its checksum verified, except the empty IEND.
        for index in whole.indices.dropLast(4) {
            for bit in 0..<8 {
                var bytes = whole
                bytes[index] ^= 1 << bit
                #expect(PictureFixtures.fault(bytes) != nil, "byte \(index), bit \(bit)")
            }
        }
    }

    @Test(
        "a huge header is refused before anything is allocated",
        arguments: [(65_536, 65_536), (16_385, 1), (4097, 4096)]
    )
    func huge(width: Int, height: Int) throws {
        let bytes = try PictureFixtures.make(
            "data = png(\(width), \(height), 8, 6, b''); seen = Image.new('RGBA', (1, 1))"
        ).bytes
        let fault = try #require(PictureFixtures.fault(bytes, maximumPixels: 1 << 24))
        guard case .tooLarge(let found, _) = fault else {
            Issue.record("\(fault)")
            return
        }
        #expect(found == "an image of \(width) × \(height) pixels")
    }

    @Test("impossible sizes are refused", arguments: [(0, 1), (1, 0), (0, 0), (0xFFFF_FFFF, 0xFFFF_FFFF)])
    func impossible(width: Int, height: Int) throws {
        let bytes = try PictureFixtures.make(
            "data = png(\(width), \(height), 8, 6, b''); seen = Image.new('RGBA', (1, 1))"
        ).bytes
        #expect(PictureFixtures.fault(bytes) != nil)
    }

    @Test("too few or far too many rows are refused", arguments: [0, 10, 1 << 26])
    func bomb(length: Int) throws {
        let bytes = try PictureFixtures.make(
            "data = png(4, 4, 8, 6, bytes(\(length))); seen = Image.new('RGBA', (1, 1))"
        ).bytes
        #expect(bytes.count < 100_000)
        let fault = try #require(PictureFixtures.fault(bytes))
        // libpng inflates all of it before it complains.
        if length == 1 << 26 { #expect("\(fault)".contains("go on after the last row")) }
    }

    @Test("pixels that are larger compressed than a bomb's are read", arguments: [false, true])
    func incompressible(isInterlaced: Bool) throws {
        let made = try PictureFixtures.make(
            """
            import random
            seen = Image.frombytes('RGBA', (90, 90), random.Random(1).randbytes(32400))
            passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
            pixel = lambda x, y: seen.tobytes()[4 * (90 * y + x):4 * (90 * y + x) + 4]
            rows = b''.join(b'\\0' + b''.join(pixel(x, y) for x in range(left, 90, across))
                            for left, top, across, down in (passes if \(isInterlaced ? "True" : "False") else [(0, 0, 1, 1)])
                            for y in range(top, 90, down))
            data = png(90, 90, 8, 6, rows, interlace=\(isInterlaced ? 1 : 0))
            """
        )
        #expect(made.bytes.count > 16_384)
        #expect(try PictureFixtures.difference(made) == 0)
    }

    @Test("invalid combinations of depth and color are refused")
    func combinations() throws {
        let code = "data = png(4, 4, DEPTH, COLOR, bytes(400)); seen = Image.new('RGBA', (1, 1))"
        for (depth, color) in [(3, 0), (4, 2), (16, 3), (4, 6), (8, 1), (8, 5), (8, 3)] {
            let made = code.replacing("DEPTH", with: "\(depth)").replacing("COLOR", with: "\(color)")
            #expect(PictureFixtures.fault(try PictureFixtures.make(made).bytes) != nil, "\(depth) bits, type \(color)")
        }
    }

    @Test("premultiplied colors are rounded to nearest")
    func premultiplication() {
        for alpha in 0..<UInt32(256) {
            for value in 0..<UInt32(256) {
                let exact = (Double(value * alpha) / 255).rounded()
                #expect(PixelMath.scaled(value | 0xFF00, by: alpha) == UInt32(exact))
            }
        }
    }
}

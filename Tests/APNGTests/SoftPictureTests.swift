import Deflate
import Testing

@testable import APNG

/// Content classification from a sample of pixels, and the encoding chosen for each class.
struct SoftPictureTests {
    private enum Kind: CaseIterable {
        /// Lights over a transparent background.
        case light
        /// A synthetic photograph: opaque, with slow gradients and some grain.
        case photograph
        /// Opaque, with no two pixels alike.
        case noise
        /// A small photograph repeated side by side.
        case tiles
        /// Pieces of one color.
        case flat
    }

    private static let (width, height) = (320, 240)

    private static func picture(_ kind: Kind) -> FrameEncoder.Picture {
        let grain = EncodingTests.noise(width * height, seed: 9, density: 100)
        func photograph(_ x: Int, _ y: Int) -> UInt32 {
            let own = grain[y * width + x]
            func channel(_ shift: UInt32, _ slope: Int) -> UInt32 {
                UInt32((x * slope + y * (9 - slope)) / 8 % 200 + Int(own >> shift & 7)) << shift
            }
            return channel(0, 3) | channel(8, 5) | channel(16, 2) | 0xFF00_0000
        }
        let pixels = (0..<width * height).map { index -> UInt32 in
            let (x, y) = (index % width, index / width)
            switch kind {
            case .light:
                let (dx, dy) = (x % 160 - 80, y % 120 - 60)
                // Every light differs from its neighbor in width and color.
                let reach = 54.0 + 3.1 * Double(x / 160)
                let alpha = UInt32(max(0, 255 - Double(dx * dx + dy * dy).squareRoot() * 255 / reach))
                let (blue, green) = (alpha * UInt32(y * 5 % 256) / 255, alpha * UInt32(x * 3 % 256) / 255)
                return alpha << 24 | blue << 16 | green << 8 | alpha * 9 / 10
            case .photograph: return photograph(x, y)
            case .noise: return grain[index] | 0xFF00_0000
            case .tiles: return photograph(x % 50, y)
            case .flat: return x / 9 % 3 == 0 ? 0 : 0xFF00_0000 | UInt32((x / 9 + y / 7) % 5 * 50)
            }
        }
        return FrameEncoder.Picture(pixels: pixels, width: width, height: height, box: nil, blocks: nil)
    }

    private func size(_ kind: Kind, _ effort: Effort = .balanced, with deflater: TruecolorDeflater? = nil) -> Int {
        let picture = Self.picture(kind)
        return picture.withSource(FrameEncoder.Part(whole: picture)) { source in
            (deflater ?? TruecolorDeflater(effort)).withStream(of: source, unless: { false }) { $0.count } ?? 0
        }
    }

    private func size(_ kind: Kind, _ coding: TruecolorDeflater.Coding) -> Int {
        let picture = Self.picture(kind)
        return picture.withSource(FrameEncoder.Part(whole: picture)) {
            TruecolorDeflater(.balanced).size(of: $0, coding, singlePass: false) ?? 0
        }
    }

    @Test func `a few rows suffice to classify an image`() {
        let probes = Kind.allCases.map { kind in
            let picture = Self.picture(kind)
            return picture.withSource(FrameEncoder.Part(whole: picture)) { [$0.isSoft, $0.isSoft && $0.isRepeated] }
        }
        #expect(probes == [[true, false], [true, false], [true, false], [true, true], [false, false]])
    }

    @Test(arguments: [Effort.fast, .balanced])
    func `each class of image gets the encoding that suits it`(_ effort: Effort) {
        // Sampled codes may cost a little more.
        for kind in [Kind.light, .photograph] {
            let (near, paeth) = (size(kind, .filterNoneLocal), size(kind, .filterPaeth))
            #expect(paeth * 10 < near * 9)
            #expect(size(kind, effort) < paeth + paeth / 50, "\(kind)")
        }
        for kind in [Kind.noise, .flat] {
            let near = size(kind, .filterNoneLocal)
            #expect(size(kind, effort) < near + near / 50, "\(kind)")
        }
    }

    @Test func `repetitions far to the left are found`() {
        let (far, paeth) = (size(.tiles, .filterNoneWindow), size(.tiles, .filterPaeth))
        #expect(far * 3 < paeth)
        #expect(size(.tiles, .balanced) < far + far / 100)
    }

    @Test(arguments: [Effort.fast, .balanced])
    func `images encoded one after another match images encoded alone`(_ effort: Effort) {
        let used = TruecolorDeflater(effort)
        let alone = Dictionary(uniqueKeysWithValues: Kind.allCases.map { ($0, size($0, effort)) })
        for kind in [.light, .tiles, .light, .noise, .flat, .photograph, .tiles, .noise, .light, .flat] as [Kind] {
            #expect(size(kind, effort, with: used) == alone[kind], "\(kind)")
        }
    }
}

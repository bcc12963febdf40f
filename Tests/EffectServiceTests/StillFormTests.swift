import AssetFiles
import Foundation
import TestSupport
import Testing

@testable import EffectRendering
@testable import EffectService

/// Stills in forms of animations.
@Suite struct `Stills as WebP and AVIF` {
    private static let library = LocalAssets(fontDirectories: TestFonts.directories)
    private static let query = "w=160&h=120&d=1&fps=10&seed=4"

    /// Pixels as ffmpeg decodes them, RGBA, over black.
    private static func pixels(_ file: [UInt8], ending: String) throws -> [UInt8] {
        let result = try ForeignDecoder.withFile(file) { path in
            try ForeignDecoder.run([
                "ffmpeg", "-v", "error", "-i", path, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "rgba", "-",
            ])
        }
        #expect(result.status == 0, "\(ending)")
        var pixels = result.output
        for place in stride(from: 0, to: pixels.count, by: 4) {
            for channel in place..<place + 3 {
                pixels[channel] = UInt8((Int(pixels[channel]) * Int(pixels[place + 3]) + 127) / 255)
            }
        }
        return pixels
    }

    /// A frame's time, one between two frames, one after the last, and the fullest frame.
    @Test(.enabled(if: ForeignDecoder.has("ffmpeg")), arguments: ["0.3", "0.3712", "1.4", "50%25", "best"])
    func `a lossless still looks like the PNG`(_ at: String) throws {
        let server = try ServerTests.server { $0.library = Self.library }
        let client = try TestClient(port: server.port)
        for name in ["confetti", "smoke"] {
            let png = try client.get("/v1/effects/\(name).still.png?at=\(at)&\(Self.query)")
            let webp = try client.get("/v1/effects/\(name).still.webp?at=\(at)&quality=lossless&\(Self.query)")
            #expect(webp.status == 200 && webp.fields["content-type"] == "image/webp")
            let (one, other) = try (Self.pixels(webp.body, ending: "webp"), Self.pixels(png.body, ending: "png"))
            #expect(one.count == 160 * 120 * 4 && one.count == other.count)
            // Colors of translucent pixels are rounded before or after they are multiplied.
            let worst = zip(one, other).map { abs(Int($0.0) - Int($0.1)) }.max() ?? 0
            #expect(worst <= 1, "\(name)")
        }
    }

    @Test(.enabled(if: ForeignDecoder.has("ffmpeg"))) func `a lossy still is close to the PNG and smaller`() throws {
        let server = try ServerTests.server { $0.library = Self.library }
        let client = try TestClient(port: server.port)
        let place = "at=0.5&bg=%23203040&w=400&h=300&seed=4"
        let png = try client.get("/v1/effects/smoke.still.png?\(place)")
        let exact = try Self.pixels(png.body, ending: "png")
        for ending in ["webp", "avif"] {
            let still = try client.get("/v1/effects/smoke.still.\(ending)?\(place)&quality=75")
            #expect(still.status == 200 && still.fields["content-type"] == "image/\(ending)")
            #expect(still.body.count * 2 < png.body.count)
            let pixels = try Self.pixels(still.body, ending: ending)
            #expect(pixels.count == exact.count)
            let sum = zip(pixels, exact).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
            #expect(Double(sum) / Double(exact.count) < 3, "\(ending)")
        }
    }

    @Test func `a still in a form of animations can be posted, predicted and kept within a budget`() throws {
        let server = try ServerTests.server { $0.library = Self.library }
        let client = try TestClient(port: server.port)
        let dry = try client.get("/v1/effects/confetti.still.avif?at=0.5&dry=1&\(Self.query)")
        #expect(dry.status == 200 && dry.fields["content-type"] == "application/json")
        let small = try client.get("/v1/effects/confetti.still.webp?at=0.5&max=2kB&w=400&h=300")
        #expect(small.status == 200 && small.body.count <= 2000)
        let spec = #"{"layers": [{"type": "sprite", "contents": "circle"}]}"#
        try client.send(
            """
            POST /v1/render.still.webp?at=0 HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n\
            Content-Length: \(spec.utf8.count)\r\n\r\n\(spec)
            """
        )
        #expect(try client.readResponse().fields["content-type"] == "image/webp")
        #expect(try client.get("/v1/effects/confetti.still.gif").status == 404)
    }
}

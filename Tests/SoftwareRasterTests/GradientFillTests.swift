import EffectModel
import Foundation
import StrictJSON
import Testing

@testable import SoftwareRaster

/// Shapes that are filled with a gradient.
struct GradientFillTests {
    private func drawn(_ json: JSONValue, part: UnitRectangle = .whole, _ items: DrawList.Item...) throws -> Bitmap {
        let sprite = Sprite(name: "a", asset: try Canvases.asset(json), part: part)
        return Canvases.drawn([Canvases.group(items)], [sprite])
    }

    @Test(arguments: [
        "linear:black,white", "linear:60deg,red,gold,navy", "radial:white,black", "conic:30deg,gold,navy,gold",
    ])
    func `a filled square has the colors of a background`(_ text: String) throws {
        let found = try drawn(
            ["shape": "square", "size": [40, 40], "fill": .string(text)],
            Canvases.item(at: [20, 20])
        )
        let asset = try Canvases.asset(["shape": "square", "size": [40, 40], "fill": .string(text)])
        let expected = try #require(asset.fill).pixels(width: 40, height: 40)
        for (pixel, other) in zip(found.pixels, expected) {
            let difference = Canvases.channels(pixel) - Canvases.channels(other)
            #expect(max(difference.max(), -difference.min()) <= 1)
        }
    }

    @Test(arguments: ["star", "ring", "heart", "puff", "flake", "circle"], 1...4 as ClosedRange<UInt64>)
    func `a fill of one color covers the same pixels as none`(_ shape: String, seed: UInt64) throws {
        var dice = Dice(seed)
        let item = Canvases.item(
            at: [dice.number(-5...45), dice.number(-5...45)],
            scale: [dice.number(0.3...1.5), dice.number(-1.5 ... -0.3)],
            skew: dice.number(-0.5...0.5),
            rotation: dice.number(0...6),
            color: [dice.unit(), dice.unit(), dice.unit(), dice.number(0.3...1)]
        )
        let plain = try drawn(["shape": .string(shape), "size": [30, 24]], item)
        let filled = try drawn(["shape": .string(shape), "size": [30, 24], "fill": "linear:white,white"], item)
        #expect(Canvases.difference(plain, filled) <= 1)
        #expect(plain.pixels.contains { $0 != 0 })
    }

    @Test func `a hole by the even-odd rule stays empty`() throws {
        let path: JSONValue = [
            "path": "M0 0H30V30H0ZM10 10H20V20H10Z", "viewBox": [0, 0, 30, 30], "size": [30, 30], "fillRule": "evenodd",
            "fill": "linear:red,blue",
        ]
        let found = try drawn(path, Canvases.item(at: [20, 20]))
        #expect(found.pixels[20 * 40 + 20] == 0)
        #expect(found.pixels[8 * 40 + 20] >> 24 == 255)
    }

    @Test func `a part shows its share of the gradient`() throws {
        let json: JSONValue = ["shape": "square", "size": [40, 40], "fill": "linear:black,white"]
        let half = UnitRectangle(origin: [0, 0.5], size: [1, 0.5])
        let found = try drawn(json, part: half, Canvases.item(at: [20, 10]))
        let whole = try drawn(json, Canvases.item(at: [20, 20]))
        for row in 0..<20 {
            let difference =
                Canvases.channels(found.pixels[row * 40 + 7]) - Canvases.channels(whole.pixels[(row + 20) * 40 + 7])
            #expect(max(difference.max(), -difference.min()) <= 1)
        }
    }

    @Test func `a color multiplies the gradient, and adds light`() throws {
        let sprite = Sprite(
            name: "a",
            asset: try Canvases.asset(["shape": "square", "size": [40, 40], "fill": "linear:white,lime"])
        )
        let item = Canvases.item(at: [20, 20], color: [1, 0.5, 0, 1])
        let found = Canvases.drawn([Canvases.group([item, item], .add)], [sprite])
        let (top, bottom) = (Canvases.channels(found.pixels[0]), Canvases.channels(found.pixels[39 * 40]))
        #expect(top.x > 250 && top.y > 250 && top.z == 0)
        #expect(bottom.x < 10 && bottom.y > 250 && bottom.z == 0)
    }

    @Test func `a fill far beyond the canvas is drawn where it is seen`() throws {
        let json: JSONValue = ["shape": "circle", "size": [40, 40], "fill": "radial:red,blue"]
        let found = try drawn(json, Canvases.item(at: [20, 20], scale: [1e7, 1e7]))
        #expect(found.pixels.allSatisfy { $0 == 0xFF00_00FF })
    }
}

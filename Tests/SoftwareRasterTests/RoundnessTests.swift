import EffectModel
import Foundation
import StrictJSON
import Testing

@testable import SoftwareRaster

/// Round shapes, compared with exact circles and ellipses.
struct RoundnessTests {
    private static let side = 640
    private static let middle = SIMD2(320.3, 319.6)

    /// Returns the coverage, 0...255, of each pixel by an axis-aligned ellipse.
    private func exact(_ radius: SIMD2<Double>) -> [Double] {
        // Canvas positions are multiples of 1/256 pixel.
        let middle = (Self.middle * 256).rounded(.toNearestOrEven) / 256
        return (0..<Self.side * Self.side).map { index in
            let corner = SIMD2(Double(index % Self.side), Double(index / Self.side)) - middle
            let place = (corner + 0.5) / radius
            let distance = (place * place).sum().squareRoot()
            let far = 1 / radius.min()
            if distance < 1 - far { return 255 }
            if distance > 1 + far { return 0 }
            // Slices across the rim, so that each ends within the pixel or misses it.
            let isLevel = abs(place.y) / radius.y > abs(place.x) / radius.x
            let (low, across, size, reach) =
                isLevel ? (corner.y, corner.x, radius.x, radius.y) : (corner.x, corner.y, radius.y, radius.x)
            let count = 64
            let covered = (0..<count).reduce(0.0) { sum, slice in
                let way = (across + (Double(slice) + 0.5) / Double(count)) / size
                let end = abs(way) < 1 ? reach * (1 - way * way).squareRoot() : 0
                return sum + max(0, min(end, low + 1) - max(-end, low))
            }
            return covered / Double(count) * 255
        }
    }

    private func worst(_ bitmap: Bitmap, _ radius: SIMD2<Double>) -> Double {
        zip(bitmap.pixels, exact(radius)).reduce(0) { max($0, abs(Double($1.0 >> 24) - $1.1)) }
    }

    private static let arcs = "M0 50A50 50 0 0 1 100 50A50 50 0 0 1 0 50Z"

    @Test(arguments: [300.0, 150, 60], [1.0, 0.6])
    func `circles and ellipses are round as shapes, arcs and masks`(_ radius: Double, _ flatness: Double)
        throws
    {
        let size = SIMD2(100, 100 * flatness)
        let both: JSONValue = [.number(size.x), .number(size.y)]
        let assets = [
            try Canvases.asset(["shape": "circle", "size": both]),
            try Canvases.asset(["path": .string(Self.arcs), "viewBox": [0, 0, 100, 100], "size": both]),
        ]
        let square = try Canvases.sprite(shape: "square", size: [700, 700])
        // Rounding to 255 steps costs one half; corners and row crossings are multiples of 1/256 pixel.
        let allowed = radius > 100 ? 2.5 : 3.5
        for asset in assets {
            let scale = SIMD2(repeating: radius / 50)
            let sprites = [Sprite(name: "a", asset: asset), square]
            let item = Canvases.item(at: Self.middle, scale: scale)
            let drawn = Canvases.drawn([Canvases.group([item])], sprites, width: Self.side, height: Self.side)
            let round = worst(drawn, SIMD2(1, flatness) * radius)
            #expect(round <= allowed, "\(radius): off by \(round)")

            let mask = DrawList.Mask(sprite: 0, position: Self.middle, scale: scale, rotation: 0)
            let whole = Canvases.group([Canvases.item(1, at: [320, 320])], mask: mask)
            let masked = Canvases.drawn([whole], sprites, width: Self.side, height: Self.side)
            let cut = worst(masked, SIMD2(1, flatness) * radius)
            #expect(cut <= allowed, "\(radius), as a mask: off by \(cut)")
        }
    }
}

import EffectModel
import Foundation
import StrictJSON
import Testing

@testable import SoftwareRaster

/// Contours with shared edges under the even-odd rule, compared with the same shape without shared edges.
struct EvenOddTests {
    private func drawn(_ path: String, _ rule: String, scale: Double, angle: Double, part: UnitRectangle) throws
        -> Bitmap
    {
        let asset = try Canvases.asset([
            "path": .string(path), "fillRule": .string(rule), "viewBox": [0, 0, 40, 60], "size": [40, 60],
        ])
        let item = Canvases.item(at: [30.3, 30.6], scale: SIMD2(repeating: scale), rotation: angle)
        return Canvases.drawn(
            [Canvases.group([item])],
            [Sprite(name: "a", asset: asset, part: part)],
            width: 60,
            height: 60
        )
    }

    @Test(arguments: [
        // A gap from side to side: a hole with the same and with the opposite direction.
        ("M0 0H40V60H0ZM0 20H40V30H0Z", "M0 0H40V20H0ZM0 30H40V60H0Z"),
        ("M0 0H40V60H0ZM0 20V30H40V20Z", "M0 0H40V20H0ZM0 30H40V60H0Z"),
        // Starts at the right side's lower end, where it also touches the hole's corner.
        ("M0 0H40V60H0ZM40 60H10V30H40Z", "M0 0H40V30H10V60H0Z"),
        // Two halves, side by side.
        ("M0 0H20V60H0ZM20 0H40V60H20Z", "M0 0H40V60H0Z"),
        ("M0 0H20V60H0ZM20 0V60H40V0Z", "M0 0H40V60H0Z"),
        // An island that spans its hole from side to side.
        ("M0 0H40V60H0ZM5 5H35V55H5ZM5 20H35V30H5Z", "M0 0H40V60H0ZM5 5V20H35V5ZM5 30V55H35V30Z"),
        // Two equal contours cancel out.
        ("M0 0H40V60H0ZM5 5H35V55H5ZM5 5V55H35V5Z", "M0 0H40V60H0Z"),
    ])
    func `shared edges leave no visible line`(_ shared: String, _ apart: String) throws {
        var worst = 0.0
        for scale in [0.12, 0.3, 0.56, 0.7, 1, 1.37] {
            for angle in [0, 0.1, 0.7, 1.570796, 2.5, 4] {
                for part in [UnitRectangle.whole, UnitRectangle(origin: [0.25, 0.1], size: [0.75, 0.8])] {
                    let found = try drawn(shared, "evenodd", scale: scale, angle: angle, part: part)
                    let expected = try drawn(apart, "nonzero", scale: scale, angle: angle, part: part)
                    worst = max(worst, Canvases.difference(found, expected))
                }
            }
        }
        #expect(worst <= 3)
    }

    @Test func `crossing contours exclude their intersection`() throws {
        let found = try drawn("M0 0H30V40H0ZM10 20H40V60H10Z", "evenodd", scale: 1, angle: 0.3, part: .whole)
        let expected = try drawn(
            "M0 0H30V20H10V40H0ZM30 20H40V60H10V40H30Z",
            "nonzero",
            scale: 1,
            angle: 0.3,
            part: .whole
        )
        // The covered area of a pixel with a crossing does not follow from the winding number.
        let off = zip(found.pixels, expected.pixels).count { (own: UInt32, other: UInt32) -> Bool in
            abs(Int(own >> 24) - Int(other >> 24)) > 3
        }
        #expect(off <= 4)
    }
}

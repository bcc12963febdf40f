import Foundation
import Testing

@testable import EffectModel

/// Interpolation between two outlines.
struct PathMorphTests {
    private static func outline(_ path: String) throws -> Outline { try SVGPath(path).outline }

    private static func area(_ outline: Outline) -> Double {
        abs(
            outline.flatContours.reduce(0) { sum, contour in
                zip(contour, contour.dropFirst() + contour.prefix(1)).reduce(sum) {
                    $0 + ($1.0.x * $1.1.y - $1.0.y * $1.1.x) / 2
                }
            }
        )
    }

    @Test func `points of matching paths move in straight lines, and curves stay curves`() throws {
        let from = try Self.outline("M0 0C0 10 10 10 10 0L5 -5Z")
        let to = try Self.outline("M10 20C10 40 30 40 30 20L25 5Z")
        let morph = PathMorph(from: from, to: to)
        #expect(morph.outline(at: 0) == from && morph.outline(at: 1) == to)
        #expect(morph.outline(at: -3) == from && morph.outline(at: 9) == to)
        #expect(try morph.outline(at: 0.5) == Self.outline("M5 10C5 25 20 25 20 10L15 0Z"))
        #expect(try morph.outline(at: 0.25).segments[1] == .cubic(SIMD2(2.5, 17.5), SIMD2(15, 17.5), SIMD2(15, 5)))
    }

    /// Halfway between circles of radius 10 and 20 the radius is 15, even with other commands, direction and start
    /// point.
    @Test(arguments: [
        "M40 20L40 20A20 20 0 1 1 0 20A20 20 0 1 1 40 20Z", "M20 40L20 40A20 20 0 0 0 20 0A20 20 0 0 0 20 40Z",
        "M20 0C31.046 0 40 8.954 40 20S31.046 40 20 40 0 31.046 0 20 8.954 0 20 0Z",
    ])
    func `mismatched paths are subdivided to match and do not turn inside out`(_ large: String) throws {
        let small = try Self.outline("M20 10A10 10 0 0 1 20 30A10 10 0 0 1 20 10Z")
        let morph = PathMorph(from: small, to: try Self.outline(large))
        for share in [0.02, 0.25, 0.5, 0.75, 0.98] {
            let radius = 10 + 10 * share
            let found = Self.area(morph.outline(at: share))
            #expect(abs(found / (Double.pi * radius * radius) - 1) < 0.004, "\(share): \(found)")
        }
    }

    @Test func `extra contours grow from a point`() throws {
        let one = try Self.outline("M0 0H10V10H0Z")
        let two = try Self.outline("M0 0H10V10H0ZM20 0H30V10H20Z")
        let morph = PathMorph(from: one, to: two)
        // The second contour is a square of side 10·share around (25, 5).
        for share in [0.1, 0.5, 0.9] {
            #expect(abs(Self.area(morph.outline(at: share)) - (100 + 100 * share * share)) < 0.01)
        }
        let back = PathMorph(from: two, to: one)
        #expect(abs(Self.area(back.outline(at: 0.9)) - 101) < 0.01)
        // An empty outline and a single point are valid starts.
        let nothing = PathMorph(from: Outline([]), to: one)
        #expect(abs(Self.area(nothing.outline(at: 0.5)) - 25) < 0.01)
        #expect(PathMorph(from: try Self.outline("M3 3"), to: two).outline(at: 0.5).segments.isEmpty == false)
    }

    @Test(arguments: [3, 5, 6, 64])
    func `an iris contains the disc of its radius and is a circle for blades of that radius`(_ blades: Int) throws {
        for blade: Double in [1, 1.01, 2, 10, 1000, 1e9] {
            let iris = RevealShape.iris(blades: blades, blade: blade)
            let inradius = try #require(iris.inradius)
            #expect(abs(inradius - 1) < 2e-3, "\(blades), \(blade): \(inradius)")
            let reach = iris.flatContours.joined().map { ($0 * $0).sum().squareRoot() }.max() ?? 0
            // The corners of the polygon are the farthest points.
            #expect(reach < 1 / cos(Double.pi / Double(blades)) + 1e-6 && reach >= 1 - 1e-3)
            if blade == 1 { #expect(abs(reach - 1) < 1e-3) }
        }
    }

    @Test func `blinds open in proportion to their area`() {
        for count in [1, 4, 256] {
            for share: Double in [0.1, 0.5, 1] {
                let slats = RevealShape.blinds(count: count, angle: 0, open: share, on: SIMD2(100, 60), feather: 0)
                let diagonal = (100.0 * 100 + 60 * 60).squareRoot()
                let area = 100 * share * (diagonal + 2)
                #expect(abs(Self.area(slats) - area) < 1e-6)
            }
        }
    }
}

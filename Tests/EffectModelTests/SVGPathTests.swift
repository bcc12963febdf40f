import EffectModel
import Testing

struct SVGPathTests {
    private func segments(_ text: String) throws -> [Outline.Segment] { try SVGPath(text).outline.segments }

    @Test func `every command has an absolute and a relative form`() throws {
        #expect(
            try segments("M1 2 L3 4 H5 V6 Q7 8 9 10 C1 2 3 4 5 6 Z") == [
                .move([1, 2]), .line([3, 4]), .line([5, 4]), .line([5, 6]), .quadratic([7, 8], [9, 10]),
                .cubic([1, 2], [3, 4], [5, 6]), .close,
            ]
        )
        #expect(
            try segments("m1 2 l2 2 h2 v2 q2 2 4 4 c1 2 3 4 5 6 z") == [
                .move([1, 2]), .line([3, 4]), .line([5, 4]), .line([5, 6]), .quadratic([7, 8], [9, 10]),
                .cubic([10, 12], [12, 14], [14, 16]), .close,
            ]
        )
    }

    @Test func `numbers need only the separators that the grammar requires`() throws {
        #expect(try segments("M.5.5-1-2l1e1,2E-1") == [.move([0.5, 0.5]), .line([-1, -2]), .line([9, -1.8])])
        #expect(try segments("M0,0 10,0,10,10z") == [.move([0, 0]), .line([10, 0]), .line([10, 10]), .close])
    }

    @Test func `smooth curves mirror the last control point of the same kind only`() throws {
        #expect(
            try segments("M0 0 C1 1 2 2 3 3 S5 5 6 6 T9 9 T12 12") == [
                .move([0, 0]), .cubic([1, 1], [2, 2], [3, 3]), .cubic([4, 4], [5, 5], [6, 6]),
                .quadratic([6, 6], [9, 9]), .quadratic([12, 12], [12, 12]),
            ]
        )
    }

    @Test func `drawing continues from the start of a closed contour`() throws {
        #expect(
            try segments("M1 1 h2 v2 z l5 5") == [
                .move([1, 1]), .line([3, 1]), .line([3, 3]), .close, .move([1, 1]), .line([6, 6]),
            ]
        )
    }

    /// Points of an arc are on its circle; flags need no separators.
    @Test(arguments: ["M0 0 A5 5 0 0 1 10 0", "M0 0a5 5 0 1110 0", "M0 0 A5 5 30 0 0 10 0", "M0 0 A1 1 0 0 1 10 0"])
    func `an arc stays on its circle`(_ text: String) throws {
        var from = SIMD2<Double>(0, 0)
        let cubics = try segments(text).dropFirst()
        #expect(cubics.count == 2)
        for segment in cubics {
            guard case .cubic(let a, let b, let end) = segment else {
                Issue.record("an arc became \(segment)")
                return
            }
            for t in stride(from: 0.0, through: 1, by: 0.125) {
                let r = 1 - t
                let point = from * (r * r * r) + a * (3 * r * r * t) + b * (3 * r * t * t) + end * (t * t * t)
                let distance = ((point - [5, 0]) * (point - [5, 0])).sum().squareRoot()
                #expect(abs(distance - 5) < 0.002)
            }
            from = end
        }
        #expect(from == [10, 0])
    }

    @Test(arguments: [
        "", "L1 1", "M", "M1", "M1 1 L", "M1 1 X2 2", "M1 1 L2 2,", "M1 1 L nan 2", "M1 1 L0x1 2",
        "M1 1 A1 1 0 2 0 3 3",
        "M1e9 1", "M1 1 L1e400 1", "M 1 1 ;", "M1.e5 1 L,",
    ])
    func `invalid path data is refused`(_ text: String) {
        #expect(throws: PathError.self) { try SVGPath(text) }
    }

    /// Found by code review: radii scaled up to span their ends can overflow the center and with it a step count.
    @Test(arguments: [
        "M0 0A9 1e-40 0 0 1 0 9", "M0 0A1e-300 1e-300 0 0 1 9 9", "M0 0A1e5 1e-5 45 1 1 1 1",
        "M99999 0 Q99999 0 0 0 T99999 99999 T-99999 0 T0 0",
    ])
    func `computed points have the same bounds as given points`(_ text: String) {
        guard let path = try? SVGPath(text), let box = path.outline.bounds else { return }
        #expect(max(abs(box.low.x), abs(box.low.y), box.high.x, box.high.y) <= SVGPath.maximumCoordinate)
    }

    @Test func `the number of segments is bounded`() {
        let long = "M0 0" + String(repeating: "L1 1", count: SVGPath.maximumSegments + 1)
        #expect(throws: PathError.self) { try SVGPath(long) }
    }
}

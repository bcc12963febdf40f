import Testing

@testable import EffectModel

/// Images of gradients, which were drawn while a spec is read: a URL of 300 bytes took two thirds of a second there.
struct GradientPictureTests {
    private static func gradient(
        _ kind: Gradient.Kind,
        _ colors: [Color],
        to end: SIMD2<Double> = SIMD2(0.9, 0.7)
    ) -> Gradient {
        var gradient = Gradient()
        (gradient.kind, gradient.colors, gradient.endPoint) = (kind, colors, end)
        return gradient
    }

    private static let red = Color(SIMD4(1, 0, 0, 1))
    private static let faint = Color(SIMD4(0, 0.2, 1, 0.3))

    @Test(arguments: Gradient.Kind.allCases)
    func `an image of a gradient is drawn when its pixels are read, not before`(_ kind: Gradient.Kind) {
        let picture = Self.gradient(kind, [Self.red, Self.faint]).picture(of: SIMD2(300, 200))
        #expect(picture.width == 300 && picture.height == 200)
        #expect(picture.grain(at: 1) > 0 && picture.rough.width == 75)
        #expect(picture.isSoft && !picture.isDrawn)
        #expect(picture.described?.pixels == 60_000)
        #expect(picture.levels[0].pixels.count == 60_000 && picture.isDrawn)
    }

    @Test(arguments: Gradient.Kind.allCases, [SIMD2(0.9, 0.7), SIMD2(0.5, 1), SIMD2(1, 0)])
    func `what is known of an image before it is drawn is what its pixels say`(
        _ kind: Gradient.Kind,
        _ end: SIMD2<Double>
    ) {
        for colors in [[Self.red, Self.faint], [Self.red, .white], [Self.faint, Self.faint, Self.red]] {
            let picture = Self.gradient(kind, colors, to: end).picture(of: SIMD2(211, 160))
            let (grain, isSoft, rough) = (picture.grain, picture.isSoft, picture.rough)
            let level = picture.levels[0]
            let drawn = Picture(width: level.width, height: level.height, pixels: level.pixels)
            #expect(drawn.levels == picture.levels && drawn == picture)
            #expect(isSoft == drawn.isSoft)
            #expect(grain.count == drawn.grain.count && abs(grain[0] - drawn.grain[0]) < 0.25)
            #expect(rough.width == drawn.rough.width && rough.height == drawn.rough.height)
            let differences = zip(rough.pixels, drawn.rough.pixels).map { abs(Int($0 >> 24) - Int($1 >> 24)) }
            // Along the edge of a cone, a coarser image has other colors.
            #expect(differences.filter { $0 > 8 }.count <= differences.count / 50)
        }
    }

    @Test func `an image that is stopped while it is drawn is drawn later`() {
        let picture = Self.gradient(.conic, [Self.red, Self.faint]).picture(of: SIMD2(64, 64))
        var rows = 0
        let isDone = picture.draw {
            rows += 1
            return rows > 10
        }
        #expect(!isDone && rows == 11 && !picture.isDrawn)
        #expect(picture.draw { false } && picture.isDrawn)
    }

    @Test func `a gradient among many colors is that of a search from the first one on`() {
        let colors = (0..<64).map { (index: Int) -> Color in
            let (red, green) = (Double(index % 5) / 4, Double(index % 7) / 6)
            return Color(SIMD4<Double>(red, green, 0.5, 1))
        }
        var gradient = Self.gradient(.axial, colors, to: SIMD2(1, 0))
        gradient.startPoint = SIMD2(0, 0)
        gradient.locations = (0..<64).map { (index: Int) -> Double in Double(index / 2 * 2) / 62 }
        let row = gradient.picture(of: SIMD2(640, 1)).levels[0].pixels
        for x in stride(from: 0, to: 640, by: 7) {
            let place = (Double(x) + 0.5) / 640
            let next = gradient.locations.firstIndex { $0 > place } ?? 63
            let (a, b) = (gradient.locations[next - 1], gradient.locations[next])
            let share = b > a ? (place - a) / (b - a) : 0
            let mixed = colors[next - 1].components + (colors[next].components - colors[next - 1].components) * share
            #expect(abs(Double(row[x] & 0xFF) - mixed.x * 255) <= 1)
            #expect(abs(Double(row[x] >> 8 & 0xFF) - mixed.y * 255) <= 1)
        }
    }
}

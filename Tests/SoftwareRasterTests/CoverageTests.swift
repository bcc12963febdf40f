@testable import SoftwareRaster
import Foundation
import Memory
import Testing

struct CoverageTests {
    /// A painter that writes the coverage itself.
    private struct Recorder: CoveragePainter {
        typealias Format = Narrow

        func painted(_ pixels: SIMD4<UInt32>, _ coverage: SIMD4<UInt32>) -> SIMD4<UInt32> {
            pixels.replacing(with: coverage, where: coverage .!= 0)
        }

        func paint(_ surface: Surface<Narrow>, range: Range<Int>, coverage: UInt32) {
            for index in range { surface.pixels[index] = coverage }
        }
    }

    /// Returns the coverage of every pixel of a window for closed contours in pixels.
    private func coverage(
        _ contours: [[SIMD2<Double>]],
        width: Int,
        height: Int,
        evenOdd: Bool = false,
        left: Int = 0,
        top: Int = 0
    ) -> [[UInt32]] {
        var mask = CoverageMask()
        // The canvas holds the coverage of the last painting.
        var canvas = Bitmap(width: left + width, height: top + height)
        canvas.withSurface { surface in
            mask.withWindow(left: left, top: top, width: width, rows: height) { window in
                for contour in contours {
                    let corners = contour.map { SIMD2(Int(($0.x * 256).rounded()), Int(($0.y * 256).rounded())) }
                    for index in corners.indices {
                        window.addLine(from: corners[index], to: corners[(index + 1) % corners.count])
                    }
                }
                window.sweep(Recorder(), by: CoverageRule(isEvenOdd: evenOdd), onto: &surface)
            }
        }
        let result = (0..<height).map { y in
            (0..<width).map { x in canvas.pixels[(top + y) * canvas.width + left + x] }
        }
        // Painted pixels are recorded as touched, and a second sweep finds an empty mask.
        canvas.clear()
        #expect(canvas.pixels.allSatisfy { $0 == 0 })
        canvas.withSurface { surface in
            mask.withWindow(left: left, top: top, width: width, rows: height) { window in
                window.sweep(Recorder(), by: CoverageRule(isEvenOdd: evenOdd), onto: &surface)
            }
        }
        #expect(canvas.touchedRows.isEmpty)
        return result
    }

    private func box(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) -> [SIMD2<Double>] {
        [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
    }

    @Test func `full pixels are covered fully, and partial ones by area`() {
        #expect(coverage([box(1, 1, 3, 2)], width: 4, height: 3) == [[0, 0, 0, 0], [0, 255, 255, 0], [0, 0, 0, 0]])
        #expect(coverage([box(0.5, 0, 2.25, 1)], width: 3, height: 1) == [[128, 255, 64]])
        #expect(coverage([box(0.25, 0.25, 0.75, 0.75)], width: 1, height: 1) == [[64]])
        #expect(coverage([[[0, 0], [2, 0], [0, 2]]], width: 2, height: 2) == [[255, 128], [128, 0]])
    }

    @Test func `the direction of a contour does not matter`() {
        let shape: [SIMD2<Double>] = [[0.3, 0.2], [6.1, 1.4], [4.9, 6.6], [1.2, 5.5]]
        #expect(coverage([shape], width: 8, height: 8) == coverage([shape.reversed()], width: 8, height: 8))
    }

    @Test(arguments: 0..<200)
    func `the coverage of any triangle adds up to its area`(_ seed: Int) {
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
        func next() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 40) / Double(1 << 24)
        }
        let corners = (0..<3).map { _ in
            SIMD2((next() * 40 * 256).rounded() / 256, (next() * 30 * 256).rounded() / 256)
        }
        let (a, b, c) = (corners[0], corners[1], corners[2])
        let area = abs((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)) / 2
        let sum = coverage([corners], width: 40, height: 30).joined().reduce(0.0) { $0 + Double($1) / 255 }
        // Each edge pixel is off by at most 1/510, and a crossing of a row by 1/256 pixel.
        #expect(abs(sum - area) < 0.5)
    }

    @Test(arguments: 0..<100)
    func `shapes that share an edge leave no seam`(_ seed: Int) {
        let angle = Double(seed) * 0.0628
        let middle = SIMD2(16.3, 15.7)
        let tip = middle + 30 * SIMD2(cos(angle), sin(angle))
        let end = middle - 30 * SIMD2(cos(angle), sin(angle))
        let split = SIMD2(-sin(angle), cos(angle)) * 60
        let one = coverage([[tip, end, end + split, tip + split]], width: 32, height: 32)
        let other = coverage([[tip, end, end - split, tip - split]], width: 32, height: 32)
        for y in 0..<32 {
            for x in 0..<32 { #expect((254...256).contains(one[y][x] + other[y][x])) }
        }
    }

    @Test func `the fill rules differ where contours overlap`() {
        let rings = [box(0, 0, 4, 4), box(1, 1, 3, 3)]
        #expect(coverage(rings, width: 4, height: 4)[1] == [255, 255, 255, 255])
        #expect(coverage(rings, width: 4, height: 4, evenOdd: true)[1] == [255, 0, 0, 255])
        #expect(coverage([rings[0], rings[1].reversed()], width: 4, height: 4)[2] == [255, 0, 0, 255])
    }

    @Test func `a window clips shapes without changing pixels inside`() {
        let shape: [SIMD2<Double>] = [[-700, -3.5], [12.25, -40], [90, 13.3], [3.1, 55]]
        let whole = coverage([shape], width: 20, height: 20)
        for (left, top, width, height) in [(3, 0, 10, 20), (0, 5, 20, 4), (7, 7, 6, 6), (19, 19, 1, 1)] {
            let part = coverage([shape], width: width, height: height, left: left, top: top)
            for y in 0..<height {
                for x in 0..<width {
                    let difference = Int(part[y][x]) - Int(whole[top + y][left + x])
                    #expect(abs(difference) <= 1)
                }
            }
        }
        #expect(coverage([box(-9, -9, 99, 99)], width: 3, height: 2) == [[255, 255, 255], [255, 255, 255]])
        #expect(coverage([box(5, 0, 9, 9)], width: 3, height: 1) == [[0, 0, 0]])
        #expect(coverage([box(-9, 0, -1, 9)], width: 3, height: 1) == [[0, 0, 0]])
    }

    @Test func `corners at the coordinate limit are safe`() {
        let far = 4_194_304.0
        let result = coverage([[[-far, -far], [far, -far], [far, far], [-far, far]]], width: 5, height: 5)
        #expect(result.joined().allSatisfy { $0 == 255 })
        let half = coverage([[[-far, -far], [far, far], [-far, far]]], width: 3, height: 3)
        #expect(half == [[128, 0, 0], [255, 128, 0], [255, 255, 128]])
    }
}

/// A colour as a place in space: how far two of them are apart is how different they look.
///
/// What is seen of a premultiplied channel c is c over black, and c + 255 − alpha over white. The squares of both
/// differences are Δc² + (Δc − Δα)², which is ((2Δc − Δα)² + Δα²) / 2. So the coordinates are 2c − α for each of the three
/// channels, and α, whose square counts thrice. All are whole numbers, and so are twice the squares: floats hold them
/// exactly, as they are below 2²⁴.
struct ColourPoint: Equatable {
    /// 2r − α, 2g − α, 2b − α, α.
    var place: SIMD4<Float>

    init(place: SIMD4<Float>) { self.place = place }

    /// - Parameter channels: Premultiplied R G B A.
    @inline(__always)
    init(channels: SIMD4<Float>) { place = channels * SIMD4(2, 2, 2, 1) - SIMD4(1, 1, 1, 0) * channels.w }

    @inline(__always)
    init(premultiplied colour: UInt32) {
        let channels = SIMD4<UInt32>(colour, colour &>> 8, colour &>> 16, colour &>> 24) & SIMD4(repeating: 0xFF)
        self.init(channels: SIMD4<Float>(channels))
    }
}

/// Finds the nearest of a few colours.
struct NearestColour {
    /// Eight colours at a time, coordinate by coordinate; where there are fewer, the last ones are far away.
    private var x: [SIMD8<Float>] = []
    private var y: [SIMD8<Float>] = []
    private var z: [SIMD8<Float>] = []
    private var alpha: [SIMD8<Float>] = []

    init(_ points: [ColourPoint]) {
        for first in stride(from: 0, to: points.count, by: 8) {
            var group = [SIMD8<Float>](repeating: SIMD8(repeating: 1e6), count: 4)
            for index in first..<min(first + 8, points.count) {
                for axis in 0..<4 { group[axis][index - first] = points[index].place[axis] }
            }
            x.append(group[0])
            y.append(group[1])
            z.append(group[2])
            alpha.append(group[3])
        }
    }

    /// Of several, the first; with twice the square of how far it is.
    func index(of point: ColourPoint) -> (index: Int, distance: Float) {
        let place = point.place
        var best = SIMD8<Float>(repeating: .infinity)
        var groups = SIMD8<Int32>(repeating: 0)
        x.withUnsafeBufferPointer { x in
            y.withUnsafeBufferPointer { y in
                z.withUnsafeBufferPointer { z in
                    alpha.withUnsafeBufferPointer { alpha in
                        for group in 0..<x.count {
                            let (dx, dy) = (x[group] - place.x, y[group] - place.y)
                            let (dz, da) = (z[group] - place.z, alpha[group] - place.w)
                            let distance = dx * dx + dy * dy + dz * dz + da * da * 3
                            let isNearer = distance .< best
                            best.replace(with: distance, where: isNearer)
                            groups.replace(
                                with: SIMD8(repeating: Int32(truncatingIfNeeded: group)),
                                where: isNearer
                            )
                        }
                    }
                }
            }
        }
        let distance = best.min()
        var index = Int.max
        for lane in 0..<8 where best[lane] == distance { index = min(index, Int(groups[lane]) &* 8 &+ lane) }
        return (index, distance)
    }
}

internal import EffectModel

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Smooth noise from a key: the same field on every machine, without a shared table.
///
/// - Source: Ken Perlin, "Improving Noise" (2002), with hashed gradients; the divergence-free curl of a field is Robert
///   Bridson's ("Curl-Noise for Procedural Fluid Flow", 2007).
struct Noise: Sendable {
    let key: UInt64

    /// Value in 0...1, smooth in `x`: a random value for each whole number, eased in between.
    func value(at x: Double) -> Double {
        let (cell, part) = Self.split(x)
        let eased = part * part * (3 - 2 * part)
        let stream = RandomStream(key: key)
        let (a, b) = (stream.unit(UInt64(bitPattern: cell)), stream.unit(UInt64(bitPattern: cell &+ 1)))
        return a + (b - a) * eased
    }

    /// Curl of gradient noise in the plane: a divergence-free flow, of magnitude about 1 where it is strong. `z` is a
    /// third dimension of the field, along which the flow changes smoothly.
    func curl(_ x: Double, y: Double, z: Double) -> SIMD2<Double> {
        let slope = slope(x, y: y, z: z)
        return SIMD2(slope.y, -slope.x)
    }

    /// Partial derivatives of gradient noise along x and y.
    private func slope(_ x: Double, y: Double, z: Double) -> SIMD2<Double> {
        let (i, fx) = Self.split(x)
        let (j, fy) = Self.split(y)
        let (k, fz) = Self.split(z)
        let (u, du) = Self.fade(fx)
        let (v, dv) = Self.fade(fy)
        let (w, _) = Self.fade(fz)
        var sum = SIMD2<Double>(0, 0)
        for c in 0..<2 {
            let wz = c == 1 ? w : 1 - w
            let depth = fz - Double(c)
            let keyZ = RandomStream.mixed(key ^ UInt64(bitPattern: k &+ Int64(c)) &* Self.stride)
            for b in 0..<2 {
                let (wy, dy) = b == 1 ? (v, dv) : (1 - v, -dv)
                let rise = fy - Double(b)
                let keyY = keyZ ^ UInt64(bitPattern: j &+ Int64(b)) &* Self.stride2
                for a in 0..<2 {
                    let (wx, dx) = a == 1 ? (u, du) : (1 - u, -du)
                    let gradient = Self.gradient(
                        RandomStream.mixed(keyY ^ UInt64(bitPattern: i &+ Int64(a)) &* Self.stride)
                    )
                    let dot = gradient.x * (fx - Double(a)) + gradient.y * rise + gradient.z * depth
                    sum.x += (dx * dot + wx * gradient.x) * (wy * wz)
                    sum.y += (dy * dot + wy * gradient.y) * (wx * wz)
                }
            }
        }
        return sum
    }

    /// Odd numbers that spread neighbors over all bits.
    private static let stride: UInt64 = 0x9E37_79B9_7F4A_7C15
    private static let stride2: UInt64 = 0xC2B2_AE3D_27D4_EB4F

    /// Direction to the midpoint of a cube's edge, one of twelve, by hash.
    private static func gradient(_ hash: UInt64) -> SIMD3<Double> {
        let (first, second) = (hash & 1 == 0 ? 1.0 : -1, hash & 2 == 0 ? 1.0 : -1)
        switch (hash >> 2) % 3 {
        case 0: return SIMD3(first, second, 0)
        case 1: return SIMD3(first, 0, second)
        default: return SIMD3(0, first, second)
        }
    }

    /// Integer part, rounded down, and fraction. Values are clamped to ±10¹², where fractions lose their precision.
    private static func split(_ x: Double) -> (Int64, Double) {
        // NaN would trap when converted to an integer.
        let bounded = x.isNaN ? 0 : min(max(x, -1e12), 1e12)
        let whole = bounded.rounded(.down)
        return (Int64(whole), bounded - whole)
    }

    /// Fade curve 6t⁵ − 15t⁴ + 10t³, and its derivative.
    private static func fade(_ t: Double) -> (Double, Double) {
        (t * t * t * (t * (t * 6 - 15) + 10), 30 * t * t * (t * (t - 2) + 1))
    }
}

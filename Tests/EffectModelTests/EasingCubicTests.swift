import Testing

@testable import EffectModel

struct EasingCubicTests {
    /// A difference in the last bit would change existing frames.
    @Test(arguments: UInt64(0)..<200)
    func `the fast solver matches bisection to the last bit`(_ seed: UInt64) {
        let random = RandomStream(key: seed)
        func draw(_ slot: UInt64) -> Double {
            // Curves are flat or turn back at the ends of the range and beyond.
            let unit = random.unit(slot)
            return switch seed % 4 {
            case 0: unit
            case 1: unit.rounded()
            case 2: (unit * 3).rounded() / 3
            default: unit * 4 - 1.5
            }
        }
        let curve = EasingCubic(a: draw(0), b: draw(1))
        for index in 0..<200 {
            let time = index < 20 ? Double(index) / 19 : random.unit(UInt64(index))
            #expect(curve.parameter(at: time) == curve.bisected(at: time), "\(curve) at \(time)")
        }
    }

    @Test func `the fast solver matches bisection for the named curves`() {
        for (a, b) in [(0.42, 1), (0, 0.58), (0.42, 0.58), (0.25, 0.25), (0, 0), (1, 1), (1, 0)] {
            let curve = EasingCubic(a: a, b: b)
            for index in 0...4096 {
                let time = Double(index) / 4096
                #expect(curve.parameter(at: time) == curve.bisected(at: time), "\(curve) at \(time)")
            }
        }
    }
}

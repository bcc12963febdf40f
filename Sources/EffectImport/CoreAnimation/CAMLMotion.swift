import EffectModel
import Glibc

/// A layer's transform in the plane, in the layer's own coordinates.
struct CAMLMotion {
    private var right = SIMD2<Double>(1, 0)
    private var down = SIMD2<Double>(0, 1)
    private var offset = SIMD2<Double>(0, 0)

    /// The identity transform.
    init() {}

    private init(_ right: SIMD2<Double>, _ down: SIMD2<Double>, _ offset: SIMD2<Double> = .zero) {
        (self.right, self.down, self.offset) = (right, down, offset)
    }

    /// Parses functions, the last one applied first, or the 16 or 6 numbers of a matrix.
    ///
    /// - Parameter text: Text such as `rotate(30deg) scale(2, 1)`.
    /// - Returns: `nil` for other text, and for transforms out of the plane.
    init?(_ text: String) {
        if let numbers = ElementReader.numbers(text) {
            switch numbers.count {
            case 6:
                self.init(
                    SIMD2(numbers[0], numbers[1]),
                    SIMD2(numbers[2], numbers[3]),
                    SIMD2(numbers[4], numbers[5])
                )
            case 16:
                self.init(
                    SIMD2(numbers[0], numbers[1]),
                    SIMD2(numbers[4], numbers[5]),
                    SIMD2(numbers[12], numbers[13])
                )
            default: return nil
            }
            return
        }
        guard text.utf8.count <= 1024 else { return nil }
        var whole = CAMLMotion()
        let calls = text.split(separator: ")").map { $0.drop { $0 == " " || $0 == "," || $0.isNewline } }
        for call in calls where !call.isEmpty {
            let parts = call.split(separator: "(", omittingEmptySubsequences: false)
            guard parts.count == 2, let one = CAMLMotion(parts[0].filter { !$0.isWhitespace }, String(parts[1])) else {
                return nil
            }
            whole = whole.after(one)
        }
        guard text.contains("(") else { return nil }
        self = whole
    }

    private init?(_ name: String, _ arguments: String) {
        let degrees = arguments.contains("deg")
        let bare = arguments.replacing("deg", with: " ").replacing("rad", with: " ")
        guard let numbers = ElementReader.numbers(bare) else { return nil }
        switch (name, numbers.count) {
        case ("scale", 1): self.init(SIMD2(numbers[0], 0), SIMD2(0, numbers[0]))
        case ("scale", 2...3): self.init(SIMD2(numbers[0], 0), SIMD2(0, numbers[1]))
        case ("translate", 2...3): self.init(SIMD2(1, 0), SIMD2(0, 1), SIMD2(numbers[0], numbers[1]))
        case ("rotate", 1), ("rotate", 4):
            var angle = numbers[0] * (degrees ? .pi / 180 : 1)
            if numbers.count == 4 {
                guard numbers[1] == 0, numbers[2] == 0, numbers[3] != 0 else { return nil }
                if numbers[3] < 0 { angle = -angle }
            }
            self.init(SIMD2(cos(angle), sin(angle)), SIMD2(-sin(angle), cos(angle)))
        default: return nil
        }
    }

    private func after(_ other: CAMLMotion) -> CAMLMotion {
        CAMLMotion(turned(other.right), turned(other.down), applied(to: other.offset))
    }

    /// Applies the transform without its translation.
    func turned(_ vector: SIMD2<Double>) -> SIMD2<Double> { right * vector.x + down * vector.y }

    func applied(to point: SIMD2<Double>) -> SIMD2<Double> { turned(point) + offset }

    var isIdentity: Bool { right == SIMD2(1, 0) && down == SIMD2(0, 1) && offset == .zero }

    /// Scale, then rotation, clockwise on screen.
    ///
    /// - Parameter isFlipped: Whether y points down in the parent.
    func parts(isFlipped: Bool) -> (scale: SIMD2<Double>, rotation: Double, isSheared: Bool) {
        // On screen y points down.
        let (right, down) = isFlipped ? (right, down) : (SIMD2(right.x, -right.y), SIMD2(-down.x, down.y))
        let wide = (right * right).sum().squareRoot()
        // A mere reflection is not a rotation.
        let isMirrored = right.y == 0 && right.x < 0
        let rotation = isMirrored ? 0 : atan2(right.y, right.x)
        let high = down.y * cos(rotation) - down.x * sin(rotation)
        let slant = down.x * cos(rotation) + down.y * sin(rotation)
        let scale = SIMD2(isMirrored ? -wide : wide, high)
        return (scale, rotation, abs(slant) > 1e-6 * max(1, wide, abs(high)))
    }
}

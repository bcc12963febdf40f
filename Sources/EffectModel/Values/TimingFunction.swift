/// A cubic Bézier easing from (0, 0) to (1, 1): input time x, output progress y.
///
/// - Source: Core Animation's CAMediaTimingFunction.
public struct TimingFunction: Sendable, Equatable {
    /// Named curves of Core Animation.
    public enum Name: String, Sendable, CaseIterable {
        case linear, easeIn, easeOut, easeInEaseOut
        case systemDefault = "default"
    }

    /// First control point; x in 0...1.
    public let c1: SIMD2<Double>
    /// Second control point; x in 0...1.
    public let c2: SIMD2<Double>
    private let name: Name?

    /// Creates a named curve.
    public init(_ name: Name) {
        self.name = name
        switch name {
        case .linear: (c1, c2) = (SIMD2(0, 0), SIMD2(1, 1))
        case .easeIn: (c1, c2) = (SIMD2(0.42, 0), SIMD2(1, 1))
        case .easeOut: (c1, c2) = (SIMD2(0, 0), SIMD2(0.58, 1))
        case .easeInEaseOut: (c1, c2) = (SIMD2(0.42, 0), SIMD2(0.58, 1))
        case .systemDefault: (c1, c2) = (SIMD2(0.25, 0.1), SIMD2(0.25, 1))
        }
    }

    /// Creates a custom curve. The x of both points must be in 0...1, so that progress is a function of time.
    private init(c1: SIMD2<Double>, c2: SIMD2<Double>) {
        self.c1 = c1
        self.c2 = c2
        name = nil
    }

    /// The progress y at time x. Exact at 0 and 1; times outside are clamped.
    public func progress(at time: Double) -> Double {
        if time <= 0 { return 0 }
        if time >= 1 { return 1 }
        if name == .linear { return time }
        return y.value(at: x.parameter(at: time))
    }

    /// A time at which the progress is `progress`; unique if the curve is monotonic.
    public func time(at progress: Double) -> Double {
        if progress <= 0 { return 0 }
        if progress >= 1 { return 1 }
        if name == .linear { return progress }
        return x.value(at: y.parameter(at: progress))
    }

    /// Upper bound of the progress: the curve stays within its control points.
    var largest: Double { max(1, c1.y, c2.y) }

    private var x: EasingCubic { EasingCubic(a: c1.x, b: c2.x) }
    private var y: EasingCubic { EasingCubic(a: c1.y, b: c2.y) }
}

extension TimingFunction {
    private static let abscissas = 0.0...1.0
    private static let ordinates = -10.0...10.0

    /// Codec of a name, or of `[x1, y1, x2, y2]`.
    static let codec: Codec<TimingFunction> = {
        let names = Name.allCases.map(\.rawValue).joined(separator: ", ")
        let allowed = "\(names), or [x1, y1, x2, y2] with each x in 0...1"
        return Codec(allowed: allowed, schema: .definition("TimingFunction") { schema.described(allowed) }) {
            value,
            pointer,
            context in
            switch value {
            case .string:
                return Codec<Name>.choice().read(value, pointer, context).map(TimingFunction.init)
            case .array(let elements) where elements.count == 4:
                let x = Codec.number(in: abscissas)
                let y = Codec.number(in: ordinates)
                let read = elements.enumerated().map { ($0 % 2 == 0 ? x : y).read($1, "\(pointer)/\($0)", context) }
                guard let x1 = read[0], let y1 = read[1], let x2 = read[2], let y2 = read[3] else { return nil }
                return TimingFunction(c1: SIMD2(x1, y1), c2: SIMD2(x2, y2))
            default:
                context.fault(.wrongType, at: pointer, found: value.excerpt, allowed: allowed)
                return nil
            }
        } write: { curve in
            if let name = curve.name { return .string(name.rawValue) }
            return [.number(curve.c1.x), .number(curve.c1.y), .number(curve.c2.x), .number(curve.c2.y)]
        }
    }()

    private static var schema: JSONSchema {
        let (x, y) = (Codec.number(in: abscissas).schema, Codec.number(in: ordinates).schema)
        return .any(of: [Codec<Name>.choice().schema, .tuple([x, y, x, y])])
    }
}

import EffectModel

/// Effect that a document describes, before the duration of the render is known.
struct Draft {
    /// Course of an effect in time.
    enum Course {
        /// Ends with the last particle, after the given number of seconds.
        case once(Double)
        /// Endless: rendered as a seamless loop, of a multiple of `step` seconds if given. At a low `rate`, in births
        /// per second, the loop has a whole number of births.
        case endless(rate: Double, step: Double?)
        /// Endless with a visible beginning: repeated after the given number of seconds.
        case repeated(Double)
    }

    /// Canvas size in points, if the document has one.
    var canvas: SIMD2<Double>?
    var course: Course
    /// Background of the canvas, if the document has one.
    var background: String?
    /// Meaning of a range in the format.
    var rangeConvention = RangeConvention.full
    var assets: [JSONValue.Member] = []
    /// Layers of an effect of the given duration.
    var layers: (_ seconds: Double) -> [JSONValue]
}

/// Context of a converter besides the document.
struct ImportSetting {
    let notes: ImportNotes
    /// Canvas size in points: as requested, or the format's default.
    let canvas: SIMD2<Double>
    let library: any AssetLibrary
    let limits: RenderLimits

    /// Returns the first of these names for which the library has an image.
    func picture(named names: [String]) -> String? {
        // Each lookup may search a directory; no real document has so many names.
        names.prefix(16).first { name in
            guard (1...256).contains(name.utf8.count), !name.hasPrefix("data:") else { return false }
            return (try? library.picture(name, maximumPixels: limits.maximumPicturePixels)) != nil
        }
    }

    /// Names that a file may have in the library: the path itself, and its last component.
    static func candidates(_ path: String) -> [String] {
        let last = path.split(separator: "/").last.map(String.init) ?? path
        return last == path ? [path] : [path, last]
    }
}

/// Appearance of particles.
enum Look {
    /// An image of the library, or within the document.
    case picture(String)
    /// A shape of the spec format, and its size in points.
    case shape(String, Double)

    var asset: JSONValue {
        switch self {
        case .picture(let source): ["image": .string(source)]
        case .shape(let name, let size): ["shape": .string(name), "size": .number(size)]
        }
    }
}

extension [JSONValue.Member] {
    /// Appends a number unless it is the spec's default.
    mutating func add(_ name: String, _ number: Double, unless absent: Double = 0) {
        if number != absent { append(.init(name, .number(number))) }
    }

    /// Appends a number, or `[lowest, highest]`, unless it is the spec's default.
    mutating func add(_ name: String, _ range: ClosedRange<Double>, unless absent: Double? = 0) {
        if range.lowerBound < range.upperBound {
            append(.init(name, [.number(range.lowerBound), .number(range.upperBound)]))
        } else if range.lowerBound != absent {
            append(.init(name, .number(range.lowerBound)))
        }
    }

    mutating func add(_ name: String, _ list: [JSONValue]) {
        if !list.isEmpty { append(.init(name, .array(list))) }
    }
}

extension JSONValue {
    static func numbers(_ numbers: [Double]) -> JSONValue { .array(numbers.map { .number($0) }) }

    static func pair(_ pair: SIMD2<Double>) -> JSONValue { .numbers([pair.x.tidy, pair.y.tidy]) }

    /// Behavior that animates a property over a particle's life.
    static func overLife(_ keyPath: String, _ curve: Curve<Double>, operation: String? = nil) -> JSONValue {
        var members: [Member] = [
            .init("type", "valueOverLife"), .init("keyPath", .string(keyPath)), .init("values", .numbers(curve.values)),
        ]
        if let locations = curve.uneven { members.append(.init("locations", .numbers(locations))) }
        if let operation { members.append(.init("operation", .string(operation))) }
        return .object(members)
    }

    /// Behavior that animates the color over a particle's life.
    static func colorOverLife(_ curve: Curve<SIMD4<Double>>) -> JSONValue {
        var members: [Member] = [
            .init("type", "colorOverLife"), .init("colors", .array(curve.values.map { .color($0) })),
        ]
        if let locations = curve.uneven { members.append(.init("locations", .numbers(locations))) }
        return .object(members)
    }

    /// Color with red, green, blue and alpha in 0...1: as hexadecimal text where exact, otherwise as numbers.
    static func color(_ color: SIMD4<Double>) -> JSONValue {
        let kept = color.clamped(lowerBound: .zero, upperBound: .one)
        let scaled = kept * 255
        let whole = scaled.rounded(.toNearestOrAwayFromZero)
        guard (0..<4).allSatisfy({ abs(scaled[$0] - whole[$0]) < 1e-6 }) else {
            return .numbers((0..<4).map { kept[$0].tidy })
        }
        let digits = Array("0123456789abcdef")
        let bytes = (0..<(whole.w == 255 ? 3 : 4)).map { Int(whole[$0]) }
        return .string("#" + bytes.flatMap { [digits[$0 >> 4], digits[$0 & 15]] }.map(String.init).joined())
    }
}

/// Values at fractions of a life, in ascending order.
struct Curve<Value> {
    var values: [Value]
    var locations: [Double]

    /// Maximum number of values in a spec.
    static var maximumCount: Int { 64 }

    /// A curve of evenly spaced values.
    init(_ values: [Value]) {
        self.values = values
        locations = values.indices.map { values.count == 1 ? 0 : Double($0) / Double(values.count - 1) }
    }

    init(_ values: [Value], at locations: [Double]) { (self.values, self.locations) = (values, locations) }

    /// Locations, unless they are evenly spaced.
    var uneven: [Double]? {
        let even = Curve(values).locations
        return zip(even, locations).allSatisfy { abs($0 - $1) < 1e-9 } ? nil : locations.map(\.tidy)
    }
}

import EffectModel

/// What a document asks for, before it is known how long it is watched.
struct Draft {
    /// How long there is something to see.
    enum Course {
        /// Until the last particle is gone, after so many seconds.
        case once(Double)
        /// Without an end: seen in a loop without a seam, of a multiple of `step` seconds if there is one. Of `rate` births a
        /// second, if they are few, a whole number is born.
        case endless(rate: Double, step: Double?)
        /// Without an end, but with a beginning that is seen: for so many seconds, again and again.
        case repeated(Double)
    }

    /// Points, if the document says it.
    var canvas: SIMD2<Double>?
    var course: Course
    /// The canvas' ground, if the document says it.
    var background: String?
    /// What the format means by a range.
    var rangeConvention = RangeConvention.full
    var assets: [JSONValue.Member] = []
    /// The layers, for so many seconds.
    var layers: (_ seconds: Double) -> [JSONValue]
}

/// What a converter has at hand besides the document.
struct ImportSetting {
    let notes: ImportNotes
    /// Points: as asked for, or as the format has it.
    let canvas: SIMD2<Double>
    /// Points of the canvas that were asked for, whatever the document says; `nil` for none.
    let width: Double?
    let height: Double?
    let library: any AssetLibrary
    let limits: RenderLimits

    /// The first of these names that the library has a picture for.
    func picture(named names: [String]) -> String? {
        // Each may cost a look into a directory's table; nobody has so many.
        names.prefix(16).first { name in
            guard (1...256).contains(name.utf8.count), !name.hasPrefix("data:") else { return false }
            return (try? library.picture(name, maximumPixels: limits.maximumPicturePixels)) != nil
        }
    }

    /// What a file name may be called in the library: itself, or its last component.
    static func candidates(_ path: String) -> [String] {
        let last = path.split(separator: "/").last.map(String.init) ?? path
        return last == path ? [path] : [path, last]
    }
}

/// What particles show.
enum Look {
    /// A picture of the library, or within the document.
    case picture(String)
    /// One of the shapes that specs have, and its size in points.
    case shape(String, Double)

    var asset: JSONValue {
        switch self {
        case .picture(let source): ["image": .string(source)]
        case .shape(let name, let size): ["shape": .string(name), "size": .number(size)]
        }
    }
}

extension [JSONValue.Member] {
    /// Adds a number that is not the spec's default.
    mutating func add(_ name: String, _ number: Double, unless absent: Double = 0) {
        if number != absent { append(.init(name, .number(number))) }
    }

    /// Adds a number, or `[lowest, highest]`, that is not the spec's default.
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

    /// A behaviour that leads a property through a particle's life.
    static func overLife(_ keyPath: String, _ curve: Curve<Double>, operation: String? = nil) -> JSONValue {
        var members: [Member] = [
            .init("type", "valueOverLife"), .init("keyPath", .string(keyPath)), .init("values", .numbers(curve.values)),
        ]
        if let locations = curve.uneven { members.append(.init("locations", .numbers(locations))) }
        if let operation { members.append(.init("operation", .string(operation))) }
        return .object(members)
    }

    /// A behaviour that leads the colour through a particle's life.
    static func colorOverLife(_ curve: Curve<SIMD4<Double>>) -> JSONValue {
        var members: [Member] = [
            .init("type", "colorOverLife"), .init("colors", .array(curve.values.map { .color($0) })),
        ]
        if let locations = curve.uneven { members.append(.init("locations", .numbers(locations))) }
        return .object(members)
    }

    /// Red, green, blue and alpha in 0...1: as text, where that says it.
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

/// Values at shares of a life, ascending.
struct Curve<Value> {
    var values: [Value]
    var locations: [Double]

    /// What a spec can have.
    static var maximumCount: Int { 64 }

    /// Evenly spread.
    init(_ values: [Value]) {
        self.values = values
        locations = values.indices.map { values.count == 1 ? 0 : Double($0) / Double(values.count - 1) }
    }

    init(_ values: [Value], at locations: [Double]) { (self.values, self.locations) = (values, locations) }

    /// The locations, if they have to be said.
    var uneven: [Double]? {
        let even = Curve(values).locations
        return zip(even, locations).allSatisfy { abs($0 - $1) < 1e-9 } ? nil : locations.map(\.tidy)
    }
}

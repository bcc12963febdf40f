/// Values at fractions of a life, in ascending order of time, connected by straight lines.
struct Curve<Value> {
    /// Fraction of a life, and the value there. Two points of the same time are a jump.
    struct Point {
        var time: Double
        var value: Value
    }

    var points: [Point]

    /// Maximum number of values in a spec.
    static var maximumCount: Int { 64 }

    init(_ points: [Point]) { self.points = points }

    /// A curve of evenly spaced values.
    init(_ values: [Value]) {
        self.init(values, at: Self.evenLocations(values.count))
    }

    init(_ values: [Value], at locations: [Double]) {
        points = zip(locations, values).map { Point(time: $0, value: $1) }
    }

    var values: [Value] { points.map(\.value) }

    /// Times of the values, as fractions of a life.
    var locations: [Double] { points.map(\.time) }

    /// Locations, unless they are evenly spaced.
    var unevenLocations: [Double]? {
        let locations = locations
        return zip(Self.evenLocations(points.count), locations).allSatisfy { abs($0 - $1) < 1e-9 }
            ? nil : locations.map(\.tidy)
    }

    /// Returns the curve with each value converted.
    func map<Other>(_ change: (Value) -> Other) -> Curve<Other> { Curve<Other>(values.map(change), at: locations) }

    private static func evenLocations(_ count: Int) -> [Double] {
        (0..<count).map { count == 1 ? 0 : Double($0) / Double(count - 1) }
    }
}

extension Curve: Sendable where Value: Sendable {}
extension Curve: Equatable where Value: Equatable {}
extension Curve.Point: Sendable where Value: Sendable {}
extension Curve.Point: Equatable where Value: Equatable {}

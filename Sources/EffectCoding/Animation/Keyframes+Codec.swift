import EffectModel
import StrictJSON

extension Keyframes {
    /// Maximum number of values in one animation.
    private static let maximumValues = 1024
    static let valueCounts = 1...maximumValues

    static let properties: [Property<Keyframes>] = [
        .field("calculationMode", \.calculationMode, .choice()),
        .field("keyTimes", \.keyTimes, .list(of: .number(in: 0...1), count: 1...(SVGPath.maximumSegments + 2)))
            .withoutDefault,
        .field(
            "timingFunctions",
            \.timingFunctions,
            .list(of: TimingFunction.codec, count: 0...SVGPath.maximumSegments)
        ),
        .field("tensionValues", \.tensionValues, .list(of: .number(in: -1...1), count: 0...maximumValues)),
        .field("continuityValues", \.continuityValues, .list(of: .number(in: -1...1), count: 0...maximumValues)),
        .field("biasValues", \.biasValues, .list(of: .number(in: -1...1), count: 0...maximumValues)),
        .optional("path", \.path, SVGPath.codec),
        .optional("rotationMode", \.rotationMode, .choice()),
    ]

    /// - Parameter access: Codecs for the values; `nil` if the key path could not be resolved, in which case values are
    ///   not checked.
    init(from object: ObjectReader, _ access: AnimatableAccess?, isDifference: Bool) {
        self.init()
        EffectCoding.read(Self.properties, from: object, into: &self)
        let place = object.pointer(to: "values")
        let value = object.take("values")
        let hasPath = object.take("path").map { $0 != .null } ?? false
        if hasPath {
            // Core Animation lets a path override values; here the conflict is an error instead of dropped input.
            values = []
            if let value, value != .null {
                object.context.fault(.conflict, at: place, found: "both values and a path", allowed: "one of the two")
            }
            checkPath(of: object, access)
        } else if let value {
            guard let element = isDifference ? access?.change : access?.value else { return }
            let codec = Codec.list(of: element, count: Self.valueCounts)
            values = codec.read(value, place, object.context) ?? []
            if access?.kind == .path, let first = values.first?.x, let last = values.last?.x {
                for index in values.indices { (values[index].y, values[index].z) = (first, last) }
            }
        } else {
            let allowed = "1...\(Self.maximumValues) values, or a path"
            object.context.fault(.missing, at: place, found: "nothing", allowed: allowed)
        }
        checkModes(of: object, access, hasPath: hasPath)
        let count = path.map { $0.pieces.count + 1 } ?? values.count
        if count > 0, path?.pieces.isEmpty != true { checkCounts(of: object, count) }
    }

    /// Checks that the number of key times and of the other per-value lists matches `count` values.
    private mutating func checkCounts(of object: ObjectReader, _ count: Int) {
        let context = object.context
        let times = calculationMode == .discrete ? count + 1 : count
        if keyTimes.isEmpty {
            // Evenly spaced; a single value holds from the start.
            keyTimes = (0..<times).map { times == 1 ? 0 : Double($0) / Double(times - 1) }
        }
        if keyTimes.count != times {
            context.fault(
                .conflict,
                at: object.pointer(to: "keyTimes"),
                found: "\(keyTimes.count) times for \(count) values",
                allowed: calculationMode == .discrete
                    ? "one more time than values: each value holds until the next time" : "as many times as values"
            )
        }
        if zip(keyTimes, keyTimes.dropFirst()).contains(where: { $0 > $1 }) {
            let place = object.pointer(to: "keyTimes")
            context.fault(.outOfRange, at: place, found: "descending times", allowed: "ascending times")
        }
        if ![0, count - 1].contains(timingFunctions.count) {
            context.fault(
                .conflict,
                at: object.pointer(to: "timingFunctions"),
                found: "\(timingFunctions.count) functions for \(count) values",
                allowed: "one function fewer than values"
            )
        }
        for (name, list) in splineLists where ![0, count].contains(list.count) {
            let found = "\(list.count) numbers for \(count) values"
            context.fault(.conflict, at: object.pointer(to: name), found: found, allowed: "as many numbers as values")
        }
    }

    private var splineLists: [(String, [Double])] {
        [("tensionValues", tensionValues), ("continuityValues", continuityValues), ("biasValues", biasValues)]
    }

    /// Refuses fields that have no meaning in the calculation mode, instead of ignoring them.
    private func checkModes(of object: ObjectReader, _ access: AnimatableAccess?, hasPath: Bool) {
        let context = object.context
        func refuse(_ name: String, beside: String, allowed: String) {
            context.fault(.conflict, at: object.pointer(to: name), found: "\(name) with \(beside)", allowed: allowed)
        }
        let mode = "calculationMode \"\(calculationMode.rawValue)\""
        let isSpline = calculationMode == .cubic || calculationMode == .cubicPaced
        if !isSpline {
            for (name, list) in splineLists where !list.isEmpty {
                refuse(name, beside: mode, allowed: "\(name) with \"cubic\" or \"cubicPaced\"")
            }
        }
        if calculationMode == .discrete, !timingFunctions.isEmpty {
            refuse(
                "timingFunctions",
                beside: mode,
                allowed: "no timingFunctions, since nothing moves between two values"
            )
        }
        if isSpline, hasPath {
            refuse("path", beside: mode, allowed: "calculationMode \"linear\", \"discrete\" or \"paced\"")
        }
        guard rotationMode != nil else { return }
        if !hasPath { refuse("rotationMode", beside: "no path", allowed: "a path, or no rotationMode") }
        if let access, !access.turns {
            let allowed = "rotationMode with position, emitterPosition or mask.position"
            refuse("rotationMode", beside: "a property other than a position", allowed: allowed)
        }
    }

    private func checkPath(of object: ObjectReader, _ access: AnimatableAccess?) {
        let context = object.context
        let place = object.pointer(to: "path")
        if let access, access.kind != .point {
            context.fault(.conflict, at: place, found: "a path for a property that is not a point", allowed: "values")
            return
        }
        guard let path else { return }
        let pieces = path.pieces
        guard !pieces.isEmpty else {
            context.fault(
                .unknownValue,
                at: place,
                found: "a path without a line or curve",
                allowed: "a path with at least one line or curve"
            )
            return
        }
        context.pathSegmentsLeft -= pieces.count
        if context.pathSegmentsLeft < 0 {
            let allowed =
                "at most \(Animation.maximumPathSegments) lines and curves in all paths of a layer's animations"
            context.fault(.tooMuch, at: place, found: "\(pieces.count) further lines and curves", allowed: allowed)
        }
        guard let bounds = access?.bounds else { return }
        let range = ValueRange(pieces.flatMap { [$0.start, $0.end] })
        if any(range.lower .< bounds.lower) || any(range.upper .> bounds.upper) {
            let allowed = "points in \((bounds.lower.x...bounds.upper.x).text)"
            context.fault(.outOfRange, at: place, found: "a path with points outside", allowed: allowed)
        }
    }

    /// The canonical JSON members, with values encoded by `access`.
    ///
    /// - Parameter paths: Paths of the layer's mask.
    func members(_ access: AnimatableAccess?, _ paths: [SVGPath?]) -> [JSONValue.Member] {
        let own = Self.properties.flatMap { $0.write(self) }
        guard path == nil, let access else { return own }
        return own + [.init("values", .array(values.compactMap { access.json(of: $0, paths) }))]
    }
}

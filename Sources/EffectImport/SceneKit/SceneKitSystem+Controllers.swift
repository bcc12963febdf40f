import EffectModel
import Glibc
import StrictJSON

/// Animations of a particle's properties over its life.
extension SceneKitSystem {
    /// - Parameter isLinear: Whether colors are linear, as archived by a SceneKit with linear rendering, which also
    ///   archives `particleIntensity`.
    mutating func readControllers(_ value: ArchivedValue?, isLinear: Bool, _ reader: FieldReader) {
        guard let value, !value.isNull else { return }
        for (name, controller) in value.entries(atMost: 32) {
            let place = "\(reader.place("propertyControllers")).\(name.asKey)"
            guard controller["inputMode"]?.number ?? 0 == 0 else {
                reader.notes.ignore(place, controller.excerpt, "only controllers over a particle's life are supported")
                continue
            }
            if controller["inputScale"]?.number ?? 1 != 1 || controller["inputBias"]?.number ?? 0 != 0 {
                reader.notes.approximate(place, controller.excerpt, "the controller runs once from birth to death")
            }
            let width = name == "Color" ? 4 : 1
            guard let curve = Self.keyframes(controller, width: width) else {
                reader.notes.ignore(place, controller.excerpt, "the controller has no valid keyframes")
                continue
            }
            switch name {
            case "Size": sizeCurve = curve.map { $0.x.clamped(to: 0...1000) }
            case "Opacity": opacityCurve = curve.map { $0.x.clamped(to: 0...1) }
            case "Color":
                colorCurve = curve.map { color in
                    let kept = color.clamped(lowerBound: .zero, upperBound: .one)
                    guard isLinear else { return kept }
                    return SIMD4((0..<4).map { $0 == 3 ? kept[3] : kept[$0].sRGB })
                }
            default: reader.notes.ignore(place, controller.excerpt, "the property keeps its value from birth")
            }
        }
    }

    /// Values of a keyframe animation, and their times; the times are empty or invalid if the values are evenly spaced.
    private typealias Keyframes = (values: [SIMD4<Double>], times: [Double])

    /// Maximum number of bytes of a keyframe animation.
    private static let maximumBytes = 1 << 16

    /// Reads values and times in big-endian bytes, as SceneKit has archived them since 2015.
    private static func packedKeyframes(_ animation: ArchivedValue, width: Int) -> Keyframes? {
        guard let keyed = (animation.entry("animation") ?? animation).entry("keyframeController"),
            let bytes = keyed.entry("values-data")?.data, bytes.count <= maximumBytes
        else { return nil }
        let numbers = bytes.numbers(of: 4, isBigEndian: true)
        guard numbers.allSatisfy(\.isFinite) else { return nil }
        let values = (0..<numbers.count / width).map { index in
            let own = (0..<width).map { numbers[index * width + $0].clamped(to: -1e6...1e6) }
            return width == 4 ? SIMD4(own[0], own[1], own[2], own[3]) : SIMD4(repeating: own[0])
        }
        return (values, keyed.entry("keytimes-data")?.data.map { $0.numbers(of: 8, isBigEndian: true) } ?? [])
    }

    /// Reads a CAKeyframeAnimation in an archive of its own, as SceneKit archived it in 2014.
    private static func archivedKeyframes(_ animation: ArchivedValue, width: Int) -> Keyframes? {
        guard let bytes = animation.data, bytes.count <= maximumBytes,
            let root = (try? KeyedArchive(PropertyList(bytes)))?.root
        else { return nil }
        func list(_ name: String) -> [ArchivedValue] {
            (root[name]?["array"] ?? root[name])?.elements(atMost: 4096) ?? []
        }
        let values = list("values").map { value in
            width == 4 ? value.color : value.number.map { SIMD4(repeating: $0.clamped(to: -1e6...1e6)) }
        }
        guard !values.contains(nil) else { return nil }
        return (values.compactMap(\.self), list("keyTimes").map { $0.number ?? -1 })
    }

    private static func keyframes(_ controller: ArchivedValue, width: Int) -> Curve<SIMD4<Double>>? {
        guard let animation = controller["animation"],
            let found = packedKeyframes(animation, width: width) ?? archivedKeyframes(animation, width: width)
        else { return nil }
        let values = found.values
        let count = values.count
        guard count > 0 else { return nil }
        var times = found.times
        if times.count != count || !times.allSatisfy({ (0...1).contains($0) }) || times != times.sorted() {
            times = values.indices.map { count == 1 ? 0 : Double($0) / Double(count - 1) }
        }
        var points = Array(zip(times, values))
        // Of points closer together than is visible, the last one counts.
        points = points.enumerated().filter { index, point in
            index + 1 == points.count || points[index + 1].0 - point.0 > 1e-6
        }
        .map(\.element)
        let step = (points.count + Curve<Double>.maximumCount - 1) / Curve<Double>.maximumCount
        points = points.enumerated().filter { $0.offset % step == 0 || $0.offset + 1 == points.count }.map(\.element)
        points = Array(points.prefix(Curve<Double>.maximumCount))
        return Curve(points.map(\.1), at: points.map(\.0))
    }
}

extension Double {
    /// The sRGB value of a linear component.
    ///
    /// - Source: IEC 61966-2-1.
    fileprivate var sRGB: Double {
        self <= 0.0031308 ? self * 12.92 : 1.055 * pow(self, 1 / 2.4) - 0.055
    }
}

import EffectModel
import StrictJSON

/// Conversion of a layer's animations to those of a group.
extension CAMLDocument {
    /// Place of a layer that becomes a group.
    struct Placement {
        let frame: Frame
        /// Coordinates of the layer's parent.
        let space: Space
        let motion: CAMLMotion
        /// Offset from the layer's position to the group's, before y is turned downward.
        let shift: SIMD2<Double>
    }

    /// A property of a group that follows an animated property of a layer.
    private struct Course {
        let keyPath: String
        /// Allowed values of the group's property; `nil` for any.
        var limits: ClosedRange<Double>?
        /// Whether values are added to the group's own.
        var isAdditive = false
        /// Count of the numbers of a layer's value, and the group's numbers for them, an affine function; `nil` if they
        /// are the same.
        var change: (count: Int, numbers: ([Double]) -> [Double])?

        /// - Parameter isDifference: Whether the value is the difference of two values.
        func value(for value: JSONValue, isDifference: Bool) -> JSONValue {
            guard var numbers = value.listOfNumbers else { return value }
            if let change {
                guard numbers.count == change.count else { return value }
                let origin = isDifference ? change.numbers(numbers.map { _ in 0 }) : []
                numbers = change.numbers(numbers)
                for axis in origin.indices { numbers[axis] -= origin[axis] }
            }
            if let limits, !isDifference { numbers = numbers.map { $0.clamped(to: limits) } }
            return numbers.count == 1 ? .number(numbers[0].tidy) : .numbers(numbers.map(\.tidy))
        }

        /// An animation of the group, from that of the layer.
        func animation(for members: [JSONValue.Member]) -> JSONValue {
            var own = members
            for index in own.indices {
                switch own[index].name {
                case "keyPath": own[index].value = .string(keyPath)
                case "from", "to": own[index].value = value(for: own[index].value, isDifference: false)
                case "by": own[index].value = value(for: own[index].value, isDifference: true)
                case "values":
                    guard case .array(let values) = own[index].value else { continue }
                    own[index].value = .array(values.map { value(for: $0, isDifference: false) })
                default: break
                }
            }
            if isAdditive { own.append(.init("additive", true)) }
            return .object(own)
        }
    }

    /// Names of animated properties, without their parts.
    static func properties(_ animations: [JSONValue]) -> Set<String> {
        Set(
            animations.compactMap {
                guard case .string(let keyPath)? = $0["keyPath"] else { return nil }
                return keyPath.hasPrefix("size.") ? "size" : keyPath
            }
        )
    }

    /// Animations of a layer that a group has, too.
    func animations(_ reader: ElementReader, of layer: Placement, into found: inout Found) -> [JSONValue] {
        guard let list = reader.takeChild("animations") else { return [] }
        let place = reader.fields.place("animations")
        let frame = layer.frame
        return animations(list, at: place, &found).enumerated().flatMap { index, animation -> [JSONValue] in
            guard case .object(let members) = animation, case .string(let keyPath)? = animation["keyPath"] else {
                return []
            }
            let courses = courses(of: keyPath, layer)
            if courses.isEmpty {
                let reason = "the property is not animated in the layers around an emitter"
                setting.notes.ignore("\(place)[\(index)]", JSONValue.string(keyPath).shown, reason)
            }
            if keyPath.hasPrefix("transform."), frame.anchor != SIMD2(0.5, 0.5), frame.size != .zero {
                let reason = "the transform is applied about the layer's center instead of its anchor point"
                setting.notes.approximate("\(place)[\(index)]", JSONValue.string(keyPath).shown, reason)
            }
            return courses.map { $0.animation(for: members) }
        }
    }

    private func courses(of keyPath: String, _ layer: Placement) -> [Course] {
        // y points down in a group.
        let sign = layer.space.isFlipped ? 1.0 : -1
        let shift = layer.shift
        switch keyPath {
        case "opacity", "shadowOpacity", "shadowRadius", "transform.scale.x", "transform.scale.y":
            return [Course(keyPath: keyPath)]
        case "cornerRadius", "borderWidth": return [Course(keyPath: keyPath, limits: LayerGroup.widths)]
        case "transform.scale", "transform.scale.xy": return [Course(keyPath: "transform.scale")]
        case "transform.rotation", "transform.rotation.z":
            return [Course(keyPath: "transform.rotation", change: (1, { [$0[0] * sign] }))]
        case "position":
            return [Course(keyPath: keyPath, change: (2, { [$0[0] + shift.x, ($0[1] + shift.y) * sign] }))]
        case "position.x": return [Course(keyPath: keyPath, change: (1, { [$0[0] + shift.x] }))]
        case "position.y": return [Course(keyPath: keyPath, change: (1, { [($0[0] + shift.y) * sign] }))]
        default: return bounds(keyPath, layer)
        }
    }

    /// Courses for a layer's bounds. A layer grows about its anchor and a group about its center, so the group also
    /// moves. The contents of a layer stay where its origin is, and those of a group where its center is, so they are
    /// scrolled.
    private func bounds(_ keyPath: String, _ layer: Placement) -> [Course] {
        let frame = layer.frame
        let (corner, size) = (frame.corner, frame.size)
        /// The change of the origin and of the size.
        let change: (count: Int, of: ([Double]) -> (origin: SIMD2<Double>, size: SIMD2<Double>))
        var part = ""
        switch keyPath {
        case "bounds":
            change = (4, { (SIMD2($0[0], $0[1]) - corner, SIMD2($0[2], $0[3]) - size) })
        case "bounds.size": change = (2, { (.zero, SIMD2($0[0], $0[1]) - size) })
        case "bounds.size.width": (change, part) = ((1, { (.zero, SIMD2($0[0] - size.x, 0)) }), ".width")
        case "bounds.size.height": (change, part) = ((1, { (.zero, SIMD2(0, $0[0] - size.y)) }), ".height")
        case "bounds.origin": change = (2, { (SIMD2($0[0], $0[1]) - corner, .zero) })
        case "bounds.origin.x": change = (1, { (SIMD2($0[0] - corner.x, 0), .zero) })
        case "bounds.origin.y": change = (1, { (SIMD2(0, $0[0] - corner.y), .zero) })
        default: return []
        }
        let signInside = frame.isFlipped ? 1.0 : -1
        let scroll = Course(
            keyPath: "scroll",
            isAdditive: true,
            change: (
                change.count,
                { numbers in
                    let change = change.of(numbers)
                    let way = change.origin + change.size / 2
                    return [way.x, way.y * signInside]
                }
            )
        )
        guard !keyPath.hasPrefix("bounds.origin") else { return [scroll] }
        var courses = [
            Course(
                keyPath: "size" + part,
                limits: LayerGroup.sides,
                change: change.count == 4 ? (4, { [$0[2], $0[3]] }) : nil
            ), scroll,
        ]
        if frame.anchor != SIMD2(0.5, 0.5) {
            let sign = layer.space.isFlipped ? 1.0 : -1
            courses.append(
                Course(
                    keyPath: "position",
                    isAdditive: true,
                    change: (
                        change.count,
                        { numbers in
                            let way = layer.motion.turned(change.of(numbers).size * (0.5 - frame.anchor))
                            return [way.x, way.y * sign]
                        }
                    )
                )
            )
        }
        return courses
    }
}

extension JSONValue {
    /// The numbers of a number or of a list of numbers; `nil` for anything else.
    fileprivate var listOfNumbers: [Double]? {
        switch self {
        case .number(let number): return [number]
        case .array(let values):
            let numbers = values.compactMap { if case .number(let number) = $0 { number } else { nil } }
            return numbers.count == values.count && !numbers.isEmpty ? numbers : nil
        default: return nil
        }
    }
}

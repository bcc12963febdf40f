import EffectCoding
internal import EffectModel
import StrictJSON

/// Parameters for the number, position and direction of new particles.
extension QueryParameter {
    /// - Parameter change: Applies a value; called with value, name and document.
    package init(
        _ name: String,
        _ title: String,
        _ summary: String,
        _ group: Group,
        _ kind: Kind,
        needs: Edit.Needs = .cells,
        phase: Int = 3,
        origin: String? = nil,
        _ change: @escaping @Sendable (String, String, inout PresetEditor) throws(ParameterFault) -> Void,
        current: @escaping @Sendable (PresetView) -> String? = { _ in nil }
    ) {
        self.init(
            name: name,
            title: title,
            summary: summary,
            group: group,
            kind: kind,
            effect: .edit(Edit(needs: needs, phase: phase, apply: change, current: current)),
            origin: origin
        )
    }

    /// A fault for a value that cannot be parsed.
    package static func wrong(_ value: String, for name: String) -> ParameterFault {
        let allowed = all[name]?.allowed ?? ""
        return ParameterFault(.wrongType, name, found: JSONValue.string(value).excerpt, allowed: allowed)
    }

    /// Parses a number.
    package static func number(_ value: String, _ name: String, _ unit: ParameterText.Unit = .none)
        throws(ParameterFault)
        -> Double
    {
        guard let number = ParameterText.number(value, unit) else { throw wrong(value, for: name) }
        return number
    }

    /// Parses a number or a range.
    package static func range(_ value: String, _ name: String, _ unit: ParameterText.Unit = .none)
        throws(ParameterFault)
        -> ClosedRange<Double>
    {
        guard let range = ParameterText.range(value, unit) else { throw wrong(value, for: name) }
        return range
    }

    /// Parses a Boolean: `1`, `true`, `0` or `false`.
    package static func flag(_ value: String, _ name: String) throws(ParameterFault) -> Bool {
        switch value {
        case "1", "true": return true
        case "0", "false": return false
        default: throw wrong(value, for: name)
        }
    }

    /// Parses an integer of 1...100000.
    package static func count(_ value: String, _ name: String) throws(ParameterFault) -> Int {
        guard let number = ParameterText.number(value), let count = Int(exactly: number), (1...100_000).contains(count)
        else {
            let found = JSONValue.string(value).excerpt
            throw ParameterFault(.outOfRange, name, found: found, allowed: "a whole number in 1...100000")
        }
        return count
    }

    /// Largest angle in degrees, of the 1000 radians that a spec may have.
    private static let mostDegrees = 1000 * 180 / Double.pi

    private static let plainShapes = ["point", "line", "rectangle", "cuboid", "circle", "sphere"]

    static let emission: [QueryParameter] = [
        QueryParameter(
            "n",
            "number of particles",
            "Particles in each burst, over all kinds.",
            .emission,
            .whole(1...500),
            needs: .bursts,
            setCount,
            current: Self.count
        ),
        QueryParameter(
            "rate",
            "birth rate",
            "Particles born per second, over all kinds.",
            .emission,
            .number(0...500, step: 1, .none, isRange: false),
            needs: .rates
        ) { value, name, document throws(ParameterFault) in
            let rate = try number(value, name)
            let shares = document.cells.map { document[$0 + ["birthRate"]]?.double ?? 0 }
            let sum = shares.reduce(0, +)
            try document.stopAnimations(ofCells: "birthRate", for: name)
            document.fixDensity(of: .births)
            for (cell, share) in zip(document.cells, shares) where share > 0 {
                try document.write(.number(rate * (share / sum)), at: cell + ["birthRate"], for: name)
            }
        } current: { view in
            ParameterText.text(view.cells.reduce(0) { $0 + $1.birthRate })
        },
        place("x", axis: 0, "Horizontal position of the emitter, as a share of the canvas width: 0 is the left edge."),
        place("y", axis: 1, "Vertical position of the emitter, as a share of the canvas height: 0 is the top edge."),
        QueryParameter(
            "from",
            "edge or first image",
            "Start of the particles, which move inward: an edge, the center or the two lower corners. In a preset without emitters: the first image.",
            .emission,
            .text(allowed: "\(EmitterSide.allCases.map(\.rawValue).joined(separator: ", ")); or \(pictures)"),
            needs: .emitterOr(asset: firstPicture),
            phase: 4
        ) { value, name, document throws(ParameterFault) in
            if document.emitters.isEmpty {
                return try document.writePicture(value, as: firstPicture, for: name)
            }
            guard let side = EmitterSide(rawValue: value) else {
                let sides = EmitterSide.allCases.map(\.rawValue).joined(separator: ", ")
                throw ParameterFault(
                    .wrongType,
                    name,
                    found: JSONValue.string(value).excerpt,
                    allowed: "\(sides): images are for presets without emitters"
                )
            }
            try side.apply(to: &document, for: name)
        } current: { view in
            view.emitters.isEmpty ? view.picture(firstPicture) : nil
        },
        QueryParameter(
            "es",
            "emitter shape",
            "Shape of the emitter.",
            .emission,
            .choice(plainShapes),
            needs: .emitter
        ) { value, name, document throws(ParameterFault) in
            for emitter in document.emitters { try document.writeShape(value, of: emitter, for: name) }
        } current: { view in
            // Other shapes require further settings.
            view.emitters.first.map(\.emitterShape.rawValue).flatMap { plainShapes.contains($0) ? $0 : nil }
        },
        QueryParameter(
            "em",
            "emitter mode",
            "Part of the emitter's shape in which particles are born.",
            .emission,
            .choice(["points", "outline", "surface", "volume"]),
            needs: .emitter
        ) { value, name, document throws(ParameterFault) in
            try document.writeEmitters("emitterMode", .string(value), for: name)
        } current: {
            $0.emitters.first?.emitterMode.rawValue
        },
        extent("ew", axis: 0, title: "emitter width", summary: "Width of the emitter, in points."),
        extent("eh", axis: 1, title: "emitter height", summary: "Height of the emitter, in points."),
        QueryParameter(
            "angle",
            "direction",
            "Direction of emission, or in which slats open, in degrees: 0 is right, 90 is up.",
            .emission,
            .number(-360...360, step: 1, .degrees, isRange: false),
            needs: .cellsOrBlinds
        ) { value, name, document throws(ParameterFault) in
            let angle = try number(value, name, .degrees)
            guard abs(angle) <= mostDegrees else {
                let most = Int(mostDegrees)
                let allowed = "degrees in \(-most)...\(most)"
                throw ParameterFault(.outOfRange, name, found: JSONValue.string(value).excerpt, allowed: allowed)
            }
            if document.cells.isEmpty {
                for blinds in document.json.blindsPaths {
                    let text = "\(ParameterText.text(-angle))deg"
                    try document.write(.string(text), at: blinds + ["shape", "angle"], for: name)
                }
                return
            }
            try document.writeCells("emissionLongitude", .string("\(ParameterText.text(-angle))deg"), for: name)
            try document.writeEmitters("naturalDirection", 0, for: name)
        } current: { view in
            if view.cells.isEmpty { return view.angleOfBlinds.map { ParameterText.text(-$0) } }
            return view.common(\.emissionLongitude).flatMap { longitude in
                guard let first = view.emitters.first, let natural = first.plainDirection,
                    view.emitters.allSatisfy({ $0.plainDirection == natural })
                else { return nil }
                return ParameterText.text(-(natural + longitude) * 180 / .pi)
            }
        },
        QueryParameter(
            "spread",
            "spread",
            "Full angle of the cone of directions, in degrees.",
            .emission,
            .number(0...360, step: 1, .degrees, isRange: false)
        ) { value, name, document throws(ParameterFault) in
            let spread = try number(value, name, .degrees)
            try document.writeCells("emissionRange", .string("\(ParameterText.text(spread))deg"), for: name)
        } current: { view in
            view.common(\.emissionRange).map { ParameterText.text($0 * 180 / .pi) }
        },
        QueryParameter(
            "life",
            "lifetime",
            "Lifetime of a particle, in seconds.",
            .emission,
            .number(0.05...20, step: 0.05, .seconds, isRange: true)
        ) { value, name, document throws(ParameterFault) in
            try document.writeCells("lifetime", ParameterText.json(range(value, name, .seconds)), for: name)
            document.fixDensity(of: .lifetimes)
        } current: {
            $0.commonRange(\.lifetime, \.lifetimeRange)
        },
    ]

    /// A parameter for one coordinate of the emitter, as a share of the canvas.
    private static func place(_ name: String, axis: Int, origin: String? = nil, _ summary: String) -> QueryParameter {
        QueryParameter(
            name,
            axis == 0 ? "horizontal position" : "vertical position",
            summary,
            .emission,
            .number(0...1, step: 0.01, .share, isRange: false),
            needs: .emitter,
            origin: origin
        ) { value, name, document throws(ParameterFault) in
            let share = try number(value, name, .share)
            for emitter in document.emitters {
                try document.writePair(
                    at: emitter + ["emitterPosition"],
                    index: axis,
                    .string("\(ParameterText.text(share * 100))%"),
                    for: name
                )
            }
        } current: { view in
            let size = view.spec.canvas
            guard let first = view.emitters.first?.emitterPosition,
                view.emitters.allSatisfy({ $0.emitterPosition[axis] == first[axis] })
            else { return nil }
            return ParameterText.text(first[axis] / (axis == 0 ? size.width : size.height))
        }
    }

    /// canvas-confetti's names for the emitter's position.
    package static let origins = [
        place("origin.x", axis: 0, origin: "canvas-confetti", "Alias of x."),
        place("origin.y", axis: 1, origin: "canvas-confetti", "Alias of y."),
    ]

    private static func extent(_ name: String, axis: Int, title: String, summary: String) -> QueryParameter {
        QueryParameter(
            name,
            title,
            summary,
            .emission,
            .number(0...1000, step: 1, .points, isRange: false),
            needs: .emitter
        ) { value, name, document throws(ParameterFault) in
            let size = try number(value, name, .points)
            try document.stopAnimations(ofEmitters: "emitterSize", for: name)
            for emitter in document.emitters {
                try document.writePair(at: emitter + ["emitterSize"], index: axis, .number(size), for: name)
            }
        } current: { view in
            view.emitters.first.map { ParameterText.text($0.emitterSize[axis]) }
        }
    }

    /// Sets the total number of particles in a burst, with cells in the same proportions as before. Cells that get none
    /// are disabled.
    static let setCount: @Sendable (String, String, inout PresetEditor) throws(ParameterFault) -> Void = {
        value,
        name,
        document throws(ParameterFault) in
        let count = try count(value, name)
        for cell in document.cells { try document.take(cell + ["burst", "count"], for: name) }
        let shares = document.cells.map { max(0, document[$0 + ["burst", "count"]]?.double ?? 0) }
        let sum = shares.reduce(0, +)
        // An invalid count is refused by the spec's reader.
        guard sum.isFinite, sum > 0 else { return }
        document.fixDensity(of: .births)
        var (before, given) = (0.0, 0)
        for (cell, share) in zip(document.cells, shares) where share > 0 {
            before += share
            let next = Int((Double(count) * min(1, before / sum)).rounded())
            if next > given {
                try document.write(.number(Double(next - given)), at: cell + ["burst", "count"], for: name)
            } else {
                try document.write(false, at: cell + ["enabled"], for: name)
            }
            given = next
        }
    }

    package static let count: @Sendable (PresetView) -> String? = { view in
        String(view.cells.reduce(0) { $0 + ($1.burst?.count ?? 0) })
    }
}

extension PresetEditor {
    /// Writes one element of a pair. The other element is kept; its default is 0.
    mutating func writePair(at path: [String], index: Int, _ value: JSONValue, for name: String) throws(ParameterFault)
    {
        try take(path + [String(index)], for: name)
        var elements: [JSONValue] = [0, 0]
        if case .array(let present) = self[path], present.count >= 2 { elements = present }
        elements[index] = value
        setUnchecked(.array(elements), at: path)
    }
}

extension Emitter {
    /// The emitter's natural direction in radians, if the same for all particles.
    fileprivate var plainDirection: Double? {
        if case .angle(let angle) = naturalDirection { return angle }
        guard naturalDirection == .shape else { return nil }
        switch emitterShape {
        case .point: return 0
        case .line: return -.pi / 2
        default: return nil
        }
    }
}

import EffectCoding
internal import EffectModel
internal import EffectRendering
import StrictJSON

extension QueryParameter {
    /// The parameter that sets size, byte budget and format at once.
    package static let target = QueryParameter(
        "target",
        "made for",
        "Place that the effect is made for: sets size and byte budget, and the format of a URL without an ending. Other parameters of the URL win.",
        .file,
        .choice(DeliveryTarget.all.map(\.name)),
        needs: .nothing,
        phase: 0
    ) { value, name, document throws(ParameterFault) in
        guard let target = DeliveryTarget.named(value) else {
            let allowed = DeliveryTarget.all.map(\.name)
            let near = Nearest.name(to: value, among: allowed).map { " (did you mean \($0)?)" } ?? ""
            let found = JSONValue.string(value).excerpt
            let names = allowed.joined(separator: ", ")
            throw ParameterFault(.unknownValue, name, found: found, allowed: names + near)
        }
        try document.aim(at: target, for: name)
    }
}

extension PresetEditor {
    /// Sets the size and byte budget of a target, and its format, if any, where the path leaves that open. Values that other
    /// parameters of the request set stay theirs. A preset without a fit of its own gets `scale`.
    mutating func aim(at target: DeliveryTarget, for name: String) throws(ParameterFault) {
        for (other, value) in target.parameters {
            guard case .place(let place, _) = QueryParameter.all[other]?.effect else { continue }
            if other == "max", !targetParts.budget { continue }
            if isGiven(other, place) { continue }
            try write(ParameterText.number(value).map { .number($0) } ?? .string(value), at: place, for: name)
        }
        let format = targetParts.format ? target.format(among: targetParts.videos) : nil
        spareGivenParts(takesQuality: targetParts.quality && format?.takesQuality != false)
        let fit = self[["canvas", "fit"]]?.text ?? Canvas.Fit.native.rawValue
        if fit == Canvas.Fit.native.rawValue, !isGiven("fit", ["canvas", "fit"]) {
            try write(.string(Canvas.Fit.scale.rawValue), at: ["canvas", "fit"], for: name)
            if self[["canvas", "scene"]] == nil { try write(ownSize, at: ["canvas", "scene"], for: name) }
        }
        if targetParts.format, !isGiven("output.format", ["output", "format"]),
            let format = target.format(among: targetParts.videos)
        {
            try write(.string(format.format.rawValue), at: ["output", "format"], for: name)
        }
    }

    /// Lets the target's byte budget reduce last what other parameters of the request set: colors, or frames per second.
    ///
    /// - Parameter takesQuality: Whether the form has a quality, which is that of its colors.
    private mutating func spareGivenParts(takesQuality: Bool) {
        let keep = ["output", "keep"]
        guard targetParts.budget, !isGiven("max", ["output", "maxBytes"]), !isGiven("keep", keep) else { return }
        var parts: [Output.Keepsake] = []
        if isGiven("palette", ["output", "palette"]) || given.contains("colors.palette")
            || takesQuality && isGiven("quality", ["output", "quality"])
        {
            parts.append(.colors)
        }
        if isGiven("fps", ["timing", "fps"]) { parts.append(.fps) }
        if !parts.isEmpty { setUnchecked(.string(parts.map(\.rawValue).joined(separator: ",")), at: keep) }
    }

    /// Plays faster, and with fewer frames, where a target has a limit and no parameter says otherwise.
    ///
    /// - Parameter timing: Timing of the document.
    mutating func limit(_ timing: Timing, to target: DeliveryTarget) {
        var timing = timing
        func floor(_ number: Double) -> Double { (number * 1000).rounded(.down) / 1000 }
        if let most = target.maximumSeconds, !isGiven("slow", ["timing", "speed"]), timing.hold < most,
            timing.duration * timing.speed + timing.hold > most
        {
            timing.speed = max(0.05, floor((most - timing.hold) / timing.duration))
            setUnchecked(.number(timing.speed), at: ["timing", "speed"])
        }
        if let most = target.maximumFrames, !isGiven("fps", ["timing", "fps"]), timing.frameCount > most {
            let fps = max(0.1, floor(Double(most) / (timing.duration * timing.speed)))
            setUnchecked(.number(fps), at: ["timing", "fps"])
        }
    }

    /// Whether the request has a parameter, by its name or by its path.
    private func isGiven(_ name: String, _ place: [String]) -> Bool {
        given.contains(name) || given.contains(place.joined(separator: "."))
    }
}

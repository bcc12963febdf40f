internal import EffectModel
import StrictJSON

/// Births, lifetimes, and duration of the effect.
extension EmitterSpecBuilder {
    /// Returns the timing of the frames.
    mutating func timing() -> [JSONValue.Member] {
        var members: [JSONValue.Member] = [
            .init("duration", .number(plan.timing.duration.shortestDecimal)), .init("fps", .number(options.fps)),
        ]
        if let emission = node.emissionDuration {
            noteEnd(emission)
            if let loop = plan.timing.loop { members.append(.init("loop", .string(loop.rawValue))) }
            return members
        }
        if node.count > 0, node.rate > 0 {
            let seconds = (node.count / node.rate).shortestText
            report.note(.count, node.count, "the births would take \(seconds) s; the emitter is endless")
        }
        if let loop = plan.timing.loop {
            members.append(.init("loop", .string(loop.rawValue)))
        } else {
            let most = EmissionPlan.longestLifeInLoop.shortestText
            let reason = "with lifetimes above \(most) s, the effect starts empty and does not loop seamlessly"
            report.note(.lifetime, node.lifetime.mean, reason)
        }
        return members
    }

    /// Notes the part of a finite emitter that is not shown.
    private mutating func noteEnd(_ emission: Double) {
        let shown = "and \(plan.timing.duration.shortestText) s are shown"
        if plan.timing.duration * node.rate < 1 - 1e-9 {
            report.note(
                .count,
                node.count,
                "no particle is born within the \(plan.timing.duration.shortestText) s shown"
            )
        } else if emission > plan.timing.duration {
            report.note(.count, node.count, "the births would take \(emission.shortestText) s, \(shown)")
        } else if options.duration == nil, emission + node.longestLife > plan.timing.duration + 1e-3 {
            let gone = "the last particle dies after \((emission + node.longestLife).shortestText) s"
            report.note(.count, node.count, "\(gone), \(shown)")
        }
    }

    /// Returns the members for births and lifetimes.
    mutating func birth() -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        noteRate()
        members.append(.init("birthRate", .number(plan.rate)))
        if let emission = node.emissionDuration { members.append(.init("duration", .number(emission))) }
        if let phase = plan.phase { members.append(.init("birthPhase", .number(phase))) }
        members.append(.init("lifetime", .number(kept(node.lifetime.mean, in: 0...1_000_000, .lifetime))))
        members.add("lifetimeRange", kept(node.lifetime.range, in: -1_000_000...1_000_000, .lifetimeRange))
        if node.longestLife <= 0 {
            report.note(.lifetime, node.lifetime.mean, "the lifetime is 0, so no particle is ever visible")
        }
        return members
    }

    private mutating func noteRate() {
        if node.rate == 0 {
            report.note(.birthRate, node.birthRate, "no particle is ever born")
        } else if node.birthRate > 1_000_000 {
            report.note(.birthRate, node.birthRate, "the rate is limited to \(node.rate.shortestText)")
        }
    }
}

extension EmitterNode {
    /// Particles per second, clamped to a spec's range.
    var rate: Double { min(max(0, birthRate), 1_000_000).shortestDecimal }

    /// Seconds in which particles are born; `nil` is endless.
    var emissionDuration: Double? {
        guard count >= 1, rate > 0 else { return nil }
        let seconds = count.rounded(.down) / rate
        return seconds <= 100_000 ? seconds : nil
    }

    /// Maximum lifetime of a particle in seconds.
    var longestLife: Double { max(0, lifetime.mean + abs(lifetime.range) / 2) }

    /// Mean of the shortest and the longest lifetime in seconds.
    var middleLife: Double { (longestLife + max(0, lifetime.mean - abs(lifetime.range) / 2)) / 2 }

    /// Returns the node with fewer particles, but at least one in a loop of `seconds`.
    func thinned(to share: Double, seconds: Double) -> EmitterNode {
        guard share < 1 else { return self }
        var node = self
        if emissionDuration == nil {
            node.birthRate = max(rate * share, min(rate, 1 / seconds))
        } else {
            // The duration stays the same.
            node.count = max(1, (count * share).rounded(.down))
            node.birthRate = rate * node.count / count
        }
        return node
    }
}

internal import EffectModel

/// When particles are born, how long they live, and how long all that is watched.
extension EffectDocument {
    /// Durations to try, the best one first.
    ///
    /// An emitter without an end is seen as it is once it has run for a while, in a loop without a seam. One with an end is
    /// seen from its beginning until nothing is left.
    static func durations(of node: EmitterNode, _ options: SpriteKitImporter.Options) -> [Double] {
        if let given = options.duration { return [given] }
        let most = min(options.limits.maximumDuration, Double(options.limits.maximumFrames) / options.fps)
        guard let emission = node.emissionDuration else {
            return SpriteKitImporter.endlessDurations.map { min($0, most) }
        }
        // Whole frames, the last one empty.
        let whole = ((emission + node.longestLife) * options.fps - 1e-6).rounded(.up) / options.fps
        return [min(max(whole, 0.1), most)]
    }

    /// How the frames are taken.
    mutating func timing() -> [JSONValue.Member] {
        if let emission = node.emissionDuration, emission > duration {
            let all = "their births would take \(emission.asWritten) s"
            report.note(.count, node.count, "\(all), of which \(duration.asWritten) s are shown")
        }
        var members: [JSONValue.Member] = [
            .init("duration", .number(duration.tidy)), .init("fps", .number(options.fps)),
        ]
        // Particles that live on and on would fill a loop that closes with all that were ever born.
        if node.emissionDuration == nil, node.longestLife <= 60 { members.append(.init("loop", "seamless")) }
        return members
    }

    /// How many are born, and how long each lives.
    mutating func birth() -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        if node.birthRate < 0 || node.birthRate > 1_000_000 {
            report.note(.birthRate, node.birthRate, "taken as \(node.rate.asWritten)")
        } else if node.rate == 0 {
            report.note(.birthRate, 0, "nothing is ever born")
        }
        members.append(.init("birthRate", .number(node.rate)))
        if let emission = node.emissionDuration {
            // The rate's integral over this is the number itself, and without a phase none comes early: exactly so many.
            members += [.init("duration", .number(emission)), .init("birthPhase", 0)]
        }
        members.append(.init("lifetime", .number(kept(node.lifetime.mean, in: 0...1_000_000, .lifetime))))
        members.add("lifetimeRange", kept(node.lifetime.range, in: -1_000_000...1_000_000, .lifetimeRange))
        return members
    }
}

extension EmitterNode {
    /// Particles a second, as a spec can have them.
    var rate: Double { min(max(0, birthRate), 1_000_000).tidy }

    /// Seconds that particles are born; `nil` is without end.
    var emissionDuration: Double? {
        guard count >= 1, rate > 0 else { return nil }
        let seconds = count.rounded(.down) / rate
        return seconds <= 100_000 ? seconds : nil
    }

    /// Seconds that a particle can live at the longest.
    var longestLife: Double { max(0, lifetime.mean + abs(lifetime.range) / 2) }
}

import TestSupport

/// Hand-built archives like NSKeyedArchiver's for SceneKit objects, with the keys and formats of files written by
/// Xcode: those of 2014 in markpmlim/SceneKit-WWDC-2014, later ones in magicien/JSceneKitExample and
/// rogerboesch/SceneKitTutorial. None of these is copied: the first and the last have no license, the files of the
/// second are Apple's samples.
struct SceneArchive {
    private var objects: [Plist] = [.text("$null")]
    private var classes: [String: Int] = [:]

    mutating func reference(_ object: Plist) -> Plist {
        objects.append(object)
        return .uid(objects.count - 1)
    }

    mutating func object(_ name: String, _ members: [(String, Plist)]) -> Plist {
        if classes[name] == nil {
            _ = reference(
                .dictionary([("$classname", .text(name)), ("$classes", .array([.text(name), .text("NSObject")]))])
            )
            classes[name] = objects.count - 1
        }
        return reference(.dictionary(members + [("$class", .uid(classes[name] ?? 0))]))
    }

    mutating func list(_ elements: [Plist]) -> Plist { object("NSArray", [("NS.objects", .array(elements))]) }

    mutating func dictionary(_ members: [(String, Plist)]) -> Plist {
        let keys = members.map { reference(.text($0.0)) }
        let values = members.map { member -> Plist in
            if case .uid = member.1 { member.1 } else { reference(member.1) }
        }
        return object("NSMutableDictionary", [("NS.keys", .array(keys)), ("NS.objects", .array(values))])
    }

    mutating func data(_ bytes: [UInt8]) -> Plist { object("NSMutableData", [("NS.data", .data(bytes))]) }

    /// Returns a color, archived by itself.
    mutating func color(_ components: String) -> Plist {
        var inner = SceneArchive()
        let root = inner.object(
            "NSColor",
            [("NSColorSpace", .whole(2)), ("NSRGB", .data(Array(components.utf8) + [0]))]
        )
        return data(inner.plist(root: root).binary())
    }

    /// Returns a controller with keyframes of equally many numbers each.
    mutating func controller(_ times: [Double], _ values: [Float], mode: Int = 0) -> Plist {
        let keyed = dictionary([
            ("values-data", data(values.flatMap { big(UInt64($0.bitPattern), 4) })),
            ("keytimes-data", data(times.flatMap { big($0.bitPattern, 8) })), ("calculationMode", .whole(0)),
        ])
        let inner = dictionary([("keyframeController", keyed), ("duration", .real(1))])
        let animation = dictionary([("class", .text("keyframe")), ("animation", inner)])
        return object(
            "SCNParticlePropertyController",
            [("animation", animation), ("inputMode", .whole(mode)), ("inputScale", .real(1)), ("inputBias", .real(0))]
        )
    }

    /// Returns a controller as SceneKit wrote it in 2014: a CAKeyframeAnimation of numbers, or of colors, in an archive of
    /// its own.
    mutating func oldController(_ times: [Double], _ values: [String], areColors: Bool) -> Plist {
        var inner = SceneArchive()
        let elements = values.map { text in
            areColors
                ? inner.object("NSColor", [("NSColorSpace", .whole(1)), ("NSRGB", .data(Array(text.utf8) + [0]))])
                : inner.reference(.real(Double(text) ?? .nan))
        }
        let places = times.map { inner.reference(.real($0)) }
        func proxy(_ elements: [Plist]) -> Plist {
            let list = inner.list(elements)
            return inner.object("LKNSArrayCodingProxy", [("array", list)])
        }
        let members = [
            ("keyTimes", proxy(places)), ("values", proxy(elements)), ("duration", inner.reference(.real(1))),
        ]
        let root = inner.object("CAKeyframeAnimation", members)
        let animation = data(inner.plist(root: root).binary())
        return object(
            "SCNParticlePropertyController",
            [("animation", animation), ("inputMode", .whole(0)), ("inputScale", .real(1)), ("inputBias", .real(0))]
        )
    }

    func big(_ bits: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: bits >> (8 * UInt64($0))) }
    }

    /// Returns a vector in its in-memory layout.
    static func vector(_ numbers: Float...) -> Plist {
        .data(
            numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number.bitPattern >> (8 * UInt32($0))) }
            }
        )
    }

    func plist(root: Plist) -> Plist {
        .dictionary([
            ("$version", .whole(100_000)), ("$archiver", .text("NSKeyedArchiver")),
            ("$top", .dictionary([("root", root)])), ("$objects", .array(objects)),
        ])
    }

    /// Returns the members of a system as Xcode writes them, with `changes` applied.
    static func members(_ changes: [(String, Plist)] = []) -> [(String, Plist)] {
        let usual: [(String, Plist)] = [
            ("birthRate", .real(20)), ("birthRateVariation", .real(0)), ("loops", .flag(true)),
            ("emissionDuration", .real(1)),
            ("idleDuration", .real(0)), ("particleLifeSpan", .real(2)), ("particleLifeSpanVariation", .real(0)),
            ("particleVelocity", .real(3)), ("particleVelocityVariation", .real(1)), ("particleSize", .float(0.5)),
            ("particleSizeVariation", .real(0)), ("emittingDirection", vector(0, 1, 0)), ("spreadingAngle", .real(10)),
            ("acceleration", vector(0, -1, 0)), ("dampingFactor", .real(0)), ("blendMode", .whole(4)),
            ("isLocal", .flag(false)),
            ("particleColorVariation", vector(0, 0, 0, 0)), ("particleBounce", .float(0.7)),
            ("particleFriction", .real(1)),
            ("speedFactor", .real(1)), ("stretchFactor", .real(0)), ("orientationMode", .whole(0)),
            ("sortingMode", .whole(0)),
        ]
        return usual.filter { old in !changes.contains { $0.0 == old.0 } } + changes
    }

    /// Returns a file with one system.
    static func system(_ changes: (inout SceneArchive) -> [(String, Plist)] = { _ in [] }) -> Plist {
        var archive = SceneArchive()
        let own = changes(&archive)
        let root = archive.object("SCNParticleSystem", members(own))
        return archive.plist(root: root)
    }
}

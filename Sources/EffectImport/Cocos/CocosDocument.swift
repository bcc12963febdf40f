import Compression
import EffectCost
import EffectModel
import FoundationEssentials
import StrictJSON

/// Property list of Particle Designer, as cocos2d reads it.
///
/// y points up. Angles are degrees, counterclockwise from the right, but clockwise for images. A variance extends in
/// full to each side.
///
/// - Source: cocos2d/cocos2d-x, `cocos/2d/CCParticleSystem.cpp`.
struct CocosDocument {
    let setting: ImportSetting
    private let reader: FieldReader
    private var notes: ImportNotes { setting.notes }

    private static let names: Set<String> = [
        "maxParticles", "particleLifespan", "startColorRed", "startParticleSize", "emitterType", "speed", "duration",
    ]

    init(_ bytes: [UInt8], _ setting: ImportSetting) throws(ImportError) {
        self.setting = setting
        let list: PropertyList
        do throws(PropertyListError) {
            list = try PropertyList(bytes)
        } catch {
            throw .notTheFormat(.cocosPlist, Self.reason(error))
        }
        guard case .dictionary(let keys, let values) = list.values[list.root] else {
            throw .notTheFormat(.cocosPlist, "the property list is not a dictionary")
        }
        guard keys.count <= 1000 else {
            throw .notTheFormat(.cocosPlist, "found \(keys.count) keys; allowed: at most 1000")
        }
        var members: [JSONValue.Member] = []
        for (key, value) in zip(keys, values) {
            guard case .text(let name) = list.values[key] else {
                setting.notes.ignore("(document)", "a key that is not a text", "the field is unknown and ignored")
                continue
            }
            members.append(.init(name.string, Self.json(list.values[value])))
        }
        guard members.contains(where: { Self.names.contains($0.name) }) else {
            let reason = "no known key is present, such as maxParticles, particleLifespan or startParticleSize"
            throw .notTheFormat(.cocosPlist, reason)
        }
        reader = FieldReader(members, at: "", setting.notes, readsText: true)
    }

    private static func reason(_ error: PropertyListError) -> String {
        switch error {
        case .damaged(let reason): "the property list is damaged: \(reason)"
        default: "\(error)".prefix { $0 != "." }.description
        }
    }

    /// Converts a value to JSON. Types that JSON lacks become text; so do NaN and infinity.
    private static func json(_ value: PropertyList.Value) -> JSONValue {
        switch value {
        case .null: .null
        case .flag(let flag): .number(flag ? 1 : 0)
        case .whole(let number): .number(Double(number))
        case .real(let number): number.isFinite ? .number(number) : .string("not a number")
        case .text(let text): .string(text.string)
        case .data(let bytes): .string(bytes.base64)
        case .date, .uid: .bool(false)
        // Only the size of these is ever reported.
        case .array(let elements): .array(Array(repeating: .null, count: min(elements.count, 1000)))
        case .dictionary(let keys, _): .object((0..<min(keys.count, 1000)).map { .init("\($0)", .null) })
        }
    }

    // MARK: Reading

    private struct Emitter {
        var life = 1.0
        var lifeVariance = 0.0
        var rate = 1.0
        /// Duration in seconds; `nil` is endless.
        var duration: Double?
        var cell: [JSONValue.Member] = []
        var layer: [JSONValue.Member] = []
        var behaviors: [JSONValue] = []
        /// Rotation of the whole effect around its center in radians per second.
        var orbit = 0.0
        var place = SIMD2(0.0, 0.0)
    }

    func draft() throws(ImportError) -> SpecDraft {
        var emitter = Emitter()
        try readTime(&emitter)
        readPlace(&emitter)
        let look = look()
        readLook(look, &emitter)
        let type = reader.number("emitterType", 0)
        if type == 1 { readRadius(&emitter) } else { readGravity(&emitter) }
        if type != 0, type != 1 {
            notes.ignore("emitterType", type.asWritten, "the type is unknown; gravity is used")
        }
        reader.forget("configName")
        reader.refuseTheRest()
        let found = emitter
        let playback: SpecDraft.Playback =
            if let duration = emitter.duration {
                .once(duration + emitter.life + emitter.lifeVariance)
            } else {
                .endless(rate: emitter.rate, step: emitter.orbit == 0 ? nil : 2 * .pi / abs(emitter.orbit))
            }
        return SpecDraft(playback: playback, layers: { seconds in [layer(found, look: look, seconds: seconds)] })
    }

    private func readTime(_ emitter: inout Emitter) throws(ImportError) {
        emitter.life = reader.number("particleLifespan", 0, in: 0...100_000)
        emitter.lifeVariance = abs(reader.number("particleLifespanVariance", 0, in: -100_000...100_000))
        guard emitter.life > 0 else {
            throw .impossible(field: "particleLifespan", "is 0, so no particle would ever be visible")
        }
        let most = reader.number("maxParticles", 0, in: 0...1e9)
        guard most >= 1 else { throw .impossible(field: "maxParticles", "is 0, so no particle would ever be visible") }
        // cocos2d emits as many particles per lifetime as may live at once.
        emitter.rate = notes.kept(most.rounded(.down) / emitter.life, in: 0...1_000_000, "maxParticles")
        let duration = reader.number("duration", -1, in: -1...100_000)
        emitter.duration = duration < 0 ? nil : duration
        if emitter.duration.map({ $0 * emitter.rate < 1 }) ?? false {
            throw .impossible(
                field: "duration",
                "ends before the first birth, so no particle would ever be visible"
            )
        }
        let lives = emitter.life + SIMD2(-1, 1) * emitter.lifeVariance
        emitter.cell.append(.init("birthRate", .number(emitter.rate)))
        if let duration = emitter.duration {
            emitter.cell += [.init("duration", .number(duration)), .init("birthPhase", 0)]
        }
        emitter.cell.add("lifetime", max(0, lives.x).tidy...lives.y.tidy, unless: nil)
    }

    private func readPlace(_ emitter: inout Emitter) {
        let places = -90_000.0...90_000.0
        let given = SIMD2(
            reader.number("sourcePositionx", .nan, in: places),
            reader.number("sourcePositiony", .nan, in: places)
        )
        emitter.place = setting.canvas / 2
        if !given.x.isNaN || !given.y.isNaN {
            let place = SIMD2(given.x.isNaN ? 0 : given.x, setting.canvas.y - (given.y.isNaN ? 0 : given.y))
            if place.min() >= 0, place.x <= setting.canvas.x, place.y <= setting.canvas.y {
                emitter.place = place
            } else {
                let found = "\(given.x.asWritten), \(given.y.asWritten)"
                notes.approximate(
                    "sourcePosition",
                    found,
                    "the position is outside the canvas; the emitter is at the center"
                )
            }
        }
        let size =
            2
            * SIMD2(
                abs(reader.number("sourcePositionVariancex", 0, in: -45_000...45_000)),
                abs(reader.number("sourcePositionVariancey", 0, in: -45_000...45_000))
            )
        if size != .zero {
            emitter.layer += [
                .init("emitterShape", "rectangle"), .init("emitterMode", "volume"), .init("emitterSize", .pair(size)),
            ]
        }
        let source = reader.number("blendFuncSource", 770)
        let destination = reader.number("blendFuncDestination", 771)
        switch (source, destination) {
        // GL_SRC_ALPHA or GL_ONE, with GL_ONE.
        case (770, 1), (1, 1): emitter.layer.append(.init("renderMode", "additive"))
        // GL_ONE with GL_ONE_MINUS_SRC_COLOR, or GL_ONE_MINUS_DST_COLOR with GL_ONE.
        case (1, 769), (775, 1): emitter.layer.append(.init("renderMode", "screen"))
        case (770, 771), (1, 771): break
        default:
            let found = "\(source.asWritten), \(destination.asWritten)"
            notes.ignore("blendFuncSource, blendFuncDestination", found, "particles are drawn with normal blending")
        }
    }

    /// Reads velocity and forces.
    private func readGravity(_ emitter: inout Emitter) {
        let rates = -100_000.0...100_000.0
        // In cocos2d, too, this flips both axes.
        let sign = reader.number("yCoordFlipped", 1) < 0 ? -1.0 : 1
        let angle = reader.number("angle", 0, in: -50_000...50_000).radians
        let variance = abs(reader.number("angleVariance", 0, in: -25_000...25_000)).radians
        let speed = reader.number("speed", 0, in: rates)
        let speedVariance = abs(reader.number("speedVariance", 0, in: rates))
        let gravity = sign * SIMD2(reader.number("gravityx", 0, in: rates), -reader.number("gravityy", 0, in: rates))
        emitter.cell.add("velocity", sign * speed)
        emitter.cell.add("velocityRange", speedVariance)
        emitter.cell.add("emissionLongitude", -angle.tidy)
        if variance > 0 {
            emitter.cell.append(.init("emissionRange", .number((2 * variance).tidy)))
            emitter.cell.append(.init("emissionSpace", "planar"))
        }
        emitter.cell.add("xAcceleration", gravity.x + 0)
        emitter.cell.add("yAcceleration", gravity.y + 0)
        emitter.layer.append(.init("naturalDirection", 0))
        let reach = max(20, abs(speed) * emitter.life / 2)
        let radial = reader.number("radialAcceleration", 0, in: rates)
        if radial != 0 {
            let stiffness = notes.kept(-sign * radial / reach, in: -10_000...10_000, "radialAcceleration")
            emitter.behaviors.append([
                "type": "simpleAttractor", "position": .pair(emitter.place), "stiffness": .number(stiffness),
            ])
            let reason = "the pull is exact at \(reach.asWritten) points, weaker nearer and stronger farther away"
            notes.approximate("radialAcceleration", radial.asWritten, reason)
        }
        let tangential = reader.number("tangentialAcceleration", 0, in: rates)
        if tangential != 0 {
            emitter.behaviors.append([
                "type": "vortex", "position": .pair(emitter.place), "radius": .number(reach.tidy),
                // cocos2d's direction is counterclockwise.
                "strength": .number(-sign * tangential),
            ])
            let reason = "the push is exact at \(reach.asWritten) points, and weaker elsewhere"
            notes.approximate("tangentialAcceleration", tangential.asWritten, reason)
        }
        for name in ["radialAccelVariance", "tangentialAccelVariance"] {
            reader.ignore(name, unless: 0, because: "the force is the same for all particles")
        }
        if reader.flag("rotationIsDir") { emitter.behaviors.append(["type": "alignToMotion", "rotation": 0.25]) }
        // Fields of the other emitter type, which editors write anyway.
        reader.forget("maxRadius", "maxRadiusVariance", "minRadius", "minRadiusVariance", "rotatePerSecond")
        reader.forget("rotatePerSecondVariance")
    }

    /// Reads motion from one radius to another, on a line that rotates.
    private func readRadius(_ emitter: inout Emitter) {
        let radii = 0.0...50_000.0
        let sign = reader.number("yCoordFlipped", 1) < 0 ? -1.0 : 1
        let start = reader.number("maxRadius", 0, in: radii)
        let end = reader.number("minRadius", 0, in: -1...50_000)
        let variance = abs(reader.number("maxRadiusVariance", 0, in: -50_000...50_000))
        let angle = reader.number("angle", 0, in: -50_000...50_000)
        let spread = abs(reader.number("angleVariance", 0, in: -25_000...25_000))
        if emitter.layer.contains(where: { $0.name == "emitterShape" }) {
            notes.approximate("sourcePositionVariance", "a rectangle", "all particles rotate about one center")
            emitter.layer.removeAll { $0.name.hasPrefix("emitter") }
        }
        emitter.layer += [
            .init("emitterShape", "circle"), .init("emitterMode", "outline"),
            .init("emitterSize", [.number(2 * start), .number(2 * start)]), .init("naturalDirection", "outward"),
        ]
        if variance > 0 {
            notes.approximate("maxRadiusVariance", variance.asWritten, "all particles start on one circle")
        }
        if spread < 180 {
            let found = "\(angle.asWritten) ± \(spread.asWritten)"
            notes.approximate("angle", found, "particles start on the whole circle instead of a part")
        }
        let rate = 100_000.0
        if end != -1 {
            emitter.cell.add("velocity", notes.kept((end - start) / emitter.life, in: -rate...rate, "minRadius"))
        }
        if emitter.lifeVariance > 0, end != -1, end != start {
            let reason =
                "particles with longer lifetimes travel farther, since the speed follows from the mean lifetime"
            notes.approximate("minRadius", end.asWritten, reason)
        }
        reader.ignore("minRadiusVariance", unless: 0, because: "all particles travel the same distance")
        // cocos2d rotates counterclockwise.
        emitter.orbit = -sign * reader.number("rotatePerSecond", 0, in: -36_000...36_000).radians
        reader.ignore(
            "rotatePerSecondVariance",
            unless: 0,
            because: "all particles rotate about the center at the same speed"
        )
        if emitter.orbit != 0 {
            notes.approximate(
                "rotatePerSecond",
                (-sign * emitter.orbit).asWritten,
                "the particles' images rotate with the whole effect"
            )
        }
        // Fields of the other emitter type.
        reader.forget("speed", "speedVariance", "gravityx", "gravityy", "radialAcceleration", "radialAccelVariance")
        reader.forget("tangentialAcceleration", "tangentialAccelVariance", "rotationIsDir")
    }

    // MARK: The look

    /// Asset to draw, and its size in points at scale 1.
    private struct Drawn {
        var size: Double
        var asset: JSONValue
        /// Size at birth in points.
        var start: Double
    }

    private func look() -> Drawn {
        let sizes = 0.0...100_000.0
        let start = reader.number("startParticleSize", 0, in: sizes)
        let size = start > 0 ? start.clamped(to: 0.01...2048) : 32
        return Drawn(size: size, asset: picture().map { ["image": .string($0)] } ?? ["shape": "dot"], start: start)
    }

    private func readLook(_ look: Drawn, _ emitter: inout Emitter) {
        let sizes = -100_000.0...100_000.0
        let factors = -1000.0...1000.0
        let start = look.start
        let startVariance = abs(reader.number("startParticleSizeVariance", 0, in: sizes))
        let end = reader.number("finishParticleSize", -1, in: sizes)
        let endVariance = reader.number("finishParticleSizeVariance", 0, in: sizes)
        emitter.cell.add("scale", notes.kept(start / look.size, in: factors, "startParticleSize"), unless: 1)
        emitter.cell.add("scaleRange", notes.kept(startVariance / look.size, in: factors, "startParticleSizeVariance"))
        emitter.cell.append(.init("negativeScale", "hide"))
        if end != -1, end != start {
            if start > 0 {
                let share = notes.kept(max(0, end) / start, in: 0...90_000, "finishParticleSize")
                emitter.behaviors.append(.overLife("scale", Curve([1, share]), operation: "multiply"))
            } else {
                let share = notes.kept(max(0, end) / look.size, in: 0...90_000, "finishParticleSize")
                emitter.behaviors.append(.overLife("scale", Curve([0, share]), operation: "add"))
            }
        }
        if endVariance != 0, end != -1 {
            let reason = "the size at death varies in proportion to the size at birth"
            notes.approximate("finishParticleSizeVariance", endVariance.asWritten, reason)
        }
        readColors(&emitter)
        let turns = -50_000.0...50_000.0
        let first = reader.number("rotationStart", 0, in: turns).radians
        let firstVariance = abs(reader.number("rotationStartVariance", 0, in: turns)).radians
        let last = reader.number("rotationEnd", 0, in: turns).radians
        let lastVariance = abs(reader.number("rotationEndVariance", 0, in: turns)).radians
        emitter.cell.add("rotation", first.tidy)
        emitter.cell.add("rotationRange", firstVariance.tidy)
        emitter.cell.add("spin", notes.kept((last - first) / emitter.life, in: factors, "rotationEnd"))
        emitter.cell.add("spinRange", notes.kept(lastVariance / emitter.life, in: factors, "rotationEndVariance"))
        if last != first || lastVariance != 0, emitter.lifeVariance > 0 || firstVariance > 0 {
            let reason =
                "only particles with the mean rotation and lifetime reach the value; all others rotate at the same speed"
            notes.approximate("rotationEnd", (last * 180 / .pi).asWritten, reason)
        }
    }

    private func readColors(_ emitter: inout Emitter) {
        let share = 0.0...1.0
        let names = ["Red", "Green", "Blue", "Alpha"]
        func color(_ prefix: String, absent: SIMD4<Double>, in bounds: ClosedRange<Double>) -> SIMD4<Double> {
            var color = absent
            for (index, name) in names.enumerated() {
                color[index] = reader.number(prefix + name, absent[index], in: bounds)
            }
            return color
        }
        // cocos2d treats missing components as 0, so that nothing is visible; every file has all of them.
        let start = color("startColor", absent: SIMD4(1, 1, 1, 1), in: share)
        let startVariance = color("startColorVariance", absent: .zero, in: -1...1)
        let end = color("finishColor", absent: start, in: share)
        let endVariance = color("finishColorVariance", absent: .zero, in: -1...1)
        emitter.cell.append(.init("color", .color(start)))
        for (index, name) in ["red", "green", "blue", "alpha"].enumerated() {
            emitter.cell.add(name + "Range", abs(startVariance[index]))
        }
        if startVariance == .zero {
            if end != start { emitter.behaviors.append(.colorOverLife(Curve([start, end]))) }
        } else {
            // Added, so that differences at birth persist.
            for (index, name) in ["red", "green", "blue", "alpha"].enumerated() where end[index] != start[index] {
                let way = Curve([0, (end[index] - start[index]).tidy])
                emitter.behaviors.append(.overLife("color.\(name)", way, operation: "add"))
            }
        }
        for (index, name) in names.enumerated() where endVariance[index] != 0 {
            let reason = "the color at death varies as the color at birth"
            notes.approximate("finishColorVariance\(name)", endVariance[index].asWritten, reason)
        }
    }

    /// Returns the texture, by its name or from the document.
    private func picture() -> String? {
        let name = reader.text("textureFileName") ?? ""
        let data = reader.take("textureImageData")
        if !name.isEmpty, let found = setting.picture(named: ImportSetting.candidates(name)) { return found }
        if let data, data != "" {
            guard case .string(let text) = data,
                let packed = Data(base64Encoded: text, options: .ignoreUnknownCharacters),
                !packed.isEmpty
            else {
                notes.ignore(
                    "textureImageData",
                    data.shown,
                    "the value is not base64; a soft spot replaces the texture"
                )
                return nil
            }
            do throws(Inflation.Failure) {
                let bytes = try Self.unpacked([UInt8](packed))
                if let source = Self.uri(of: bytes), isUsable(source) { return source }
                notes.ignore(
                    "textureImageData",
                    "a \(Self.kind(of: bytes)) of \(bytes.count) bytes",
                    "a soft spot replaces the texture"
                )
            } catch {
                let reason =
                    switch error {
                    case .damaged: "the data are damaged"
                    case .tooLong(let limit): "the data decompress to more than \(limit) bytes"
                    }
                notes.ignore("textureImageData", "\(packed.count) bytes", "\(reason); a soft spot replaces the texture")
            }
            return nil
        }
        let found = name.isEmpty ? "none" : JSONValue.string(name).shown
        notes.ignore("textureFileName", found, "the image is not available; a soft spot replaces the texture")
        return nil
    }

    /// Maximum size of a texture in bytes: more than a spec can hold.
    private static let maximumTextureBytes = 8 << 20

    /// Decompresses a texture; bytes in neither gzip nor zlib format stay unchanged.
    private static func unpacked(_ bytes: [UInt8]) throws(Inflation.Failure) -> [UInt8] {
        guard Inflation.isPacked(bytes) else { return bytes }
        return try Inflation.bytes(of: bytes, .zlibOrGzip, atMost: maximumTextureBytes, allowsRest: true)
    }

    private func isUsable(_ source: String) -> Bool {
        do throws(AssetFault) {
            _ = try setting.library.picture(source, maximumPixels: setting.limits.maximumPicturePixels)
            return true
        } catch {
            return false
        }
    }

    private static func uri(of bytes: [UInt8]) -> String? {
        let type =
            if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
                "image/png"
            } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
                "image/jpeg"
            } else {
                ""
            }
        return type.isEmpty ? nil : "data:\(type);base64,\(bytes.base64)"
    }

    private static func kind(of bytes: [UInt8]) -> String {
        if bytes.starts(with: [0x49, 0x49, 0x2A, 0]) || bytes.starts(with: [0x4D, 0x4D, 0, 0x2A]) { return "TIFF" }
        return uri(of: bytes) == nil ? "file other than PNG or JPEG" : "damaged image"
    }

    // MARK: Writing

    private func layer(_ emitter: Emitter, look: Drawn, seconds: Double) -> JSONValue {
        var members: [JSONValue.Member] = [.init("name", "particles")]
        var place = emitter.place
        if emitter.orbit != 0 {
            // A layer rotates around the canvas' center, offset by its position.
            let middle = setting.canvas / 2
            if place != middle { members.append(.init("position", .pair(place - middle))) }
            place = middle
        }
        members.append(.init("emitterPosition", .pair(place)))
        members += emitter.layer
        if emitter.orbit != 0 {
            members.append(
                .init(
                    "animations",
                    [
                        [
                            "type": "basic", "keyPath": "transform.rotation", "from": 0,
                            "to": .number((emitter.orbit * seconds).tidy), "duration": .number(seconds.tidy),
                        ]
                    ]
                )
            )
        }
        guard case .object(var asset) = look.asset else { return .object(members) }
        asset.append(.init("size", [.number(look.size.tidy), .number(look.size.tidy)]))
        var cell: [JSONValue.Member] = [.init("name", "particle"), .init("contents", .object(asset))] + emitter.cell
        cell.add("emitterBehaviors", emitter.behaviors)
        members.append(.init("emitterCells", [.object(cell)]))
        return .object(members)
    }
}

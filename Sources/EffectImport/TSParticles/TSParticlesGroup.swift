import EffectModel
import Glibc
import StrictJSON

/// Particles as described by tsParticles' options, in points and seconds.
///
/// tsParticles counts in frames of 1/60 s: a speed of 1 is half a point per frame, that of an animation a hundredth.
///
/// - Source: tsParticles' option classes, movers and updaters, versions 1 to 4.
struct TSParticlesGroup {
    let path: String
    var count = 0.0
    var colors: [String] = []
    var shapes: [JSONValue] = []
    /// Indices of ``shapes`` with colors of their own.
    var ownColors: Set<Int> = []
    var opacity = 1.0...1.0
    /// Radius in points.
    var size = 3.0...3.0
    /// Speed in points per second.
    var speed = 0.0...0.0
    /// Direction in radians; `nil` is any.
    var direction: Double?
    var spread = 0.0
    var acceleration = SIMD2(0.0, 0.0)
    var drag = 0.0
    var rotation = 0.0...0.0
    var spin = 0.0...0.0
    var tumbles = false
    var aligns = false
    /// Lifetime in seconds; `nil` lasts until the particle is out of sight.
    var life: ClosedRange<Double>?
    /// Fractions of the opacity, and of the size, over a life.
    var fade: [Double]?
    var growth: [Double]?

    private static let notHonored = [
        ("links", "lines between particles are not drawn"), ("line_linked", "lines between particles are not drawn"),
        ("lineLinked", "lines between particles are not drawn"), ("collisions", "particles do not collide"),
        ("wobble", "wobble is not supported"), ("twinkle", "twinkle is not supported"),
        ("shadow", "shadows are not supported"), ("orbit", "orbits are not supported"),
        ("stroke", "strokes of shapes are not supported"),
        ("destroy", "particles do not break"), ("split", "particles do not break"),
        ("bounce", "collisions are not supported"),
        ("repulse", "particles do not push each other"), ("infection", "infections are not supported"),
        ("effect", "effects are not supported"), ("gradient", "gradients are not supported"),
        ("palette", "the named colors are not in the document"),
        ("groups", "groups are not supported"), ("trail", "trails are not supported"),
        ("style", "styles are not supported"),
        ("zIndex", "all particles are in one plane"),
    ]

    init(_ members: [JSONValue.Member], at path: String, _ setting: ImportSetting) {
        self.path = path
        let reader = FieldReader(members, at: path, setting.notes)
        readNumber(reader, setting.canvas)
        readColor(reader)
        readShape(reader, setting)
        readLife(reader)
        readOpacity(reader)
        readSize(reader)
        readMove(reader)
        readTurning(reader)
        let harmless: JSONValue = .object([])
        for (name, reason) in Self.notHonored {
            // A disabled option has no effect.
            if case .object(let inner)? = members.first(where: { $0.name == name })?.value,
                inner.contains(where: {
                    $0.name == "enable" && $0.value == false || $0.name == "width" && $0.value == 0
                })
            {
                reader.forget(name)
            } else {
                reader.ignore(name, unless: harmless, 0, false, because: reason)
            }
        }
        reader.forget("reduceDuplicates", "id", "name")
        reader.refuseTheRest()
        if colors.isEmpty { colors = ["#ffffff"] }
        if shapes.isEmpty { shapes = [["shape": "circle"]] }
    }

    private mutating func readNumber(_ reader: FieldReader, _ canvas: SIMD2<Double>) {
        guard let number = reader.object("number") else { return }
        count = number.number("value", 0, in: 0...1e6)
        if let density = number.object("density") {
            let isOn = density.flag("enable")
            let area = density.optionalNumber("area", in: 1...1e9) ?? density.optionalNumber("value_area", in: 1...1e9)
            let factor = density.number("factor", 1000, in: 1...1e9)
            let width = density.number("width", 1920, in: 1...1e6)
            let height = density.number("height", 1080, in: 1...1e6)
            density.refuseTheRest()
            if isOn { count *= canvas.x * canvas.y / (area.map { $0 * factor } ?? width * height) }
        }
        number.ignore("limit", unless: 0, because: "limits are not supported")
        number.ignore("max", unless: 0, because: "limits are not supported")
        number.refuseTheRest()
    }

    // MARK: Look

    private mutating func readColor(_ reader: FieldReader) {
        if let color = reader.take("color") { read(color, at: reader.place("color"), reader.notes) }
        guard let paint = reader.take("paint") else { return }
        let list: [JSONValue] = if case .array(let elements) = paint { elements } else { [paint] }
        for (index, element) in list.prefix(32).enumerated() {
            guard case .object(let members) = element else { continue }
            let place = list.count == 1 ? reader.place("paint") : "\(reader.place("paint"))[\(index)]"
            let inner = FieldReader(members, at: place, reader.notes)
            if let color = inner.take("color") { read(color, at: inner.place("color"), reader.notes) }
            if let fill = inner.object("fill") {
                if let color = fill.take("color") { read(color, at: fill.place("color"), reader.notes) }
                fill.ignore("enable", unless: true, because: "all shapes are filled")
                fill.ignore("opacity", unless: 1, because: "all shapes are filled")
                fill.refuseTheRest()
            }
            if case .object(let stroke)? = members.first(where: { $0.name == "stroke" })?.value,
                stroke.contains(where: { $0.name == "width" && $0.value == 0 })
            {
                inner.forget("stroke")
            }
            inner.ignore("stroke", because: "strokes of shapes are not supported")
            inner.refuseTheRest()
        }
    }

    private mutating func read(_ value: JSONValue, at place: String, _ notes: ImportNotes) {
        switch value {
        case .array(let elements):
            for element in elements.prefix(32) { read(element, at: place, notes) }
        case .string("random"):
            notes.approximate(place, "random", "seven hues replace random colors")
            colors += ["#ff0000", "#ffdb00", "#49ff00", "#00ff92", "#0092ff", "#4900ff", "#ff00db"]
        case .string(let text):
            guard text.utf8.count <= 64, EffectModel.Color(text) != nil else {
                return notes.ignore(place, value.shown, "the value is not a color")
            }
            colors.append(text)
        case .object(let members):
            let inner = FieldReader(members, at: place, notes)
            defer {
                inner.forget("a", "animation", "offset")
                inner.refuseTheRest()
            }
            if let own = inner.take("value") { return read(own, at: place, notes) }
            let isHue = inner.has("h")
            guard isHue || inner.has("r", "g", "b") else {
                return notes.ignore(place, value.shown, "the value is not a color")
            }
            let names = isHue ? ["h", "s", "l"] : ["r", "g", "b"]
            let numbers = names.map { inner.range($0, 0...0) }
            let middle = numbers.map { ($0.lowerBound + $0.upperBound) / 2 }
            if !isHue {
                colors.append(Self.text(SIMD3(middle[0], middle[1], middle[2]) / 255))
            } else {
                colors.append(
                    Self.text(Self.rgb(hue: middle[0], saturation: middle[1] / 100, lightness: middle[2] / 100))
                )
            }
        default: notes.ignore(place, value.shown, "the value is not a color")
        }
    }

    private static func text(_ color: SIMD3<Double>) -> String {
        if case .string(let text) = JSONValue.color(
            SIMD4((color.clamped(lowerBound: .zero, upperBound: .one) * 255).rounded(.toNearestOrAwayFromZero) / 255, 1)
        ) {
            return text
        }
        return "#ffffff"
    }

    /// - Source: CSS Color Module Level 4, §7.1.
    private static func rgb(hue: Double, saturation: Double, lightness: Double) -> SIMD3<Double> {
        let amount = saturation.clamped(to: 0...1) * min(lightness, 1 - lightness).clamped(to: 0...1)
        func channel(_ offset: Double) -> Double {
            var k = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
            if k < 0 { k += 12 }
            return lightness - amount * max(-1, min(k - 3, 9 - k, 1))
        }
        return SIMD3(channel(0), channel(8), channel(4))
    }

    private mutating func readShape(_ reader: FieldReader, _ setting: ImportSetting) {
        guard let shape = reader.object("shape") else { return }
        var kinds: [String] = []
        switch shape.take("type") {
        case .string(let kind): kinds = [kind]
        case .array(let list):
            kinds = list.prefix(16).compactMap { if case .string(let kind) = $0 { kind } else { nil } }
        default: break
        }
        let options = shape.members(ofObject: "options") ?? shape.members(ofObject: "custom") ?? []
        let old = ["polygon", "star", "image", "images", "character", "char", "text", "emoji"].compactMap { name in
            shape.take(name).map { JSONValue.Member(name, $0) }
        }
        shape.ignore("stroke", because: "strokes of shapes are not supported")
        shape.forget("close", "fill")
        shape.refuseTheRest()
        for member in options + old {
            let isUsed = kinds.contains { Self.isOption(member.name, of: $0) }
            if !isUsed, member.value != .object([]), !["polygon", "image"].contains(member.name) {
                shape.notes.ignore(
                    "\(shape.path).options.\(member.name.asKey)",
                    member.value.shown,
                    "the options belong to an unused shape"
                )
            }
            guard isUsed, case .object(let inner) = member.value else { continue }
            let known = [
                "sides", "nb_sides", "inset", "value", "src", "width", "height", "fill", "font", "weight", "style",
                "close",
                "replaceColor", "replace_color", "name", "gif", "particles", "padding", "stroke",
            ]
            for other in inner where !known.contains(other.name) {
                let place = "\(shape.path).options.\(member.name.asKey).\(other.name.asKey)"
                shape.notes.ignore(place, other.value.shown, "the field is unknown and ignored")
            }
        }
        for kind in kinds {
            let own = (options + old).filter { Self.isOption($0.name, of: kind) }
            let data = own.flatMap { member -> [JSONValue] in
                if case .array(let list) = member.value { list } else { [member.value] }
            }
            add(kind, data: data, at: "\(shape.path).type", setting)
        }
    }

    /// Whether options of this name belong to a shape; some names have a plural.
    private static func isOption(_ name: String, of kind: String) -> Bool {
        name == kind || name + "s" == kind || name == kind + "s"
    }

    private mutating func add(_ kind: String, data: [JSONValue], at place: String, _ setting: ImportSetting) {
        let notes = setting.notes
        func number(_ names: String...) -> Double? {
            names.lazy.compactMap { data.first?[$0] }.compactMap {
                if case .number(let number) = $0 { number } else { nil }
            }.first
        }
        let corners = (number("sides", "nb_sides") ?? 5).clamped(to: 3...64).rounded()
        switch kind {
        case "circle": shapes.append(["shape": "circle"])
        case "square", "edge": shapes.append(["shape": "square"])
        case "triangle": shapes.append(["shape": "triangle"])
        case "polygon": shapes.append(["shape": "polygon", "corners": .number(corners)])
        case "star": shapes.append(["shape": "star", "corners": .number(corners)])
        case "heart", "line":
            shapes.append(["shape": .string(kind == "heart" ? "heart" : "rectangle")])
        case "char", "character", "text", "emoji", "multiline-text":
            let texts = data.flatMap { item -> [JSONValue] in
                switch item["value"] ?? item {
                case .array(let list): list
                case let value: [value]
                }
            }
            for case .string(let written) in texts.prefix(16) where (1...64).contains(written.utf8.count) {
                let text = String(written.map { $0.isNewline ? " " : $0 })
                if kind == "emoji" || !text.unicodeScalars.allSatisfy({ $0.value < 0x2000 }) {
                    ownColors.insert(shapes.count)
                }
                shapes.append([(kind == "emoji" ? "emoji" : "text"): .string(text)])
            }
            if kind != "emoji" { notes.approximate(place, kind, "text is set in the service's own font") }
        case "image", "images":
            for item in data.prefix(16) {
                guard case .string(let source)? = item["src"] else { continue }
                let found =
                    source.hasPrefix("data:") ? source : setting.picture(named: ImportSetting.candidates(source))
                if let found {
                    ownColors.insert(shapes.count)
                    shapes.append(["image": .string(found)])
                } else {
                    notes.ignore(place, source.excerpt, "the image is not available; a soft spot replaces the texture")
                    shapes.append(["shape": "dot"])
                }
            }
        default:
            notes.approximate(place, kind.excerpt, "the shape is not supported; a circle is drawn")
            shapes.append(["shape": "circle"])
        }
    }

    // MARK: Life

    private mutating func readLife(_ reader: FieldReader) {
        guard let life = reader.object("life") else { return }
        let count = life.number("count", 0, in: -1e6...1e6)
        if let duration = life.object("duration") {
            let range = duration.range("value", 0...0)
            duration.forget("random", "sync")
            duration.refuseTheRest()
            if range.upperBound > 0 { self.life = max(0.01, range.lowerBound)...max(0.01, range.upperBound) }
        }
        if count > 1 || count == 0, self.life != nil {
            reader.notes.approximate(life.place("count"), count.asWritten, "each particle lives once")
        }
        if let delay = life.object("delay") {
            delay.ignore("value", unless: 0, because: "particles live from the start")
            delay.forget("random", "sync")
            delay.refuseTheRest()
        }
        life.forget("enable")
        life.refuseTheRest()
    }

    /// Returns the range of an animated number, and its values at birth and at death as fractions of the maximum.
    private mutating func animated(
        _ reader: FieldReader,
        _ name: String,
        absent: ClosedRange<Double>,
        perSecond: Double
    )
        -> (range: ClosedRange<Double>, course: [Double]?)
    {
        guard let inner = reader.members(ofObject: name).map({ FieldReader($0, at: reader.place(name), reader.notes) }),
            inner.has("value") || !inner.has("min", "max")
        else { return (reader.range(name, absent), nil) }
        var range = inner.range("value", absent)
        if let random = inner.members(ofObject: "random").map({
            FieldReader($0, at: inner.place("random"), inner.notes)
        }) {
            let low = random.number("minimumValue", 0)
            if random.flag("enable") { range = min(low, range.upperBound)...range.upperBound }
            random.refuseTheRest()
        } else if inner.flag("random") {
            range = 0...max(0, range.upperBound)
        }
        guard let animation = inner.object("animation") ?? inner.object("anim") else {
            inner.refuseTheRest()
            return (range, nil)
        }
        let isOn = animation.flag("enable")
        let speed = animation.range("speed", 1...1)
        let lowest = ["minimumValue", "opacity_min", "size_min"].compactMap { animation.optionalNumber($0) }.first
        let start = animation.text("startValue") ?? "random"
        let destroy = animation.text("destroy") ?? "none"
        animation.forget("sync", "mode", "count", "delay", "decay")
        animation.refuseTheRest()
        inner.refuseTheRest()
        guard isOn else { return (range, nil) }
        if let lowest, lowest < range.upperBound { range = lowest...range.upperBound }
        guard destroy == "min" || destroy == "max", range.upperBound > range.lowerBound else {
            reader.notes.approximate(
                inner.place("animation"),
                "an animation",
                "each particle keeps its value from birth"
            )
            return (range, nil)
        }
        let seconds =
            (range.upperBound - range.lowerBound) / max(1e-3, perSecond * (speed.lowerBound + speed.upperBound) / 2)
        if start == "random" {
            reader.notes.approximate(
                inner.place("animation.startValue"),
                "random",
                "all particles start at the other end"
            )
        }
        life = life.map { min($0.lowerBound, seconds)...min($0.upperBound, seconds) } ?? seconds...seconds
        let ends = [range.upperBound, range.lowerBound].map { range.upperBound > 0 ? $0 / range.upperBound : 1 }
        return (range.upperBound...range.upperBound, destroy == "min" ? ends : ends.reversed())
    }

    private mutating func readOpacity(_ reader: FieldReader) {
        let read = animated(reader, "opacity", absent: 1...1, perSecond: 0.6)
        opacity = read.range.lowerBound.clamped(to: 0...1)...read.range.upperBound.clamped(to: 0...1)
        fade = read.course
    }

    private mutating func readSize(_ reader: FieldReader) {
        let read = animated(reader, "size", absent: 3...3, perSecond: 0.6)
        size = read.range.lowerBound.clamped(to: 0...1000)...read.range.upperBound.clamped(to: 0...1000)
        growth = read.course
    }

    // MARK: Motion

    private mutating func readMove(_ reader: FieldReader) {
        guard let move = reader.object("move") else { return }
        let isOn = move.flag("enable")
        // A speed of 1 is half a point per 1/60 s.
        let own = move.range("speed", 2...2)
        if isOn {
            speed = (own.lowerBound * 30).clamped(to: 0...100_000)...(own.upperBound * 30).clamped(to: 0...100_000)
        }
        if move.flag("random") { speed = 0...speed.upperBound }
        direction = Self.angle(move.take("direction"), at: move.place("direction"), move.notes)
        let isStraight = move.flag("straight")
        var angle = 90.0
        if let members = move.members(ofObject: "angle") {
            let inner = FieldReader(members, at: move.place("angle"), move.notes)
            angle = inner.number("value", 90, in: -360...360)
            let offset = inner.number("offset", 0, in: -360...360)
            direction = direction.map { $0 + offset.radians }
            inner.refuseTheRest()
        } else {
            angle = move.number("angle", 90, in: -360...360)
        }
        spread = isStraight ? 0 : abs(angle).radians
        let drift = move.range("drift", 0...0)
        acceleration.x = 30 * (drift.lowerBound + drift.upperBound)
        if let gravity = move.object("gravity") {
            let pull = gravity.number("acceleration", 9.81, in: -1000...1000)
            let isInverse = gravity.flag("inverse")
            if gravity.flag("enable") { acceleration.y = 60 * pull * (isInverse ? -1 : 1) }
            gravity.forget("maxSpeed")
            gravity.refuseTheRest()
        }
        if !isOn { acceleration = .zero }
        let decay = move.range("decay", 0...0)
        let mean = ((decay.lowerBound + decay.upperBound) / 2).clamped(to: 0...0.99)
        if mean > 0, isOn { drag = -60 * log(1 - mean) }
        for (name, reason) in [
            ("attract", "attraction is not supported"), ("spin", "particles move straight"),
            ("path", "particles move straight"),
            ("vibrate", "particles move straight"), ("distance", "the lifetime alone limits the distance"),
            ("trail", "trails are not supported"), ("noise", "particles move straight"),
        ] {
            if case .object(let inner)? = move.take(name) {
                let isIdle = inner.contains { $0.name == "enable" && $0.value == false } || inner.isEmpty
                if !isIdle { move.notes.ignore(move.place(name), "an object", reason) }
            }
        }
        // A particle outside the canvas is invisible, whatever becomes of it.
        for name in ["outModes", "outMode"] {
            guard let modes = move.members(ofObject: name) else { continue }
            let inner = FieldReader(modes, at: move.place(name), move.notes)
            inner.forget("default", "top", "bottom", "left", "right")
            inner.refuseTheRest()
        }
        move.forget("outModes", "out_mode", "outMode", "bounce", "center", "size", "warp", "collisions")
        move.refuseTheRest()
    }

    static func angle(_ value: JSONValue?, at place: String, _ notes: ImportNotes) -> Double? {
        switch value {
        case .number(let degrees): return degrees.clamped(to: -1e6...1e6).radians
        case .string(let name):
            let names = [
                "right": 0.0, "bottom-right": 45, "bottomRight": 45, "bottom": 90, "bottom-left": 135,
                "bottomLeft": 135, "left": 180,
                "top-left": -135, "topLeft": -135, "top": -90, "top-right": -45, "topRight": -45,
            ]
            if let degrees = names[name] { return degrees.radians }
            if name != "none" { notes.approximate(place, name.excerpt, "particles move in all directions") }
            return nil
        default: return nil
        }
    }

    private mutating func readTurning(_ reader: FieldReader) {
        for name in ["rotate", "tilt", "roll"] {
            guard let turn = reader.object(name) else { continue }
            let isOn = turn.flag("enable", name == "rotate")
            let value = turn.range("value", 0...0)
            let way = turn.text("direction") ?? "clockwise"
            var fastest = 0.0
            if let animation = turn.object("animation") {
                // The unit is 1/360 radian per 1/60 s.
                let speed = animation.range("speed", 0...0).upperBound / 6
                if animation.flag("enable") { fastest = speed.clamped(to: -1000...1000) }
                animation.forget("sync", "decay", "count", "delay", "mode")
                animation.refuseTheRest()
            }
            if name == "rotate" {
                aligns = turn.flag("path")
                if turn.flag("random") {
                    rotation = 0...(2 * .pi)
                } else {
                    rotation = value.lowerBound.radians.tidy...value.upperBound.radians.tidy
                }
                let ends: (Double, Double) =
                    way == "random" ? (-fastest, fastest) : way.hasPrefix("counter") ? (-fastest, 0) : (0, fastest)
                spin = min(ends.0, ends.1).tidy...max(ends.0, ends.1).tidy
            } else if isOn {
                tumbles = true
                turn.notes.approximate(turn.path, "a rotation in space", "particles rotate about random axes")
                if fastest > spin.upperBound { spin = spin.lowerBound...fastest.tidy }
            }
            turn.forget("mode", "move", "speed", "darken", "enlighten", "backColor")
            turn.refuseTheRest()
        }
        if tumbles, spin == 0...0 { spin = 3...6.6 }
    }
}

extension FieldReader {
    /// Reads a number, or `{min, max}`.
    func range(_ name: String, _ absent: ClosedRange<Double>) -> ClosedRange<Double> {
        guard let members = members(ofObject: name) else {
            return optionalNumber(name).map { $0...$0 } ?? absent
        }
        let inner = FieldReader(members, at: place(name), notes)
        let low = inner.number("min", absent.lowerBound)
        let high = inner.number("max", absent.upperBound)
        inner.refuseTheRest()
        return min(low, high)...max(low, high)
    }
}

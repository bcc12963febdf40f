import EffectModel
import Glibc
import StrictJSON

/// Calls of canvas-confetti.
///
/// A frame lasts 1/60 s. In each, a piece moves by its velocity, which is then multiplied by `decay`, and falls by 3 ×
/// `gravity` points whatever its velocity is.
///
/// - Source: catdad/canvas-confetti, `src/confetti.js`.
struct ConfettiDocument {
    private let calls: [Call]
    private let setting: ImportSetting

    private struct Call {
        var count = 50
        /// Delay in seconds.
        var delay = 0.0
        var origin = SIMD2(0.5, 0.5)
        var ticks = 200.0
        /// Members that all cells of the call share.
        var members: [JSONValue.Member] = []
        var colors = Self.defaultColors
        var shapes: [Shape] = [.square, .circle]
        var scalar = 1.0
        var isFlat = false

        static let defaultColors = ["26ccff", "a25afd", "ff5e7e", "88ff5a", "fcff42", "ffa62d", "ff36ff"]
    }

    private enum Shape: Equatable {
        case square, circle, star
        /// Asset at scalar 1, and its own color if it has one.
        case asset(JSONValue, color: String?)

        /// Contents of a cell at scalar 1.
        var contents: JSONValue {
            switch self {
            case .square: ["shape": "square", "size": 10]
            case .circle: "circle"
            case .star: ["shape": "star", "size": 16]
            case .asset(let asset, _): asset
            }
        }
    }

    /// Options that concern the page, not the effect.
    private static let forgotten = ["resize", "useWorker", "canvas"]

    static let maximumCalls = 1000
    /// Maximum number of shapes, and of colors, of a call.
    static let maximumKinds = 64
    /// Maximum number of cells in all layers of a spec.
    static let maximumCells = 32 * 64
    /// Maximum number of contents of a cell.
    private static let maximumContents = 16
    /// Maximum number of values of all layers; a spec has some more.
    private static let maximumValues = 9900

    init(_ json: JSONValue, _ setting: ImportSetting) throws(ImportError) {
        self.setting = setting
        switch json {
        case .object(let members):
            calls = [Self.call(FieldReader(members, at: "", setting.notes, readsText: true), isOnly: true)]
        case .array(let elements):
            guard elements.count <= Self.maximumCalls else {
                throw .impossible(field: "", "has \(elements.count) calls; allowed: at most \(Self.maximumCalls)")
            }
            var calls: [Call] = []
            for (index, element) in elements.enumerated() {
                guard case .object(let members) = element else {
                    setting.notes.ignore("[\(index)]", element.shown, "the call is not an object of options")
                    continue
                }
                calls.append(
                    Self.call(FieldReader(members, at: "[\(index)]", setting.notes, readsText: true), isOnly: false)
                )
            }
            if calls.isEmpty, !elements.isEmpty { throw .notTheFormat(.canvasConfetti, "no call is an object") }
            self.calls = calls
        default:
            throw .notTheFormat(
                .canvasConfetti,
                "found \(json.kind) in place of an object of options or an array of such objects"
            )
        }
        guard self.calls.contains(where: { $0.count > 0 }) else {
            throw .impossible(field: "particleCount", "is not above 0, so no particle would ever be visible")
        }
    }

    // MARK: Reading

    private static func call(_ reader: FieldReader, isOnly: Bool) -> Call {
        let notes = reader.notes
        var call = Call()
        // The maximum exceeds what a spec's burst may have; the spec's reader reports that.
        call.count = Int(reader.number("particleCount", 50, in: 0...1_000_000).rounded(.down))
        call.delay = reader.number("delay", 0, in: 0...1e8) / 1000
        call.scalar = reader.number("scalar", 1, in: 0...1000)
        call.isFlat = reader.flag("flat")
        call.ticks = max(1, reader.number("ticks", 200, in: 0...6_000_000))
        if let origin = reader.object("origin") {
            call.origin = SIMD2(origin.number("x", 0.5, in: -100...100), origin.number("y", 0.5, in: -100...100))
            origin.refuseTheRest()
        }
        let angle = reader.number("angle", 90, in: -50_000...50_000)
        let spread = reader.number("spread", 45, in: -50_000...50_000)
        let decay = reader.number("decay", 0.9, in: 1e-6...1)
        let speed = reader.number("startVelocity", 45)
        // This drag gives the same position after any whole frame: v·(1 − decayⁿ)/(1 − decay).
        let drag = decay < 1 ? -60 * log(decay) : 0
        let factor = decay < 1 ? drag / (1 - decay) : 60
        let rates = -100_000.0...100_000.0
        let place = reader.place("startVelocity")
        let ends = [0.5, 1.5].map { notes.kept($0 * speed * factor, in: rates, place) }.sorted()
        let drift = notes.kept(60 * reader.number("drift", 0), in: rates, reader.place("drift"))
        let fall = notes.kept(180 * reader.number("gravity", 1), in: rates, reader.place("gravity"))
        call.members.append(.init("lifetime", .number((call.ticks / 60).tidy)))
        call.members.add("velocity", ends[0]...ends[1])
        call.members.add("emissionLongitude", -angle.radians.tidy)
        if spread != 0 {
            call.members.append(.init("emissionRange", .number(abs(spread).radians.tidy)))
            call.members.append(.init("emissionSpace", "planar"))
        }
        if drift != 0 || fall != 0 { call.members.append(.init("drift", [.number(drift), .number(fall)])) }
        var behaviors: [JSONValue] = []
        if drag > 0 { behaviors.append(["type": "drag", "drag": .number(drag.tidy)]) }
        behaviors.append(.overLife("color.alpha", Curve([1, 0])))
        call.members.add("emitterBehaviors", behaviors)
        call.colors = colors(reader)
        call.shapes = shapes(reader)
        reader.ignore("zIndex", because: "the stacking order of a page's canvas has no meaning for an image")
        reader.ignore(
            "disableForReducedMotion",
            unless: false,
            because: "a spec is always animated; URLs of presets have motion=still"
        )
        for name in forgotten { reader.ignore(name, because: "the option concerns a page's canvas") }
        reader.refuseTheRest()
        return call
    }

    private static func colors(_ reader: FieldReader) -> [String] {
        guard let list = reader.list("colors") else { return Call.defaultColors }
        var colors: [String] = []
        for (index, value) in list.enumerated() {
            let place = "\(reader.place("colors"))[\(index)]"
            guard index < maximumKinds else {
                reader.notes.ignore(place, value.shown, "only the first \(maximumKinds) are read")
                break
            }
            // Like canvas-confetti: characters that are not digits are dropped.
            guard case .string(let text) = value, text.utf8.count <= 64 else {
                reader.notes.ignore(place, value.shown, "the value is not a color")
                continue
            }
            let digits = text.lowercased().filter { $0.isASCII && $0.isHexDigit }
            guard digits.count >= 6 || digits.count == 3 || digits.count == 4, !text.contains(where: { $0 == "(" })
            else {
                reader.notes.ignore(
                    place,
                    value.shown,
                    "the value is not a hexadecimal color, the only kind that canvas-confetti reads"
                )
                continue
            }
            if digits.count == 4 || digits.count > 6 {
                reader.notes.approximate(place, value.shown, "canvas-confetti ignores the alpha")
            }
            colors.append(
                digits.count < 6 ? digits.prefix(3).map { "\($0)\($0)" }.joined() : String(digits.prefix(6))
            )
        }
        return colors.isEmpty ? Call.defaultColors : colors
    }

    private static func shapes(_ reader: FieldReader) -> [Shape] {
        guard let list = reader.list("shapes") else { return [.square, .circle] }
        var shapes: [Shape] = []
        for (index, value) in list.enumerated() {
            let place = "\(reader.place("shapes"))[\(index)]"
            guard index < maximumKinds else {
                reader.notes.ignore(place, value.shown, "only the first \(maximumKinds) are read")
                break
            }
            switch value {
            case "square": shapes.append(.square)
            case "circle": shapes.append(.circle)
            case "star": shapes.append(.star)
            case .object(let members):
                let shape = FieldReader(members, at: place, reader.notes, readsText: true)
                if let made = asset(shape, value) { shapes.append(made) }
            case .string:
                reader.notes.approximate(place, value.shown, "canvas-confetti draws a square for the unknown shape")
                shapes.append(.square)
            default: reader.notes.ignore(place, value.shown, "the value is not a shape")
            }
        }
        return shapes.isEmpty ? [.square, .circle] : shapes
    }

    /// Reads the result of shapeFromPath, or the options of shapeFromText, whose result is a bitmap that JSON cannot
    /// hold.
    private static func asset(_ reader: FieldReader, _ value: JSONValue) -> Shape? {
        if let text = reader.take("text") {
            guard case .string(let text) = text, (1...256).contains(text.utf8.count) else {
                reader.notes.ignore(reader.place("text"), text.shown, "the value is not a text of 1 to 256 bytes")
                return nil
            }
            let size = 10 * reader.number("scalar", 1, in: 0.1...51.2)
            reader.ignore("fontFamily", because: "text is set in the service's own font")
            let color = reader.text("color").flatMap { EffectModel.Color($0) == nil ? nil : $0 }
            reader.forget("type")
            reader.refuseTheRest()
            let isPlain = text.unicodeScalars.allSatisfy { $0.value < 0x2000 }
            let fontSize = JSONValue.number(size)
            return .asset(
                isPlain
                    ? ["text": .string(text), "fontSize": fontSize] : ["emoji": .string(text), "fontSize": fontSize],
                // Emoji have colors of their own; text without a color is black.
                color: color ?? (isPlain ? "#000000" : "#ffffff")
            )
        }
        guard case .string(let path)? = reader.take("path") else {
            reader.notes.ignore(
                reader.path,
                value.shown,
                "the shape is a bitmap in a browser's memory, which JSON cannot hold"
            )
            return nil
        }
        do throws(PathError) { _ = try SVGPath(path) } catch {
            reader.notes.ignore(reader.place("path"), JSONValue.string(path).shown, "\(error.reason)")
            return nil
        }
        let matrix = reader.numbers("matrix", count: 6, in: -1e6...1e6) ?? [1, 0, 0, 1, 0, 0]
        reader.forget("type")
        reader.refuseTheRest()
        let scale = SIMD2(abs(matrix[0]), abs(matrix[3]))
        guard scale.min() >= 1e-4, scale.max() <= 10_000 else {
            reader.notes.ignore(
                reader.place("matrix"),
                "\(scale.x.asWritten)",
                "the matrix makes the shape too large or too small"
            )
            return nil
        }
        if matrix[1] != 0 || matrix[2] != 0 {
            reader.notes.approximate(
                reader.place("matrix"),
                matrix[1].asWritten,
                "the shape is scaled, but neither rotated nor skewed"
            )
        }
        // The box that the matrix maps to 10 points around 0.
        let extent = 10 / scale
        let middle = SIMD2(-matrix[4] / matrix[0], -matrix[5] / matrix[3])
        let corner = middle - extent / 2
        guard corner.min() >= -100_000, corner.max() <= 100_000, extent.max() <= 100_000 else {
            reader.notes.ignore(reader.place("matrix"), matrix[4].asWritten, "the matrix moves the shape too far away")
            return nil
        }
        return .asset(
            [
                "path": .string(path), "size": [10, 10],
                "viewBox": .numbers([corner.x.tidy, corner.y.tidy, extent.x.tidy, extent.y.tidy]),
            ],
            color: nil
        )
    }

    // MARK: Writing

    func draft() throws(ImportError) -> SpecDraft {
        let last = calls.filter { $0.count > 0 }.map { $0.delay + $0.ticks / 60 }.max() ?? 0
        let kinds = calls.reduce(0) { $0 + min($1.count, $1.shapes.count * $1.colors.count) }
        var layers = kinds > Self.maximumCells ? [] : layers(cells(of:))
        if layers.isEmpty || layers.reduce(0, { $0 + $1.valueCount }) > Self.maximumValues {
            let mixed = calls.reduce(0) { $0 + min($1.count, $1.shapes.count) }
            guard mixed <= Self.maximumCells else {
                throw .impossible(
                    field: "",
                    "has \(kinds) kinds of particles in all its calls; allowed: at most \(Self.maximumCells)"
                )
            }
            let reason =
                "each piece gets a random color and shape of its call, because a spec has no room for a cell for each"
            setting.notes.approximate("colors", "\(calls.count) calls", reason)
            layers = self.layers(mixedCells(of:))
        }
        return SpecDraft(playback: .once(last), layers: { [layers] _ in layers })
    }

    /// Layers, one for each origin of pieces; a spec has room for more cells than layers.
    private func layers(_ cells: (Call) -> [JSONValue]) -> [JSONValue] {
        var places: [(origin: SIMD2<Double>, cells: [JSONValue])] = []
        for call in calls where call.count > 0 {
            let cells = cells(call)
            if let index = places.firstIndex(where: { $0.origin == call.origin && $0.cells.count + cells.count <= 64 })
            {
                places[index].cells += cells
            } else {
                for start in stride(from: 0, to: cells.count, by: 64) {
                    places.append((call.origin, Array(cells[start..<min(start + 64, cells.count)])))
                }
            }
        }
        return places.enumerated().map { index, place in
            [
                "name": .string(places.count == 1 ? "confetti" : "confetti\(index + 1)"),
                "emitterPosition": .pair(place.origin * setting.canvas), "emitterCells": .array(place.cells),
            ]
        }
    }

    /// Cells for each color of each shape. Colors take turns, as in canvas-confetti; shapes, which are random there,
    /// take turns too, so that the numbers are exact.
    private func cells(of call: Call) -> [JSONValue] {
        let plain = call.shapes.enumerated().filter { if case .asset(_, .some) = $1 { false } else { true } }.map(
            \.offset
        )
        var counts: [[Int]] = Array(repeating: Array(repeating: 0, count: call.colors.count), count: call.shapes.count)
        let (colors, shapes) = (call.colors.count, call.shapes.count)
        for color in 0..<colors {
            let share = call.count / colors + (color < call.count % colors ? 1 : 0)
            for shape in 0..<shapes {
                // The shape with one piece more differs from color to color.
                let turn = (shape + shapes - color % shapes) % shapes
                counts[shape][color] = share / shapes + (turn < share % shapes ? 1 : 0)
            }
        }
        var cells: [JSONValue] = []
        for (index, shape) in call.shapes.enumerated() {
            if !plain.contains(index) {
                let total = counts[index].reduce(0, +)
                if total > 0 { cells.append(cell(shape, color: "", count: total, of: call)) }
                continue
            }
            for (color, count) in counts[index].enumerated() where count > 0 {
                cells.append(cell(shape, color: call.colors[color], count: count, of: call))
            }
        }
        return cells
    }

    /// Cells for a document with many calls, as few as possible: pieces of a cell move alike, and get random shapes and colors.
    private func mixedCells(of call: Call) -> [JSONValue] {
        var kinds: [(shapes: [Shape], own: String?)] = []
        for shape in call.shapes {
            if case .asset(_, let own?) = shape {
                kinds.append(([shape], own))
            } else if let index = kinds.firstIndex(where: {
                $0.own == nil && ($0.shapes[0] == .star) == (shape == .star) && $0.shapes.count < Self.maximumContents
            }) {
                kinds[index].shapes.append(shape)
            } else {
                kinds.append(([shape], nil))
            }
        }
        var (left, shapes) = (call.count, call.shapes.count)
        return kinds.compactMap { kind in
            let count = left * kind.shapes.count / shapes
            (left, shapes) = (left - count, shapes - kind.shapes.count)
            guard count > 0 else { return nil }
            var members: [JSONValue.Member] = [.init("contents", .array(kind.shapes.map(\.contents)))]
            if let own = kind.own {
                members.append(.init("color", .string(own)))
            } else {
                members.append(.init("colors", .array(call.colors.map { .string("#" + $0) })))
            }
            return cell(members, isTumbling: kind.shapes[0] != .star && !call.isFlat, count: count, of: call)
        }
    }

    private func cell(_ shape: Shape, color: String, count: Int, of call: Call) -> JSONValue {
        var members: [JSONValue.Member] = []
        // The built-in square is 12 points wide, canvas-confetti's 10.
        members.append(.init("contents", shape == .square ? "square" : shape.contents))
        if case .asset(_, let own?) = shape {
            members.append(.init("color", .string(own)))
        } else {
            members.append(.init("color", .string("#" + color)))
        }
        let enlarged = shape == .square ? 10.0 / 12 : 1
        return cell(members, scale: enlarged, isTumbling: shape != .star && !call.isFlat, count: count, of: call)
    }

    private func cell(
        _ look: [JSONValue.Member],
        scale: Double = 1,
        isTumbling: Bool,
        count: Int,
        of call: Call
    ) -> JSONValue {
        var members = look
        var burst: [JSONValue.Member] = [.init("count", .number(Double(count)))]
        burst.add("at", call.delay.tidy)
        members.append(.init("burst", .object(burst)))
        members += call.members
        members.add("scale", setting.notes.kept(call.scalar * scale, in: 0...1000, "scalar"), unless: 1)
        if isTumbling {
            // Tilt and wobble, about a separate axis for each piece.
            members += [
                .init("particleType", "plane"), .init("orientationRange", .number((2 * Double.pi).tidy)),
                .init("rotation", [0, .number((2 * Double.pi).tidy)]), .init("spin", [3, 6.6]),
            ]
        }
        return .object(members)
    }
}

extension JSONValue {
    /// Number of values and names, as a reader counts them.
    fileprivate var valueCount: Int {
        switch self {
        case .array(let elements): 1 + elements.reduce(0) { $0 + $1.valueCount }
        case .object(let members): 1 + members.reduce(0) { $0 + 1 + $1.value.valueCount }
        default: 1
        }
    }
}

import EffectCoding
internal import EffectModel
import StrictJSON

/// Parameters for the appearance of particles.
extension QueryParameter {
    package static let look: [QueryParameter] = [
        QueryParameter(
            "size",
            "size",
            "Width or height of a particle, whichever is longer, in points.",
            .look,
            .number(1...128, step: 1, .points, isRange: true)
        ) { value, name, document throws(ParameterFault) in
            try document.writeSize(range(value, name, .points), for: name)
        } current: { view in
            view.commonRange(
                { $0.scale * view.naturalSize(of: $0) },
                { $0.scaleRange * view.naturalSize(of: $0) }
            )
        },
        QueryParameter(
            "grow",
            "growth",
            "Size at death, as a multiple of the size at birth.",
            .look,
            .number(0...10, step: 0.1, .none, isRange: false)
        ) { value, name, document throws(ParameterFault) in
            let growth = try number(value, name)
            try document.writeLife("scale", [1, .number(growth)], steady: "scaleSpeed", for: name)
        },
        QueryParameter(
            "fade",
            "fade",
            "Fade at birth (in), at death (out) or both (inout).",
            .look,
            .choice(Fade.allCases.map(\.rawValue))
        ) { value, name, document throws(ParameterFault) in
            guard let fade = Fade(rawValue: value) else { throw wrong(value, for: name) }
            try document.writeLife(
                "color.alpha",
                fade.values,
                locations: fade.locations,
                steady: "alphaSpeed",
                for: name
            )
        },
        QueryParameter(
            "c",
            "colors",
            "Particle colors: hex or CSS names, separated by commas, or the name of a palette. Each particle has one of them.",
            .look,
            .colors,
            phase: 2,
            setColors
        ) { view in
            let colors = view.cells.map(\.color.hex)
            return colors.indices.filter { colors.firstIndex(of: colors[$0]) == $0 }.map { colors[$0] }
                .joined(separator: ",")
        },
        QueryParameter(
            "ramp",
            "colors over life",
            "Colors of a particle from birth to death.",
            .look,
            .colors
        ) { value, name, document throws(ParameterFault) in
            let colors = try colors(value, name)
            try document.writeBehavior(
                "colorOverLife",
                ["type": "colorOverLife", "colors": .array(colors.map { .string($0) })],
                for: name
            )
        },
        QueryParameter(
            "shapes",
            "shapes",
            "Particle shapes: names, separated by commas.",
            .look,
            .text(
                allowed: """
                    any of circle, dot, square, rectangle, triangle, polygon, star, ring, heart, ribbon, strip, \
                    drop, flake, flame, leaf, petal, sparkle, needle, puff, curl, wisp
                    """
            ),
            phase: 1
        ) { value, name, document throws(ParameterFault) in
            let names = value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            guard (1...16).contains(names.count), !names.contains("") else { throw wrong(value, for: name) }
            try document.writeContents(names.map { ($0, document.naturalSize(of: .string($0))) }, atLeast: 0, for: name)
        },
        QueryParameter(
            "emoji",
            "emoji",
            "Emoji as particles, in turn.",
            .look,
            .text(allowed: "1 to 16 emoji"),
            needs: .cellsOrLike,
            phase: 1
        ) { value, name, document throws(ParameterFault) in
            let emoji = value.filter { $0 != "," && $0 != " " }.map(String.init)
            guard (1...16).contains(emoji.count) else { throw wrong(value, for: name) }
            let list = JSONValue.array(emoji.map { .string($0) })
            // `pictures` are a like's particles in place of emoji; those of its cells remain.
            if !document.given.contains("pictures") || document.cells.isEmpty {
                for like in document.likes { try document.write(list, at: like + ["emoji"], for: name) }
            }
            if document.cells.isEmpty { return }
            var contents: [(String, Double)] = []
            for (index, character) in emoji.enumerated() {
                let asset: JSONValue = ["emoji": .string(character), "fontSize": 32]
                contents.append((try document.addAsset(asset, like: "emoji-\(index + 1)", for: name), 32))
            }
            try document.actingOnAllEmoji { document throws(ParameterFault) in
                try document.writeContents(contents, atLeast: 24, isColored: true, for: name)
            }
        },
        QueryParameter(
            "text",
            "letters",
            "The word of a preset that shows one, made smaller where it is too wide; else a word used as the particle.",
            .look,
            .text(allowed: "1 to 64 letters"),
            needs: .wordOrCells,
            phase: 1
        ) { value, name, document throws(ParameterFault) in
            guard (1...64).contains(value.count) else { throw wrong(value, for: name) }
            guard document.words.isEmpty else { return try document.writeWords("text", .string(value), for: name) }
            let asset = try document.addAsset(["text": .string(value), "fontSize": 24], like: "text", for: name)
            try document.writeContents([(asset, 24)], atLeast: 18, for: name)
        } current: { view in
            view.word("text")?.text
        },
        QueryParameter(
            "font",
            "font of the word",
            "Installed font family of the preset's word, or several separated by commas.",
            .look,
            .text(allowed: "an installed font family"),
            needs: .word
        ) { value, name, document throws(ParameterFault) in
            try document.writeWords("font", .string(value), for: name)
        } current: { view in
            view.word("font")?.text
        },
        QueryParameter(
            "weight",
            "weight of the word",
            "Weight of the preset's word: 400 is regular, 700 bold.",
            .look,
            .whole(100...1000),
            needs: .word
        ) { value, name, document throws(ParameterFault) in
            try document.writeWords("fontWeight", .number(number(value, name)), for: name)
        } current: { view in
            ParameterText.text(view.word("fontWeight")?.double ?? 400)
        },
        QueryParameter(
            "path",
            "outline",
            "Outline of the particle, as SVG path data.",
            .look,
            .text(allowed: "SVG path data"),
            phase: 1
        ) { value, name, document throws(ParameterFault) in
            let asset = try document.addAsset(["path": .string(value), "size": 12], like: "path", for: name)
            try document.writeContents([(asset, 12)], atLeast: 0, for: name)
        },
        QueryParameter(
            "blend",
            "blending",
            "Blending of overlapping particles: normal, or add, which sums their light.",
            .look,
            .choice(["normal", "add"]),
            needs: .emitter
        ) { value, name, document throws(ParameterFault) in
            switch value {
            case "add": try document.writeEmitters("renderMode", "additive", for: name)
            case "normal": try document.writeEmitters("renderMode", "unordered", for: name)
            default: throw wrong(value, for: name)
            }
        } current: { view in
            view.emitters.first.map { $0.renderMode == .additive ? "add" : "normal" }
        },
        QueryParameter(
            "trail",
            "trail",
            "Length of the trail behind a particle, in seconds of its motion; 0 for no trail.",
            .look,
            .number(0...2, step: 0.05, .seconds, isRange: false)
        ) { value, name, document throws(ParameterFault) in
            let seconds = try number(value, name, .seconds)
            for cell in document.cells {
                try document.replace(cell + ["trail"], with: seconds == 0 ? .null : .number(seconds), for: name)
            }
        } current: {
            $0.common { $0.trail?.duration ?? 0 }.map(ParameterText.text)
        },
    ]

    /// The colors of a list or of a named palette, as written in a spec.
    package static func colors(_ value: String, _ name: String) throws(ParameterFault) -> [String] {
        if let palette = NamedPalette.all[value] { return palette.colors }
        let parts = value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard parts.count <= PresetEditor.mostCells else {
            let allowed = "at most \(PresetEditor.mostCells), or the name of a palette"
            throw ParameterFault(.tooMuch, name, found: "\(parts.count) colors", allowed: allowed)
        }
        for part in parts where Color(part) == nil && NamedPalette.all[part] == nil {
            let near = Nearest.name(to: part, among: NamedPalette.all.keys).map { "; did you mean \($0)?" } ?? ""
            let allowed = (all[name]?.allowed ?? "") + near
            throw ParameterFault(.unknownValue, name, found: JSONValue.string(part).excerpt, allowed: allowed)
        }
        // In a list, a name that is both a color and a palette is the color, such as gold; any other palette's name
        // stands for all of its colors.
        return parts.flatMap { Color($0) == nil ? NamedPalette.all[$0]?.colors ?? [] : [$0] }
    }

    /// Replaces each kind of piece by one kind for each color. Total numbers stay the same.
    static let setColors: @Sendable (String, String, inout PresetEditor) throws(ParameterFault) -> Void = {
        value,
        name,
        document throws(ParameterFault) in
        let colors = try colors(value, name)
        try document.actOnVeils { veils throws(ParameterFault) in
            try tintVeils(colors, in: &veils, for: name)
            veils.tintRamps()
        }
        let before = document
        try document.rebuildCells(taking: "color", for: name) { cells, areNested throws(ParameterFault) in
            // Pieces with colors of their own keep them, unless all pieces have.
            let pictures = cells.filter { before.isPicture($0["contents"]) }
            let plain = pictures.count == cells.count ? cells : cells.filter { !before.isPicture($0["contents"]) }
            let colored = plain.multiplied(by: colors.map { .string($0) }, as: "color", areNested: areNested)
            return colored + (plain.count == cells.count ? [] : pictures)
        }
        // The colors over life of a flame are set for its whole layer, and hide the color at birth.
        document.tintRamps()
    }

    /// Replaces each kind of veil by one kind for each color, as transparent as before.
    private static func tintVeils(
        _ colors: [String],
        in document: inout PresetEditor,
        for name: String
    ) throws(ParameterFault) {
        try document.rebuildCells(taking: "color", for: name) { cells, areNested throws(ParameterFault) in
            var tinted: [JSONValue] = []
            for cell in cells {
                let alpha = cell["color"]?.text.flatMap { Color($0) }?.components.w ?? 1
                let shades = colors.map { text -> JSONValue in
                    guard let color = Color(text) else { return .string(text) }
                    return .string(Color(color.components * SIMD4(1, 1, 1, alpha)).hex)
                }
                tinted += [cell].multiplied(by: shades, as: "color", areNested: areNested)
            }
            return tinted
        }
    }

    /// The course of alpha over a piece's life.
    private enum Fade: String, CaseIterable {
        case `in`, out, none
        case `inout`

        var values: [JSONValue] {
            switch self {
            case .in: [0, 1, 1]
            case .out: [1, 1, 0]
            case .`inout`: [0, 1, 1, 0]
            case .none: [1, 1]
            }
        }

        var locations: [JSONValue] {
            switch self {
            case .in: [0, 0.25, 1]
            case .out: [0, 0.5, 1]
            case .`inout`: [0, 0.2, 0.6, 1]
            case .none: [0, 1]
            }
        }
    }
}

extension PresetEditor {
    /// Makes a property follow the life of every piece, instead of changing at a constant rate.
    ///
    /// - Parameter steady: The member with the constant rate, which is removed.
    mutating func writeLife(
        _ keyPath: String,
        _ values: [JSONValue],
        locations: [JSONValue] = [0, 1],
        steady: String,
        for name: String
    ) throws(ParameterFault) {
        try writeBehavior(
            "valueOverLife",
            keyPath: keyPath,
            [
                "type": "valueOverLife", "keyPath": .string(keyPath), "values": .array(values),
                "locations": .array(locations), "operation": "multiply",
            ],
            for: name
        )
        for cell in cells { try replace(cell + [steady], with: nil, for: name) }
    }

    /// Gives every piece whose colors change over life shades of its own color, as opaque as they were; its sub-cells, too. Colors
    /// over life that another parameter has set remain.
    fileprivate mutating func tintRamps() {
        for cell in cells {
            guard let tint = self[cell + ["color"]] else { continue }
            tintOwnRamps(of: cell, tint)
            guard let layer = emitters.first(where: { cell.starts(with: $0) }) else { continue }
            let shared = behaviors(at: layer)
            guard let place = shared.lastIndex(where: \.isRamp),
                writer(of: layer + ["emitterBehaviors", String(place)]) == nil
            else { continue }
            // Set once more for the piece, which undoes what the layer's later behaviors have done to the color.
            let looks = shared[(place + 1)...].filter(\.changesColor)
            let own = [shared[place].tintedRamp(by: tint)] + looks
            setUnchecked(.array(own.map(\.withoutName) + behaviors(at: cell)), at: cell + ["emitterBehaviors"])
        }
    }

    /// Tints the colors over life of a cell itself and of its sub-cells.
    private mutating func tintOwnRamps(of cell: [String], _ tint: JSONValue) {
        for (index, behavior) in behaviors(at: cell).enumerated() where behavior.isRamp {
            let path = cell + ["emitterBehaviors", String(index)]
            if writer(of: path) == nil { setUnchecked(behavior.tintedRamp(by: tint), at: path) }
        }
        guard case .array(let children)? = self[cell + ["emitterCells"]] else { return }
        for index in children.indices { tintOwnRamps(of: cell + ["emitterCells", String(index)], tint) }
    }

    private func behaviors(at path: [String]) -> [JSONValue] {
        guard case .array(let behaviors)? = self[path + ["emitterBehaviors"]] else { return [] }
        return behaviors
    }

    /// Sets the size of every piece, in points.
    mutating func writeSize(_ size: ClosedRange<Double>, for name: String) throws(ParameterFault) {
        try stopAnimations(ofCells: "scale", for: name)
        for cell in cells {
            let natural = naturalSize(ofCell: cell)
            let scale = size.lowerBound / natural...size.upperBound / natural
            try write(ParameterText.json(scale), at: cell + ["scale"], for: name)
            try replace(cell + ["scaleRange"], with: nil, for: name)
        }
    }

    /// Replaces the contents of the pieces, at the size of the former contents.
    ///
    /// - Parameters:
    ///   - contents: Names of assets, and their sizes in points.
    ///   - least: Minimum size in points.
    ///   - isColored: Whether the contents have colors of their own.
    mutating func writeContents(
        _ contents: [(name: String, size: Double)],
        atLeast least: Double,
        isColored: Bool = false,
        for name: String
    ) throws(ParameterFault) {
        let document = self
        try rebuildCells(taking: "contents", for: name) { cells, areNested throws(ParameterFault) in
            var plain = cells
            if isColored {
                for index in plain.indices {
                    _ = plain[index].set("#ffffff", at: ["color"])
                    plain[index].remove(at: ["back"])
                }
            }
            let sized = plain.multiplied(
                by: contents.map { .string($0.name) },
                as: "contents",
                areNested: areNested
            )
            return sized.map { cell in
                var cell = cell
                let shown = if case .array(let list)? = cell["contents"] { list.first } else { cell["contents"] }
                guard let own = contents.first(where: { .string($0.name) == shown }) else { return cell }
                let before = document.naturalSize(ofSheetIn: cells[0])
                // The new contents are no sheet.
                for member in Self.sheetMembers { cell.remove(at: [member]) }
                var factor = before / own.size
                let scale = cell["scale"]
                let mean = scale?.double ?? 1
                if mean > 0, mean * factor * own.size < least { factor = least / own.size / mean }
                for member in ["scale", "scaleRange", "scaleSpeed"] {
                    switch cell[member] {
                    case .number(let number): _ = cell.set(.number(number * factor), at: [member])
                    case .array(let ends):
                        _ = cell.set(.array(ends.map { $0.double.map { .number($0 * factor) } ?? $0 }), at: [member])
                    default: if member == "scale" { _ = cell.set(.number(factor), at: [member]) }
                    }
                }
                return cell
            }
        }
    }

    /// The longer side of a cell's contents, in points.
    func naturalSize(ofCell path: [String]) -> Double {
        self[path].map(naturalSize(ofSheetIn:)) ?? naturalSize(of: nil)
    }

    /// Members of a cell that make its contents a sheet of frames.
    private static let sheetMembers = [
        "contentsFrameCount", "contentsFramesPerRow", "contentsFirstFrame", "contentsFirstFrameRange",
        "contentsFramesPerSecond", "contentsFramesPerSecondRange", "contentsFrameMode",
    ]

    /// The longer side of a cell's contents, or of one frame of its sheet, in points.
    private func naturalSize(ofSheetIn cell: JSONValue) -> Double {
        let whole = naturalSize(of: cell["contents"])
        guard let count = cell["contentsFrameCount"]?.double, count > 1 else { return whole }
        let perRow = cell["contentsFramesPerRow"]?.double ?? 0
        let columns = perRow >= 1 ? min(count, perRow) : count
        let rows = (count / columns).rounded(.up)
        guard case .array(let sides)? = asset(cell["contents"])?["size"], sides.count == 2,
            let width = sides[0].double, let height = sides[1].double
        else { return whole / max(columns, rows) }
        let side = max(width / columns, height / rows)
        return side > 1e-3 && side.isFinite ? side : whole
    }

    /// Whether the contents have colors of their own.
    func isPicture(_ contents: JSONValue?) -> Bool {
        if case .array(let list)? = contents { return list.contains { isPicture($0["contents"] ?? $0) } }
        let asset = asset(contents)
        return asset?["emoji"] != nil || asset?["image"] != nil
    }

    /// Whether the contents are an emoji, or one of several.
    private func isEmoji(_ contents: JSONValue?) -> Bool {
        if case .array(let list)? = contents { return list.contains { isEmoji($0["contents"] ?? $0) } }
        return asset(contents)?["emoji"] != nil
    }

    /// Lets parameters act on all cells that show an emoji: the far and the near ones of a rain have depths and sizes of their own
    /// that no parameter changes, but they show what the others show.
    fileprivate mutating func actingOnAllEmoji(
        _ body: (inout Self) throws(ParameterFault) -> Void
    ) throws(ParameterFault) {
        let own = cells
        let others = json.cellPaths(of: emitters).filter { !own.contains($0) && isEmoji(self[$0 + ["contents"]]) }
        try act(onCells: own + others, body)
    }

    private func asset(_ contents: JSONValue?) -> JSONValue? {
        if case .string(let name)? = contents { return self[["assets", name]] }
        return contents
    }

    /// The longer side of `contents`, a name or an asset, in points: more than 0.001.
    func naturalSize(of contents: JSONValue?) -> Double {
        // The largest one of several.
        if case .array(let list)? = contents { return list.map { naturalSize(of: $0["contents"] ?? $0) }.max() ?? 12 }
        let asset = asset(contents)
        let sides: [Double]
        switch asset?["size"] {
        case .number(let side): sides = [side]
        case .array(let both): sides = both.compactMap(\.double)
        default: sides = [asset?["emoji"] != nil || asset?["text"] != nil ? asset?["fontSize"]?.double ?? 16 : 12]
        }
        // Not validated yet: the spec's reader will report invalid sizes.
        return sides.max().flatMap { $0.isFinite && $0 > 1e-3 ? min($0, 1e6) : nil } ?? 12
    }
}

extension PresetView {
    /// The longer side of a cell's contents, in points.
    func naturalSize(of cell: EmitterCell) -> Double {
        guard let asset = spec.asset(of: cell)?.asset else { return 1 }
        let frame = cell.frames.part(0, of: .whole).size * asset.size
        return max(frame.x, frame.y)
    }
}

extension [JSONValue] {
    /// Replaces each cell by one cell for each of `values` as the member, or where these would be too many, by one whose pieces
    /// each have one of them. Cells that differ in nothing else are merged first, so that total numbers stay the same.
    fileprivate func multiplied(by values: [JSONValue], as member: String, areNested: Bool) -> [JSONValue] {
        var kinds: [Kind] = []
        for cell in self {
            var key = cell
            // The back of a piece is a shade of its color.
            for part in ["name", "birthRate", member] + (member == "color" ? ["back"] : []) { key.remove(at: [part]) }
            let burst = cell.value(at: ["burst", "count"])?.double
            key.remove(at: ["burst", "count"])
            let rate = cell["birthRate"]?.double ?? 0
            if let index = kinds.firstIndex(where: { $0.key == key }) {
                kinds[index].rate += rate
                kinds[index].count += burst ?? 0
            } else {
                kinds.append(Kind(key: key, cell: cell, rate: rate, count: burst ?? 0))
            }
        }
        guard kinds.count * values.count <= PresetEditor.mostCells else {
            return kinds.map { $0.withList(of: values, as: member) }
        }
        // Each kind begins where the one before it ended, so that single pieces take the values in turn.
        var turn = 0
        return kinds.flatMap { kind in
            let first = turn
            turn = (turn + kind.rest(among: values.count)) % values.count
            if areNested, values.count > 1, kind.isBornToBeat { return [kind.withList(of: values, as: member)] }
            return values.indices.compactMap { index in
                let value = values[(first + index) % values.count]
                var cell = kind.cell
                _ = cell.set(value, at: [member])
                if member == "color", cell["back"] != nil, let front = value.text.flatMap({ Color($0) }) {
                    _ = cell.set(.string(front.shaded.hex), at: ["back"])
                }
                if kind.rate > 0 { _ = cell.set(.number(kind.rate / Double(values.count)), at: ["birthRate"]) }
                guard kind.count > 0 else { return cell }
                let count = kind.count(ofValue: index, among: values.count)
                _ = cell.set(.number(count), at: ["burst", "count"])
                return count > 0 ? cell : nil
            }
        }
    }
}

/// Cells that differ in nothing but a member, as one.
private struct Kind {
    /// Members that the cells have in common.
    let key: JSONValue
    let cell: JSONValue
    /// Births per second of all.
    var rate: Double
    /// Pieces of the bursts of all.
    var count: Double

    /// Whether pieces are born to a beat, at a phase of its own: cells that share the births would beat together and pause
    /// together.
    var isBornToBeat: Bool { rate > 0 && count == 0 && cell["birthPhase"]?.double != nil }

    /// A cell whose pieces each have one of several values.
    func withList(of values: [JSONValue], as member: String) -> JSONValue {
        var cell = cell
        if rate > 0 { _ = cell.set(.number(rate), at: ["birthRate"]) }
        if count > 0 { _ = cell.set(.number(count), at: ["burst", "count"]) }
        // The back of a piece is a shade of its color.
        if member == "color" { cell.remove(at: ["back"]) }
        if member == "contents" {
            _ = cell.set(.array(values), at: [member])
        } else {
            _ = cell.set("#ffffff", at: [member])
            _ = cell.set(.array(values), at: [member + "s"])
        }
        return cell
    }

    /// Number of pieces in a burst that have a value: as many of each, and the rest among the first values.
    func count(ofValue index: Int, among values: Int) -> Double {
        (count / Double(values)).rounded(.down) + (index < rest(among: values) ? 1 : 0)
    }

    /// Number of pieces in a burst that are left over when all values have as many.
    func rest(among values: Int) -> Int {
        // A number that no spec allows is refused later.
        guard count > 0, count.isFinite else { return 0 }
        return Int(count.truncatingRemainder(dividingBy: Double(values)).rounded(.up)) % values
    }
}

extension JSONValue {
    /// Whether the value is a behavior that sets colors over life.
    fileprivate var isRamp: Bool { self["type"] == "colorOverLife" && self["enabled"] != false }

    /// Colors over life in shades of a color.
    fileprivate func tintedRamp(by tint: JSONValue) -> JSONValue {
        guard case .array(let colors)? = self["colors"] else { return self }
        var ramp = self
        _ = ramp.set(.array(colors.map { $0.tinted(by: tint) }), at: ["colors"])
        return ramp
    }

    /// Whether the value is a behavior that multiplies or adds to a piece's color or alpha.
    fileprivate var changesColor: Bool {
        self["type"] == "flicker"
            || self["type"] == "valueOverLife" && self["keyPath"]?.text?.hasPrefix("color") == true
    }

    /// The object without its name, for a copy.
    fileprivate var withoutName: JSONValue {
        var copy = self
        copy.remove(at: ["name"])
        return copy
    }

    /// The shade of a color by the lightness of this color, and as opaque: from black by way of the color to white. A dark color
    /// stays pure up to the middle.
    fileprivate func tinted(by color: JSONValue) -> JSONValue {
        guard let old = text.flatMap({ Color($0) })?.components,
            let tint = color.text.flatMap({ Color($0) })?.components
        else { return self }
        // Luma, with the weights of Rec. 601.
        func luma(_ color: SIMD4<Double>) -> Double { (color * SIMD4(0.299, 0.587, 0.114, 0)).sum() }
        let (light, middle) = (luma(old), max(0.5, luma(tint)))
        let white = middle < 1 ? max(0, light - middle) / (1 - middle) : 0
        var shade = tint * min(1, light / middle) + (SIMD4(1, 1, 1, 1) - tint) * white
        shade.w = old.w * tint.w
        return .string(Color(shade).hex)
    }
}

extension Color {
    /// The color of a piece's back.
    fileprivate var shaded: Color {
        let factor = 0.68
        return Color(components * SIMD4(factor, factor, factor, 1))
    }

    /// The color as `#rrggbb`, or `#rrggbbaa` if not opaque.
    var hex: String {
        let bytes = (0..<4).map { Int((components[$0] * 255).rounded()) }
        return "#"
            + bytes.prefix(bytes[3] == 255 ? 3 : 4).map { byte in
                (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }.joined()
    }
}

extension PresetEditor {
    /// Writes a member of every text that shows the preset's word. A new word is no wider than the canvas.
    fileprivate mutating func writeWords(_ member: String, _ value: JSONValue, for name: String) throws(ParameterFault)
    {
        for path in words {
            // An emitter's text may be a string alone.
            if case .string(let text) = self[path] { setUnchecked(["text": .string(text)], at: path) }
            try write(value, at: path + [member], for: name)
            if member == "text", self[path + ["maxWidth"]] == nil { setUnchecked("94%", at: path + ["maxWidth"]) }
        }
    }
}

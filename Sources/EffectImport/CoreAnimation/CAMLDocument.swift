import EffectCoding
import EffectModel
import StrictJSON

/// Core Animation markup: the emitters of a tree of layers.
///
/// Names and meanings are those of specs. y points up, unless a layer's geometry is flipped, and a range extends half
/// its width to each side.
///
/// - Source: files of this format and CAPlayground's reader (`apps/web/lib/ca/caml.ts`), because Apple does not
///   document it; CAEmitterLayer and CAEmitterCell for the meaning of the properties.
struct CAMLDocument {
    let setting: ImportSetting
    private let root: XMLTree
    private var notes: ImportNotes { setting.notes }

    init(_ tree: XMLTree, _ setting: ImportSetting) throws(ImportError) {
        self.setting = setting
        guard tree.name == "caml" || Self.isLayer(tree) else {
            throw .notTheFormat(.caml, "found the outermost element <\(tree.name.asKey)> in place of <caml>")
        }
        root = tree
    }

    private static func isLayer(_ element: XMLTree) -> Bool {
        element.name.hasPrefix("CA") && element.name.hasSuffix("Layer")
    }

    // MARK: The tree

    /// Results collected on the way through the tree.
    struct Found {
        /// Size of the outermost layer in points.
        var canvas: SIMD2<Double>?
        var layers: [JSONValue] = []
        var names: Set<String> = []
        /// Births per second.
        var rate = 0.0
        /// Duration of the animations in seconds.
        var animated = 0.0
        var assets: [JSONValue.Member] = []
        /// Asset names of the document's images, by image name.
        var pictures: [String: String] = [:]

        /// Unique name for a layer: its own one if that is valid and free.
        mutating func name(_ own: String?, like usual: String) -> String {
            if let own, (1...64).contains(own.utf8.count), names.insert(own).inserted { return own }
            var number = layers.count + 1
            while !names.insert("\(usual)\(number)").inserted { number += 1 }
            return "\(usual)\(number)"
        }
    }

    func draft() throws(ImportError) -> SpecDraft {
        var found = Found()
        if Self.isLayer(root) {
            walk(root, at: root.name, in: Space(), depth: 0, &found)
        } else {
            for (index, child) in root.children.enumerated() {
                let path = "caml.\(child.name)" + (root.children.count > 1 ? "[\(index)]" : "")
                if Self.isLayer(child) {
                    walk(child, at: path, in: Space(), depth: 0, &found)
                } else {
                    notes.ignore(path, "<\(child.name)>", "only emitter layers are imported")
                }
            }
        }
        guard !found.layers.isEmpty else {
            throw .impossible(field: "", "has no CAEmitterLayer with visible cells")
        }
        let layers = found.layers
        let playback: SpecDraft.Playback =
            if found.animated > 0 {
                .repeated(max(found.animated, ImportOptions.endlessDurations[0]))
            } else {
                .endless(rate: found.rate, step: nil)
            }
        return SpecDraft(
            canvas: found.canvas,
            playback: playback,
            rangeConvention: .half,
            assets: found.assets,
            layers: { _ in layers }
        )
    }

    /// Coordinates of a layer's sublayers.
    struct Space {
        /// Origin in the coordinates of the enclosing group, or of the outermost layer.
        var origin = SIMD2<Double>(0, 0)
        /// Whether y points down.
        var isFlipped = false
        /// Number of enclosing groups.
        var groups = 0
    }

    /// Position of a layer in its parent.
    struct Frame {
        let corner: SIMD2<Double>
        let size: SIMD2<Double>
        let anchor: SIMD2<Double>
        let position: SIMD2<Double>
        /// Whether y points down in the layer.
        let isFlipped: Bool

        fileprivate init(_ reader: ElementReader, in space: Space) {
            let places = -100_000.0...100_000.0
            let bounds = reader.numbers("bounds", counts: 4...4, in: places) ?? [0, 0, 0, 0]
            let anchor = reader.numbers("anchorPoint", counts: 2...3, in: -1000...1000) ?? [0.5, 0.5]
            let place = reader.numbers("position", counts: 2...3, in: places) ?? [0, 0]
            (corner, size) = (SIMD2(bounds[0], bounds[1]), SIMD2(bounds[2], bounds[3]))
            (self.anchor, position) = (SIMD2(anchor[0], anchor[1]), SIMD2(place[0], place[1]))
            isFlipped = reader.fields.flag("geometryFlipped") != space.isFlipped
        }
    }

    /// - Parameter space: Coordinates of the parent's sublayers.
    private func walk(_ element: XMLTree, at path: String, in space: Space, depth: Int, _ found: inout Found) {
        let reader = ElementReader(element, at: path, notes)
        let frame = Frame(reader, in: space)
        var inner = Space(origin: -frame.corner, isFlipped: frame.isFlipped, groups: space.groups)
        if depth > 0 {
            inner.origin += space.origin + frame.position - frame.anchor * frame.size
        } else if frame.size.x > 0, frame.size.y > 0, found.canvas == nil {
            found.canvas = frame.size
        }
        let isHidden = reader.fields.flag("hidden")
        reader.fields.forget("id", "allowsEdgeAntialiasing", "allowsGroupOpacity", "contentsFormat", "cornerCurve")
        let sublayers = reader.takeChild("sublayers")
        if isHidden {
            notes.ignore(reader.fields.place("hidden"), "1", "the layer and its sublayers are left out")
            return
        }
        var group: [JSONValue.Member]?
        if depth > 0, Self.emits(element), let members = self.group(reader, frame: frame, in: space, &found) {
            group = members
            // The bounds of a group lie about the middle of the canvas.
            inner.origin = middle(found) - frame.corner - frame.size / 2
            inner.groups += 1
        }
        if depth > 0 {
            reader.fields.ignore("sublayerTransform", unless: "", because: "sublayers move with their layer only")
        }
        let before = found.layers
        if group != nil { found.layers = [] }
        if element.name == "CAEmitterLayer" {
            emitter(reader, at: inner.origin, isFlipped: frame.isFlipped, &found)
        } else {
            reader.fields.forget("name")
            reader.refuseTheRest("only emitter layers are imported")
        }
        for (index, child) in (sublayers?.children ?? []).enumerated() {
            let place = "\(path).sublayers[\(index)]"
            if Self.isLayer(child) {
                walk(child, at: place, in: inner, depth: depth + 1, &found)
            } else {
                notes.ignore(place, "<\(child.name)>", "the element is not a layer")
            }
        }
        if let group {
            let layers = found.layers
            found.layers = before
            if !layers.isEmpty { found.layers.append(.object(group + [.init("layers", .array(layers))])) }
        }
    }

    /// Whether anything in an element's layers emits.
    private static func emits(_ element: XMLTree) -> Bool {
        element.name == "CAEmitterLayer"
            || element.children.contains { $0.name == "sublayers" && $0.children.contains(where: emits) }
    }

    /// The middle of the canvas.
    func middle(_ found: Found) -> SIMD2<Double> {
        let usual = found.canvas ?? setting.canvas
        return SIMD2(setting.width ?? usual.x, setting.height ?? usual.y) / 2
    }

    // MARK: An emitter

    private static let layerNumbers: [(name: String, bounds: ClosedRange<Double>, absent: Double)] = [
        ("birthRate", 0...100_000, 1), ("lifetime", 0...100_000, 1), ("velocity", -1000...1000, 1),
        ("scale", -1000...1000, 1), ("spin", -1000...1000, 1), ("emitterZPosition", -100_000...100_000, 0),
        ("emitterDepth", 0...100_000, 0), ("opacity", 0...1, 1), ("speed", 0...1000, 1), ("timeOffset", 0...100_000, 0),
    ]
    private static let layerWords: [(name: String, allowed: [String])] = [
        ("emitterShape", ["point", "line", "rectangle", "cuboid", "circle", "sphere"]),
        ("emitterMode", ["points", "outline", "surface", "volume"]),
        (
            "renderMode",
            ["unordered", "oldestFirst", "oldestLast", "backToFront", "additive", "cheapAdditive", "screen", "maximum"]
        ),
    ]

    private func emitter(_ reader: ElementReader, at origin: SIMD2<Double>, isFlipped: Bool, _ found: inout Found) {
        let fields = reader.fields
        var members: [JSONValue.Member] = []
        members.append(.init("name", .string(found.name(fields.text("name"), like: "emitter"))))
        if !isFlipped { members.append(.init("geometryFlipped", true)) }
        members.add("z", fields.number("zPosition", 0, in: -100_000...100_000))
        let places = -100_000.0...100_000.0
        let place = reader.numbers("emitterPosition", counts: 2...3, in: places) ?? [0, 0]
        let point = origin + SIMD2(place[0], place[1])
        members.append(
            .init(
                "emitterPosition",
                .pair(point.clamped(lowerBound: .init(repeating: -100_000), upperBound: .init(repeating: 100_000)))
            )
        )
        if let size = reader.numbers("emitterSize", counts: 2...3, in: 0...100_000), size[0] > 0 || size[1] > 0 {
            members.append(.init("emitterSize", .numbers([size[0], size[1]])))
        }
        for (name, bounds, absent) in Self.layerNumbers {
            members.add(name, fields.number(name, absent, in: bounds), unless: absent)
        }
        words(Self.layerWords, of: fields, into: &members)
        let begin = fields.number("beginTime", 0, in: -1e9...1e9)
        // 1e-100 is Core Animation's way to express an explicit time of 0.
        if begin > 0.001 { members.append(.init("beginTime", .number(begin))) }
        members.add("seed", fields.number("seed", 0, in: 0...4_294_967_295).rounded(.down))
        if fields.flag("preservesDepth") { members.append(.init("preservesDepth", true)) }
        if fields.flag("masksToBounds") {
            notes.ignore(
                fields.place("masksToBounds"),
                "1",
                "clipping needs bounds and at most three enclosing groups"
            )
        }
        fields.forget("contentsScale", "opaque")
        let cells = reader.takeChild("emitterCells")?.children ?? []
        var made: [JSONValue] = []
        var rate = 0.0
        for (index, cell) in cells.enumerated() {
            let path = "\(fields.path).emitterCells[\(index)]"
            guard cell.name == "CAEmitterCell" else {
                notes.ignore(path, "<\(cell.name)>", "the element is not a CAEmitterCell")
                continue
            }
            let (json, births) = self.cell(ElementReader(cell, at: path, notes), &found)
            made.append(json)
            rate += births
        }
        let animations = reader.takeChild("animations").map {
            self.animations($0, at: fields.place("animations"), &found)
        }
        reader.refuseTheRest()
        guard !made.isEmpty else {
            notes.ignore(fields.path, "<CAEmitterLayer>", "the layer has no cells and is left out")
            return
        }
        found.rate += rate
        if let animations, !animations.isEmpty {
            members.append(.init("animatedRates", "live"))
            members.append(.init("animations", .array(animations)))
        }
        members.append(.init("emitterCells", .array(made)))
        found.layers.append(.object(members))
    }

    func words(
        _ words: [(name: String, allowed: [String])],
        of fields: FieldReader,
        into members: inout [JSONValue.Member]
    ) {
        for (name, allowed) in words {
            guard let text = fields.text(name) else { continue }
            if allowed.contains(text) {
                members.append(.init(name, .string(text)))
            } else {
                let found = JSONValue.string(text).shown
                notes.ignore(
                    fields.place(name),
                    found,
                    "the value is unknown; allowed: \(allowed.joined(separator: ", "))"
                )
            }
        }
    }

    // MARK: A cell

    private static let cellNumbers: [(name: String, bounds: ClosedRange<Double>, absent: Double)] = {
        let (rates, turns, factors) = (-100_000.0...100_000.0, -1000.0...1000.0, -1000.0...1000.0)
        return [
            ("lifetimeRange", -100_000...100_000, 0), ("emissionLatitude", turns, 0), ("emissionLongitude", turns, 0),
            ("emissionRange", turns, 0), ("velocity", rates, 0), ("velocityRange", rates, 0),
            ("xAcceleration", rates, 0), ("yAcceleration", rates, 0), ("zAcceleration", rates, 0),
            ("scale", factors, 1), ("scaleRange", factors, 0), ("scaleSpeed", factors, 0), ("spin", turns, 0),
            ("spinRange", turns, 0), ("redRange", -10...10, 0), ("greenRange", -10...10, 0), ("blueRange", -10...10, 0),
            ("alphaRange", -10...10, 0), ("redSpeed", factors, 0), ("greenSpeed", factors, 0),
            ("blueSpeed", factors, 0),
            ("alphaSpeed", factors, 0), ("contentsScale", 0.01...100, 1), ("minificationFilterBias", -16...16, 0),
            ("beginTime", 0...1e9, 0), ("timeOffset", 0...100_000, 0), ("speed", 0...1000, 1),
            ("orientationLatitude", turns, 0), ("orientationLongitude", turns, 0), ("orientationRange", turns, 0),
            ("rotation", turns, 0), ("rotationRange", turns, 0), ("mass", 0.01...1000, 1),
            ("massRange", -1000...1000, 0),
        ]
    }()
    private static let cellWords: [(name: String, allowed: [String])] = [
        ("minificationFilter", ["linear", "nearest", "trilinear"]),
        ("magnificationFilter", ["linear", "nearest", "trilinear"]), ("particleType", ["sprite", "plane", "point"]),
    ]

    /// - Returns: The cell, and its births per second.
    private func cell(_ reader: ElementReader, _ found: inout Found) -> (JSONValue, Double) {
        let fields = reader.fields
        var members: [JSONValue.Member] = []
        if let name = fields.text("name"), !name.isEmpty {
            if name.utf8.count <= 64 {
                members.append(.init("name", .string(name)))
            } else {
                notes.ignore(fields.place("name"), JSONValue.string(name).shown, "the name has more than 64 bytes")
            }
        }
        fields.forget("id")
        if !fields.flag("enabled", true) { members.append(.init("enabled", false)) }
        members.append(.init("contents", contents(reader, &found)))
        let rate = fields.number("birthRate", 0, in: 0...1_000_000)
        let lifetime = fields.number("lifetime", 0, in: 0...1_000_000)
        members.append(.init("birthRate", .number(rate)))
        members.append(.init("lifetime", .number(lifetime)))
        for (name, bounds, absent) in Self.cellNumbers {
            members.add(name, fields.number(name, absent, in: bounds), unless: absent)
        }
        words(Self.cellWords, of: fields, into: &members)
        if let duration = fields.optionalNumber("duration", in: 0...1e9), duration > 0, duration <= 100_000 {
            members.append(.init("duration", .number(duration)))
        }
        for name in ["repeatCount", "repeatDuration", "autoreverses", "fillMode"] {
            fields.ignore(name, unless: "0", "removed", because: "births of a cell are not repeated")
        }
        if let box = reader.numbers("contentsRect", counts: 4...4, in: 0...1) {
            if box[2] >= 0.001, box[3] >= 0.001, box[0] + box[2] <= 1, box[1] + box[3] <= 1 {
                if box != [0, 0, 1, 1] { members.append(.init("contentsRect", .numbers(box))) }
            } else {
                notes.ignore(fields.place("contentsRect"), "a rectangle", "the rectangle is outside the image")
            }
        }
        if let color = reader.color("color"), color != SIMD4(1, 1, 1, 1) {
            members.append(.init("color", .color(color)))
        }
        var children: [JSONValue] = []
        for (index, child) in (reader.takeChild("emitterCells")?.children ?? []).enumerated() {
            let path = "\(fields.path).emitterCells[\(index)]"
            guard child.name == "CAEmitterCell" else {
                notes.ignore(path, "<\(child.name)>", "the element is not a CAEmitterCell")
                continue
            }
            children.append(cell(ElementReader(child, at: path, notes), &found).0)
        }
        members.add("emitterCells", children)
        reader.refuseTheRest()
        return (.object(members), rate)
    }

    /// Returns an image by its file's name, or a soft spot if the library lacks it; null where nothing is drawn.
    private func contents(_ reader: ElementReader, _ found: inout Found) -> JSONValue {
        var source: String?
        if let child = reader.takeChild("contents") {
            source =
                child["src"] ?? child.children.first { $0.name == "CGImage" }?["src"] ?? child.children.first?["src"]
        } else if let text = reader.fields.text("contents") {
            source = text
        } else {
            return .null
        }
        let place = reader.fields.place("contents")
        if let source, let name = setting.picture(named: ImportSetting.candidates(source)) {
            if found.pictures[name] == nil {
                let asset = "picture\(found.pictures.count + 1)"
                found.pictures[name] = asset
                found.assets.append(.init(asset, ["image": .string(name)]))
            }
            return .string(found.pictures[name] ?? "dot")
        }
        let shown = source.map { JSONValue.string($0).shown } ?? "nothing"
        notes.ignore(place, shown, "the image is not available; a soft spot of 64 points replaces the contents")
        return ["shape": "dot", "size": 64]
    }
}

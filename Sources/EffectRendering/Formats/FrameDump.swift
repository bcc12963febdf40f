import EffectCoding
internal import EffectModel
internal import EffectSimulation
import StrictJSON

/// Draw lists of an effect as JSON, piece by piece: everything that a game, a canvas or a test needs to replay the
/// effect without this renderer.
///
/// A frame dump is a single document or, in the form `ndjson`, one document per line: a head, then the frames.
public struct FrameDump: Sendable {
    private let simulation: Simulation
    /// Whether each piece is a line of NDJSON.
    private let isLines: Bool

    init(_ simulation: Simulation) {
        self.simulation = simulation
        isLines = simulation.spec.output.format == .ndjson
    }

    /// Number of pieces: a head, each frame, and a tail for a single document.
    public var pieceCount: Int { simulation.spec.timing.frameCount + (isLines ? 1 : 2) }

    /// Returns piece `number`, 0..<``pieceCount``. Joined in order, the pieces are one JSON document, or one line of
    /// JSON each.
    public func piece(_ number: Int) -> [UInt8] {
        if isLines { return (number == 0 ? JSONWriter.bytes(of: description) : frame(number - 1)) + [0x0A] }
        switch number {
        case 0:
            var bytes = JSONWriter.bytes(of: description)
            bytes.removeLast()  // drops the closing brace: frames follow
            return bytes + ",\"frames\":[".utf8
        case pieceCount - 1: return Array("]}\n".utf8)
        default: return (number == 1 ? "\n" : ",\n").utf8 + frame(number - 1)
        }
    }

    /// The document without its frames.
    private var description: JSONValue {
        let spec = simulation.spec
        return [
            "version": 1,
            "canvas": spec.json["canvas"] ?? .null,
            "fps": .number(spec.timing.fps),
            "frameCount": .number(Double(spec.timing.frameCount)),
            "loop": spec.json["timing"]?["loop"] ?? .null,
            "speed": .number(spec.timing.speed),
            "hold": .number(spec.timing.hold),
            "seed": .string(spec.seed),
            "births": .number(Double(simulation.roundStride)),
            "sprites": .array(sprites),
        ]
    }

    /// The sprite table. An asset's data is written with its first sprite; other sprites of the same asset, such as
    /// parts of a sheet, refer to that sprite by index.
    private var sprites: [JSONValue] {
        var first: [String: [Int]] = [:]
        return simulation.sprites.enumerated().map { index, sprite in
            if let known = first[sprite.name]?.first(where: { simulation.sprites[$0].asset == sprite.asset }) {
                return sprite.json(sharing: known)
            }
            first[sprite.name, default: []].append(index)
            return sprite.json(sharing: nil)
        }
    }

    private func frame(_ number: Int) -> [UInt8] {
        let list = simulation.drawList(ofFrame: number)
        var writer = JSONWriter()
        writer.write(raw: "{\"time\":")
        writer.write(number: (list.time * 1e6).rounded() / 1e6)
        writer.write(raw: ",\"layers\":[")
        writer.write(list.groups, in: simulation.spec)
        writer.write(raw: "],\"items\":[")
        var first = true
        for group in list.leaves {
            let tail = Tail(of: group, in: simulation.spec)
            for item in group.items {
                if !first { writer.write(raw: ",") }
                first = false
                let outline = item.outline.map { group.outlines[$0] }
                writer.write(
                    item,
                    tail: tail,
                    ribbon: item.ribbon >= 0 ? group.ribbons[item.ribbon] : nil,
                    outline: outline
                )
            }
        }
        writer.write(raw: "]}")
        return writer.bytes
    }

    /// JSON text shared by all items of a group.
    fileprivate struct Tail {
        let names: [String]
        let blend: String

        init(of group: DrawList.Group, in spec: EffectSpec) {
            func quoted(_ text: String) -> String {
                String(decoding: JSONWriter.bytes(of: .string(text)), as: UTF8.self)
            }
            let layer = spec.layers[group.layer]
            names = layer.content.cellNames.map { "\"layer\":\(quoted(layer.name)),\"cell\":\(quoted($0))" }
            blend = "\"blend\":\"\(group.blend.rawValue)\"}"
        }
    }
}

extension JSONWriter {
    private mutating func field(_ name: String, _ value: Double) {
        write(raw: name)
        write(number: value)
    }

    private mutating func list(_ name: String, _ values: [Double]) {
        write(raw: name)
        for (index, value) in values.enumerated() { field(index == 0 ? "[" : ",", value) }
        write(raw: "]")
    }

    /// Writes layers in drawing order. A group of layers has its own layers and a count of 0.
    fileprivate mutating func write(_ groups: [DrawList.Group], in spec: EffectSpec) {
        for (index, group) in groups.enumerated() {
            if index > 0 { write(raw: ",") }
            write(raw: "{\"name\":")
            write(string: spec.layers[group.layer].name)
            write(raw: ",\"opacity\":")
            write(number: group.opacity)
            write(raw: ",\"blend\":\"\((group.composite ?? group.blend).rawValue)\"")
            write(raw: ",\"count\":\(group.items.count)")
            if let run = group.run { write(raw: ",\"run\":\(run)") }
            if let mask = group.mask { write(mask) }
            if let shadow = group.shadow { write(shadow) }
            if group.blur > 0 { field(",\"blur\":", group.blur) }
            if let threshold = group.alphaThreshold { field(",\"alphaThreshold\":", threshold) }
            if let bloom = group.bloom {
                field(",\"bloom\":{\"threshold\":", bloom.threshold)
                field(",\"deviation\":", bloom.deviation)
                field(",\"strength\":", bloom.strength)
                write(raw: "}")
            }
            if !group.groups.isEmpty {
                write(raw: ",\"layers\":[")
                write(group.groups, in: spec)
                write(raw: "]")
            }
            write(raw: "}")
        }
    }

    private mutating func write(_ shadow: DrawList.Shadow) {
        list(",\"shadow\":{\"color\":", (0..<4).map { shadow.color[$0] })
        field(",\"x\":", shadow.offset.x)
        field(",\"y\":", shadow.offset.y)
        field(",\"feather\":", shadow.feather)
        write(raw: "}")
    }

    fileprivate mutating func write(_ mask: DrawList.Mask) {
        field(",\"mask\":{\"sprite\":", Double(mask.sprite))
        field(",\"x\":", mask.position.x)
        field(",\"y\":", mask.position.y)
        field(",\"scaleX\":", mask.scale.x)
        field(",\"scaleY\":", mask.scale.y)
        if mask.skew != 0 { field(",\"skew\":", mask.skew) }
        field(",\"rotation\":", mask.rotation)
        field(",\"alpha\":", mask.alpha)
        write(raw: ",\"inverted\":\(mask.isInverted)")
        // Default values are left out, as for most masks.
        if let outline = mask.outline { write(outline) }
        if mask.feather > 0 { field(",\"feather\":", mask.feather) }
        write(raw: "}")
    }

    private mutating func write(_ outline: Outline) {
        write(raw: ",\"path\":\"\(outline.pathData)\",\"fillRule\":\"\(outline.fillRule.rawValue)\"")
    }

    private mutating func write(_ ribbon: DrawList.Ribbon) {
        write(raw: ",\"trail\":{\"points\":[")
        for (index, point) in ribbon.points.enumerated() { list(index == 0 ? "" : ",", [point.x, point.y]) }
        list("],\"width\":", [ribbon.width.x, ribbon.width.y])
        list(",\"color\":", (0..<4).map { ribbon.color[$0] })
        field(",\"endAlpha\":", ribbon.endAlpha)
        write(raw: "}")
    }

    fileprivate mutating func write(
        _ item: DrawList.Item,
        tail: FrameDump.Tail,
        ribbon: DrawList.Ribbon?,
        outline: Outline?
    ) {
        field("{\"id\":", Double(item.id))
        write(raw: ",")
        write(raw: tail.names[item.cell])
        field(",\"sprite\":", Double(max(-1, item.sprite)))
        if let outline { write(outline) }
        field(",\"age\":", item.age)
        field(",\"x\":", item.position.x)
        field(",\"y\":", item.position.y)
        field(",\"z\":", item.z)
        field(",\"scaleX\":", item.scale.x)
        field(",\"scaleY\":", item.scale.y)
        // Default values are left out, as for most particles.
        if item.skew != 0 { field(",\"skew\":", item.skew) }
        field(",\"rotation\":", item.rotation)
        list(",\"color\":", (0..<4).map { item.color[$0] })
        if let ribbon { write(ribbon) }
        write(raw: ",")
        write(raw: tail.blend)
    }
}

extension Sprite {
    /// The sprite's name, kind, size in sprite units, and geometry: a shape's name, or path data with its view box.
    ///
    /// - Parameter other: Index of the sprite with the same asset whose data has been written; `nil` for the first one.
    fileprivate func json(sharing other: Int?) -> JSONValue {
        var members: [JSONValue.Member] = [.init("name", .string(name))]
        if let other { members.append(.init("asset", .number(Double(other)))) } else { members += assetMembers }
        members += [.init("width", .number(size.x)), .init("height", .number(size.y))]
        if part != .whole {
            let numbers = [part.origin.x, part.origin.y, part.size.x, part.size.y]
            members.append(.init("part", .array(numbers.map { .number($0) })))
        }
        if case .picture = contents {
            members += [
                .init("minification", .string(sampling.minification.rawValue)),
                .init("magnification", .string(sampling.magnification.rawValue)),
            ]
        }
        return .object(members)
    }

    private var assetMembers: [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        switch asset.content {
        case .shape(let shape) where shape.isNatural:
            // Players need not know these outlines.
            members += [.init("kind", "path")] + outlineMembers
        case .shape(let shape):
            members += [.init("kind", "shape"), .init("shape", .string(shape.rawValue))]
            if shape == .star || shape == .polygon { members.append(.init("corners", .number(Double(asset.corners)))) }
            if shape == .star || shape == .ring { members.append(.init("innerRadius", .number(asset.innerRadius))) }
        case .path(let path, let origin, let extent):
            members += [
                .init("kind", "path"), .init("path", .string(path.text)),
                .init("viewBox", .array([origin.x, origin.y, extent.x, extent.y].map { .number($0) })),
                .init("fillRule", .string(asset.fillRule.rawValue)),
            ]
        case .glyphs(_, let style):
            // The outlines of the letters are included, since a player may not have the font.
            members += [.init("kind", "text"), .init("text", .string(style.text))] + outlineMembers
        case .picture(let picture, .text(let style)):
            members += [.init("kind", .string(style.isEmoji ? "emoji" : "text")), .init("text", .string(style.text))]
            if let data = picture.dataURI { members.append(.init("data", .string(data))) }
        case .picture(let picture, .gradient), .picture(let picture, .shape):
            members.append(.init("kind", "image"))
            if let data = picture.dataURI { members.append(.init("data", .string(data))) }
        case .picture(let picture, .image(let source)):
            members += [.init("kind", "image"), .init("image", .string(source))]
            if !source.hasPrefix("data:"), let data = picture.dataURI { members.append(.init("data", .string(data))) }
        }
        if let gradient = asset.fill { members.append(.init("fill", gradient.json)) }
        return members
    }

    /// The asset's outline as path data, with its box.
    private var outlineMembers: [JSONValue.Member] {
        [
            .init("path", .string(asset.outline.pathData)),
            .init("viewBox", .array([-asset.size / 2, asset.size].flatMap { [.number($0.x), .number($0.y)] })),
            .init("fillRule", .string(asset.outline.fillRule.rawValue)),
        ]
    }
}

extension Gradient {
    /// The gradient's members, as a spec has them.
    fileprivate var json: JSONValue {
        func list(_ numbers: [Double]) -> JSONValue { .array(numbers.map { .number($0) }) }
        return .object([
            .init("type", .string(kind.rawValue)),
            .init("colors", .array(colors.map { color in list((0..<4).map { color.components[$0] }) })),
            .init("locations", list(locations)), .init("startPoint", list([startPoint.x, startPoint.y])),
            .init("endPoint", list([endPoint.x, endPoint.y])),
        ])
    }
}

extension Layer.Content {
    /// Names of what the layer's items belong to, by ``DrawList/Item/cell``.
    fileprivate var cellNames: [String] {
        let cells = (emitter?.allCells ?? []).enumerated().map { $1.name ?? "cell\($0)" }
        return switch self {
        case .emitter: cells
        case .sprite: ["sprite"]
        case .shape: ["fill", "stroke"]
        case .firework, .fountain: ["spark"]
        case .reveal, .transition: ["to", "from"]
        case .shatter: ["tile", "behind", "source"]
        case .like: cells + ["button", "counter"]
        case .group: ["background", "border"]
        }
    }
}

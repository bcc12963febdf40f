import EffectModel
import StrictJSON

extension Like.Button {
    private static let factors = Codec.list(of: .number(in: 0...100), count: 1...32)

    static let properties: [Property<Self>] = [
        .field("contents", \.contents, Contents.codec),
        .optional("selected", \.selected, Contents.codec),
        .optional("size", \.size, StillSprite.sizeCodec),
        .field("color", \.color, Color.codec),
        .field("selectedColor", \.selectedColor, Color.codec),
        .field("bounce", \.bounce, factors),
        .field("bounceDuration", \.bounceDuration, .number(in: 0.01...1000, unit: .seconds)),
        .optional("deselectTime", \.deselectTime, .number(in: 0...100_000, unit: .seconds)),
        .field("deselect", \.deselect, factors),
        .field("deselectDuration", \.deselectDuration, .number(in: 0.01...1000, unit: .seconds)),
    ]
}

extension Like.Counter {
    static let properties: [Property<Self>] = [
        .field("every", \.every, .number(in: 0.01...1000, unit: .seconds)),
        .field("offset", \.offset, .pair(in: Layer.Transform.places)),
        .field("words", \.words, .list(of: Word.codec, count: 0...3)),
        .optional("digits", \.optionalDigits, .list(of: Contents.assetCodec, count: 10...10)),
        .field("fontSize", \.fontSize, .number(in: 1...512)),
        .field("color", \.color, Color.codec),
        .field("appearDuration", \.appearDuration, .number(in: 0...1000, unit: .seconds)),
        .field("scale", \.scale, .number(in: 0...100)),
        .after { object, counter in
            func asset(_ text: String, _ size: Double, at place: String) -> Asset? {
                let json: JSONValue = ["text": .string(text), "fontSize": .number(size)]
                return Asset.codec.read(json, place, object.context)
            }
            // Stop at the first fault: if one digit cannot be drawn, neither can the others.
            for digit in 0...9 where counter.digitContents.isEmpty {
                let text = "\(digit)"
                let made = object.context.atOnePlace(object.pointer) {
                    asset(text, counter.fontSize, at: object.pointer)
                }
                guard let made else { return }
                counter.digits.append(made)
            }
            for (index, word) in counter.words.enumerated() {
                let place = object.pointer(to: "words") + "/\(index)"
                let size = max(1, counter.fontSize / 1.5)
                switch word {
                case .picture(let asset): counter.levels.append(asset)
                case .text(let text):
                    guard let made = object.context.atOnePlace(place, { asset(text, size, at: place) }) else {
                        return
                    }
                    counter.levels.append(made)
                }
            }
        },
    ]

    /// Value of ``digitContents``; `nil` if empty.
    private var optionalDigits: [Contents]? {
        get { digitContents.isEmpty ? nil : digitContents }
        set { digitContents = newValue ?? [] }
    }
}

extension Like.Counter.Word {
    static let codec: Codec<Self> = {
        let text = Codec<String>.text(maximum: 64)
        let allowed = "\(text.allowed), or an asset"
        let schema = JSONSchema.any(of: [text.schema, Asset.codec.schema]).described(allowed)
        return Codec(allowed: allowed, schema: schema) { value, pointer, context in
            if case .object = value { return Asset.codec.read(value, pointer, context).map { .picture($0) } }
            return text.read(value, pointer, context).map { .text($0) }
        } write: { word in
            switch word {
            case .text(let words): text.write(words)
            case .picture(let asset): Asset.codec.write(asset)
            }
        }
    }()
}

extension Like {
    static let properties: [Property<Like>] = [
        .after { $1.origin = $0.context.canvas * SIMD2(0.5, 0.75) },
        .field("origin", \.origin, .pair(in: Layer.Transform.places)),
        .field("press", \.press, .number(in: 0.01...1000, unit: .seconds)),
        .field("cells", \.cells, .whole(in: 1...16)),
        .field("presses", \.presses, .whole(in: 1...8)),
        .field("pause", \.pause, .number(in: 0.01...1000, unit: .seconds)),
        .field("quirk", \.quirk, .flag),
        .field("emoji", \.emoji, .list(of: emojiCodec, count: 1...256)),
        .optional("contents", \.optionalContents, .list(of: Contents.assetCodec, count: 1...256)),
        .field("renderMode", \.renderMode, Emitter.RenderMode.codec),
        .optional("button", \.button, .object("Like.button", Button(), Button.properties)),
        .optional("counter", \.counter, .object("Like.counter", Counter(), Counter.properties)),
        Property([SchemaMember("cell", cellSchema.orNull)]) { object, like in
            if let value = object.take("cell"), value != .null {
                // Sorted, so that equivalent specs are equal.
                guard case .object(let members) = value.sorted else {
                    let place = object.pointer(to: "cell")
                    object.context.fault(.wrongType, at: place, found: value.excerpt, allowed: "properties of a cell")
                    return
                }
                like.cellChanges = members
            }
            like.makeEmitter(object)
        } write: { like in
            [.init("cell", .object(like.cellChanges))]
        },
    ]

    /// Every emoji is checked, drawn or not: validity of a spec must not depend on its seed.
    private static let emojiCodec: Codec<String> = {
        let text = Codec<String>.text(maximum: 64)
        return Codec(allowed: text.allowed, schema: text.schema) { value, pointer, context in
            text.read(value, pointer, context).flatMap { context.checkEmoji($0, at: pointer) ? $0 : nil }
        } write: {
            text.write($0)
        }
    }()

    /// Schema of a cell with all members optional.
    private static var cellSchema: JSONSchema {
        .definition("Like.cell") {
            .object("EmitterCell", SchemaPart(SchemaPart(EmitterCell.properties).members), defaults: cellDefaults)
        }
    }

    /// Default cell properties, from the article.
    private static let cellDefaults: [JSONValue.Member] = [
        .init("birthRate", 7), .init("lifetime", 2), .init("lifetimeRange", 2), .init("scale", 0.35),
        .init("alphaRange", 1), .init("alphaSpeed", -1), .init("yAcceleration", 450), .init("velocity", 450),
        .init("velocityRange", 30), .init("emissionLongitude", "270deg"), .init("emissionRange", "90deg"),
        .init("spin", "360deg"), .init("spinRange", "360deg"),
    ]

    /// Size of an emoji in points at scale 1.
    private static let emojiSize = 100.0

    /// Value of ``contents``; `nil` if empty.
    private var optionalContents: [Contents]? {
        get { contents.isEmpty ? nil : contents }
        set { contents = newValue ?? [] }
    }

    private mutating func makeEmitter(_ object: ObjectReader) {
        let context = object.context
        var emitter = Emitter()
        emitter.rangeConvention = context.rangeConvention
        emitter.emitterPosition = origin
        emitter.emitterSize = SIMD2(30, 30)
        emitter.renderMode = renderMode
        let place = object.pointer(to: "cell")
        let faults = context.faults.count
        func change(_ name: String) -> JSONValue? { cellChanges.first { $0.name == name }?.value }
        if change("contents") ?? .null != .null, object.has("emoji") {
            let place = ReadContext.pointer(place, "contents")
            context.fault(.conflict, at: place, found: "both contents and emoji", allowed: "one of the two")
        }
        if let on = change("on"), on != "update" {
            let place = ReadContext.pointer(place, "on")
            context.fault(
                .conflict,
                at: place,
                found: on.excerpt,
                allowed: "\"update\", since the cells of a like have no parent"
            )
        }
        // A written document has all members; those with default values are no conflict.
        let hasEmoji = object.has("emoji") && emoji != Self.everyday
        if !contents.isEmpty, hasEmoji || change("contents") ?? .null != .null {
            let other = hasEmoji ? "emoji" : "the cell's contents"
            context.fault(
                .conflict,
                at: object.pointer(to: "contents"),
                found: "both contents and \(other)",
                allowed: "one of the two"
            )
        }
        let count = cells * presses
        if count > 64 {
            let found = "\(presses) presses of \(cells) cells"
            context.fault(
                .outOfRange,
                at: object.pointer(to: "presses"),
                found: found,
                allowed: "at most 64 cells in all"
            )
        }
        let layer = object.take("name")
        if contents.isEmpty {
            emoji = drawn(emoji, count: count, seed: context.seed, layer: layer)
        } else {
            contents = drawn(contents, count: count, seed: context.seed, layer: layer)
        }
        for name in ["duration", "repeatCount", "idleDuration"] where cellChanges.contains(where: { $0.name == name }) {
            let pointer = ReadContext.pointer(place, name)
            context.fault(
                .conflict,
                at: pointer,
                found: "\(name) with press",
                allowed: "press alone, which ends the births"
            )
        }
        guard context.faults.count == faults else { return }
        var members = Self.cellDefaults.filter { old in !cellChanges.contains { $0.name == old.name } }
        members = Self.withoutRanges(members + cellChanges, cellChanges)
        for number in 0..<count {
            let shown: JSONValue =
                contents.isEmpty
                ? ["emoji": .string(emoji[number % emoji.count]), "size": .number(Self.emojiSize)]
                : Contents.assetCodec.write(contents[number % contents.count])
            let own: [JSONValue.Member] = [
                .init("name", .string("emoji\(number)")), .init("contents", shown),
            ]
            // Cells differ only in contents, so the first faulty cell is enough.
            guard var cell = EmitterCell.codec.read(.object(members + own), place, context),
                context.faults.count == faults
            else { break }
            // Births end with the press.
            (cell.duration, cell.repeatCount) = (press, 1)
            let first = number / cells
            if first > 0 { cell.beginTime += Double(first) * round }
            if quirk, first < presses - 1 {
                (cell.idleDuration, cell.repeatCount) = (pause, Double(presses - first))
            }
            emitter.emitterCells.append(cell)
        }
        self.emitter = emitter
    }

    /// Removes default ranges where a change sets `[lowest, highest]`, which includes the range.
    private static func withoutRanges(
        _ members: [JSONValue.Member],
        _ changes: [JSONValue.Member]
    ) -> [JSONValue.Member] {
        members.filter { member in
            guard member.name.hasSuffix("Range"), !changes.contains(where: { $0.name == member.name }) else {
                return true
            }
            return !changes.contains { change in
                guard case .array = change.value else { return false }
                return change.name + "Range" == member.name
            }
        }
    }

    /// Draws `count` choices by the seed; returns all of them if there are no more than `count`.
    private func drawn<Choice>(_ choices: [Choice], count: Int, seed: String, layer: JSONValue?) -> [Choice] {
        guard choices.count > count else { return choices }
        var stream = RandomStream(key: RandomStream.hash(seed)).substream(named: "like")
        if case .string(let name) = layer { stream = stream.substream(named: name) }
        return (0..<count).map {
            choices[min(choices.count - 1, Int(stream.unit(UInt64($0)) * Double(choices.count)))]
        }
    }
}

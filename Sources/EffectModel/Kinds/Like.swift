/// A "like": emoji burst out of a button for as long as it is pressed, the button bounces, a counter counts.
///
/// - Source: the CAEmitterLayer "like" button of the seed article (GXUpvoteButton).
public struct Like: Sendable, Equatable {
    /// Middle of the button, where emoji leave from, in points.
    public internal(set) var origin = SIMD2<Double>(0, 0)
    /// Seconds from touch to release; a tap takes 0.1.
    public internal(set) var press = 0.1
    /// Number of presses; 1...8.
    public internal(set) var presses = 1
    /// Seconds from a release to the next touch.
    public internal(set) var pause = 0.5
    /// Whether each further press fires what those before it drew once more, beside its own, as the article's button does when it is
    /// pressed long a second time: nine cells, 18, 27.
    public internal(set) var quirk = false
    /// How many pictures are drawn for the burst, each a cell of its own; 1...16.
    public internal(set) var cells = 9
    /// What they are drawn from, one by one, by the seed. No more than ``cells`` are taken in turn instead.
    public internal(set) var emoji = Self.everyday
    /// Drawn instead of ``emoji``, in the same way; empty for none.
    public internal(set) var contents: [Contents] = []
    /// How emoji meet what lies below.
    public internal(set) var renderMode = Emitter.RenderMode.additive
    /// The pictures that were drawn, as cells of an emitter.
    public internal(set) var emitter = Emitter()
    /// `nil` for none.
    public internal(set) var button: Button?
    /// `nil` for none.
    public internal(set) var counter: Counter?
    /// Members that change the cells, as the document has them.
    var cellChanges: [JSONValue.Member] = []

    /// What is pressed.
    public struct Button: Sendable, Equatable {
        /// Before it is pressed, and after it was taken back.
        public internal(set) var contents = Contents.named("heart")
        /// From the touch on; `nil` is the same.
        public internal(set) var selected: Contents?
        /// Width and height in points; `nil` is the asset's own.
        public internal(set) var size: SIMD2<Double>?
        /// Multiplies ``contents``.
        public internal(set) var color = Color(SIMD4(0.62, 0.65, 0.7, 1))
        /// Multiplies what is seen from the touch on.
        public internal(set) var selectedColor = Color(SIMD4(0.96, 0.23, 0.3, 1))
        /// Factors of the size over ``bounceDuration``, on a spline.
        public internal(set) var bounce = [1.5, 0.8, 1, 1.2, 1]
        /// Seconds.
        public internal(set) var bounceDuration = 0.5
        /// When the like is taken back, in the layer's time; `nil` is never.
        public internal(set) var deselectTime: Double?
        /// Factors of the size from then on, over ``deselectDuration``.
        public internal(set) var deselect = [0.8, 1]
        /// Seconds.
        public internal(set) var deselectDuration = 0.4

        private static let factors = Codec.list(of: .number(in: 0...100), count: 1...32)

        static let properties: [Property<Button>] = [
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

        /// Whether it shows itself pressed.
        public func isSelected(at time: Double) -> Bool { time >= 0 && time < deselectTime ?? .infinity }

        /// Its factor at `time` of the layer's.
        ///
        /// - Parameter touch: When it was touched last.
        public func scale(at time: Double, touch: Double = 0) -> Double {
            if let deselectTime, time >= deselectTime {
                return Self.value(deselect, at: (time - deselectTime) / deselectDuration)
            }
            return Self.value(bounce, at: (time - touch) / bounceDuration)
        }

        private static func value(_ factors: [Double], at progress: Double) -> Double {
            guard (0..<1).contains(progress) else { return 1 }
            var keyframes = Keyframes()
            keyframes.values = factors.map { SIMD4($0, 0, 0, 0) }
            keyframes.keyTimes = factors.indices.map { Double($0) / Double(max(1, factors.count - 1)) }
            keyframes.calculationMode = .cubic
            return KeyframeCurve(keyframes).value(at: progress).x
        }

        /// The largest factor that splines through these can come to.
        var largest: Double { 2 * max(1, (bounce + deselect).max() ?? 1) }
    }

    /// What counts.
    public struct Counter: Sendable, Equatable {
        /// Seconds from one to the next.
        public internal(set) var every = 0.15
        /// Where its middle is, in points from ``Like/origin``.
        public internal(set) var offset = SIMD2<Double>(0, -70)
        /// By level: up to 3, up to 6, above.
        public internal(set) var words = ["鼓励", "加油", "太棒了"].map { Word.text($0) }
        /// Pictures of 0 to 9, drawn as they are; empty for those of the font.
        public internal(set) var digitContents: [Contents] = []
        /// Em of the digits, in points; words have two thirds of it.
        public internal(set) var fontSize = 36.0
        /// Multiplies digits and words.
        public internal(set) var color = Color(SIMD4(0.98, 0.36, 0.15, 1))
        /// Seconds in which it grows from ``scale`` times its size.
        public internal(set) var appearDuration = 0.4
        /// Factor of the size at first.
        public internal(set) var scale = 0.8
        /// 0 to 9.
        public internal(set) var digits: [Asset] = []
        /// Those of ``words``.
        public internal(set) var levels: [Asset] = []

        static let properties: [Property<Counter>] = [
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
                // One fault says it all: where a digit can't be drawn, the others can't either.
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

        /// ``digitContents``, or `nil`.
        private var optionalDigits: [Contents]? {
            get { digitContents.isEmpty ? nil : digitContents }
            set { digitContents = newValue ?? [] }
        }

        /// The count shown `time` seconds after a touch, before the release; `nil` is nothing: before the first tick, and
        /// from 1000 on.
        ///
        /// - Parameter earlier: Ticks of the presses before.
        public func count(at time: Double, after earlier: Double = 0) -> Int? {
            let ticks = earlier + ticks(in: time)
            return ticks >= 1 && ticks < 999 ? Int(ticks) + 1 : nil
        }

        /// Ticks of the counter in so many seconds of a press.
        public func ticks(in time: Double) -> Double { (time / every + 1e-9).rounded(.down) }

        /// Index of the word for a count; `nil` for none.
        public func level(of count: Int) -> Int? {
            levels.isEmpty ? nil : min(levels.count - 1, count <= 3 ? 0 : count <= 6 ? 1 : 2)
        }
    }
}

extension Like.Counter {
    /// The word for a level.
    public enum Word: Sendable, Equatable {
        /// In the counter's letters.
        case text(String)
        /// Drawn as it is.
        case picture(Asset)

        static let codec: Codec<Word> = {
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

        /// Whether it is drawn as it is.
        public var isPicture: Bool { if case .picture = self { true } else { false } }
    }
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
                // In the order in which they are written: specs that say the same are the same.
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

    /// Each is looked at, whichever the seed draws: a spec is right or wrong whatever its seed.
    private static let emojiCodec: Codec<String> = {
        let text = Codec<String>.text(maximum: 64)
        return Codec(allowed: text.allowed, schema: text.schema) { value, pointer, context in
            text.read(value, pointer, context).flatMap { context.checkEmoji($0, at: pointer) ? $0 : nil }
        } write: {
            text.write($0)
        }
    }()

    /// A cell's members, none of which it has to have.
    private static var cellSchema: JSONSchema {
        .definition("Like.cell") {
            .object("EmitterCell", SchemaPart(SchemaPart(EmitterCell.properties).members), defaults: cellDefaults)
        }
    }

    /// As the article has it.
    private static let cellDefaults: [JSONValue.Member] = [
        .init("birthRate", 7), .init("lifetime", 2), .init("lifetimeRange", 2), .init("scale", 0.35),
        .init("alphaRange", 1), .init("alphaSpeed", -1), .init("yAcceleration", 450), .init("velocity", 450),
        .init("velocityRange", 30), .init("emissionLongitude", "270deg"), .init("emissionRange", "90deg"),
        .init("spin", "360deg"), .init("spinRange", "360deg"),
    ]

    /// Points of an emoji at scale 1.
    private static let emojiSize = 100.0

    /// ``contents``, or `nil`.
    private var optionalContents: [Contents]? {
        get { contents.isEmpty ? nil : contents }
        set { contents = newValue ?? [] }
    }

    /// Seconds from one touch to the next.
    public var round: Double { press + pause }

    /// Which touch was the last one at `time` of the layer's.
    public func lastPress(at time: Double) -> Int {
        min(presses - 1, max(0, Int((time / round + 1e-9).rounded(.down))))
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
            context.fault(.conflict, at: place, found: "contents beside emoji", allowed: "one of them")
        }
        if let on = change("on"), on != "update" {
            let place = ReadContext.pointer(place, "on")
            context.fault(.conflict, at: place, found: on.excerpt, allowed: "\"update\": a like's cells have no parent")
        }
        // A document that was written has all of its members: those that say nothing are no conflict.
        let hasEmoji = object.has("emoji") && emoji != Self.everyday
        if !contents.isEmpty, hasEmoji || change("contents") ?? .null != .null {
            let other = hasEmoji ? "emoji" : "the cell's contents"
            context.fault(
                .conflict,
                at: object.pointer(to: "contents"),
                found: "contents beside \(other)",
                allowed: "one of them"
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
            emoji = drawn(emoji, count, context.seed, layer)
        } else {
            contents = drawn(contents, count, context.seed, layer)
        }
        for name in ["duration", "repeatCount", "idleDuration"] where cellChanges.contains(where: { $0.name == name }) {
            let pointer = ReadContext.pointer(place, name)
            context.fault(
                .conflict,
                at: pointer,
                found: "\(name) beside press",
                allowed: "press, which ends the births"
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
            // What is wrong with one is wrong with all of them.
            guard var cell = EmitterCell.codec.read(.object(members + own), place, context),
                context.faults.count == faults
            else { break }
            // Its births end with the touch.
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

    /// `[lowest, highest]` says the range too: that of the defaults gives way.
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

    /// Draws as many choices as there are cells, by the seed; all of them where there are no more.
    private func drawn<Choice>(_ choices: [Choice], _ count: Int, _ seed: String, _ layer: JSONValue?) -> [Choice] {
        guard choices.count > count else { return choices }
        var stream = RandomStream(key: RandomStream.hash(seed)).substream(named: "like")
        if case .string(let name) = layer { stream = stream.substream(named: name) }
        return (0..<count).map {
            choices[min(choices.count - 1, Int(stream.unit(UInt64($0)) * Double(choices.count)))]
        }
    }

    /// 77 of them, as in the article.
    static let everyday: [String] = [
        "😀", "😃", "😄", "😁", "😆", "😅", "🤣", "😂", "🙂", "🙃", "😉", "😊", "😇", "🥰", "😍", "🤩", "😘", "😗", "😚", "😙", "😋",
        "😛", "😜", "🤪", "😝", "🤑", "🤗", "🤭", "🤫", "🤔", "🤐", "🤨", "😐", "😑", "😶", "😏", "😒", "🙄", "😬", "😌", "😔", "😪",
        "🤤", "😴", "😷", "🤓", "😎", "🥳", "😕", "😮", "😯", "😲", "😳", "🥺", "😢", "😭", "😱", "😤", "😡", "🤬", "😈", "💩", "👻",
        "👽", "🤖", "😺", "😸", "😹", "😻", "🙈", "🙉", "🙊", "❤️", "👍", "👏", "🙌", "🎉",
    ]
}

import EffectModel
import StrictJSON

extension WeightedContents {
    private static let weighted = Codec<WeightedContents>.object(
        "WeightedContents",
        WeightedContents(),
        [
            .field("contents", \.contents, Contents.assetCodec, required: true),
            .field("weight", \.weight, .number(in: 0...1000)),
        ]
    )

    /// Codec of an asset, of its name, or of an object with its weight. Written as an object.
    private static let codec = Codec<WeightedContents>(
        allowed: "an asset, its name, or {\"contents\": ..., \"weight\": 2}",
        schema: .any(of: [Asset.namedOrOwn, weighted.schema])
    ) { value, pointer, context in
        if value["contents"] != nil { return weighted.read(value, pointer, context) }
        return Contents.assetCodec.read(value, pointer, context).map { contents in
            var weighted = WeightedContents()
            weighted.contents = contents
            return weighted
        }
    } write: { contents in
        weighted.write(contents)
    }

    /// Most contents of a cell.
    static let most = 16

    static let listCodec = Codec.list(of: codec, count: 1...most)
}

extension EmitterCell {
    /// Checks of a list of contents.
    static let choicesCheck: Property<EmitterCell> = .after { object, cell in
        guard !cell.choices.isEmpty else { return }
        if !cell.choices.contains(where: { $0.weight > 0 }) {
            object.context.fault(
                .conflict,
                at: object.pointer(to: "contents"),
                found: "weights that are all 0",
                allowed: "a weight above 0"
            )
        }
        if cell.frames.count > 1 {
            object.context.fault(
                .conflict,
                at: object.pointer(to: "contentsFrameCount"),
                found: "frames of a list of contents",
                allowed: "a list of contents, or the frames of one"
            )
        }
        if cell.frames.mode != .single {
            object.context.fault(
                .conflict,
                at: object.pointer(to: "contentsFrameMode"),
                found: "the mode \(cell.frames.mode.rawValue) of a list of contents",
                allowed: "single, or one asset as contents"
            )
        }
    }
}

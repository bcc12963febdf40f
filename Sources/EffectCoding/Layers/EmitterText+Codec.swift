import EffectModel
import StrictJSON

extension EmitterText {
    /// Codec of a string, or of an object with `text` and its font.
    static let codec = Codec<EmitterText>(
        allowed: "a text, or an object with text, font, fontSize, fontWeight and maxWidth",
        schema: .any(of: [
            TextStyle.textCodec.schema, .definition("EmitterText") { .object("EmitterText", TextStyle.schema) },
        ])
    ) { value, pointer, context in
        var object = value
        var place = pointer + "/text"
        if case .string = value {
            object = .object([.init("text", value)])
            place = pointer
        }
        if case .object = value, value["text"] == nil {
            context.fault(.missing, at: place, found: "nothing", allowed: "a string of at most 256 bytes")
            return nil
        }
        guard let reader = ObjectReader(object, at: pointer, context),
            let style = TextStyle.read(from: reader, isEmoji: false)
        else { return nil }
        reader.refuseTheRest()
        guard let glyphs = context.glyphs(of: style, at: place, font: reader.pointer(to: "font")) else { return nil }
        guard case .outline(let outline) = glyphs else {
            let allowed = "letters with outlines; color glyphs have none"
            context.fault(.unknownValue, at: place, found: JSONValue.string(style.text).excerpt, allowed: allowed)
            return nil
        }
        return EmitterText(style: style, outline: outline)
    } write: { text in
        .object(TextStyle.members(of: text.style))
    }
}

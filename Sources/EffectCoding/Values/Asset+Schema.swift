import EffectModel
import StrictJSON

extension Asset {
    static var schema: JSONSchema {
        .definition("Asset") {
            let contents: [SchemaMember] = [
                SchemaMember("shape", shapeCodec.schema.orNull),
                SchemaMember("path", SVGPath.codec.schema.orNull),
                SchemaMember("image", imageCodec.schema.orNull),
                SchemaMember("emoji", TextStyle.textCodec.schema.orNull),
                SchemaMember("text", TextStyle.textCodec.schema.orNull),
                SchemaMember("gradient", Gradient.codec.schema.orNull),
                SchemaMember("size", SizeRequest.codec.schema.orNull),
                SchemaMember("viewBox", viewBoxCodec.schema.orNull),
                SchemaMember("fillRule", fillRuleCodec.schema.orNull),
            ]
            return .object(
                "Asset",
                SchemaPart(
                    contents,
                    rules: [["oneOf": .schemas(kinds.map { .has($0, .type($0 == "gradient" ? "object" : "string")) })]]
                )
                    + TextStyle.fontSchema + SchemaPart(properties) + SchemaPart(softnessProperties),
                defaults: properties.flatMap { $0.write(Asset()) } + softnessProperties.flatMap { $0.write(Softness()) }
            )
        }
    }

    /// Schema of an inline asset or the name of an asset.
    static var namedOrOwn: JSONSchema {
        // Names of the built-in assets, for editors to suggest.
        .any(of: [.names(builtIn.keys.sorted()), nameCodec.schema, schema])
    }
}

extension TextStyle {
    /// Members that accompany a text.
    static var fontSchema: SchemaPart {
        [
            SchemaMember("font", fontCodec.schema.orNull), SchemaMember("fontSize", fontSizeCodec.schema.orNull),
            SchemaMember("fontWeight", fontWeightCodec.schema.orNull),
            SchemaMember("maxWidth", maximumWidthCodec.schema.orNull),
        ]
    }

    /// Members of a text, including its font.
    static var schema: SchemaPart {
        [SchemaMember("text", isRequired: true, textCodec.schema)] + fontSchema
    }
}

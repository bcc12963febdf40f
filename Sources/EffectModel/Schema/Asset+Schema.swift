extension Asset {
    static var schema: JSONSchema {
        .definition("Asset") {
            let contents: [SchemaMember] = [
                SchemaMember("shape", Codec<Shape>.choice().schema.orNull),
                SchemaMember("path", SVGPath.codec.schema.orNull),
                SchemaMember("image", imageCodec.schema.orNull),
                SchemaMember("emoji", TextStyle.textCodec.schema.orNull),
                SchemaMember("text", TextStyle.textCodec.schema.orNull),
                SchemaMember("gradient", Gradient.codec.schema.orNull),
                SchemaMember("size", SizeRequest.codec.schema.orNull),
                SchemaMember("viewBox", viewBoxCodec.schema.orNull),
                SchemaMember("fillRule", Codec<Outline.FillRule>.choice().schema.orNull),
            ]
            return .object(
                "Asset",
                SchemaPart(
                    contents,
                    rules: [["oneOf": .schemas(kinds.map { .has($0, .type($0 == "gradient" ? "object" : "string")) })]]
                )
                    + TextStyle.fontSchema + SchemaPart(properties),
                defaults: properties.flatMap { $0.write(Asset()) }
            )
        }
    }

    /// An asset in place, or the name of one: the spec's own or a built-in one.
    static var namedOrOwn: JSONSchema {
        // The names that there always are, for editors to offer.
        .any(of: [.names(builtIn.keys.sorted()), nameCodec.schema, schema])
    }
}

extension TextStyle {
    /// What goes with a text.
    static var fontSchema: SchemaPart {
        [SchemaMember("font", fontCodec.schema.orNull), SchemaMember("fontSize", fontSizeCodec.schema.orNull)]
    }

    /// A text, and what goes with it.
    static var schema: SchemaPart {
        [SchemaMember("text", isRequired: true, textCodec.schema)] + fontSchema
    }
}

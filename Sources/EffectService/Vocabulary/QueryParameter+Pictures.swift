internal import EffectModel

/// Pictures of effects that lead from one picture to another.
extension QueryParameter {
    /// The presets' names for the two pictures.
    static let firstPicture = "light"
    private static let secondPicture = "dark"
    /// Their values, for people.
    static let pictures = "a picture's name, a data: URI, or a colour"

    static let transitions: [QueryParameter] = [
        QueryParameter(
            "to",
            "second picture",
            "What is there at last, where one picture gives way to another; from is the first one.",
            .look,
            .text(allowed: pictures),
            needs: .assetAlone(secondPicture)
        ) { value, name, document throws(ParameterFault) in
            try document.writePicture(value, as: secondPicture, for: name)
        } current: { view in
            view.picture(secondPicture)
        }
    ]
}

extension EffectDocument {
    /// Puts a picture, or a surface of a colour, in the place of an asset.
    mutating func writePicture(_ value: String, as asset: String, for name: String) throws(ParameterFault) {
        guard !value.isEmpty else { throw QueryParameter.wrong(value, for: name) }
        if Color(value) != nil {
            try write(["shape": "rectangle", "tint": .string(value)], at: ["assets", asset], for: name)
        } else {
            // In a query, the plus signs of base64 are spaces unless they are escaped.
            let source = value.hasPrefix("data:") ? value.replacing(" ", with: "+") : value
            try write(["image": .string(source)], at: ["assets", asset], for: name)
        }
    }
}

extension PresetView {
    /// The picture or colour that an asset of the preset is.
    func picture(_ asset: String) -> String? {
        let own = document.value(at: ["assets", asset])
        return own?["image"]?.text ?? own?["tint"]?.text
    }
}

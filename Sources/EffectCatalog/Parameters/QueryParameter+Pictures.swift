internal import EffectModel
import StrictJSON

/// Parameters for the images of transitions, and for their directions.
extension QueryParameter {
    /// Asset names of the two images in presets.
    static let firstPicture = "light"
    private static let secondPicture = "dark"
    /// Names of the parameters for the two images.
    static let pictureNames: Set = ["from", "to"]
    /// Human-readable description of the values.
    package static let pictures = "an image's name, a data: URI, or a color"

    static let transitions: [QueryParameter] = [
        QueryParameter(
            "to",
            "second image",
            "Second image of a transition, after the first one (from).",
            .look,
            .text(allowed: pictures),
            needs: .assetAlone(secondPicture)
        ) { value, name, document throws(ParameterFault) in
            try document.writePicture(value, as: secondPicture, for: name)
        } current: { view in
            view.picture(secondPicture)
        },
        QueryParameter(
            "dir",
            "direction of a transition",
            "Direction in which a transition moves.",
            .motion,
            .choice(Preset.directionNames),
            needs: .directions
        ) { value, name, document throws(ParameterFault) in
            guard let direction = document.directions.first(where: { $0.name == value }) else {
                throw wrong(value, for: name)
            }
            for (path, value) in direction.values { try document.write(value, at: path, for: name) }
        } current: { view in
            view.direction
        },
    ]
}

extension PresetEditor {
    /// Replaces an asset by an image, or by a rectangle of a color.
    mutating func writePicture(_ value: String, as asset: String, for name: String) throws(ParameterFault) {
        guard !value.isEmpty else { throw QueryParameter.wrong(value, for: name) }
        if Color(value) != nil {
            try write(["shape": "rectangle", "tint": .string(value)], at: ["assets", asset], for: name)
        } else {
            try write(["image": .string(Self.source(ofImage: value))], at: ["assets", asset], for: name)
        }
    }

    /// Name or `data:` URI of an image in a query, whose decoding turns unescaped plus signs of base64 into spaces.
    static func source(ofImage value: String) -> String {
        value.hasPrefix("data:") ? value.replacing(" ", with: "+") : value
    }
}

extension PresetView {
    /// The image or color of an asset in the preset.
    package func picture(_ asset: String) -> String? {
        let own = document.value(at: ["assets", asset])
        return own?["image"]?.text ?? own?["tint"]?.text
    }
}

import EffectCoding
internal import EffectModel
import StrictJSON

/// Parameters of the button that bursts while it is pressed.
extension QueryParameter {
    /// Human-readable description of an entry in a list of images.
    private static let listed = "shapes, images' names or data: URIs, separated by commas"

    static let like: [QueryParameter] = [
        member(
            "press",
            "time of a press",
            "Time from the touch of a like's button to its release, in seconds. It counts while it is pressed.",
            .number(0.1...5, step: 0.1, .seconds, isRange: false)
        ) { value, name throws(ParameterFault) in .number(try number(value, name, .seconds)) },
        member(
            "presses",
            "number of presses",
            "Number of times that a like's button is pressed.",
            .whole(1...8)
        ) { value, name throws(ParameterFault) in .number(try number(value, name)) },
        member(
            "pause",
            "time between presses",
            "Time from the release of a like's button to the next touch, in seconds.",
            .number(0.1...5, step: 0.1, .seconds, isRange: false)
        ) { value, name throws(ParameterFault) in .number(try number(value, name, .seconds)) },
        member(
            "cells",
            "cells of a press",
            "Number of emoji or pictures drawn for each press of a like, each a cell of its own.",
            .whole(1...16)
        ) { value, name throws(ParameterFault) in .number(try number(value, name)) },
        member(
            "quirk",
            "repeated bursts",
            "Whether each press of a like repeats the bursts of the earlier ones: 9 cells, then 18, then 27.",
            .flag
        ) { value, name throws(ParameterFault) in .bool(try flag(value, name)) },
        pictures(
            "pictures",
            "pictures of a like",
            "Own pictures as a like's particles, in place of emoji. They are shown at 0.35 of 100 points.",
            allowed: "1 to 64 \(listed)"
        ) { value, name, like, document throws(ParameterFault) in
            let pictures = try images(value, name, size: 100)
            guard (1...64).contains(pictures.count) else { throw wrong(value, for: name) }
            try document.replace(like + ["emoji"], with: nil, for: name)
            try document.write(.array(pictures), at: like + ["contents"], for: name)
        },
        pictures(
            "digits",
            "digits of a like's counter",
            "Pictures of the digits 0 to 9 in a like's counter.",
            allowed: "ten \(listed)",
            areOfCounter: true
        ) { value, name, like, document throws(ParameterFault) in
            let digits = try images(value, name, size: document.heightOfCounter(of: like))
            guard digits.count == 10 else { throw wrong(value, for: name) }
            try document.write(.array(digits), at: like + ["counter", "digits"], for: name)
        },
        pictures(
            "words",
            "words of a like's counter",
            "Words behind a like's number, up to 3, up to 6 and above; a word may be a picture. Without words, the number stands alone.",
            allowed: "up to three words, separated by commas: letters, picture:NAME or a data: URI",
            areOfCounter: true
        ) { value, name, like, document throws(ParameterFault) in
            let height = document.heightOfCounter(of: like)
            let words = try entries(of: value).map { word throws(ParameterFault) -> JSONValue in
                if word.isEmpty { throw wrong(value, for: name) }
                if word.hasPrefix("data:") { return image(word, size: height) }
                guard word.hasPrefix("picture:") else { return .string(word) }
                return image(String(word.dropFirst("picture:".count)), size: height)
            }
            guard words.count <= 3 else { throw wrong(value, for: name) }
            try document.write(.array(words), at: like + ["counter", "words"], for: name)
        },
    ]

    /// A parameter that sets a member of a like.
    private static func member(
        _ name: String,
        _ title: String,
        _ summary: String,
        _ kind: Kind,
        _ read: @escaping @Sendable (String, String) throws(ParameterFault) -> JSONValue
    ) -> QueryParameter {
        QueryParameter(name, title, summary, .emission, kind, needs: .like) {
            value,
            name,
            document throws(ParameterFault) in
            let json = try read(value, name)
            for like in document.likes { try document.write(json, at: like + [name], for: name) }
        } current: { view in
            switch view.like(name) {
            case .number(let number): ParameterText.text(number)
            case .bool(let isOn): isOn ? "1" : "0"
            default: nil
            }
        }
    }

    /// A parameter with a list of images.
    ///
    /// - Parameter areOfCounter: Whether the images are those of a counter: a like gets none where another one has it.
    private static func pictures(
        _ name: String,
        _ title: String,
        _ summary: String,
        allowed: String,
        areOfCounter: Bool = false,
        _ change: @escaping @Sendable (String, String, [String], inout PresetEditor) throws(ParameterFault) -> Void
    ) -> QueryParameter {
        QueryParameter(name, title, summary, .look, .text(allowed: allowed), needs: .like) {
            value,
            name,
            document throws(ParameterFault) in
            let counting = document.likes.filter { [document] in document[$0 + ["counter"]] != nil }
            let likes = areOfCounter && !counting.isEmpty ? counting : document.likes
            for like in likes { try change(value, name, like, &document) }
        }
    }

    /// Entries of a list that is separated by commas. A comma inside of a `data:` URI separates nothing.
    private static func entries(of list: String) -> [String] {
        var entries: [String] = []
        for part in list.isEmpty ? [] : list.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
            if let last = entries.last, last.hasPrefix("data:"), !last.contains(",") {
                entries[entries.count - 1] = last + "," + part
            } else {
                entries.append(part)
            }
        }
        return entries
    }

    /// Assets of a list of shapes and images.
    ///
    /// - Parameter size: Longer side of each, in points.
    private static func images(_ list: String, _ name: String, size: Double) throws(ParameterFault) -> [JSONValue] {
        var images: [JSONValue] = []
        for entry in entries(of: list) {
            if entry.isEmpty { throw wrong(list, for: name) }
            let isShape = Asset.Shape(rawValue: entry) != nil
            images.append(isShape ? ["shape": .string(entry), "size": .number(size)] : image(entry, size: size))
        }
        return images
    }

    private static func image(_ source: String, size: Double) -> JSONValue {
        ["image": .string(PresetEditor.source(ofImage: source)), "size": .number(size)]
    }
}

extension PresetEditor {
    /// Height of the digits in a like's counter, in points.
    fileprivate func heightOfCounter(of like: [String]) -> Double {
        self[like + ["counter", "fontSize"]]?.double ?? Like.Counter().fontSize
    }
}

extension PresetView {
    /// A member of the preset's first like.
    fileprivate func like(_ member: String) -> JSONValue? {
        guard let path = document.likePaths.first else { return nil }
        let place = path + [member]
        return document.value(at: place[...]) ?? canonical.value(at: place[...])
    }
}

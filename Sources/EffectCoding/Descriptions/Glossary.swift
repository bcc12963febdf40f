/// Descriptions of a document's objects and members, one sentence each, shown by editors.
///
/// Allowed values are described by the codecs, not here.
enum Glossary {
    /// Description of an object.
    static func sentence(for object: String) -> String? {
        let family = object.split(separator: ".").first.map(String.init) ?? ""
        return objects[object] ?? objects[family]
    }

    /// Description of a member, looked up in the object (`"Layer.sprite"`), then in its family (`"Layer"`), then in
    /// ``everywhere``.
    static func sentence(for member: String, in object: String) -> String? {
        let family = object.split(separator: ".").first.map(String.init) ?? ""
        return members[object]?[member] ?? members[family]?[member] ?? everywhere[member]
    }

    /// Descriptions of objects, by definition name or by the part before its dot.
    static let objects = document.objects.merging(layers.objects) { $1 }.merging(emitters.objects) { $1 }
        .merging(behaviors.objects) { $1 }.merging(dynamics.objects) { $1 }.merging(animations.objects) { $1 }

    /// Descriptions of members, by object and member name.
    static let members = document.members.merging(layers.members) { $1 }.merging(emitters.members) { $1 }
        .merging(behaviors.members) { $1 }.merging(dynamics.members) { $1 }.merging(animations.members) { $1 }

    /// A section of the glossary.
    struct Chapter {
        var objects: [String: String]
        var members: [String: [String: String]]
    }

    /// Descriptions of members with the same meaning in all objects.
    static let everywhere = [
        "type": "Which kind it is.",
        "name": "A name of its own: animations reach it by that, and its random numbers hang on it.",
        "beginTime": "When its clock shows its timeOffset, on its parent's clock.",
        "speed": "How fast its clock runs: 2 is twice as fast, 0 stands still.",
        "timeOffset": "How far its clock is ahead; it starts that much earlier.",
        "repeatCount": "How often its duration runs; 0 is once.",
        "repeatDuration": "How long all runs last, if that is longer.",
        "autoreverses": "Every second run goes backwards, and a repetition is both.",
        "fillMode":
            "What holds outside of its time: nothing, the first moment before, the last one afterwards, or both.",
        "timingFunction": "Eases its course.",
        "font": "An installed font family; without one, those that the README lists.",
        "fontSize": "The em, in points or in percent of the canvas' width; 16 without it.",
    ]

    private static let document = Chapter(
        objects: [
            "EffectSpec": "Everything that decides what the frames of an effect look like.",
            "Canvas": "The picture's size, resolution and ground.",
            "Timing": "When frames are taken, and how they play: duration × speed × fps of them.",
            "Output": "The form of the answer.",
            "Asset": "A picture that cells emit and layers show: a shape, a path, an image, emoji, text or a gradient.",
            "Gradient": "Colors that blend into each other across a box, as in CAGradientLayer.",
        ],
        members: [
            "EffectSpec": [
                "$schema": "Where an editor finds this schema. It changes nothing.",
                "version": "Version of the spec language.",
                "canvas": "The picture's size, resolution and ground.",
                "timing": "When frames are taken, and how they play.",
                "seed": "Decides all that is random. Another seed gives another effect of the same kind.",
                "rangeConvention":
                    "What a …Range means: mean ± range (full), or mean ± range/2 (half), as Core Animation has it.",
                "assets": "Pictures by names of their own. The shapes are there by their names without being written.",
                "layers": "The effects that make up the scene, 1 to 32.",
                "output": "The form of the answer, where the request does not say.",
            ],
            "Canvas": [
                "width": "Width in points.",
                "height": "Height in points.",
                "scale": "Pixels per point.",
                "perspective":
                    "Points from the viewer to the canvas, for layers that preserve depth; without it, endless.",
                "background": "What lies behind everything.",
            ],
            "Timing": [
                "duration": "Length of the effect.",
                "fps": "Frames per second of playing time, in steps of 0.001.",
                "loop":
                    "How often it plays; \"seamless\" is for ever, and the last frame leads to the first one: refused where pictures would jump.",
                "speed": "How many times slower than life it plays: 2 is half speed.",
                "hold": "How much longer the last frame stays.",
                "prewarm":
                    "How long emitters have been at work at the start; \"steady\": until they are as full as they get.",
            ],
            "Output": [
                "format": "An animated PNG, GIF or WebP, or a dump of the frames; without it, as the request says.",
                "quality": "What a WebP keeps; more is better. The other forms lose nothing but colours.",
                "matte": "What shines through the soft edges of a GIF. Opaque.",
                "poster": "What an animated PNG shows where it does not move: a frame, or seconds of the effect.",
                "effort": "How much work goes into making the file small. Nothing is lost.",
                "palette": "Whether colours are reduced to those of a palette, and to how many.",
                "maxBytes": "The most bytes of a picture: quality is given up bit by bit until it fits.",
            ],
            "Asset": [
                "shape": "A shape that needs no data.",
                "path": "SVG path data, filled.",
                "image": "A PNG or JPEG: a data: URI, or the name of one of the service's pictures.",
                "emoji": "Emoji, in colours; at most 256 bytes.",
                "text": "One line of letters; at most 256 bytes.",
                "gradient": "Colors that blend into each other; without a size, as large as the canvas.",
                "size": "Its size in points: of both sides (of a picture or text, the longer one), or [width, height].",
                "viewBox": "Of a path: the box in its coordinates that becomes the size, [x, y, width, height].",
                "fillRule": "Of a path: which points are inside; nonzero without it.",
                "corners": "Corners of a polygon, tips of a star.",
                "innerRadius": "Of a star's dents or a ring's hole, as a share of the outer radius.",
                "tint": "Multiplies its colours.",
            ],
            "Gradient": [
                "type": "The way in which colors run: along a line, outwards, or around a point.",
                "colors": "Colors in order, 2 to 64; alpha blends, too.",
                "locations": "Where each color is, ascending in 0...1; without them, evenly spaced.",
                "startPoint": "Where the first color is, in shares of width and height.",
                "endPoint": "Where the last color is, in shares of width and height.",
            ],
            "EmitterText": ["text": "One line of letters; at most 256 bytes."],
            "RandomNumber": [
                "from": "The lowest.", "to": "The highest.", "step": "From one that may be drawn to the next.",
            ],
        ]
    )
}

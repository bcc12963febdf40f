/// Descriptions of a document's objects and members, a sentence each and details, shown by editors.
///
/// Allowed values are described by the codecs, not here.
enum Glossary {
    /// Description of an object.
    static func sentence(for object: String) -> String? {
        let family = object.split(separator: ".").first.map(String.init) ?? ""
        return objects[object] ?? objects[family]
    }

    /// Description of a member, looked up in the object (`"Layer.sprite"`), then in its family (`"Layer"`), then in
    /// ``everywhere``, and its ``details``.
    static func sentence(for member: String, in object: String) -> String? {
        let family = object.split(separator: ".").first.map(String.init) ?? ""
        let own = members[object]?[member]
        guard let sentence = own ?? members[family]?[member] ?? everywhere[member] else { return nil }
        let ownDetail = details[object]?[member] ?? alike[object].flatMap { details[$0]?[member] }
        // A sentence of the object's own means something else than the family's.
        guard let detail = ownDetail ?? (own == nil ? details[family]?[member] : nil) else { return sentence }
        return "\(sentence) \(detail)"
    }

    /// Facts about a definition beyond its description.
    static func detail(for definition: String) -> String? { details[definition]?[""] }

    /// Groups of ``details`` that two objects share.
    static let alike = [
        "Layer.sprite": "Sprite", "Layer.text": "Sprite", "Layer.firework": "Spark", "Layer.fountain": "Spark",
    ]

    /// Descriptions of objects, by definition name or by the part before its dot.
    static let objects = document.objects.merging(layers.objects) { $1 }.merging(emitters.objects) { $1 }
        .merging(behaviors.objects) { $1 }.merging(dynamics.objects) { $1 }.merging(animations.objects) { $1 }

    /// Descriptions of members, by object and member name.
    static let members = document.members.merging(layers.members) { $1 }.merging(emitters.members) { $1 }
        .merging(behaviors.members) { $1 }.merging(dynamics.members) { $1 }.merging(animations.members) { $1 }

    /// A section of the glossary.
    struct Section {
        var objects: [String: String]
        var members: [String: [String: String]]
    }

    /// Descriptions of members with the same meaning in all objects.
    static let everywhere = [
        "type": "Kind of the object.",
        "name": "Unique name, which animations refer to. The random numbers depend on the name.",
        "beginTime": "Time of the parent's clock at which the object's own clock shows timeOffset.",
        "speed": "Speed of the clock: 2 is twice as fast, 0 stops the clock.",
        "timeOffset": "Offset of the clock; the object starts earlier by the offset.",
        "repeatCount": "Number of runs of the duration; 0 is one run.",
        "repeatDuration": "Total time of all runs, if longer than the runs of repeatCount.",
        "autoreverses": "True: every second run goes backward, and a repetition is a pair of runs.",
        "fillMode":
            "State outside the active time: nothing, the first moment before (backwards), the last moment after (forwards), or both.",
        "timingFunction": "Easing of the course over time.",
        "font": "Installed font family, or several separated by commas. Default: the service's own choice of fonts.",
        "fontSize": "Em size, in points or in percent of the canvas width. Default: 16.",
        "fontWeight": "Weight of the letters, 100 to 1000: 400 is regular, 700 bold, 800 extra bold. Default: 400.",
        "maxWidth":
            "Width, in points or in percent of the canvas width, above which the letters are made smaller to fit.",
    ]

    private static let document = Section(
        objects: [
            "EffectSpec": "Complete description of an effect's frames.",
            "Canvas": "Size, resolution and background of the image.",
            "Bloom": "Light that bright pixels spread around them, added to what is there.",
            "Background": "Background that is not of one color.",
            "Timing": "Times of the frames, and their playback.",
            "Output": "Output format of the response.",
            "Asset": "Contents of cells and layers: a shape, a path, an image, emoji, text or a gradient.",
            "Glow": "Light around a shape: its blurred coverage in one color, behind it.",
            "Gradient": "Color gradient over a box, as in CAGradientLayer.",
        ],
        members: [
            "EffectSpec": [
                "$schema": "URL of the schema, for editors. Has no effect on the result.",
                "version": "Version of the spec language.",
                "canvas": "Size, resolution and background of the image.",
                "timing": "Times of the frames, and their playback.",
                "seed": "Seed of all random numbers. Another seed gives a variation of the same effect.",
                "rangeConvention":
                    "Meaning of the …Range members: mean ± range (full), or mean ± range/2 (half), as in Core Animation.",
                "assets": "Assets by name. The built-in shapes need no entry.",
                "layers": "Layers of the scene, 1 to 32.",
                "output": "Output format, unless the request names one.",
            ],
            "Canvas": [
                "width": "Width of the image, in points.",
                "height": "Height of the image, in points.",
                "scale": "Pixels per point.",
                "perspective":
                    "Distance of the viewer from the canvas, in points, for layers that preserve depth. Default: infinite.",
                "fit":
                    "Placement of the scene on an image of another size: laid out anew for it (native), laid out anew with pieces that grow with it (scale), shown whole in its middle (contain), or covering it (cover).",
                "scene": "Width and height in points that the scene was made for. Default: those of the image.",
                "tile":
                    "True: what crosses an edge is drawn again at the opposite edge, so that the image repeats without a seam.",
                "bloom": "Light that all bright pixels in front of the background spread around them. Default: none.",
                "background":
                    "Background color or gradient behind all layers. Short forms of a gradient: linear:45deg,gold,navy (an angle as in CSS, 180deg by default), radial:gold,navy, conic:0deg,gold,navy; all colors may have a location (gold@0.3), or none.",
            ],
            "Bloom": [
                "threshold": "Brightness above which a pixel spreads light: that of its brightest channel.",
                "radius": "Standard deviation of the blur, in points.",
                "strength": "Factor of the light.",
            ],
            "Background": ["gradient": "Gradient over the whole image."],
            "Timing": [
                "duration": "Duration of the effect.",
                "fps": "Frames per second of playing time, in steps of 0.001.",
                "loop":
                    "Number of plays. \"seamless\" repeats forever, and the last frame leads to the first; an image, a shape or a group that would jump there, and a layer whose clock repeats, are refused.",
                "speed": "Slow motion factor: 2 plays at half speed.",
                "hold": "Extra time that the last frame stays.",
                "shutter":
                    "Share of a frame's time that images take in: what moves is blurred along its way. 0 shows single moments.",
                "prewarm":
                    "Time that the emitters have been running at the start; \"steady\": long enough for the full number of particles.",
            ],
            "Output": [
                "format": "Animated image, vector, video or frame dump. Default: the format of the request.",
                "quality":
                    "Quality of a WebP, AVIF or video; higher is better. An AVIF or video is never lossless. Other formats lose only colors.",
                "codec": "Codec of an MP4. Default: h264, or av1 where the service has no encoder of H.264.",
                "matte": "Opaque color blended into the soft edges of a GIF, and behind an MP4.",
                "poster":
                    "Image of an animated PNG where animation is not supported: a frame, or a time of the effect in seconds, up to its duration.",
                "effort": "Effort spent on a smaller file, without loss.",
                "palette": "Number of indexed colors, or off for full color.",
                "keep":
                    "Order in which a byte budget spares size, fps and colors, separated by commas: the last is reduced first.",
                "maxBytes": "Maximum size of the file, in bytes. Quality is reduced step by step until the file fits.",
            ],
            "Asset": [
                "shape": "Built-in shape.",
                "path": "Filled outline, as SVG path data.",
                "image": "PNG or JPEG: a data: URI, or the name of an image of the service.",
                "emoji": "Color emoji; at most 256 bytes.",
                "text": "Text on one line; at most 256 bytes.",
                "gradient": "Color gradient. Default size: the canvas.",
                "size":
                    "Size in points: one number for both sides (for the longer side of an image or text), or [width, height].",
                "viewBox": "Box in path coordinates that is mapped to the size, [x, y, width, height].",
                "fillRule": "Fill rule of a path. Default: nonzero.",
                "corners": "Number of corners of a polygon, or of tips of a star.",
                "innerRadius": "Inner radius of a star or ring, as a share of the outer radius.",
                "tint": "Color that multiplies the asset's colors.",
                "fill": "Gradient that fills a shape, a path or letters.",
                "blur": "Standard deviation of the blur of a shape, a path or letters, in points; 0 is sharp.",
                "glow": "Light around a shape, a path or letters. Default: none.",
            ],
            "Glow": [
                "radius": "Standard deviation of the light, in points.",
                "strength": "Factor of the light.",
                "color": "Color of the light, which the tint and the particle's color multiply.",
            ],
            "Gradient": [
                "type": "Direction of the gradient: along a line, outward from a point, or around a point.",
                "colors": "Colors in order, 2 to 64, alpha included.",
                "locations": "Location of each color, ascending in 0...1. Default: evenly spaced.",
                "startPoint": "Location of the first color, in shares of width and height.",
                "endPoint": "Location of the last color, in shares of width and height.",
            ],
            "EmitterText": ["text": "Text on one line; at most 256 bytes."],
            "RandomNumber": [
                "from": "Lowest number.", "to": "Highest number.", "step": "Difference between adjacent numbers.",
            ],
        ]
    )
}

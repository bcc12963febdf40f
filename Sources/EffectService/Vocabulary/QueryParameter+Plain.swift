internal import EffectModel

/// Parameters that set a single value of the spec directly.
extension QueryParameter {
    private init(
        _ name: String,
        _ title: String,
        _ summary: String,
        _ group: Group,
        _ kind: Kind,
        at place: String...,
        isText: Bool = false
    ) {
        self.init(
            name: name,
            title: title,
            summary: summary,
            group: group,
            kind: kind,
            effect: .place(place, isText: isText)
        )
    }

    static let canvas: [QueryParameter] = [
        QueryParameter(
            "w",
            "width",
            "Width of the canvas, in points.",
            .canvas,
            .whole(1...2048),
            at: "canvas",
            "width"
        ),
        QueryParameter(
            "h",
            "height",
            "Height of the canvas, in points.",
            .canvas,
            .whole(1...2048),
            at: "canvas",
            "height"
        ),
        QueryParameter(
            "dpr",
            "pixels per point",
            "Pixels per point, for sharp screens.",
            .canvas,
            .number(1...3, step: 0.5, .none, isRange: false),
            at: "canvas",
            "scale"
        ),
        QueryParameter(
            "bg",
            "background",
            "Ground under the effect; none is transparent.",
            .canvas,
            .color,
            at: "canvas",
            "background",
            isText: true
        ),
    ]

    static let time: [QueryParameter] = [
        QueryParameter(
            "d",
            "duration",
            "Seconds of the effect; 250ms works too.",
            .time,
            .number(0.01...30, step: 0.1, .seconds, isRange: false),
            at: "timing",
            "duration"
        ),
        QueryParameter(
            "fps",
            "frames per second",
            "Frames per second of the playing time.",
            .time,
            .number(0.1...60, step: 1, .none, isRange: false),
            at: "timing",
            "fps"
        ),
        QueryParameter(
            "slow",
            "times as slow",
            "How many times slower it plays: 2 is half speed, with twice the frames.",
            .time,
            .number(0.05...20, step: 0.05, .none, isRange: false),
            at: "timing",
            "speed"
        ),
        QueryParameter(
            "loop",
            "plays",
            "How often it plays: forever, once, a number of times, or seamless, without a seam.",
            .time,
            .text(allowed: "forever, once, seamless, or a whole number"),
            at: "timing",
            "loop"
        ),
        QueryParameter(
            "hold",
            "seconds on the last frame",
            "Seconds that the last frame stays longer.",
            .time,
            .number(0...60, step: 0.1, .seconds, isRange: false),
            at: "timing",
            "hold"
        ),
        QueryParameter(
            "t0",
            "prewarm",
            "Seconds that emitters have been at work before the first frame, or steady.",
            .time,
            .text(allowed: "seconds, steady, or auto"),
            at: "timing",
            "prewarm"
        ),
    ]

    static let file: [QueryParameter] = [
        QueryParameter(
            "seed",
            "seed",
            "Another seed, another fall of the pieces; any text. random leads to a URL with one that was drawn.",
            .file,
            .text(allowed: "any text of at most 128 bytes"),
            at: "seed",
            isText: true
        ),
        QueryParameter(
            "palette",
            "colours of a palette",
            "Colours of the file, for fewer bytes: off, auto (256), or 2-256.",
            .file,
            .text(allowed: "off, auto, or a whole number in 2...256"),
            at: "output",
            "palette"
        ),
        QueryParameter(
            "colors.palette",
            "colours of a palette",
            "The same as palette.",
            .file,
            .text(allowed: "off, auto, or a whole number in 2...256"),
            at: "output",
            "palette"
        ),
        QueryParameter(
            "max",
            "most bytes",
            "The most bytes of the file; what is given up for it is said.",
            .file,
            .bytes,
            at: "output",
            "maxBytes"
        ),
        QueryParameter(
            "effort",
            "encoding effort",
            "How small the file becomes, at what cost; all are lossless.",
            .file,
            .choice(["fast", "balanced", "small"]),
            at: "output",
            "effort",
            isText: true
        ),
        QueryParameter(
            "quality",
            "quality of a WebP",
            "What a WebP keeps: lossless, or 1-100, more is better. Other formats lose nothing but colours.",
            .file,
            .text(allowed: "lossless, or a whole number in 1...100"),
            at: "output",
            "quality"
        ),
        QueryParameter(
            "matte",
            "matte of a GIF",
            "Colour that shines through the soft edges of a GIF, whose pixels are opaque or nothing at all.",
            .file,
            .text(allowed: "ff8800, or a CSS name"),
            at: "output",
            "matte",
            isText: true
        ),
        QueryParameter(
            "poster",
            "poster",
            "What an animated PNG shows where it does not move: first, best, or seconds.",
            .file,
            .text(allowed: "first, best, or seconds"),
            at: "output",
            "poster"
        ),
    ]
}

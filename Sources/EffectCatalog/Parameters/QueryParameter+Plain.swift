internal import EffectModel
import StrictJSON

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

    package static let canvas: [QueryParameter] = [
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
            "fit",
            "fit to the canvas",
            "Placement of the scene on a canvas of another size: laid out anew (native; scale with pieces that grow too), shown whole (contain), or cropped (cover).",
            .canvas,
            .choice(Canvas.Fit.allCases.map(\.rawValue)),
            needs: .nothing,
            phase: 1
        ) { value, name, document throws(ParameterFault) in
            try document.write(.string(value), at: ["canvas", "fit"], for: name)
            let scene = ["canvas", "scene"]
            // The scene of another parameter stays. That of a preset is made for the preset's own fit.
            guard document.writer(of: scene) == nil else { return }
            // A canvas without a scene is laid out as it is, whatever the preset states.
            let isNative = value == Canvas.Fit.native.rawValue
            if isNative, document[scene] == nil { return }
            try document.replace(scene, with: isNative ? nil : document.ownSize, for: name)
        } current: { view in
            view.spec.canvas.fit.rawValue
        },
        QueryParameter(
            background,
            "background",
            "Background: a color, a gradient such as linear:45deg,0b1026,2b1055 (or radial, conic), or none, which is transparent.",
            .canvas,
            .color,
            at: "canvas",
            "background",
            isText: true
        ),
    ]

    package static let time: [QueryParameter] = [
        QueryParameter(
            "d",
            "duration",
            "Duration of the effect, in seconds; 250ms works too.",
            .time,
            .number(0.01...30, step: 0.1, .seconds, isRange: false),
            at: "timing",
            "duration"
        ),
        QueryParameter(
            "fps",
            "frames per second",
            "Frames per second of playing time.",
            .time,
            .number(0.1...60, step: 1, .none, isRange: false),
            at: "timing",
            "fps"
        ),
        QueryParameter(
            "slow",
            "slow motion factor",
            "Slow motion factor: 2 is half speed, with twice as many frames.",
            .time,
            .number(0.05...20, step: 0.05, .none, isRange: false),
            at: "timing",
            "speed"
        ),
        QueryParameter(
            "loop",
            "loop",
            "Number of plays: forever, once, a number, or seamless, whose last frame leads to the first.",
            .time,
            .text(allowed: "forever, once, seamless, or a whole number"),
            at: "timing",
            "loop"
        ),
        QueryParameter(
            "hold",
            "extra time of the last frame",
            "Extra time that the last frame stays, in seconds.",
            .time,
            .number(0...60, step: 0.1, .seconds, isRange: false),
            at: "timing",
            "hold"
        ),
        QueryParameter(
            "shutter",
            "motion blur",
            "Share of a frame's time that the shutter is open: what moves is blurred along its way. 0 is sharp; takes up to eight times as long.",
            .time,
            .number(0...1, step: 0.1, .none, isRange: false),
            at: "timing",
            "shutter"
        ),
        QueryParameter(
            "t0",
            "prewarm",
            "Seconds that the emitters have been running before the first frame, or steady: long enough to be full.",
            .time,
            .text(allowed: "seconds, steady, or auto"),
            at: "timing",
            "prewarm"
        ),
    ]

    package static let file: [QueryParameter] = [
        QueryParameter(
            "seed",
            "seed",
            "Seed of the random numbers: any text. random redirects to a URL with a drawn seed.",
            .file,
            .text(allowed: "any text of at most 128 bytes"),
            at: "seed",
            isText: true
        ),
        QueryParameter(
            "palette",
            "palette size",
            "Number of indexed colors, for a smaller file: off, auto (256), or 2-256.",
            .file,
            .text(allowed: "off, auto, or a whole number in 2...256"),
            at: "output",
            "palette"
        ),
        QueryParameter(
            "colors.palette",
            "palette size",
            "Alias of palette.",
            .file,
            .text(allowed: "off, auto, or a whole number in 2...256"),
            at: "output",
            "palette"
        ),
        QueryParameter(
            "max",
            "maximum file size",
            "Maximum size of the file. The response reports the quality given up.",
            .file,
            .bytes,
            at: "output",
            "maxBytes"
        ),
        QueryParameter(
            "keep",
            "what max keeps",
            "Order in which max spares the parts of an image: size, fps and colors, of which the last is reduced first.",
            .file,
            .text(allowed: "size, fps and colors in any order, separated by commas"),
            at: "output",
            "keep",
            isText: true
        ),
        QueryParameter(
            "effort",
            "encoding effort",
            "Effort spent on a smaller file; all values are lossless.",
            .file,
            .choice(["fast", "balanced", "small"]),
            at: "output",
            "effort",
            isText: true
        ),
        QueryParameter(
            "quality",
            "quality of a WebP, AVIF or video",
            "Quality of a WebP, AVIF or video: 1-100, where higher is better, or lossless, which AVIF and videos take for 100. Other formats lose only colors.",
            .file,
            .text(allowed: "lossless, or a whole number in 1...100"),
            at: "output",
            "quality"
        ),
        QueryParameter(
            "codec",
            "codec of an MP4",
            "Codec of an MP4. Without it, H.264, or AV1 where the service has no encoder of H.264.",
            .file,
            .choice(["h264", "av1"]),
            at: "output",
            "codec",
            isText: true
        ),
        QueryParameter(
            "matte",
            "matte of a GIF or MP4",
            "Color blended into the soft edges of a GIF, whose pixels are either opaque or transparent, and behind an MP4, which is opaque.",
            .file,
            .text(allowed: "ff8800, or a CSS name"),
            at: "output",
            "matte",
            isText: true
        ),
        QueryParameter(
            "poster",
            "poster",
            "Image of an animated PNG where animation is not supported: first, best, or a time in seconds, up to the effect's duration.",
            .file,
            .text(allowed: "first, best, or seconds"),
            at: "output",
            "poster"
        ),
    ]
}

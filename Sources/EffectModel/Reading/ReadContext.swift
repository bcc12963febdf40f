/// What is known while a spec is being read: the faults so far, and the values that others refer to.
final class ReadContext {
    let limits: RenderLimits
    private(set) var faults: [SpecFault] = []
    /// Width and height in points; what `"50%"` of a length means.
    var canvas = SIMD2<Double>(0, 0)
    /// Pixels per point.
    var scale = 1.0
    /// Seconds; what `"50%"` of a time means.
    var duration = 0.0
    /// What decides every draw.
    var seed = ""
    /// How long emitters have been at work where they do not say so themselves.
    var prewarm = Emitter.Prewarm.seconds(0)
    /// How ranges read where nothing closer says so.
    var rangeConvention = RangeConvention.full

    /// Groups around what is being read.
    var groups = 0
    /// Animations that the layer may still have, those in groups included, and segments of their paths.
    var animationsLeft = 0
    var pathSegmentsLeft = 0
    /// Paths that the layer's animations lead its mask through, in the order of the document; `nil` is the mask's own.
    var maskPaths: [SVGPath?] = []

    /// Of the spec's own assets.
    var assetNames: Set<String> = []
    /// Texts that may still be looked at without being made.
    var textChecksLeft = ReadContext.maximumTextChecks
    static let maximumTextChecks = 2048
    /// Where all faults are noted for the time being; `nil` is where they are.
    var place: String?

    let library: any AssetLibrary
    /// Pixels that pictures may still have.
    private var pixelsLeft: Int
    /// Pictures and texts that may still be made.
    private var assetsLeft: Int
    /// Whether a picture that the spec brings was none.
    private var hasBrokenPicture = false

    init(limits: RenderLimits, library: any AssetLibrary = NoAssets()) {
        self.limits = limits
        self.library = library
        pixelsLeft = limits.maximumPicturePixels
        assetsLeft = limits.maximumPictures
    }

    func fault(_ kind: SpecFault.Kind, at pointer: String, found: String, allowed: String) {
        guard faults.count < SpecError.maximumFaults else { return }
        faults.append(SpecFault(kind, at: place ?? pointer, found: found, allowed: allowed))
    }

    /// What somebody probably meant; not looked for once enough faults are noted, since a comparison costs something.
    func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
        faults.count < SpecError.maximumFaults ? Nearest.name(to: name, among: candidates) : nil
    }

    /// One step further down a JSON Pointer (RFC 6901 §3 escapes `~` and `/`).
    static func pointer(_ parent: String, _ name: String) -> String {
        var escaped = ""
        for character in name.unicodeScalars.prefix(64) {
            switch character {
            case "~": escaped += "~0"
            case "/": escaped += "~1"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return parent + "/" + escaped
    }
}

// MARK: Pictures and letters

extension ReadContext {
    /// The picture that `source` names; `nil` after noting why not.
    func picture(_ source: String, at pointer: String) -> Picture? {
        let isOwn = source.utf8.prefix(5).map { $0 | 0x20 }.elementsEqual("data:".utf8)
        // Its end may be what is wrong with it, and to get there takes as long as a whole one. One such picture is enough to refuse the spec.
        if isOwn, hasBrokenPicture { return nil }
        let picture = make(at: pointer) { () throws(AssetFault) in
            let picture = try library.picture(source, maximumPixels: pixelsLeft)
            return (picture, picture.width * picture.height)
        }
        if isOwn, picture == nil { hasBrokenPicture = true }
        return picture
    }

    /// The picture of a gradient in a box of so many points; `nil` after noting why not.
    func picture(of gradient: Gradient, size: SIMD2<Double>, at pointer: String) -> Picture? {
        guard faults.isEmpty else { return nil }
        return make(at: pointer) { () throws(AssetFault) in
            // Of what is larger than the canvas, no more can be seen at once.
            let picture = gradient.picture(of: pointwiseMin(size, canvas) * scale)
            return (picture, picture.width * picture.height)
        }
    }

    /// Laid-out text; `nil` after noting why not.
    ///
    /// - Parameter font: Where the font is named.
    func glyphs(of style: TextStyle, at pointer: String, font: String) -> Glyphs? {
        make(at: pointer, font: font) { () throws(AssetFault) in
            let glyphs = try library.glyphs(of: style, maximumPixels: pixelsLeft)
            if case .picture(let picture, _) = glyphs { return (glyphs, picture.width * picture.height) }
            return (glyphs, 0)
        }
    }

    private func make<Made>(
        at pointer: String,
        font: String? = nil,
        _ body: () throws(AssetFault) -> (Made, pixels: Int)
    ) -> Made? {
        guard faults.count < SpecError.maximumFaults else { return nil }
        guard assetsLeft > 0 else {
            let allowed = "at most \(limits.maximumPictures) pictures and texts"
            fault(.tooMuch, at: pointer, found: "one more picture or text", allowed: allowed)
            return nil
        }
        assetsLeft -= 1
        do throws(AssetFault) {
            let (made, pixels) = try body()
            pixelsLeft -= pixels
            return made
        } catch {
            // To find out what is wrong may have taken as long as to make it.
            assetsLeft -= min(assetsLeft, 15)
            note(error, at: pointer, font: font)
            return nil
        }
    }
}

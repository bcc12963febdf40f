import EffectCost
import EffectModel

/// State while a spec is read: faults so far, and values that other values refer to.
final class ReadContext {
    let limits: RenderLimits
    private(set) var faults: [SpecFault] = []
    /// Width and height of the canvas in points, for `"50%"` of a length.
    var canvas = SIMD2<Double>(0, 0)
    /// Width and height in points that the scene was made for.
    var scene = SIMD2<Double>(0, 0)
    /// Pixels per point.
    var scale = 1.0
    /// Duration in seconds, for `"50%"` of a time.
    var duration = 0.0
    /// Seed of all random numbers.
    var seed = ""
    /// Default prewarm of emitters.
    var prewarm = Emitter.Prewarm.seconds(0)
    /// Default range convention.
    var rangeConvention = RangeConvention.full

    /// Nesting depth of groups at the current position.
    var groups = 0
    /// Number of animations, including those in groups, and of path segments that the layer may still have.
    var animationsLeft = 0
    var pathSegmentsLeft = 0
    /// Paths of the layer's mask animations in document order; `nil` is the mask's own path.
    var maskPaths: [SVGPath?] = []

    /// Names of the spec's own assets.
    var assetNames: Set<String> = []
    /// Number of texts that may still be checked without drawing.
    var textChecksLeft = ReadContext.maximumTextChecks
    static let maximumTextChecks = 2048
    /// JSON Pointer at which all faults are recorded; `nil` records each at its own.
    var place: String?

    let library: any AssetLibrary
    /// Number of pixels that images may still have.
    private var pixelsLeft: Int
    /// Number of images and texts that may still be created.
    private var assetsLeft: Int
    /// Number of letters that texts may still have.
    private var lettersLeft: Int
    /// Number of pixels that gradients may still have.
    private var gradientPixelsLeft = ReadContext.maximumGradientPixels
    static let maximumGradientPixels = 8_388_608
    /// Images of gradients so far: equal ones are shared.
    private var gradients: [(gradient: Gradient, box: SIMD2<Double>, picture: Picture)] = []
    /// Blurred and lit shapes so far: equal ones are shared.
    private var softShapes: [(asset: Asset, softness: Softness, soft: Asset)] = []
    /// Whether an embedded image could not be decoded.
    private var hasBrokenPicture = false
    /// Whether a text has more pixels than are left.
    private var hasLargeText = false

    init(limits: RenderLimits, library: any AssetLibrary = NoAssets()) {
        self.limits = limits
        self.library = library
        pixelsLeft = limits.maximumPicturePixels
        assetsLeft = limits.maximumPictures
        lettersLeft = limits.maximumLetters
    }

    func fault(_ kind: SpecFault.Kind, at pointer: String, found: String, allowed: String) {
        guard faults.count < SpecError.maximumFaults else { return }
        faults.append(SpecFault(kind, at: place ?? pointer, found: found, allowed: allowed))
    }

    /// The candidate that was probably meant; `nil` if none is close, or once the fault list is full, because
    /// comparisons cost time.
    func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
        faults.count < SpecError.maximumFaults ? Nearest.name(to: name, among: candidates) : nil
    }

    /// JSON Pointer to a member of `parent`. Source: RFC 6901 §3, which escapes `~` and `/`.
    static func pointer(_ parent: String, _ name: String) -> String {
        let plain = name.utf8.count <= 64 && name.utf8.allSatisfy { $0 != UInt8(ascii: "~") && $0 != UInt8(ascii: "/") }
        if plain { return parent + "/" + name }
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

// MARK: Images and text

extension ReadContext {
    /// The image that `source` names; `nil` after recording a fault.
    func picture(_ source: String, at pointer: String) -> Picture? {
        let isOwn = source.utf8.prefix(5).map { $0 | 0x20 }.elementsEqual("data:".utf8)
        // Decoding a broken image may take as long as a valid one; one broken embedded image is enough to refuse the
        // spec.
        if isOwn, hasBrokenPicture { return nil }
        let picture = make(at: pointer) { () throws(AssetFault) in
            let picture = try library.picture(source, maximumPixels: pixelsLeft)
            return (picture, picture.width * picture.height)
        }
        if isOwn, picture == nil { hasBrokenPicture = true }
        return picture
    }

    /// The image of a gradient in a box of `size` points; `nil` after recording a fault.
    func picture(of gradient: Gradient, size: SIMD2<Double>, at pointer: String) -> Picture? {
        guard faults.isEmpty else { return nil }
        // No more than the canvas size is visible at once.
        let box = pointwiseMin(size, canvas) * scale
        if let known = gradients.first(where: { $0.box == box && $0.gradient == gradient }) { return known.picture }
        let drawn = Gradient.size(of: box)
        // Drawn when a render starts, which holds all of them at once.
        gradientPixelsLeft -= Int(drawn.x * drawn.y)
        guard gradientPixelsLeft >= 0 else {
            let allowed =
                "at most \(Self.maximumGradientPixels) pixels in all different gradients: a smaller canvas, a lower scale, or a "
                + "smaller size for gradients"
            let found = "a further gradient of \(Int(drawn.x)) × \(Int(drawn.y)) pixels"
            fault(.tooMuch, at: pointer, found: found, allowed: allowed)
            return nil
        }
        let picture = make(at: pointer) { () throws(AssetFault) in
            let picture = gradient.picture(of: box)
            return (picture, picture.width * picture.height)
        }
        if let picture { gradients.append((gradient, box, picture)) }
        return picture
    }

    /// The image of a shape that is blurred or has light around it; the shape as it is after recording a fault.
    func soft(_ asset: Asset, _ softness: Softness, in object: ObjectReader) -> Asset {
        let found =
            switch asset.content {
            case .shape(.dot): "a dot"
            case .picture(_, .image): "an image"
            case .picture(_, .gradient): "a gradient"
            case .picture(_, .text(let style)): style.isEmoji ? "an emoji" : "letters in colors of their own"
            case .picture(_, .shape), .shape, .path, .glyphs: ""
            }
        let member = softness.blur > 0 ? "blur" : "glow"
        guard found.isEmpty else {
            let allowed = "\(member) with a shape other than dot, a path, or letters without colors"
            fault(.conflict, at: object.pointer(to: member), found: "\(member) with \(found)", allowed: allowed)
            return asset
        }
        guard faults.isEmpty else { return asset }
        if let known = softShapes.first(where: { $0.asset == asset && $0.softness == softness }) { return known.soft }
        let soft = make(at: object.pointer(to: member)) { () throws(AssetFault) in
            let soft = asset.softened(by: softness)
            guard case .picture(let picture, _) = soft.content else { return (soft, 0) }
            // Drawn when a render starts, which holds all of them at once.
            let pixels = picture.width * picture.height
            guard pixels <= pixelsLeft else {
                let allowed = "at most \(limits.maximumPicturePixels) pixels in all images of a spec"
                throw .tooLarge(found: "a further image of \(pixels) pixels", allowed: allowed)
            }
            return (soft, pixels)
        }
        guard let soft else { return asset }
        softShapes.append((asset, softness, soft))
        return soft
    }

    /// Laid-out text; `nil` after recording a fault.
    ///
    /// - Parameter font: JSON Pointer to the font's name.
    func glyphs(of style: TextStyle, at pointer: String, font: String) -> Glyphs? {
        // Emoji are drawn to learn their size; one text too large is enough to refuse the spec.
        if hasLargeText { return nil }
        // Checked before anything is laid out.
        let letters = style.text.unicodeScalars.count
        guard letters <= lettersLeft else {
            let allowed =
                "at most \(limits.maximumLetters) letters in all texts of a spec: shorter texts, or fewer of them"
            fault(
                .tooMuch,
                at: pointer,
                found: "a text of \(letters) letters, with \(lettersLeft) left",
                allowed: allowed
            )
            return nil
        }
        lettersLeft -= letters
        return make(at: pointer, font: font) { () throws(AssetFault) in
            let glyphs: Glyphs
            do throws(AssetFault) {
                glyphs = try library.glyphs(of: style, maximumPixels: pixelsLeft)
            } catch {
                if case .tooLarge = error { hasLargeText = true }
                throw error
            }
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
            let allowed = "at most \(limits.maximumPictures) images and texts"
            fault(.tooMuch, at: pointer, found: "a further image or text", allowed: allowed)
            return nil
        }
        assetsLeft -= 1
        do throws(AssetFault) {
            let (made, pixels) = try body()
            pixelsLeft -= pixels
            return made
        } catch {
            // A failed attempt may have taken as long as a successful one.
            assetsLeft -= min(assetsLeft, 15)
            note(error, at: pointer, font: font)
            return nil
        }
    }
}

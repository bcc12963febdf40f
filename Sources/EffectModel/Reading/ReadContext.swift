/// What is known while a spec is being read: the faults so far, and the values that others refer to.
final class ReadContext {
    let limits: RenderLimits
    private(set) var faults: [SpecFault] = []
    /// Width and height in points; what `"50%"` of a length means.
    var canvas = SIMD2<Double>(0, 0)
    /// Seconds; what `"50%"` of a time means.
    var duration = 0.0
    /// How long emitters have been at work where they do not say so themselves.
    var prewarm = Emitter.Prewarm.seconds(0)
    /// How ranges read where nothing closer says so.
    var rangeConvention = RangeConvention.full

    init(limits: RenderLimits) { self.limits = limits }

    func fault(_ kind: SpecFault.Kind, at pointer: String, found: String, allowed: String) {
        guard faults.count < SpecError.maximumFaults else { return }
        faults.append(SpecFault(kind, at: pointer, found: found, allowed: allowed))
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

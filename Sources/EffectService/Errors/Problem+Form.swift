internal import EffectCatalog
import EffectCoding
internal import EffectModel
internal import EffectRendering

extension Problem {
    /// The problem with a path that would be valid but for its extension; `nil` for any other path.
    init?(ofFormAt segments: [String]) {
        guard segments.count == 2 || segments.count == 3, segments[0] == "v1" else { return nil }
        let name = segments[segments.count - 1].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let ending = name.count > 1 ? String("." + name[1].prefix(32)) : nil
        switch (segments.count, segments[1], ending) {
        case (3, "effects", let ending?):
            guard Preset.all[String(name[0])] != nil else {
                let asked = String(name[0])
                self.init(PresetRequest.Failure.unknownPreset(asked, near: Preset.nearest(to: asked)))
                return
            }
            self = .notFound("effects have no ending \(ending); allowed: \(Self.list(OutputForm.endings))")
        case (3, "s", let ending?), (3, "z", let ending?):
            self = .notFound("a spec in a path has no ending \(ending); allowed: \(Self.list(OutputForm.endings))")
        case (3, "s", nil), (3, "z", nil):
            self = .notFound("a spec in a path needs an ending; allowed: \(Self.list(OutputForm.endings))")
        case (2, let path, let ending?) where path.hasPrefix("render."):
            self = .notFound("a POSTed spec has no ending \(ending); allowed: \(Self.list(OutputForm.endings))")
        default: return nil
        }
    }

    private static func list(_ endings: [String]) -> String { endings.map { "." + $0 }.joined(separator: ", ") }
}

import EffectModel
import StrictJSON

extension ReadContext {
    /// Records a fault if no asset is named `name`.
    ///
    /// - Parameter orColor: Whether a color is accepted too.
    func checkAsset(_ name: String, at pointer: String, orColor: Bool = false) {
        if assetNames.contains(name) || Asset.builtIn[name] != nil || orColor && Color(name) != nil { return }
        let known = assetNames.union(Asset.builtIn.keys)
        let excerpt = JSONValue.string(name).excerpt
        let hint = (nearest(to: name, among: known) ?? Self.kind(of: name).map { "{\"\($0)\": \(excerpt)}" })
            .map { " (did you mean \($0)?)" }
        fault(
            .unknownValue,
            at: pointer,
            found: "the unknown asset \(excerpt)",
            allowed: known.sorted().joined(separator: ", ") + (orColor ? ", or a color" : "") + (hint ?? "")
        )
    }

    /// Kind of asset that a name looks like, where content was written in place of a name.
    private static func kind(of contents: String) -> String? {
        if contents.unicodeScalars.contains(where: \.properties.isEmojiPresentation) { return "emoji" }
        return [".png", ".jpg", ".jpeg"].contains(where: contents.lowercased().hasSuffix) ? "image" : nil
    }

    /// Whether the emoji can be drawn, checked without drawing; records a fault if not.
    func checkEmoji(_ text: String, at pointer: String) -> Bool {
        guard faults.count < SpecError.maximumFaults else { return false }
        guard textChecksLeft > 0 else {
            let allowed = "at most \(Self.maximumTextChecks) emoji to draw from in a spec"
            fault(.tooMuch, at: pointer, found: "a further emoji to draw from", allowed: allowed)
            return false
        }
        textChecksLeft -= 1
        do throws(AssetFault) {
            try library.check(TextStyle(text: text, fontSize: 16, isEmoji: true))
            return true
        } catch {
            note(error, at: pointer)
            return false
        }
    }

    /// Records the reason an asset is unavailable.
    ///
    /// - Parameter font: JSON Pointer to the font's name.
    func note(_ fault: AssetFault, at pointer: String, font: String? = nil) {
        switch fault {
        case .unknownFont(let found, let allowed):
            self.fault(.unknownValue, at: font ?? pointer, found: found, allowed: allowed)
        case .unusable(let found, let allowed): self.fault(.unknownValue, at: pointer, found: found, allowed: allowed)
        case .tooLarge(let found, let allowed): self.fault(.tooMuch, at: pointer, found: found, allowed: allowed)
        }
    }

    /// Records all faults found in `body` at `pointer`, for values derived from the value there.
    func atOnePlace<Value>(_ pointer: String, _ body: () -> Value) -> Value {
        let before = place
        place = before ?? pointer
        defer { place = before }
        return body()
    }
}

import EffectModel
import StrictJSON

/// Hands out the members of a JSON object and detects members that were never requested.
final class ObjectReader {
    let pointer: String
    let context: ReadContext
    private let members: [JSONValue.Member]
    /// Whether each member was requested.
    private var isTaken: [Bool]
    /// Requested names, in the order of requests.
    private var requests: [String] = []
    /// Requested names that are not suggested, because they are not supported yet.
    private var later: Set<String> = []

    /// Returns `nil` after recording a fault if `value` is not an object.
    init?(_ value: JSONValue, at pointer: String, _ context: ReadContext) {
        guard case .object(let members) = value else {
            context.fault(.wrongType, at: pointer, found: value.excerpt, allowed: "an object")
            return nil
        }
        self.members = members
        isTaken = Array(repeating: false, count: members.count)
        self.pointer = pointer
        self.context = context
    }

    /// - Parameter isLater: Whether the name is known but not supported yet.
    func take(_ name: String, isLater: Bool = false) -> JSONValue? {
        requests.append(name)
        if isLater { later.insert(name) }
        guard let index = members.firstIndex(where: { $0.name == name }) else { return nil }
        isTaken[index] = true
        return members[index].value
    }

    /// Whether the document has the member, whatever its value.
    func has(_ name: String) -> Bool { members.contains { $0.name == name } }

    func pointer(to name: String) -> String { ReadContext.pointer(pointer, name) }

    /// Records a fault for every member that was never requested, with the nearest known name.
    func refuseTheRest() {
        guard isTaken.contains(false) else { return }
        let asked = Set(requests)
        // Of members with the same name, the first one is taken.
        for member in members where !asked.contains(member.name) {
            let allowed: String
            let hint =
                CoreAnimationNames.hint(forMember: member.name, among: asked)
                ?? ForeignNames.hint(forMember: member.name, among: asked)
            if let hint {
                allowed = hint
            } else if let near = context.nearest(to: member.name, among: asked) {
                allowed = "did you mean \(near)?"
            } else {
                allowed = "allowed: " + asked.subtracting(later).sorted().joined(separator: ", ")
            }
            context.fault(
                .unknownName,
                at: pointer(to: member.name),
                found: "unknown name \(JSONValue.string(member.name).excerpt)",
                allowed: allowed
            )
        }
    }
}

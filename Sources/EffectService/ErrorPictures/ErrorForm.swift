internal import EffectModel
internal import HTTPTypes

/// What an error of an effect looks like: an `<img>` shows a picture, and nothing else.
public enum ErrorForm: String, Sendable, CaseIterable {
    /// A problem as JSON, for programs.
    case problem
    /// A picture that names it, with status 200: what picture proxies and some browsers need to show one.
    case image
    /// The picture, with the status that the problem has.
    case imageWithStatus = "image-with-status"

    /// The parameter's name.
    static let parameter = "on-error"

    /// - Throws: ``PresetRequest/Failure`` for values that are none of these, or for several.
    static func check(_ parameters: [(name: String, value: String)]) throws(PresetRequest.Failure) {
        let own = parameters.filter { $0.name == parameter }
        if own.count > 1 { throw .faults([ParameterFault(repeated: parameter)]) }
        if let value = own.first?.value, ErrorForm(rawValue: value) == nil {
            let found = JSONValue.string(value).excerpt
            let allowed = allCases.map(\.rawValue).joined(separator: ", ")
            throw .faults([ParameterFault(.unknownValue, parameter, found: found, allowed: allowed)])
        }
    }
}

/// How an error is wanted, as a request's head says it.
struct ErrorWish: Equatable {
    let form: ErrorForm
    /// Pixels of its picture.
    let width: Int
    let height: Int

    private static let standard = (width: 320, height: 120)
    private static let sides = 32.0...1024.0

    /// - Parameter standing: The service's form, where the request names none and wants a picture.
    init(_ head: HTTPRequest, _ standing: ErrorForm) {
        let target = head.method == .get || head.method == .head ? head.path.flatMap(RequestTarget.init) : nil
        // Also where a path's ending is none: a picture was wanted all the same.
        guard let target, target.segments.count == 3, target.segments[0] == "v1",
            ["effects", "s", "z"].contains(target.segments[1])
        else {
            (form, width, height) = (.problem, Self.standard.width, Self.standard.height)
            return
        }
        let own = target.query.first { $0.name == ErrorForm.parameter }.flatMap { ErrorForm(rawValue: $0.value) }
        form = own ?? (Self.wantsPicture(head, target) ? standing : .problem)
        (width, height) = Self.size(target) ?? Self.standard
    }

    /// As the query says it; `nil` if it does not, or not so that it can be had.
    private static func size(_ target: RequestTarget) -> (width: Int, height: Int)? {
        func number(_ name: String) -> Double? {
            target.query.first { $0.name == name }.flatMap { ParameterText.number($0.value) }
        }
        let scale = target.query.contains { $0.name == "dpr" } ? number("dpr") : 1
        guard let scale, let width = number("w"), let height = number("h"),
            sides.contains((width * scale).rounded()), sides.contains((height * scale).rounded())
        else { return nil }
        return (Int((width * scale).rounded()), Int((height * scale).rounded()))
    }

    /// Whether what was asked for would have been a picture: a script that reads data is not helped by one.
    private static func wantsPicture(_ head: HTTPRequest, _ target: RequestTarget) -> Bool {
        if target.query.contains(where: { ["explain", "dry"].contains($0.name) && $0.value == "1" }) { return false }
        switch Route(target.segments) {
        case .effect(_, .frames(nil)):
            let type = MediaType.preferred(head.headerFields[.accept], among: MediaType.allCases)
            return type?.isData == false
        case .effect(_, let form), .packed(_, let form):
            return !form.isData
        default: return true
        }
    }
}

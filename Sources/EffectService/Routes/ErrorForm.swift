internal import EffectCatalog
import EffectCoding
internal import EffectModel
internal import EffectRendering
internal import HTTPTypes
import StrictJSON

/// The form of error responses. An `<img>` tag can show nothing but an image.
public enum ErrorForm: String, Sendable, CaseIterable {
    /// A JSON problem document, for programs.
    case problem
    /// An image that describes the problem, with status 200, which image proxies and some browsers require.
    case image
    /// An image that describes the problem, with the status of the problem.
    case imageWithStatus = "image-with-status"

    /// Name of the query parameter.
    static let parameter = "on-error"

    /// - Throws: ``PresetRequest/Failure`` for an unknown value, or for more than one.
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

/// The form of the error response to a request, from the request's head.
struct ErrorWish: Equatable {
    let form: ErrorForm
    /// Size of the error image in pixels.
    let width: Int
    let height: Int

    private static let standard = (width: 320, height: 120)
    private static let sides = 32.0...1024.0

    /// - Parameter standing: The service's default form, for requests for images that name none.
    init(_ head: HTTPRequest, _ standing: ErrorForm) {
        let target = head.method == .get || head.method == .head ? head.path.flatMap(RequestTarget.init) : nil
        // A path with an unknown extension was meant to be an image, too.
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

    /// Size of the requested image in pixels; `nil` if not given or out of range.
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

    /// Whether the response would have been an image. A script that reads data has no use for an error image.
    private static func wantsPicture(_ head: HTTPRequest, _ target: RequestTarget) -> Bool {
        if target.query.contains(where: { ["explain", "dry"].contains($0.name) && $0.value == "1" }) { return false }
        switch Route(target.segments) {
        case .effect(_, .frames(nil)):
            let type = OutputFormat.preferred(head.headerFields[.accept], among: OutputFormat.allCases)
            return type?.isData == false
        case .effect(_, let form), .packed(_, let form):
            return !form.isData
        default: return true
        }
    }
}

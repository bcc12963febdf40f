internal import EffectCatalog
import EffectCoding
internal import EffectModel
internal import EffectRendering
internal import EffectImport
internal import HTTPTypes
internal import SmallHTTP
import StrictJSON
internal import Video
internal import WorkScheduling

/// The reason a request failed, as a problem document.
///
/// - Source: RFC 9457.
struct Problem: Sendable {
    /// Stable name of a kind of problem; `openapi.yaml` documents each.
    enum Kind: String, Sendable, CaseIterable {
        case badRequest = "bad-request"
        case unauthorized
        case signatureRequired = "signature-required"
        case signatureInvalid = "signature-invalid"
        case signatureExpired = "signature-expired"
        case notOffered = "not-offered"
        case notFound = "not-found"
        case methodNotAllowed = "method-not-allowed"
        case notAcceptable = "not-acceptable"
        case unsupportedMediaType = "unsupported-media-type"
        case invalidJSON = "invalid-json"
        case invalidParameters = "invalid-parameters"
        case invalidSpec = "invalid-spec"
        case invalidImport = "invalid-import"
        case tooLarge = "too-large"
        case wrongVersion = "wrong-version"
        case rangeNotSatisfiable = "range-not-satisfiable"
        case videoUnavailable = "video-unavailable"
        case busy
        case renderTimeout = "render-timeout"
        case draining
        case `internal`
    }

    let kind: Kind
    let status: HTTPResponse.Status
    let detail: String
    var faults: [JSONValue] = []
    var fields: HTTPFields = [:]

    /// The limit that was exceeded, for metrics.
    var rejection: Rejection?

    /// Notes the problem for the log and the metrics.
    func note(in record: RequestRecord) {
        record.note { notes in
            notes.problem = kind.rawValue
            notes.rejection = rejection
        }
    }

    /// The problem document as a response. Errors are never stored: a cached one would outlive its cause.
    func response(to record: RequestRecord) -> OutgoingResponse {
        note(in: record)
        var members: [JSONValue.Member] = [
            .init("type", .string("urn:hanabi:problem:\(kind.rawValue)")),
            .init("title", .string(status.reasonPhrase)),
            .init("status", .number(Double(status.code))),
            .init("detail", .string(detail)),
            .init("instance", .string("urn:hanabi:request:\(record.id)")),
        ]
        if !faults.isEmpty { members.append(.init("errors", .array(faults))) }
        var head = HTTPResponse(status: status, headerFields: fields)
        head.headerFields[.requestID] = record.id
        head.headerFields[.contentType] = "application/problem+json"
        head.headerFields[.cacheControl] = "no-store"
        return OutgoingResponse(
            head: head,
            prepared: ServiceFields.onAnswers,
            body: .bytes(JSONWriter.bytes(of: .object(members)) + [0x0A]),
            attachment: record
        )
    }
}

extension Problem {
    /// A problem for a target without a route.
    static func notFound(_ detail: String) -> Problem {
        Problem(kind: .notFound, status: .notFound, detail: detail)
    }

    /// A problem for a method that the route does not support.
    static func methodNotAllowed(_ method: HTTPRequest.Method, _ route: Route) -> Problem {
        Problem(
            kind: .methodNotAllowed,
            status: .methodNotAllowed,
            detail: "this resource does not support the method \(method.rawValue); allowed: \(route.allow)",
            fields: [.allow: route.allow]
        )
    }

    /// A problem for an HTTP error found by the server.
    init(_ failure: HTTPFailure) {
        let kind: Kind =
            switch failure.status {
            case .serviceUnavailable, .tooManyRequests: .busy
            case .internalServerError: .internal
            default: .badRequest
            }
        self.init(kind: kind, status: failure.status, detail: failure.detail)
        if kind == .busy { fields[.retryAfter] = "1" }
    }

    /// The problem for any error between a request and its bytes. The single mapping of errors to status codes.
    ///
    /// - Parameter timeLimit: Time limit of a render, for the message; `nil` without a limit.
    init(_ error: any Error, timeLimit: Duration? = nil) {
        switch error {
        case PresetRequest.Failure.unknownPreset(let name, let near):
            let shown = JSONValue.string(name).excerpt
            let hint = near.map { "; did you mean \($0)?" } ?? ""
            self = .notFound(
                "there is no preset \(shown)\(hint); allowed: \(Preset.all.keys.sorted().joined(separator: ", "))"
            )
        case PresetRequest.Failure.faults(let faults):
            // A well-formed value over a limit gets 422, as in a POSTed spec; anything else is an error in the URL.
            let isOnlyTooMuch = faults.allSatisfy { $0.fault.kind == .tooMuch }
            self.init(
                kind: .invalidParameters,
                status: isOnlyTooMuch ? .unprocessableContent : .badRequest,
                detail: Self.summary(faults.map { ($0.parameter ?? $0.fault.pointer, $0.fault) }),
                faults: faults.map(\.json)
            )
            if isOnlyTooMuch { rejection = .overLimit }
        case let error as ResponseOptions.WrongVersion:
            let found = JSONValue.string(error.found).excerpt
            let detail = "found version \(found); allowed: \(hanabiVersion), the version of this service, or no version"
            self.init(kind: .wrongVersion, status: .conflict, detail: detail)
        case let refusal as AccessRefusal: self.init(refusal)
        case SpecInURL.Failure.notBase64:
            let detail = "the path has no valid base64url before the ending; allowed: letters, digits, - and _"
            self.init(kind: .badRequest, status: .badRequest, detail: detail)
        case SpecInURL.Failure.notZlib:
            self.init(
                kind: .badRequest,
                status: .badRequest,
                detail: "the base64url in the path does not contain a zlib stream"
            )
        case SpecInURL.Failure.notJSON(let error):
            self.init(
                kind: .invalidJSON,
                status: .badRequest,
                detail: "the base64url in the path does not contain JSON: \(error)"
            )
        case SpecInURL.Failure.tooLong(let limit):
            let detail = "the spec in the path has too many bytes; allowed: at most \(limit)"
            self.init(kind: .badRequest, status: .contentTooLarge, detail: detail)
        case let error as JSONError:
            self.init(kind: .invalidJSON, status: .badRequest, detail: "the body is not JSON: \(error)")
        case ImportError.refused(let error):
            self.init(error)
        case let error as ImportError:
            let isReadable = if case .impossible = error { true } else { false }
            self.init(
                kind: .invalidImport,
                status: isReadable ? .unprocessableContent : .badRequest,
                detail: "\(error)"
            )
        case let error as SpecError:
            self.init(
                kind: .invalidSpec,
                status: .unprocessableContent,
                detail: Self.summary(error.faults.map { ($0.pointer.isEmpty ? "the document" : $0.pointer, $0) }),
                faults: error.faults.map(\.json)
            )
            if error.faults.allSatisfy({ $0.kind == .tooMuch }) { rejection = .overLimit }
        case RenderError.outputTooLarge(let limit):
            let detail =
                "the image would have more than \(limit) bytes; use a smaller canvas, a shorter duration or fewer particles"
            let fault = SpecFault(
                .tooMuch,
                at: "/layers",
                found: "more than \(limit) bytes",
                allowed: "at most \(limit): a smaller canvas, a shorter duration or fewer particles"
            )
            self.init(tooLarge: detail, fault)
        case RenderError.budgetTooSmall(let budget, let smallest):
            self.init(budget: budget, smallest: smallest, at: "/output/maxBytes")
        case RenderError.stickerTooLarge(let smallest):
            self.init(budget: RenderError.bytesOfSticker, smallest: smallest, at: "/layers")
        case RenderError.tooManyItems(let found, let limit):
            let items = Int(min(found, 1e15))
            let detail = "the dump could have \(items) items; allowed: at most \(limit)"
            let fault = SpecFault(.tooMuch, at: "/layers", found: "\(items) items", allowed: "at most \(limit)")
            self.init(tooLarge: detail, fault)
        case RenderError.notAVector(let contents, let layer, let pointer, let form, let instead):
            let place = layer.map { " in layer \(JSONValue.string($0).excerpt)" } ?? ""
            let found = "\(contents)\(place), which \(form) can't show"
            let fault = SpecFault(.conflict, at: pointer, found: found, allowed: instead)
            self.init(
                kind: .invalidSpec,
                status: .unprocessableContent,
                detail: Self.summary([(pointer, fault)]),
                faults: [fault.json]
            )
        case RenderError.tooManyPieces(let found, let limit, let form):
            let detail =
                "\(form) of the effect would have more than \(limit) pieces (\(found) by then); use the ending of an image, such as .png"
            let allowed = "at most \(limit), or the ending of an image, such as .png"
            let fault = SpecFault(.tooMuch, at: "/layers", found: "at least \(found) pieces", allowed: allowed)
            self.init(tooLarge: detail, fault)
        case RenderError.noVideo(let form, let requirement, let reason):
            let hint = reason ?? "the operator of the service turns videos on with --video"
            let detail = "\(form) needs \(requirement); \(hint)"
            self.init(kind: .videoUnavailable, status: .notImplemented, detail: detail)
        case RenderError.outOfTime:
            let seconds = timeLimit.map { $0.milliseconds / 1000 }
            let limit = seconds.map { "its limit of \(ParameterText.text($0)) s" } ?? "its time limit"
            let detail =
                "the render exceeded \(limit); use a smaller canvas, a shorter duration or fewer particles"
            self.init(kind: .renderTimeout, status: .serviceUnavailable, detail: detail)
            // After waiting as long again, other work that delayed the threads may be done.
            fields[.retryAfter] = "\(Int(min(60, max(1, (seconds ?? 1).rounded(.up)))))"
        case Unready.draining:
            let detail = "the service is shutting down and accepts no more work"
            self.init(kind: .draining, status: .serviceUnavailable, detail: detail)
        case Unready.full(let time, let drain):
            let detail = "the queue has been full for \(time.components.seconds) s"
            let seconds = min(60, max(1, drain.components.seconds + 1))
            self.init(kind: .busy, status: .serviceUnavailable, detail: detail, fields: [.retryAfter: "\(seconds)"])
        case let error as VideoError where error.isPassing:
            // Which resource the machine is short of is for the log.
            let detail = "the machine has no room for another video program"
            self.init(kind: .busy, status: .serviceUnavailable, detail: detail, fields: [.retryAfter: "1"])
        case let error as WorkerPool.Busy:
            self.init(
                kind: .busy,
                status: .serviceUnavailable,
                detail: error.detail,
                fields: [.retryAfter: "\(error.retryAfter)"]
            )
            rejection = .busy(error.reason)
        default:
            // Details are for the log; they are of no use to a client.
            self.init(kind: .internal, status: .internalServerError, detail: "the service failed")
        }
    }

    /// A problem with a file that exceeds a budget in bytes.
    ///
    /// - Parameter pointer: Place in the spec of the budget, or of what exceeds the form's own.
    private init(budget: Int, smallest: Int, at pointer: String) {
        let fault = SpecFault(
            .outOfRange,
            at: pointer,
            found: "at most \(budget) bytes for the file",
            allowed: "at least \(smallest), the smallest version, or fewer particles or a shorter duration"
        )
        self.init(
            tooLarge:
                "the image does not fit into \(budget) bytes: the smallest version has \(smallest); fewer particles "
                + "or a shorter duration make it smaller",
            fault
        )
    }

    /// A problem with a file of too many bytes, pieces or items.
    private init(tooLarge detail: String, _ fault: SpecFault) {
        self.init(kind: .tooLarge, status: .unprocessableContent, detail: detail, faults: [fault.json])
    }

    /// Text of the first error: "/canvas/width: found -1; allowed 1...2048 (and 2 more)".
    static func summary(_ faults: [(place: String, fault: SpecFault)]) -> String {
        guard let first = faults.first else { return "" }
        // A parameter that sets several parts may be wrong in each of them, which is one mistake.
        let others = Set(faults.map { [$0.place, $0.fault.detail] }).count - 1
        let more = others > 0 ? " (and \(others) more)" : ""
        return "\(first.place): \(first.fault.detail)\(more)"
    }
}

extension SpecFault {
    var json: JSONValue {
        ["pointer": .string(pointer), "kind": .string(kind.rawValue), "detail": .string(detail)]
    }
}

extension ParameterFault {
    var json: JSONValue {
        var members: [JSONValue.Member] = []
        if let parameter { members.append(.init("parameter", .string(parameter))) }
        if case .object(let rest) = fault.json { members += rest }
        return .object(members)
    }
}

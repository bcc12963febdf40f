internal import EffectCatalog
import EffectCoding
import HTTPTypes

extension Problem {
    /// The problem document for a refusal.
    init(_ refusal: AccessRefusal) {
        switch refusal {
        case .signatureRequired:
            let detail = "the URL is unsigned; allowed: URLs with sig=<key id>.<signature>"
            self.init(kind: .signatureRequired, status: .forbidden, detail: detail)
            rejection = .badSignature
        case .signatureInvalid:
            let detail = "sig is not a valid signature of this path and query by any key of this service"
            self.init(kind: .signatureInvalid, status: .forbidden, detail: detail)
            rejection = .badSignature
        case .signatureExpired(let time):
            let detail = "the URL expired at exp=\(time), in seconds since 1970"
            self.init(kind: .signatureExpired, status: .forbidden, detail: detail)
            rejection = .badSignature
        case .tokenRequired(let isWrong):
            // RFC 6750 §3: a request without a token is not told of an error.
            let challenge = "Bearer realm=\"hanabi\"" + (isWrong ? ", error=\"invalid_token\"" : "")
            self.init(
                kind: .unauthorized,
                status: .unauthorized,
                detail: isWrong ? "the bearer token is unknown" : "a POST needs Authorization: Bearer <token>",
                fields: [.wwwAuthenticate: challenge]
            )
            rejection = .badToken
        case .notOffered(let detail):
            self.init(kind: .notOffered, status: .forbidden, detail: detail)
            rejection = .notOffered
        case .parameters(let faults):
            self.init(
                kind: .notOffered,
                status: .forbidden,
                detail: Self.summary(faults.map { ($0.parameter ?? $0.fault.pointer, $0.fault) }),
                faults: faults.map(\.json)
            )
            rejection = .notOffered
        }
    }
}

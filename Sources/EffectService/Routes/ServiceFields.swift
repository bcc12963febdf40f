internal import HTTPTypes
internal import SmallHTTP

/// Header fields that answers have in common.
enum ServiceFields {
    /// On every answer: public pictures that any page may embed and read, and nothing that a browser may reinterpret.
    static let everywhere: HTTPFields = [
        .accessControlAllowOrigin: "*",
        .accessControlExposeHeaders: "ETag, Hanabi-Error, Hanabi-Traded, Retry-After, Server-Timing, X-Request-Id",
        .crossOriginResourcePolicy: "cross-origin",
        .timingAllowOrigin: "*",
        .xContentTypeOptions: "nosniff",
    ]

    /// On everything but the gallery's files: nothing in it is a page.
    static let policy = "default-src 'none'; frame-ancestors *"

    /// Written out once, for all answers.
    static let onAnswers = PreparedFields(everywhere + [.contentSecurityPolicy: policy])

    /// On the metrics, which are for who runs the service: no script of another page may read them.
    static let onMetrics = PreparedFields([
        .contentSecurityPolicy: policy, .crossOriginResourcePolicy: "same-origin", .xContentTypeOptions: "nosniff",
    ])

    /// The same for the gallery's files.
    static let onPages = PreparedFields(everywhere + [.contentSecurityPolicy: pagePolicy])

    /// On the gallery's files: what they need of this service, and nothing else.
    static let pagePolicy =
        "default-src 'none'; img-src 'self' data: blob:; style-src 'self'; script-src 'self'; connect-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

}

extension HTTPFields {
    static func + (_ fields: HTTPFields, _ more: HTTPFields) -> HTTPFields {
        var sum = fields
        sum.append(contentsOf: more)
        return sum
    }
}

extension HTTPField.Name {
    private static func known(_ name: String) -> Self {
        guard let name = Self(name) else { preconditionFailure("\(name) is a literal of this file") }
        return name
    }

    static let crossOriginResourcePolicy = known("Cross-Origin-Resource-Policy")
    static let acceptPost = known("Accept-Post")
    static let forwarded = known("Forwarded")
    static let xForwardedFor = known("X-Forwarded-For")
    static let acceptClientHints = known("Accept-CH")
    static let prefersReducedMotion = known("Sec-CH-Prefers-Reduced-Motion")
    static let hanabiTraded = known("Hanabi-Traded")
    static let requestID = known("X-Request-Id")
    static let serverTiming = known("Server-Timing")
    static let timingAllowOrigin = known("Timing-Allow-Origin")
    static let traceparent = known("traceparent")
    static let hanabiError = known("Hanabi-Error")
}

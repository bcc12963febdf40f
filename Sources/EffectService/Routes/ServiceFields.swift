internal import HTTPTypes
internal import SmallHTTP

/// Header fields shared by many responses.
enum ServiceFields {
    /// Fields of every response except the metrics: any page may embed and read them, and no browser may reinterpret
    /// their type.
    static let everywhere: HTTPFields = [
        .accessControlAllowOrigin: "*",
        .accessControlExposeHeaders: exposed.joined(separator: ", "),
        .crossOriginResourcePolicy: "cross-origin",
        .timingAllowOrigin: "*",
        .xContentTypeOptions: "nosniff",
    ]

    /// Fields of a response that scripts of other origins may read.
    private static let exposed = [
        "Accept-Ranges", "Content-Range", "ETag", "Hanabi-Error", "Hanabi-Reduced", "Retry-After", "Server-Timing",
        "X-Request-Id",
    ]

    /// Content security policy of everything but the gallery's files.
    static let policy = "default-src 'none'; frame-ancestors *"

    /// Prepared fields of all responses except pages and metrics.
    static let onAnswers = PreparedFields(everywhere + [.contentSecurityPolicy: policy])

    /// Content security policy of vectors: a style sheet and images of their own, and nothing else, even where one is
    /// opened as a document.
    static let vectorPolicy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox; frame-ancestors *"

    /// Prepared fields of vectors.
    static let onVectors = PreparedFields(everywhere + [.contentSecurityPolicy: vectorPolicy])

    /// Prepared fields of the metrics page: scripts of other origins may not read it.
    static let onMetrics = PreparedFields([
        .contentSecurityPolicy: policy, .crossOriginResourcePolicy: "same-origin", .xContentTypeOptions: "nosniff",
    ])

    /// Prepared fields of the files for browsers.
    static let onPages = PreparedFields(everywhere + [.contentSecurityPolicy: pagePolicy])

    /// Content security policy of the gallery's files: only resources of this service.
    static let pagePolicy =
        "default-src 'none'; img-src 'self' data: blob:; media-src 'self' blob:; style-src 'self'; script-src 'self'; connect-src 'self'; "
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
    static let hanabiReduced = known("Hanabi-Reduced")
    static let requestID = known("X-Request-Id")
    static let serverTiming = known("Server-Timing")
    static let timingAllowOrigin = known("Timing-Allow-Origin")
    static let traceparent = known("traceparent")
    static let hanabiError = known("Hanabi-Error")
}

import Testing
@testable import EffectRendering
@testable import EffectService

/// Paths, queries and accepted media types of requests.
struct RequestTargetTests {
    @Test func `a request target is percent-decoded once and strictly`() {
        #expect(RequestTarget("/a%2Fb/c?x=%C3%A9+%2B&y&x=2")?.segments == ["a/b", "c"])
        let query = RequestTarget("/a?x=%C3%A9+%2B&y&z=a=b")?.query ?? []
        #expect(query.map(\.name) == ["x", "y", "z"] && query.map(\.value) == ["é +", "", "a=b"])
        for wrong in ["a", "/%", "/%1", "/%zz", "/%FF", "/?a=%C3"] { #expect(RequestTarget(wrong) == nil, "\(wrong)") }
    }

    @Test(
        arguments: [
            (nil, "image/png"), ("*/*", "image/png"), ("image/apng", "image/apng"),
            ("application/json", "application/json"),
            ("image/*", "image/png"), ("image/png;q=0.5, application/json", "application/json"),
            ("application/json;q=0, */*", "image/png"), ("text/html, */*;q=0.1", "image/png"),
            ("image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8", "image/png"), ("", "image/png"),
            ("image/png;q=0, image/*;q=0.3, application/json;q=0.2", "image/apng"),
            ("text/html", nil), ("image/gif", nil), ("*/*;q=0", nil),
        ] as [(String?, String?)]
    )
    func `Accept selects the form`(_ accept: String?, _ expected: String?) {
        #expect(OutputFormat.preferred(accept, among: [.png, .apng, .json])?.name == expected)
    }

    @Test func `quality values are digits only`() {
        #expect(OutputFormat.preferred("image/png;q=nan, application/json;q=0.1", among: [.png, .json]) == .json)
    }
}

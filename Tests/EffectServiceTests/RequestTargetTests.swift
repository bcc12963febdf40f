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

    /// An invalid weight is ignored: its type has the weight of one without `q`, and no other type takes its place.
    @Test(arguments: ["nan", "inf", "abc", "1.5", "-1", "+0.5", "1e-3", ".", "", "0x0", "٠"])
    func `an invalid weight is that of no weight`(_ weight: String) {
        let offers = [OutputFormat.png, .webp, .json]
        #expect(OutputFormat.preferred("image/webp;q=\(weight)", among: offers) == .webp)
        let beside = "application/json;q=0.9, image/webp;q=\(weight), image/png;q=0.1"
        #expect(OutputFormat.preferred(beside, among: offers) == .webp)
        // A valid weight beside it counts.
        #expect(OutputFormat.preferred("image/webp;q=0;q=\(weight), */*;q=0.1", among: offers) == .png)
        #expect(ContentCoding.preferred("gzip;q=\(weight)") == .gzip)
    }

    @Test(
        arguments: [
            ("0", nil), ("0.000", nil), ("0.", nil), ("0.0001", .webp), ("0.001", .webp), ("1.", .webp),
            ("1.000", .webp),
        ] as [(String, OutputFormat?)]
    )
    func `a weight of zero excludes`(_ weight: String, _ expected: OutputFormat?) {
        #expect(OutputFormat.preferred("image/webp;q=\(weight)", among: [.png, .webp]) == expected)
        #expect((ContentCoding.preferred("gzip;q=\(weight)") == .gzip) == (expected != nil))
    }

    @Test(
        arguments: [
            ("identity;q=0.9, gzip;q=0.5", false), ("gzip;q=0.9, identity;q=0.5", true), ("gzip;q=0.5", true),
            ("identity, gzip", true), ("gzip;q=0.5, *", false), ("gzip, *;q=0.5", true), ("*", true),
            ("identity;q=0.5, *;q=0.4", false), ("identity;q=0, gzip;q=0", false),
        ]
    )
    func `an uncoded body is sent where it has the higher weight`(_ field: String, _ isPacked: Bool) {
        #expect((ContentCoding.preferred(field) == .gzip) == isPacked)
    }

    @Test(
        arguments: [
            ("gzip, deflate, br, zstd", .brotli), ("gzip", .gzip), ("br", .brotli), ("br;q=0.5, gzip", .gzip),
            ("br;q=0, gzip", .gzip), ("br;q=0", nil), ("*", .gzip), ("br;q=0.5, identity", nil), ("", nil),
            ("X-GZIP", .gzip), ("BR;q=0.9, x-gzip;q=0.8", .brotli), ("br;q=0.5, gzip;q=0.4, identity;q=0.45", .brotli),
        ] as [(String, ContentCoding?)]
    )
    func `a client gets the coding that it prefers`(_ field: String, _ expected: ContentCoding?) {
        #expect(ContentCoding.preferred(field, among: [.brotli, .gzip]) == expected)
    }
}

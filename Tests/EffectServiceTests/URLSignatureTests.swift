@testable import EffectRendering
@testable import EffectCatalog
import EffectModel
import Foundation
import HTTPTypes
import Testing

@testable import EffectService

/// Canonical form, signing and verification of URLs.
struct URLSignatureTests {
    static let key = try? SigningKey(id: "old", secret: Array(0..<16))
    /// Longer than a SHA-256 block.
    static let longKey = try? SigningKey(id: "long", secret: Array(0..<100))

    // Generated with Python: path = "/".join(quote(unquote(each), safe="-._~") for each in
    // urlsplit(url).path.split("/")), pairs = sorted((quote(k), quote(v)) for k, v in parse_qsl(urlsplit(url).query,
    // keep_blank_values=True) if k != "sig"), and base64.urlsafe_b64encode(hmac.digest(bytes(range(16)), text,
    // "sha256")).rstrip(b"="); the long key is bytes(range(100)).
    static let vectors = [
        (
            "/v1/effects/confetti.png", "/v1/effects/confetti.png", "I1VklpwUM96h4s6_DA1owFvVjUixRyxnMCWP7I76vog",
            "5r9zZc_1kJ3LlTWKsO_s3tegqh99eezVz826LTrDnhs"
        ),
        (
            "/v1/effects/confetti.png?", "/v1/effects/confetti.png", "I1VklpwUM96h4s6_DA1owFvVjUixRyxnMCWP7I76vog",
            "5r9zZc_1kJ3LlTWKsO_s3tegqh99eezVz826LTrDnhs"
        ),
        (
            "/v1/effects/confetti.png?w=400&h=300", "/v1/effects/confetti.png?h=300&w=400",
            "VCJ61MtZK-vtVptR4bET2T13vs0_uxj816wtZWlhLE8", "Rs2BuRyueNaDLND4IV5btBrli8Bi_-77gdrvh32EfB4"
        ),
        (
            "/v1/effects/confetti.png?h=300&w=400&exp=2000000000",
            "/v1/effects/confetti.png?exp=2000000000&h=300&w=400",
            "g4t0hg3NVe31Bnk-8B0c4L9MCXETE3QAb_1XB6HXH84", "oV_Dmxb6TIAoJdS9fRHO2i2nTpIWKPZFRDn-cuUWNrQ"
        ),
        (
            "/v1/effects/%63onfetti.png?h=%33%30%30&w=400", "/v1/effects/confetti.png?h=300&w=400",
            "VCJ61MtZK-vtVptR4bET2T13vs0_uxj816wtZWlhLE8", "Rs2BuRyueNaDLND4IV5btBrli8Bi_-77gdrvh32EfB4"
        ),
        (
            "/v1/effects/cannon.png?text=a+b%2Bc%20d&emoji=%f0%9f%8e%89",
            "/v1/effects/cannon.png?emoji=%F0%9F%8E%89&text=a%20b%2Bc%20d",
            "DS09_Y05JmmJbj9EEBE52OCLtBIwgLR0zQu6RDMcf4U", "4OC6wZYbHwaoh2e0o1oRGN3JLOtOb1jl7-s5SxJflCw"
        ),
        // Sorted by name, then value: sorting whole pairs as text would put "a=…" after "a-=…".
        (
            "/v1/effects/x.png?a=1&a-=2&a=0&b&&c=", "/v1/effects/x.png?a=0&a=1&a-=2&b=&c=",
            "K4ENwBqxrAUsWARUR7ymVptEKLTtt8K4vhiqURImHYo", "Vpnort5wkJrYb5FPcS0xpPCmOZ6SrDGlOLC6g9AtTnM"
        ),
        (
            "/v1/effects/x.png?q=~%7E*%2a'()!/%2F:@$,;",
            "/v1/effects/x.png?q=~~%2A%2A%27%28%29%21%2F%2F%3A%40%24%2C%3B",
            "X_Wa1ZU95f7FnvO_kL-JfYg9GlvFZAA41uZNg6lnYEE", "cv5kv5pRkwfxESIR5tVW7sv0OlS9e9uBbSsJCfo9-q0"
        ),
        (
            "/v1/s/eyJ%2F+.png", "/v1/s/eyJ%2F%2B.png", "09baWkA8FXP-D8HLZDh3fvGhV3KRfeVhZv9oeyven0o",
            "G2dT7xaMc7RpVHWhLxmvMAuVmeEQtTwG95wURrs1uJs"
        ),
        (
            "/v1/effects/stars.png?sig=old.x&t0=20", "/v1/effects/stars.png?t0=20",
            "HduH91LrgYMqakc3sh-zo5Ei7KLeV434K40V8sd7rcM", "h0NA0nsZFzSVi4L6bqPwjMeThXepmFAMYBPx0l5oJOw"
        ),
    ]

    @Test(arguments: vectors)
    func `the canonical form and its signature match an independent implementation`(
        _ target: String,
        _ canonical: String,
        _ signature: String,
        _ other: String
    ) throws {
        #expect(URLSignature.canonical(target) == canonical)
        let key = try #require(Self.key)
        #expect(String(decoding: key.signature(of: canonical), as: UTF8.self) == signature)
        #expect(String(decoding: try #require(Self.longKey).signature(of: canonical), as: UTF8.self) == other)
        let signed = try URLSignature.sign(target, with: key)
        #expect(signed == "\(canonical)\(canonical.contains("?") ? "&" : "?")sig=old.\(signature)")
        if let route = RequestTarget(target).flatMap({ Route($0.segments) }) {
            #expect(try Self.enter(signed, route) != nil)
        }
    }

    @Test func `an absolute URL stays absolute, and disallowed characters are encoded`() throws {
        let key = try #require(Self.key)
        let path = try URLSignature.sign("/v1/effects/x.png?a=1", with: key)
        #expect(try URLSignature.sign("https://h:1/v1/effects/x.png?a=1#top", with: key) == "https://h:1\(path)#top")
        #expect(try URLSignature.sign("http://h", with: key).hasPrefix("http://h/?sig=old."))
        #expect(try URLSignature.sign("HTTPS://h?a=1", with: key).hasPrefix("HTTPS://h/?a=1&sig=old."))
        let party = try URLSignature.sign("/x?e=🎉 b", with: key)
        #expect(party.hasPrefix("/x?e=%F0%9F%8E%89%20b&sig="))
        // Signing again replaces signature and expiry.
        let early = try URLSignature.sign("/x?a=1", with: key, expires: 5)
        #expect(try URLSignature.sign(early, with: key) == early)
        let late = try URLSignature.sign("/x?a=1", with: key, expires: 7)
        #expect(try URLSignature.sign(early, with: key, expires: 7) == late)
        for (url, failure) in [
            ("x/y", URLSignature.Failure.notURL), ("", .notURL), ("ftp://h/x", .notURL), ("http:///x", .notURL),
            ("/x?%zz", .notUTF8), ("/%ff", .notUTF8),
        ] {
            #expect(throws: failure) { try URLSignature.sign(url, with: key) }
        }
        #expect(throws: URLSignature.Failure.wrongExpiry(-1)) { try URLSignature.sign("/x", with: key, expires: -1) }
    }

    /// Found by a fuzzer: the signature became part of the value.
    @Test(arguments: ["a=b?", "a=b?c&d=?", "a?", "?", "?&"])
    func `a trailing question mark belongs to the query`(query: String) throws {
        let key = try #require(Self.key)
        let signed = try URLSignature.sign("/v1/effects/x.png?\(query)", with: key, expires: 1001)
        let target = try #require(RequestTarget("/v1/effects/x.png?\(query)"))
        let own = try #require(RequestTarget(signed))
        let expected = (target.query.map(\.name) + ["exp"]).sorted() + ["sig"]
        #expect(own.query.map(\.name) == expected)
        #expect(try Self.enter(signed, .effect(preset: "x", .frames(.png))) != nil)
    }

    /// Returns the access gate's grant at Unix time 1000.
    private static func enter(_ target: String, _ route: Route) throws -> Grant? {
        var policy = AccessPolicy()
        policy.signingKeys = [key, longKey].compactMap { $0 }
        policy.unixTime = { 1000 }
        guard var target = RequestTarget(target) else { throw AccessRefusal.signatureInvalid }
        return try AccessGate(policy).enter(&target, route)
    }

    private static let route = Route.effect(preset: "confetti", .frames(.png))

    @Test func `any change of one byte is refused`() throws {
        let key = try #require(Self.key)
        let signed = try URLSignature.sign("/v1/effects/confetti.png?h=50&seed=a~b&w=60", with: key, expires: 2000)
        #expect(try Self.enter(signed, Self.route)?.expires == 2000)
        var policy = AccessPolicy()
        policy.signingKeys = [key]
        policy.unixTime = { 1000 }
        let gate = AccessGate(policy)
        func isGood(_ bytes: [UInt8]) -> Bool {
            guard var target = RequestTarget(String(decoding: bytes, as: UTF8.self)) else { return false }
            return (try? gate.enter(&target, Self.route)) != nil
        }
        let bytes = Array(signed.utf8)
        #expect(isGood(bytes))
        for index in bytes.indices {
            for byte in UInt8(0x21)...0x7E where byte != bytes[index] {
                var changed = bytes
                changed[index] = byte
                #expect(!isGood(changed), "\(String(decoding: changed, as: UTF8.self))")
            }
            var shorter = bytes
            shorter.remove(at: index)
            #expect(!isGood(shorter), "\(String(decoding: shorter, as: UTF8.self))")
        }
        // An additional byte is accepted only if the canonical form stays the same.
        let said = RequestTarget(signed).map(URLSignature.canonical)
        for index in 0...bytes.count {
            for byte in "0aA&=%+./?~-".utf8 {
                var longer = bytes
                longer.insert(byte, at: index)
                let isSame = RequestTarget(String(decoding: longer, as: UTF8.self)).map(URLSignature.canonical) == said
                #expect(!isGood(longer) || (isSame && byte == UInt8(ascii: "&")))
            }
        }
    }

    @Test(arguments: UInt64(0)..<40)
    func `an equivalent spelling is accepted, and a different query is not`(_ seed: UInt64) throws {
        var random = Grain(seed)
        let letters = Array("abz09-._~ +&=/%?üé🎉\"'*()")
        func text(_ least: Int) -> String {
            String((0..<least + random.below(6)).map { _ in letters[random.below(letters.count)] })
        }
        let pairs = (0..<1 + random.below(5)).map { _ in (name: "p" + text(0), value: text(0)) }
        func plain(_ text: String) -> String {
            text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        }
        func url(_ pairs: [(name: String, value: String)], _ encoded: (String) -> String) -> String {
            "/v1/effects/confetti.png?"
                + pairs.map { "\(encoded($0.name))=\(encoded($0.value))" }.joined(separator: "&")
        }
        let key = try #require(Self.key)
        let signed = try URLSignature.sign(url(pairs, plain), with: key)
        let signature = try #require(signed.firstRange(of: "&sig=").map { signed[$0.lowerBound...] })
        #expect(throws: Never.self) { try Self.enter(signed, Self.route) }
        // Reversed order, every byte percent-encoded in lower case.
        let all = { (text: String) in text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
        #expect(throws: Never.self) { try Self.enter(url(pairs.reversed(), all) + signature, Self.route) }
        for index in pairs.indices {
            var others = pairs
            others[index].value += "x"
            #expect(throws: (any Error).self) { try Self.enter(url(others, plain) + signature, Self.route) }
            others = pairs
            others.remove(at: index)
            #expect(throws: (any Error).self) { try Self.enter(url(others, plain) + signature, Self.route) }
            others = pairs
            (others[index].name, others[index].value) = (pairs[index].value + "x", pairs[index].name)
            #expect(throws: (any Error).self) { try Self.enter(url(others, plain) + signature, Self.route) }
        }
    }

    @Test(arguments: [
        ("w=1", "required"), ("w=1&sig=", "invalid"), ("w=1&sig=old", "invalid"), ("w=1&sig=old.", "invalid"),
        ("w=1&sig=.AAAA", "invalid"), ("w=1&sig=new.\(String(repeating: "A", count: 43))", "invalid"),
        ("w=1&sig=old.\(String(repeating: "A", count: 43))", "invalid"),
        ("w=1&sig=old.\(String(repeating: "%C3%A9", count: 43))", "invalid"),
        ("w=1&sig=old.\(String(repeating: "A", count: 4000))", "invalid"),
    ])
    func `an invalid signature is refused`(_ query: String, _ reason: String) throws {
        do {
            _ = try Self.enter("/v1/effects/confetti.png?\(query)", Self.route)
            Issue.record("it was taken")
        } catch let refusal as AccessRefusal {
            #expect(Problem(refusal).kind.rawValue == "signature-\(reason)" && Problem(refusal).status.code == 403)
        }
    }

    /// Correctly signed by hand: only the expiry is wrong.
    @Test(arguments: [
        ("", #"exp: found ""; "#), ("x", #"exp: found "x"; "#), ("-5", #"exp: found "-5"; "#),
        ("%2B2000", #"exp: found "+2000"; "#), ("2e9", #"exp: found "2e9"; "#),
        ("9223372036854775808", #"exp: found "9223372036854775808"; "#),
        ("2000&exp=3000", "exp: found exp twice; "), ("0", "expired"), ("999", "expired"), ("1000", "expired"),
        ("1001", nil), ("999999999999999999", nil),
    ])
    func `an invalid or past expiry is refused by its own name`(_ end: String, _ reason: String?) throws {
        let key = try #require(Self.key)
        let signed = try #require(
            URLSignature.signed("/v1/effects/confetti.png?exp=\(end)", with: key, expires: nil)
        )
        do {
            let grant = try Self.enter(signed, Self.route)
            #expect(reason == nil && grant?.expires == Int64(end))
        } catch let refusal as AccessRefusal {
            #expect(Problem(refusal).kind.rawValue == "signature-\(reason ?? "")")
        } catch let failure as PresetRequest.Failure {
            let problem = Problem(failure)
            #expect(problem.kind == .invalidParameters && problem.status.code == 400)
            #expect(try problem.detail.hasPrefix(#require(reason)) && problem.detail.contains("allowed"))
        }
        // A forger is told of nothing but the signature.
        let forged = String(signed.dropLast()) + (signed.hasSuffix("A") ? "E" : "A")
        do {
            _ = try Self.enter(forged, Self.route)
            Issue.record("it was taken")
        } catch let refusal as AccessRefusal {
            #expect(Problem(refusal).kind == .signatureInvalid)
        }
    }

    @Test(arguments: [
        ("public, max-age=86400, stale-while-revalidate=604800", 1_000_000, nil),
        (
            "public, max-age=86400, stale-while-revalidate=604800", 100_000,
            "public, max-age=86400, stale-while-revalidate=13600"
        ),
        ("public, max-age=86400, stale-while-revalidate=604800", 86_400, "public, max-age=86400"),
        ("public, max-age=86400, stale-while-revalidate=604800", 60, "public, max-age=60"),
        ("public, max-age=86400, stale-while-revalidate=604800", 0, "public, max-age=0"),
        (
            "public, max-age=10, s-maxage=500, stale-if-error=600, immutable", 600,
            "public, max-age=10, s-maxage=500, stale-if-error=100, immutable"
        ),
        ("public, max-age=10, s-maxage=500", 100, "public, max-age=10, s-maxage=100"), ("no-store", 5, nil),
    ])
    func `a response is cached no longer than its URL is valid`(_ field: String, _ seconds: Int64, _ capped: String?) {
        #expect(CacheControl.capped(field, seconds: seconds) == capped ?? field)
    }
}

/// Deterministic pseudorandom numbers, so that a failure can be reproduced by its seed.
private struct Grain {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &+ 0x9E37_79B9_7F4A_7C15 }

    mutating func below(_ limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(limit))
    }
}

import EffectModel
import HTTPTypes
@testable import EffectCatalog
@testable import EffectRendering

@testable import EffectService

/// Access control and request metadata: URL signatures, keys, tokens, and header fields. Every line of text is tried as
/// all of them; the second line also selects mutations of the first line's signed URL. Text after a leading `#` is a
/// key file.
enum SignatureTarget {
    private static let keys = (try? SigningKey.keys(text: "a:000102030405060708090a0b0c0d0e0f, b-2:ff" + hex)) ?? []
    private static let hex = String(repeating: "5a", count: 31)
    private static let token = "0123456789abcdef-token"
    private static let tokens = (try? BearerKey.keys(text: token)) ?? []
    private static let tag = (try? PresetRequest.spec(preset: "snowfall", [], limits: Service.limits)).map {
        EntityTag($0, assets: [], form: "png")
    }
    private static let now: Int64 = 1_700_000_000

    private static let gate = makeGate(at: now)
    private static let laterGate = makeGate(at: now + 60)

    private static func makeGate(at time: Int64) -> AccessGate {
        var policy = AccessPolicy()
        policy.signingKeys = keys
        policy.bearerKeys = tokens
        policy.unixTime = { time }
        return AccessGate(policy)
    }

    static func run(_ bytes: [UInt8]) throws(BrokenPromise) {
        try promise(keys.count == 2, "the target's own keys are none")
        if bytes.first == UInt8(ascii: "#") { return try checkKeys(String(decoding: bytes, as: UTF8.self)) }
        let lines = bytes.split(separator: 0x0A, maxSplits: 3, omittingEmptySubsequences: false)
        for line in lines {
            let text = String(decoding: line, as: UTF8.self)
            try checkTarget(text)
            try checkFields(text)
        }
        if let first = lines.first {
            try checkSigned(String(decoding: first, as: UTF8.self), change: lines.count > 1 ? Array(lines[1]) : [])
        }
    }

    // MARK: Signatures

    /// Checks that the canonical form is idempotent, and that a URL without a key's signature is refused.
    private static func checkTarget(_ text: String) throws(BrokenPromise) {
        guard let canonical = URLSignature.canonical(text) else { return }
        try promise(URLSignature.canonical(canonical) == canonical, "\(text): \(canonical) is not the end of it")
        try promise(isGranted(text) != true || isSigned(text, canonical), "\(text) is granted")
    }

    /// Checks that a signed URL is granted, and a mutated one only if its canonical form is the same.
    private static func checkSigned(_ url: String, change: [UInt8]) throws(BrokenPromise) {
        for (key, expires) in [(keys[0], nil), (keys[1], now + 60)] {
            guard let signed = try? URLSignature.sign(url, with: key, expires: expires) else { return }
            guard let start = signed.firstIndex(of: "/"), signed.hasPrefix("/") else { continue }
            let target = String(signed[start...].prefix { $0 != "#" })
            // Signing has encoded every character that a URL may not contain.
            let ends = RequestTarget(target).map { $0.query.filter { $0.name == "exp" } } ?? []
            // The URL's own expiry may be in the past or invalid.
            if isGranted(target) == false, expires != nil || ends.isEmpty {
                throw BrokenPromise("\(target), signed, is refused")
            }
            try promise(isGranted(target, laterGate) != true || expires == nil, "\(target) has no end")
            try checkChanged(target, change)
        }
    }

    private static func checkChanged(_ target: String, _ change: [UInt8]) throws(BrokenPromise) {
        guard change.count >= 2, let canonical = URLSignature.canonical(target) else { return }
        var bytes = Array(target.utf8)
        bytes[(Int(change[0]) << 8 | Int(change[1])) % bytes.count] ^= change.count > 2 ? change[2] : 1
        guard let changed = String(validating: bytes, as: UTF8.self), let other = URLSignature.canonical(changed),
            isGranted(changed) == true
        else { return }
        try promise(other == canonical, "\(target) is granted as \(changed) too")
    }

    /// Whether the gate grants the request; `nil` if the route needs no grant.
    private static func isGranted(_ text: String, _ gate: AccessGate = gate) -> Bool? {
        guard var target = RequestTarget(text), let route = Route(target.segments) else { return nil }
        switch route {
        case .effect, .packed: break
        default: return nil
        }
        do {
            let grant = try gate.enter(&target, route)
            _ = grant?.name(of: target, route)
            _ = grant?.signed("a.sheet.png?x=1", beside: target)
            _ = grant?.cacheControl("public, max-age=86400, stale-while-revalidate=604800")
            return true
        } catch is AccessRefusal {
            return false
        } catch {
            // A valid signature on a request with another error.
            return nil
        }
    }

    /// Whether one of the keys has signed the URL.
    private static func isSigned(_ text: String, _ canonical: String) -> Bool {
        let given = RequestTarget(text)?.query.first { $0.name == URLSignature.parameter }?.value
        return keys.contains { "\($0.id).\(String(decoding: $0.signature(of: canonical), as: UTF8.self))" == given }
    }

    // MARK: Keys

    private static func checkKeys(_ text: String) throws(BrokenPromise) {
        if let found = try? SigningKey.keys(text: text) {
            for key in found {
                let again = try? SigningKey(text: key.exposedText)
                try promise(again?.exposedText == key.exposedText, "a key that is not read as it is written")
                try promise(
                    !"\(key)\(String(reflecting: key))".contains(key.exposedText.dropFirst(key.id.utf8.count)),
                    "a key shows itself"
                )
            }
        }
        _ = try? BearerKey.keys(text: text)
        try promise(text == token || !BearerKey.isAny(of: tokens, text), "\(text) is taken for a token")
    }

    // MARK: Fields

    private static func checkFields(_ text: String) throws(BrokenPromise) {
        var head = HTTPRequest(method: .post, scheme: nil, authority: "a", path: "/v1/render")
        head.headerFields[.requestID] = text
        if let name = HTTPField.Name("traceparent") { head.headerFields[name] = text }
        head.headerFields[.authorization] = text
        let id = RequestID.of(head.headerFields)
        try promise(
            (1...64).contains(id.utf8.count) && id.utf8.allSatisfy { (0x21...0x7E).contains($0) },
            "the id \(id)"
        )
        if let trace = TraceContext.traceID(head.headerFields) {
            try promise(trace.utf8.count == 32 && trace.allSatisfy(\.isHexDigit), "the trace \(trace)")
        }
        if gate.refusal(head, .render(.frames(nil))) == nil {
            let field = head.headerFields[.authorization] ?? ""
            try promise(field.hasSuffix(token), "\(field) is taken for a token")
        }
        if let type = OutputFormat.preferred(text, among: OutputFormat.allCases) {
            try promise(OutputFormat.preferred(text, among: [type]) == type, "\(type) is best of all, and not of one")
        }
        if let tag {
            _ = tag.matches(text)
            try promise(tag.matches("\(text), \(tag.text)"), "a tag is not found in a list")
        }
        _ = CacheControl.capped(text, seconds: 60)
        head.path = text
        head.method = .get
        _ = ErrorWish(head, .image)
    }
}

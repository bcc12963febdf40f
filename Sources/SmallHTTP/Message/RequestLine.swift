import HTTPTypes
import SystemSupport

/// A request line, `method SP request-target SP HTTP-version`, RFC 9112 §3.
struct RequestLine: Sendable {
    let method: HTTPRequest.Method
    let target: RequestTarget
    let version: HTTPVersion

    /// - Parameter line: Line without its CRLF; text bytes only.
    init(_ line: ArraySlice<UInt8>, limits: RequestLimits) throws(HTTPFailure) {
        // RFC 9112 §3 allows a recipient to split on any whitespace; the grammar demands single spaces.
        guard let first = line.firstIndex(of: .space), let last = line.lastIndex(of: .space), first < last else {
            throw .malformedRequestLine
        }
        let name = line[..<first]
        let target = line[(first + 1)..<last]
        guard !name.isEmpty, name.allSatisfy(\.isToken), !target.isEmpty, !target.contains(.space) else {
            throw .malformedRequestLine
        }
        version = try HTTPVersion(line[(last + 1)...])
        guard target.count <= limits.targetBytes else { throw .targetTooLong(allowed: limits.targetBytes) }
        method = try HTTPRequest.Method(known: name)
        self.target = try RequestTarget(target, method: method)
        // Percent-encoding has three bytes for one.
        guard self.target.path.utf8.count <= limits.targetBytes else {
            throw .targetTooLong(allowed: limits.targetBytes)
        }
    }

    /// Returns the failure of a line that begins with `start` and does not end within the limit.
    static func failure(ofOverlong start: [UInt8], limits: RequestLimits) -> HTTPFailure {
        let parts = start.split(separator: .space, maxSplits: 2, omittingEmptySubsequences: false)
        guard let name = parts.first, !name.isEmpty, name.allSatisfy(\.isToken) else { return .malformedRequestLine }
        return switch parts.count {
        case 1: .unsupportedMethod(String(decoding: name.prefix(32), as: UTF8.self))
        case 2: .targetTooLong(allowed: limits.targetBytes)
        default: .malformedRequestLine
        }
    }
}

extension HTTPVersion {
    /// Parses `HTTP/` DIGIT `.` DIGIT, in capitals (RFC 9112 §2.3).
    fileprivate init(_ bytes: ArraySlice<UInt8>) throws(HTTPFailure) {
        let digits = bytes.dropFirst(5)
        guard bytes.begins(with: "HTTP/"), digits.count == 3,
            let major = digits.first, let dot = digits.dropFirst().first, let minor = digits.last,
            major.isASCIIDigit, dot == UInt8(ascii: "."), minor.isASCIIDigit
        else { throw .malformedVersion }
        switch (major - 0x30, minor - 0x30) {
        case (1, 0): self = .http10
        case (1, _): self = .http11
        case (0, _): throw .malformedVersion
        case (let major, let minor): throw .unsupportedVersion(major: major, minor: minor)
        }
    }
}

extension HTTPRequest.Method {
    /// Methods of RFC 9110 §9.3, RFC 5789 and draft-ietf-httpbis-safe-method-w-body, except CONNECT, which only a proxy
    /// can answer.
    private static let known: [HTTPRequest.Method] =
        [.get, .head, .post, .put, .patch, .delete, .options, .trace] + [HTTPRequest.Method("QUERY")].compactMap(\.self)

    fileprivate init(known name: ArraySlice<UInt8>) throws(HTTPFailure) {
        guard let method = Self.known.first(where: { $0.rawValue.utf8.elementsEqual(name) }) else {
            throw .unsupportedMethod(String(decoding: name.prefix(32), as: UTF8.self))
        }
        self = method
    }
}

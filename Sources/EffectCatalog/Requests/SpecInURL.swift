internal import Compression
import EffectModel
package import StrictJSON
#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A spec in a path: base64url of the JSON, or of its zlib compression.
///
/// - Source: RFC 4648 §5, with or without padding; RFC 1950.
package struct SpecInURL: Sendable, Equatable {
    package let text: String
    package let isCompressed: Bool

    package init(text: String, isCompressed: Bool) { (self.text, self.isCompressed) = (text, isCompressed) }

    /// The reason a packed spec cannot be read.
    package enum Failure: Error, Equatable {
        case notBase64
        case notZlib
        case notJSON(JSONError)
        case tooLong(limit: Int)
    }

    /// The parsed document.
    package func document(atMost limit: Int) throws(Failure) -> JSONValue {
        let bytes = try bytes(atMost: limit)
        do throws(JSONError) { return try JSONParser.parse(bytes) } catch { throw .notJSON(error) }
    }

    /// The document's bytes.
    ///
    /// - Parameter limit: Upper bound in bytes, since a short text may decompress to a very long one.
    package func bytes(atMost limit: Int) throws(Failure) -> [UInt8] {
        // The standard alphabet contains a slash, which has another meaning in paths.
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "="): true
            default: false
            }
        }
        var standard = text.replacing("-", with: "+").replacing("_", with: "/")
        if !standard.contains("=") { standard += String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4) }
        // Padding is whole or absent: other numbers of signs would be further names of the same effect.
        let padding = standard.utf8.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        guard isPlain, !text.isEmpty, standard.utf8.count % 4 == 0, padding <= 2,
            let data = Data(base64Encoded: standard)
        else { throw .notBase64 }
        guard isCompressed else {
            guard data.count <= limit else { throw .tooLong(limit: limit) }
            return [UInt8](data)
        }
        do throws(Inflation.Failure) {
            return try Inflation.bytes(of: [UInt8](data), .zlib, atMost: limit)
        } catch {
            throw error == .damaged ? .notZlib : .tooLong(limit: limit)
        }
    }
}

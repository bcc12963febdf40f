import EffectCoding
import EffectModel
import Foundation
import StrictJSON
import TestSupport
import Testing

struct JSONTests {
    private func parse(_ text: String, _ limits: JSONParser.Limits = .init()) throws -> JSONValue {
        try JSONParser.parse(Array(text.utf8), limits: limits)
    }

    private static let documents: [(String, JSONValue)] = [
        ("null", .null), ("true", true), ("-0", 0), ("1.5e2", 150), ("[1, [2], {}]", [1, [2], [:]]),
        (#""a\n\u00e9\ud83c\udf86/""#, "a\né🎆/"), (#"{"b": 1, "a": [true, null]}"#, ["b": 1, "a": [true, .null]]),
    ]

    @Test(arguments: documents)
    func `a document is parsed to its value`(_ text: String, _ value: JSONValue) throws {
        #expect(try parse(text) == value)
    }

    @Test(arguments: [
        "", " ", "nul", "tru e", "01", "1.", ".5", "1e", "+1", "NaN", "Infinity", "-", "0x10", "1e999", "[1,]", "[1 2]",
        "{,}", #"{"a" 1}"#, #"{"a":1,}"#, #"{a:1}"#, #""\x""#, #""\ud83c""#, #""\udf86""#, "\"\u{1}\"", #""open"#,
        "1 2", #"{"a":1} x"#, "'a'", "// no\n1",
    ])
    func `invalid JSON is refused`(_ text: String) {
        #expect(throws: JSONError.self) { try parse(text) }
    }

    @Test func `invalid UTF-8 is refused`() {
        #expect(throws: JSONError.self) { try JSONParser.parse([0x22, 0xFF, 0x22]) }
        #expect(throws: JSONError.self) { try JSONParser.parse([0x22, 0xC0, 0x80, 0x22]) }
    }

    @Test func `a repeated member is refused with its line and column`() throws {
        let error = try #require(throws: JSONError.self) { try parse("{\"a\": 1,\n \"a\": 2}") }
        #expect(error.line == 2 && error.column == 2)
        #expect(error.reason.contains("\"a\""))
    }

    @Test func `depth and node count are bounded while reading`() throws {
        let deep = String(repeating: "[", count: 65) + String(repeating: "]", count: 65)
        #expect(throws: JSONError.self) { try parse(deep) }
        #expect(throws: Never.self) { try parse(String(deep.dropFirst().dropLast())) }
        #expect(throws: JSONError.self) { try parse(String(repeating: "[", count: 1_000_000)) }
        let wide = "[" + String(repeating: "0,", count: 10_000) + "0]"
        #expect(throws: JSONError.self) { try parse(wide) }
    }

    @Test(arguments: [0, 1, -1, 0.1, 1.0 / 3, 1e21, -2.5e-7, 9_007_199_254_740_991, 123_456.789])
    func `a number round-trips`(_ number: Double) throws {
        let text = String(decoding: JSONWriter.bytes(of: .number(number)), as: UTF8.self)
        #expect(try parse(text) == .number(number))
    }

    /// Regression: −2⁶³ crashed the process, because the error text took its absolute value.
    @Test(arguments: [-0x1p63, -0x1p63 - 2048, 0x1p63, 0x1p64, -0x1p53, 0x1p53, 1e308, -1e308, .leastNonzeroMagnitude])
    func `extreme numbers round-trip and have an excerpt`(_ number: Double) throws {
        let text = String(decoding: JSONWriter.bytes(of: .number(number)), as: UTF8.self)
        #expect(try parse(text) == .number(number))
        #expect(JSONValue.number(number).excerpt == text)
    }

    @Test func `any string round-trips`() throws {
        let text = String(String.UnicodeScalarView((0...0x250).compactMap { Unicode.Scalar($0) })) + "🎆👨🏻"
        #expect(try JSONParser.parse(JSONWriter.bytes(of: .string(text))) == .string(text))
    }

    @Test func `Foundation reads what we write`() throws {
        let value: JSONValue = ["a": [1, 2.5, "x\"\\\u{8}"], "b": .null, "c": ["d": false]]
        let read = try JSONDecoder().decode(JSONValue.self, from: Data(JSONWriter.bytes(of: value)))
        #expect(read == value)
    }
}

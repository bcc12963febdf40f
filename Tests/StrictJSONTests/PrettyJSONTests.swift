import EffectModel
import StrictJSON
import Testing

/// Human-readable JSON.
struct PrettyJSONTests {
    @Test func `short values stay on one line, and long ones are indented`() throws {
        let value: JSONValue = [
            "canvas": ["width": 320, "height": 480],
            "empty": [:],
            "layers": [["name": "a \"b\"", "cells": [["x": 1.5]]]],
            "numbers": .array((0..<60).map { .number(Double($0)) }),
        ]
        let text = String(decoding: JSONWriter.prettyBytes(of: value), as: UTF8.self)
        #expect(
            text.hasPrefix(
                """
                {
                  "canvas": {"width": 320, "height": 480},
                  "empty": {},
                  "layers": [
                    {
                      "name": "a \\"b\\"",
                      "cells": [{"x": 1.5}]
                    }
                  ],
                  "numbers": [
                    0,
                """
            )
        )
        #expect(text.hasSuffix("    59\n  ]\n}\n"))
        #expect(text.split(separator: "\n").allSatisfy { $0.utf8.count <= 120 })
        #expect(try JSONParser.parse(Array(text.utf8)) == value)
        #expect(JSONWriter.prettyBytes(of: "text") == Array("\"text\"\n".utf8))
    }
}

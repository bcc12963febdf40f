import Foundation
import TestSupport
import Testing

/// Words that the fuzzers put into specs.
struct DictionaryTests {
    /// Regression: groups, replicators and likes had names that no fuzzer knew.
    @Test(arguments: ["spec", "packed"])
    func `dictionaries know every member and every word of the schema`(_ name: String) throws {
        let words = try SchemaWords()
        #expect(words.members.count > 300 && words.values.count > 300)
        let path = SchemaWords.top.appendingPathComponent("Tests/Fuzzing/Dictionaries/\(name).dict")
        let entries = Set(try String(contentsOf: path, encoding: .utf8).split(separator: "\n").map(String.init))
        let members = words.members.filter { !entries.contains(#""\x22\#($0)\x22:""#) }
        let values = words.values.filter { !entries.contains(#""\x22\#($0)\x22""#) }
        #expect(members.isEmpty && values.isEmpty, "\(name).dict lacks \(members.sorted()) and \(values.sorted())")
    }
}

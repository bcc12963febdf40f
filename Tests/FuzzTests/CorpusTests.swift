import Foundation
import Testing

/// Replays the fuzzers' corpus, including past findings, through their targets.
struct CorpusTests {
    @Test(arguments: FuzzTarget.allCases)
    func `every corpus file keeps the invariants`(target: FuzzTarget) throws {
        let files = try Self.files(of: target)
        #expect(files.count >= 10, "the corpus of \(target) is gone")
        for file in files {
            let bytes = try [UInt8](Data(contentsOf: file))
            #expect(throws: Never.self, "\(target.rawValue)/\(file.lastPathComponent)") { try target.run(bytes) }
        }
    }

    @Test(arguments: FuzzTarget.allCases)
    func `truncated corpus files keep the invariants`(target: FuzzTarget) throws {
        for file in try Self.files(of: target) {
            let bytes = try [UInt8](Data(contentsOf: file))
            for share in [0.0, 0.5, 0.9] {
                let part = Array(bytes.prefix(Int(share * Double(bytes.count))))
                #expect(throws: Never.self, "\(share) of \(target.rawValue)/\(file.lastPathComponent)") {
                    try target.run(part)
                }
            }
        }
    }

    private static func files(of target: FuzzTarget) throws -> [URL] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Fuzzing/Corpus/\(target.rawValue)")
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
    }
}

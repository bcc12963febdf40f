import ArgumentParser
import Foundation
import Testing

@testable import HanabiProgram

@Suite struct `Rendering from the command line` {
    private func failure(_ arguments: String...) throws -> String {
        let path = FileManager.default.temporaryDirectory.appending(path: "hanabi-\(UUID().uuidString).png").path
        let render = try Render.parse(["confetti", "-o", path] + arguments)
        return try #require(throws: Failure.self) { try render.run() }.description
    }

    @Test func `size options accept their URL names`() throws {
        #expect(try failure("--width", "0") == "--width: found 0; allowed: a number in 1...2048")
        #expect(try failure("--w", "0") == "--width: found 0; allowed: a number in 1...2048")
        #expect(try failure("--h", "0").hasPrefix("--height: found 0"))
        #expect(try failure("--d=0").hasPrefix("--duration: found 0"))
    }

    @Test func `errors of --set are reported under --set`() throws {
        #expect(try failure("--set", "w=0") == "--set w: found 0; allowed: a number in 1...2048")
        #expect(try failure("--width", "0", "--set", "h=0").split(separator: "\n").count == 2)
        #expect(try failure("--set", "wdth=5").hasPrefix("--set wdth: unknown parameter"))
    }
}

import Foundation
import Testing

@testable import HanabiProgram

@Suite struct `Crash report` {
    @Test func `a crash prints its signal and place, and the process ends by that signal`() async throws {
        let end = try #require(
            await #expect(processExitsWith: .signal(SIGSEGV), observing: [\.standardErrorContent]) {
                unsetenv("SWIFT_BACKTRACE")
                CrashReport.install()
                raise(SIGSEGV)
            }
        )
        let text = String(decoding: end.standardErrorContent, as: UTF8.self)
        #expect(text.contains(/hanabi \d+\.\d+\.\d+ crashed: SIGSEGV/))
        #expect(text.split(separator: "\n").count { $0.contains(/\[0x[0-9a-f]+\]$/) } > 2)
    }
}

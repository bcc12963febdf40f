import EffectCost
import EffectModel
import EffectService
import Foundation
import Synchronization
import Testing

@testable import HanabiProgram

/// A temporary folder, removed on deinitialization.
private final class Scratch {
    let path = FileManager.default.temporaryDirectory.appending(path: "hanabi-\(UUID().uuidString)").path

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
        return "\(path)/\(name)"
    }

    /// All files of the output folder.
    var files: [String: [UInt8]] {
        get throws {
            var files: [String: [UInt8]] = [:]
            for name in try FileManager.default.subpathsOfDirectory(atPath: path + "/out") {
                files[name] = FileManager.default.contents(atPath: "\(path)/out/\(name)").map { [UInt8]($0) } ?? []
            }
            return files
        }
    }
}

@Suite struct `Batch lines` {
    private func lines(_ bytes: [UInt8], maximum: Int = 100) throws -> [LineReader.Line] {
        let scratch = try Scratch()
        var reader = try LineReader(try scratch.file("in", bytes), maximumBytes: maximum)
        #expect(reader.size == bytes.count)
        var lines: [LineReader.Line] = []
        while let line = try reader.next() { lines.append(line) }
        #expect(reader.position == bytes.count && reader.count == lines.count)
        return lines
    }

    private func text(_ text: String) -> LineReader.Line { .text(Array(text.utf8)) }

    @Test(arguments: [
        ("", []), ("\n", [""]), ("a", ["a"]), ("a\n", ["a"]), ("a\nb", ["a", "b"]), ("a\r\nb\r\n", ["a", "b"]),
        ("\n\na", ["", "", "a"]), ("\u{FEFF}a\n\u{FEFF}b", ["a", "\u{FEFF}b"]), ("\u{FEFF}", [""]), ("\r\n", [""]),
        ("a\rb\n", ["a\rb"]), ("a\u{0}b\n", ["a\u{0}b"]),
    ])
    func `every kind of line end is recognized`(_ input: String, _ expected: [String]) throws {
        #expect(try lines(Array(input.utf8)) == expected.map(text))
    }

    /// Around the size of a read, and around the limit.
    @Test func `lines are complete across reads, and overlong ones are skipped`() throws {
        let chunk = 1 << 18
        for length in chunk - 2...chunk + 2 {
            let long = String(repeating: "x", count: length)
            #expect(try lines(Array("\(long)\r\nb\n\(long)".utf8), maximum: chunk + 2) == [long, "b", long].map(text))
        }
        let most = String(repeating: "x", count: 100)
        #expect(try lines(Array("\u{FEFF}\(most)\r\n\(most)".utf8)) == [text(most), text(most)])
        #expect(try lines(Array("a\n\(most)y\nb\n".utf8)) == [text("a"), .tooLong, text("b")])
        #expect(try lines([UInt8](repeating: 0x78, count: 3 * chunk)) == [.tooLong])
        #expect(try lines([UInt8](repeating: 0x78, count: 3 * chunk) + Array("\nb".utf8)) == [.tooLong, text("b")])
    }

    @Test func `a missing or invalid input file is reported`() throws {
        let failure = #expect(throws: Failure.self) { _ = try LineReader("/nowhere/at/all", maximumBytes: 5) }
        #expect(failure?.description.contains("/nowhere/at/all") == true)
        #expect(throws: Failure.self) {
            var reader = try LineReader("/", maximumBytes: 5)
            _ = try reader.next()
        }
    }
}

@Suite struct `Batch shards` {
    @Test(arguments: [("0/1", 0, 1), ("3/4", 3, 4), ("99999/100000", 99_999, 100_000), ("007/8", 7, 8)])
    func `a shard is parsed and printed`(_ text: String, _ index: Int, _ count: Int) throws {
        let shard = try #require(Shard(argument: text))
        #expect(shard.index == index && shard.count == count)
        #expect(Shard(argument: shard.description) == shard)
    }

    @Test(arguments: [
        "", "0", "/", "0/", "/4", "4/4", "-1/4", "+1/4", "1/0", "1/4/2", "1 /4", "a/4", "0/100001", "٣/4",
        "0/99999999999999999999", "$(JOB_COMPLETION_INDEX)/4",
    ])
    func `an invalid shard is refused`(_ text: String) { #expect(Shard(argument: text) == nil) }

    /// Valid lines, invalid lines, duplicate files, and lines with one name and several files.
    private static let input = (0..<200).map { number in
        switch number % 8 {
        case 5: "nonsense"
        case 6: #"{"name": "n\#(number / 3)", "spec": {}, "format": "webp"}"#
        case 7: #"{"name": "n\#(number - 3)", "url": "/v1/effects/confetti.png"}"#
        default: #"{"name": "n\#(number)", "spec": {}}"#
        }
    }.joined(separator: "\n")

    /// Returns each line's outcome: the file name or the error.
    private func items(_ path: String, _ shard: Shard) throws -> [Int: String] {
        var input = try BatchInput(path, maximumLineBytes: 1000, shard)
        var items: [Int: String] = [:]
        while let item = try input.next() {
            switch item.line {
            case .success(let line): items[item.number] = line.fileName
            case .failure(let problem): items[item.number] = problem.detail
            }
        }
        #expect(input.lines == 200)
        return items
    }

    @Test(arguments: [1, 2, 3, 8]) func `each line is in one shard, with the same outcome`(_ count: Int) throws {
        let scratch = try Scratch()
        let path = try scratch.file("in", Array(Self.input.utf8))
        let whole = try items(path, .whole)
        #expect(whole.keys.sorted() == Array(1...200))
        #expect(whole.values.filter { $0.contains("is the file of line") }.count > 20)
        var parts: [Int: String] = [:]
        for index in 0..<count {
            let part = try items(path, #require(Shard(argument: "\(index)/\(count)")))
            #expect(part.count > 100 / count)
            for (number, outcome) in part { #expect(parts.updateValue(outcome, forKey: number) == nil) }
        }
        #expect(parts == whole)
    }

    @Test func `a second line for the same file is refused with the first line's number`() throws {
        let scratch = try Scratch()
        let line = #"{"name": "a", "spec": 5}"#
        let path = try scratch.file("in", Array("\n\(line)\n\(line)\n \t\n\(line)\n".utf8))
        var input = try BatchInput(path, maximumLineBytes: 1000, .whole)
        #expect(try input.next()?.number == 2)
        for number in [3, 5] {
            let item = try #require(try input.next())
            #expect(item.number == number)
            let problem = #expect(throws: BatchProblem.self) { try item.line.get() }
            #expect(problem?.name == "a" && problem?.detail.contains("line 2") == true)
        }
        #expect(try input.next() == nil)
    }

    @Test func `an overlong line is reported with the limit`() throws {
        let scratch = try Scratch()
        let path = try scratch.file("in", [UInt8](repeating: 0x20, count: 1001))
        var input = try BatchInput(path, maximumLineBytes: 1000, .whole)
        let item = try #require(try input.next())
        let problem = #expect(throws: BatchProblem.self) { try item.line.get() }
        #expect(problem?.detail.contains("1000") == true && problem?.kind == "invalid-line")
    }
}

@Suite struct `Batch folder` {
    private func folder(_ scratch: Scratch, _ shard: Shard = .whole) throws -> BatchFolder {
        try BatchFolder(scratch.path + "/out", shard, syncs: true)
    }

    @Test func `a file appears under its name when complete, and an unfinished one is removed`() throws {
        let scratch = try Scratch()
        let folder = try folder(scratch)
        let part = try folder.part(for: "a.png")
        try part.write([1, 2])
        #expect(try folder.place("a.png") == .free)
        try part.write([3])
        try part.finish()
        #expect(try folder.place("a.png") == .file && part.bytes == 3)
        do {
            let part = try folder.part(for: "b.png")
            try part.write([1])
        }
        folder.finish()
        #expect(try scratch.files == ["a.png": [1, 2, 3]])
    }

    @Test func `a file replaces an existing one atomically`() throws {
        let scratch = try Scratch()
        let folder = try folder(scratch)
        for byte in [UInt8(1), 2] {
            let part = try folder.part(for: "a.png")
            try part.write([byte])
            try part.finish()
        }
        folder.finish()
        #expect(try scratch.files == ["a.png": [2]])
    }

    @Test func `leftovers of a killed run are removed, and another shard's are kept`() throws {
        let scratch = try Scratch()
        let other = try #require(Shard(argument: "1/2"))
        for name in [".hanabi-0-of-2", ".hanabi-1-of-2"] {
            let inner = "\(scratch.path)/out/\(name)"
            try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
            _ = try scratch.file("out/\(name)/left", [1])
        }
        try folder(scratch, #require(Shard(argument: "0/2"))).finish()
        #expect(try scratch.files == [".hanabi-1-of-2": [], ".hanabi-1-of-2/left": [1]])
        try folder(scratch, other).finish()
        #expect(try scratch.files == [:])
    }

    @Test func `a shard runs once at a time, next to other shards`() throws {
        let scratch = try Scratch()
        let first = try folder(scratch)
        let failure = #expect(throws: Failure.self) { _ = try folder(scratch) }
        #expect(failure?.description.contains("Another run") == true)
        let other = try folder(scratch, #require(Shard(argument: "0/2")))
        other.finish()
        first.finish()
        _ = consume first
        try folder(scratch).finish()
    }

    @Test func `directories and broken links are told apart from files`() throws {
        let scratch = try Scratch()
        let folder = try folder(scratch)
        let out = scratch.path + "/out/"
        try FileManager.default.createDirectory(atPath: out + "folder", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: out + "nowhere", withDestinationPath: "gone")
        _ = try scratch.file("out/file", [])
        try FileManager.default.createSymbolicLink(atPath: out + "link", withDestinationPath: "file")
        #expect(try folder.place("folder") == .other)
        #expect(try folder.place("nowhere") == .free)
        #expect(try folder.place("link") == .file)
    }

    /// Regression: a symlink loop at one name ended the whole batch.
    @Test func `a symlink loop is not a file`() throws {
        let scratch = try Scratch()
        let folder = try folder(scratch)
        let out = scratch.path + "/out/"
        _ = try scratch.file("out/file", [])
        for (name, target) in [("loop", "loop"), ("through", "file/x")] {
            try FileManager.default.createSymbolicLink(atPath: out + name, withDestinationPath: target)
            #expect(try folder.place(name) == .other)
        }
    }

    @Test func `leftovers of killed runs with other shard counts are removed unless in use`() throws {
        let scratch = try Scratch()
        let running = try folder(scratch, #require(Shard(argument: "5/8")))
        for name in [".hanabi-0-of-1", ".hanabi-1-of-2", ".hanabi-x", ".hanabi-1-of-3-of-4"] {
            let inner = "\(scratch.path)/out/\(name)"
            try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
            _ = try scratch.file("out/\(name)/left", [1])
        }
        let part = try running.part(for: "a.png")
        try folder(scratch, #require(Shard(argument: "0/2"))).finish()
        // The other half may run on a machine whose locks are invisible here.
        let names = try scratch.files.keys.filter { !$0.dropFirst().contains("/") }.sorted()
        #expect(names == [".hanabi-1-of-2", ".hanabi-1-of-3-of-4", ".hanabi-5-of-8", ".hanabi-x"])
        try part.finish()
        running.finish()
        #expect(try scratch.files["a.png"] == [])
    }

    /// A lock on a directory has no effect on NFS, which needs a writable file.
    @Test func `the lock is on a file`() throws {
        let scratch = try Scratch()
        let inner = scratch.path + "/out/.hanabi-0-of-1"
        try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
        // A program that another test starts meanwhile must not inherit the lock.
        let other = open(inner + "/lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o666)
        #expect(flock(other, LOCK_EX | LOCK_NB) == 0)
        #expect(throws: Failure.self) { _ = try folder(scratch) }
        close(other)
        try folder(scratch).finish()
        #expect(try scratch.files == [:])
    }

    @Test func `an unusable folder is reported`() throws {
        let scratch = try Scratch()
        _ = try scratch.file("file", [])
        for path in ["/nowhere/at/all", scratch.path + "/file", "/proc/self"] {
            let failure = #expect(throws: Failure.self) { _ = try BatchFolder(path, .whole, syncs: true) }
            #expect(failure?.description.contains(path) == true)
        }
    }
}

@Suite struct `Batch run` {
    private static let spec = #"""
        {"canvas": {"width": 20, "height": 20}, "timing": {"duration": 0.2, "fps": 10}, "layers": [{"emitterCells":
         [{"contents": "circle", "birthRate": 30, "lifetime": 1}]}]}
        """#.replacing("\n", with: "")

    /// Returns the errors by line and the final figures.
    private func run(
        _ scratch: Scratch,
        _ text: String,
        _ shard: String = "0/1",
        _ edit: (inout BatchRun.Plan) -> Void = { _ in }
    ) throws -> ([Int: BatchProblem], BatchRun.Figures) {
        var plan = BatchRun.Plan()
        plan.threads = 2
        edit(&plan)
        let shard = try #require(Shard(argument: shard))
        let input = try BatchInput(scratch.file("in", Array(text.utf8)), maximumLineBytes: 10_000, shard)
        let folder = try BatchFolder(scratch.path + "/out", shard, syncs: false)
        defer { folder.finish() }
        let found = Mutex<[Int: BatchProblem]>([:])
        let batch = BatchRun(plan, into: folder) { problem, line in found.withLock { $0[line] = problem } }
        batch.start(input)
        while try !batch.wait(10) {}
        return (found.withLock { $0 }, batch.figures)
    }

    /// Waits until the condition holds, at most for a minute.
    private func wait(until isSo: () throws -> Bool) throws {
        let end = ContinuousClock.now + .seconds(60)
        while try !isSo() {
            try #require(ContinuousClock.now < end)
            usleep(1000)
        }
    }

    private func lines(_ numbers: Range<Int>) -> String {
        numbers.map { #"{"name": "p\#($0)", "spec": \#(Self.spec)}"# }.joined(separator: "\n")
    }

    @Test func `invalid lines are reported while the others are rendered`() throws {
        let scratch = try Scratch()
        let text = """
            \(lines(0..<5))
            nonsense
            {"name": "bad", "spec": {"layers": 5}}
            {"name": "p3", "spec": \(Self.spec)}
            {"name": "../x", "spec": \(Self.spec)}
            {"name": "big", "url": "/v1/effects/confetti.png?w=300"}

            {"name": "last", "spec": \(Self.spec)}
            """
        let (faults, figures) = try run(scratch, text) { $0.limits.maximumSide = 100 }
        #expect(faults.keys.sorted() == [6, 7, 8, 9, 10])
        #expect(faults[7]?.kind == "invalid-spec" && faults[10]?.kind == "invalid-parameters")
        #expect(faults[10]?.name == "big" && faults[10]?.detail.contains("100") == true)
        #expect((figures.lines, figures.own, figures.rendered, figures.failed) == (11, 11, 6, 5))
        #expect(try scratch.files.keys.sorted() == ["last.png", "p0.png", "p1.png", "p2.png", "p3.png", "p4.png"])
        let bytes = try scratch.files.values.map(\.count).reduce(0, +)
        #expect(figures.bytes == bytes && figures.position == figures.size)
    }

    @Test func `existing files are skipped unless a rerun is requested`() throws {
        let scratch = try Scratch()
        _ = try run(scratch, lines(0..<3))
        let files = try scratch.files
        _ = try scratch.file("out/p1.png", [7])
        try FileManager.default.removeItem(atPath: scratch.path + "/out/p2.png")
        let (_, figures) = try run(scratch, lines(0..<4))
        #expect((figures.rendered, figures.present, figures.failed) == (2, 2, 0))
        #expect(try scratch.files["p1.png"] == [7] && scratch.files["p2.png"] == files["p2.png"])
        let (_, again) = try run(scratch, lines(0..<3)) { $0.makesAgain = true }
        #expect((again.rendered, again.present) == (3, 0))
        #expect(try scratch.files.filter { $0.key != "p3.png" } == files)
    }

    @Test func `shards in one folder yield the files of a single run`() throws {
        let (whole, parts) = (try Scratch(), try Scratch())
        _ = try run(whole, lines(0..<30))
        var rendered = 0
        for index in 0..<4 { rendered += try run(parts, lines(0..<30), "\(index)/4").1.rendered }
        #expect(rendered == 30)
        #expect(try parts.files == whole.files)
    }

    @Test func `a directory at a file's name is an error`() throws {
        let scratch = try Scratch()
        let folder = scratch.path + "/out/p1.png"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let link = scratch.path + "/out/p2.png"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "p2.png")
        let (faults, figures) = try run(scratch, lines(0..<4))
        #expect(faults.keys.sorted() == [2, 3] && faults.values.allSatisfy { $0.kind == "invalid-line" })
        #expect(figures.rendered == 2)
    }

    @Test func `empty input yields no images`() throws {
        let scratch = try Scratch()
        for text in ["", "\n\n", "\u{FEFF}", " \r\n"] {
            let (faults, figures) = try run(scratch, text)
            #expect(faults.isEmpty && figures.lines == 0 && figures.done == 0)
        }
        #expect(try scratch.files == [:])
    }

    /// An error that cannot be reported must not count as known.
    @Test func `a batch ends when it cannot report an error`() throws {
        let scratch = try Scratch()
        let text = Array(repeating: "nonsense", count: 1000).joined(separator: "\n")
        let input = try BatchInput(scratch.file("in", Array(text.utf8)), maximumLineBytes: 100, .whole)
        let folder = try BatchFolder(scratch.path + "/out", .whole, syncs: false)
        let batch = BatchRun(BatchRun.Plan(), into: folder) { _, _ throws(Failure) in throw Failure("no room") }
        batch.start(input)
        let stop = #expect(throws: BatchRun.Stop.self) { while try !batch.wait(10) {} }
        guard case .failure(let failure) = stop else {
            Issue.record("\(String(describing: stop))")
            return
        }
        #expect(failure.description == "no room" && batch.figures.failed == 0 && batch.figures.own < 1000)
    }

    @Test func `a signal ends a batch with open input and finishes started lines`() throws {
        let scratch = try Scratch()
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let input = try BatchInput("/proc/self/fd/\(ends[0])", maximumLineBytes: 10_000, .whole)
        let folder = try BatchFolder(scratch.path + "/out", .whole, syncs: false)
        let batch = BatchRun(BatchRun.Plan(), into: folder) { _, _ in }
        batch.start(input)
        #expect(writeAll(Array((lines(0..<3) + "\n").utf8), to: ends[1]))
        try wait { batch.figures.rendered == 3 }
        #expect(try !batch.wait(0.01))
        batch.stop(.signal(SIGTERM))
        let stop = #expect(throws: BatchRun.Stop.self) { while try !batch.wait(10) {} }
        guard case .signal(SIGTERM) = stop else {
            Issue.record("\(String(describing: stop))")
            return
        }
        folder.finish()
        #expect(try scratch.files.count == 3)
    }

    @Test func `a cancelled line leaves no file`() throws {
        let scratch = try Scratch()
        let url = #"{"name": "long", "url": "/v1/effects/confetti.png?w=1000&h=1000&fps=60"}"#
        let input = try BatchInput(scratch.file("in", Array(url.utf8)), maximumLineBytes: 10_000, .whole)
        let folder = try BatchFolder(scratch.path + "/out", .whole, syncs: false)
        let batch = BatchRun(BatchRun.Plan(), into: folder) { problem, _ in Issue.record("\(problem)") }
        batch.start(input)
        let inner = scratch.path + "/out/.hanabi-0-of-1"
        try wait { try FileManager.default.contentsOfDirectory(atPath: inner).contains { $0 != "lock" } }
        batch.stop(.signal(SIGINT))
        batch.cancel()
        #expect(throws: BatchRun.Stop.self) { while try !batch.wait(10) {} }
        folder.finish()
        #expect(try scratch.files == [:] && batch.figures.rendered == 0)
    }
}

@Suite struct `Batch progress` {
    private func figures(_ edit: (inout BatchRun.Figures) -> Void) -> BatchRun.Figures {
        var figures = BatchRun.Figures()
        edit(&figures)
        return figures
    }

    @Test func `the remaining time counts lines that are not rendered yet`() {
        let half = figures {
            ($0.lines, $0.own, $0.rendered, $0.present, $0.failed) = (400, 100, 20, 70, 5)
            ($0.position, $0.size, $0.seconds) = (1000, 2000, 10)
        }
        // Half of the bytes remain, so 105 lines at 2.5 per second.
        #expect(half.secondsLeft == 42)
        #expect(half.progress == "20 rendered, 70 already present, 5 failed; 2.5 per second, about 42 s to go")
        let summary = "400 lines: 20 rendered, 70 already present, 5 failed; 0.0 MB in 10 s, 2.5 per second"
        #expect(half.summary(.whole) == summary)
        let end = figures { ($0.own, $0.rendered, $0.position, $0.size, $0.seconds) = (100, 100, 5, 5, 2) }
        #expect(end.secondsLeft == 0)
    }

    @Test func `a batch without progress has no estimate`() {
        #expect(figures { _ in }.secondsLeft == nil)
        #expect(figures { _ in }.progress == "0 rendered")
        #expect(figures { ($0.rendered, $0.seconds, $0.position) = (5, 1, 100) }.secondsLeft == nil)
        #expect(
            figures { ($0.present, $0.position, $0.size) = (5, 50, 100) }.progress == "0 rendered, 5 already present"
        )
    }

    @Test(arguments: [(0.0, "0 s"), (0.2, "1 s"), (59.5, "1 min 0 s"), (3599, "59 min 59 s"), (3661, "1 h 1 min")])
    func `durations have units`(_ seconds: Double, _ text: String) { #expect(BatchRun.Figures.text(seconds) == text) }
}

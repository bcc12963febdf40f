import AssetFiles
import Dispatch
import EffectCost
import EffectModel
import Foundation
import Glibc
import HTTPTypes
import SmallHTTP
import StrictJSON
import TestSupport
import Testing
import WorkScheduling
@testable import EffectCatalog
@testable import Video

@testable import EffectRendering
@testable import EffectService

/// Videos over real sockets, by the program ffmpeg or by one that takes its place.
@Suite(.serialized) struct `Videos of the service` {
    private static let small = "w=60&h=50&d=0.5&fps=10&seed=7"
    /// Several hundred frames.
    private static let long = "w=300&h=300&d=10&fps=60"

    private static func server(
        _ program: VideoProgram? = try? VideoProgram.onPath.get(),
        log: RequestLog? = nil,
        _ edit: (inout EffectServer.Configuration) -> Void = { _ in }
    ) throws -> EffectServer {
        try ServerTests.server(logger: log?.logger ?? ServerTests.quiet) { configuration in
            configuration.video = program
            edit(&configuration)
        }
    }

    /// A program in place of ffmpeg, which claims to have all encoders.
    private static func stand(in program: TemporaryProgram) -> VideoProgram {
        VideoProgram(
            path: program.path,
            version: "5.1",
            codecs: [.h264, .av1, .vp9, .proRes]
        )
    }

    /// Waits until the program has as many processes as told. A service that never gets there ends the test, not the run.
    private static func wait(for program: TemporaryProgram, until isTrue: (Int) -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(60)
        while !isTrue(program.processes.count) {
            try #require(ContinuousClock.now < end, "\(program.processes.count) processes after a minute")
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Endings of the videos that the catalog lists.
    private static func videos(_ client: TestClient) throws -> [String] {
        let catalog = try JSONDecoder().decode(JSONValue.self, from: Data(client.get("/v1/effects").body))
        guard case .array(let forms)? = catalog["forms"] else { return [] }
        return forms.compactMap { form in
            guard case .string(let type)? = form["type"], type.hasPrefix("video/") && type != "video/lottie+json",
                case .string(let ending)? = form["ending"]
            else { return nil }
            return ending
        }
    }

    // MARK: Without the program

    @Test(arguments: ["mp4", "webm", "mov", "hevc.mov"])
    func `a service without the program answers 501 and says what is missing`(_ ending: String) throws {
        let server = try Self.server(nil)
        let client = try TestClient(port: server.port)
        for path in ["/v1/effects/confetti.\(ending)?\(Self.small)", "/v1/effects/confetti.\(ending)?dry=1"] {
            let response = try client.get(path)
            #expect(response.status == 501)
            #expect(response.fields["content-type"] == "application/problem+json")
            let problem = try JSONParser.parse(response.body)
            #expect(problem["type"] == "urn:hanabi:problem:video-unavailable")
            #expect(response.text.contains("--video") && response.text.contains("ffmpeg"))
        }
        let spec = "eyJsYXllcnMiOlt7InR5cGUiOiJzcHJpdGUiLCJjb250ZW50cyI6ImNpcmNsZSJ9XX0"
        #expect(try client.get("/v1/s/\(spec).\(ending)").status == 501)
    }

    @Test func `a video that is not offered is preferred to nothing only`() throws {
        let server = try Self.server(nil)
        let client = try TestClient(port: server.port)
        func get(_ accept: String) throws -> TestClient.Response {
            try client.send("GET /v1/effects/confetti?\(Self.small) HTTP/1.1\r\nHost: a\r\nAccept: \(accept)\r\n\r\n")
            return try client.readResponse()
        }
        #expect(try get("video/mp4").status == 501)
        #expect(try get("video/mp4, image/png;q=0.5").fields["content-type"] == "image/png")
        #expect(try get("text/html").status == 406)
        #expect(try Self.videos(client) == [])
    }

    @Test func `a form whose encoder is missing is a 501 of its own`() throws {
        let all = try VideoProgram.onPath.get()
        let some = VideoProgram(path: all.path, version: all.version, codecs: [.vp9])
        let server = try Self.server(some)
        let client = try TestClient(port: server.port)
        let missing = try client.get("/v1/effects/confetti.mp4?\(Self.small)").text
        #expect(missing.contains("libx264 or libaom-av1; the service's ffmpeg has no such encoder"))
        #expect(try client.get("/v1/effects/confetti.hevc.mov?\(Self.small)").text.contains("x265 4.1"))
        #expect(try client.get("/v1/effects/confetti.webm?\(Self.small)").status == 200)
        #expect(try Self.videos(client) == [".webm"])
    }

    // MARK: With the program

    @Test(
        arguments: [
            ("mp4", "video/mp4", "h264"), ("mp4?codec=av1", "video/mp4", "av1"), ("webm", "video/webm", "vp9"),
            ("mov", "video/quicktime", "prores"),
        ] as [(String, String, String)]
    )
    func `a URL yields a video of all frames`(_ ending: String, _ type: String, _ codec: String) throws {
        let server = try Self.server()
        let client = try TestClient(port: server.port)
        let path = "/v1/effects/confetti.\(ending)\(ending.contains("?") ? "&" : "?")\(Self.small)"
        let response = try client.get(path)
        #expect(response.status == 200 && response.fields["content-type"] == type)
        #expect(response.fields["content-length"] == "\(response.body.count)")
        let found = try ForeignDecoder.videoProperties(response.body)
        #expect(found["codec_name"] == codec && found["width"] == "60" && found["height"] == "50")
        #expect(found["r_frame_rate"] == "10/1")
        let frames = try ForeignDecoder.videoFrames(response.body, width: 60, height: 50)
        #expect(frames.count == 5)
        // The second answer is from the cache.
        #expect(try client.get(path).body == response.body)
        let tag = try #require(response.fields["etag"])
        try client.send("GET \(path) HTTP/1.1\r\nHost: a\r\nIf-None-Match: \(tag)\r\n\r\n")
        #expect(try client.readResponse(hasBody: false).status == 304)
    }

    @Test(arguments: ["mp4", "webm", "mov"])
    func `a player gets a video in parts, as Safari asks for them`(_ ending: String) throws {
        let server = try Self.server()
        let client = try TestClient(port: server.port)
        let path = "/v1/effects/confetti.\(ending)?\(Self.small)"
        func part(_ range: String) throws -> TestClient.Response {
            try client.send("GET \(path) HTTP/1.1\r\nHost: a\r\nRange: bytes=\(range)\r\n\r\n")
            return try client.readResponse()
        }
        // The first question is for two bytes; the answer tells the length.
        let first = try part("0-1")
        let count = try #require(first.fields["content-range"]?.split(separator: "/").last.flatMap { Int($0) })
        #expect(first.status == 206 && first.fields["accept-ranges"] == "bytes")
        #expect(first.fields["content-type"]?.hasPrefix("video/") == true)
        let half = count / 2
        let (start, rest) = (try part("0-\(half - 1)"), try part("\(half)-\(count - 1)"))
        #expect(start.status == 206 && rest.status == 206 && start.body.prefix(2) == first.body[...])
        #expect(Set([first, start, rest].map { $0.fields["etag"] }).count == 1)
        let frames = try ForeignDecoder.videoFrames(start.body + rest.body, width: 60, height: 50)
        #expect(frames.count == 5)
        #expect(try part("\(count)-").status == 416)
    }

    @Test(arguments: [("webm", "libvpx-vp9", 6.0), ("mov", nil, 2.2)] as [(String, String?, Double)])
    func `alpha is near to that of the PNG`(_ ending: String, _ decoder: String?, _ most: Double) throws {
        let server = try Self.server()
        let client = try TestClient(port: server.port)
        let query = "w=120&h=100&d=1&fps=12&seed=3"
        let image = try client.get("/v1/effects/coins.png?\(query)").body
        let drawn = try ForeignDecoder.ffmpegFrames(image, width: 120, height: 100)
        let video = try client.get("/v1/effects/coins.\(ending)?\(query)").body
        let decoded = try ForeignDecoder.videoFrames(video, decoder: decoder, width: 120, height: 100)
        #expect(decoded.count == drawn.count && drawn.count == 12)
        for (number, (own, found)) in zip(drawn, decoded).enumerated() {
            var (alpha, color, weight) = (0, 0, 0)
            for place in stride(from: 0, to: own.count, by: 4) {
                alpha += abs(Int(own[place + 3]) - Int(found[place + 3]))
                guard own[place + 3] > 250 else { continue }
                weight += 3
                for channel in 0..<3 { color += abs(Int(own[place + channel]) - Int(found[place + channel])) }
            }
            #expect(Double(alpha) / Double(own.count / 4) < most, "frame \(number)")
            // Half the resolution of color mixes small pieces with what is beside them.
            if weight > 300 { #expect(Double(color) / Double(weight) < (ending == "mov" ? 10 : 25), "frame \(number)") }
        }
    }

    @Test func `an MP4 has the background, and the matte elsewhere`() throws {
        let server = try Self.server()
        let client = try TestClient(port: server.port)
        func corner(_ query: String) throws -> [Int] {
            let video = try client.get("/v1/effects/explode.mp4?\(Self.small)&\(query)").body
            let frame = try #require(ForeignDecoder.videoFrames(video, width: 60, height: 50).first)
            return frame.prefix(3).map(Int.init)
        }
        func isNear(_ found: [Int], _ color: [Int]) -> Bool { zip(found, color).allSatisfy { abs($0 - $1) < 8 } }
        #expect(isNear(try corner("n=1"), [255, 255, 255]))
        #expect(isNear(try corner("matte=ff0000"), [255, 0, 0]))
        #expect(isNear(try corner("matte=ff0000&bg=0000ff"), [0, 0, 255]))
        #expect(isNear(try corner("matte=ff0000&bg=0000ff80"), [127, 0, 128]))
    }

    @Test func `rate, hold, stills and budgets are those of all forms`() throws {
        let server = try Self.server()
        let client = try TestClient(port: server.port)
        func video(_ query: String) throws -> [String: String] {
            let response = try client.get("/v1/effects/explode.mp4?w=60&h=50&\(query)")
            var found = try ForeignDecoder.videoProperties(response.body)
            found["count"] = "\(try ForeignDecoder.videoFrames(response.body, width: 60, height: 50).count)"
            found["reduced"] = response.fields["hanabi-reduced"]
            found["bytes"] = "\(response.body.count)"
            return found
        }
        let odd = try video("d=1&fps=29.97")
        #expect(odd["r_frame_rate"] == "2997/100" && odd["count"] == "30")
        let held = try video("d=1&fps=10&hold=1.5&loop=once")
        #expect(held["count"] == "25" && held["duration"] == "2.500000")
        #expect(try video("d=1&fps=10&motion=still")["count"] == "1")
        let small = try video("d=2&fps=30&max=12000")
        #expect(small["reduced"]?.hasPrefix("quality=") == true)
        #expect(Int(small["bytes"] ?? "") ?? .max <= 12_000)
    }

    @Test(arguments: ["mp4", "webm", "mov"])
    func `dry predicts the cost of a video, and its hold costs, too`(_ ending: String) throws {
        let server = try Self.server()
        let client = try TestClient(port: server.port)
        func work(_ query: String) throws -> Double {
            let answer = try client.get("/v1/effects/confetti.\(ending)?\(Self.small)&dry=1&\(query)").body
            guard case .number(let work) = try JSONParser.parse(answer)["work"]?["found"] else { return 0 }
            return work
        }
        #expect(try work("") > 1e7)
        #expect(try work("hold=60") > work(""))
        #expect(try client.get("/v1/effects/confetti.\(ending)?w=2000&h=1200&d=0.1").status == 422)
    }

    @Test func `specs and imports become videos by output.format and Accept`() throws {
        let server = try Self.server()
        let client = try TestClient(port: server.port)
        let spec =
            #"{"canvas": {"width": 40, "height": 30}, "timing": {"duration": 0.2, "fps": 10}, "layers": [{"type": "sprite", "contents": "circle"}]"#
        func post(_ body: String, accept: String = "*/*") throws -> TestClient.Response {
            try client.send(
                "POST /v1/render HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nAccept: \(accept)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
            )
            return try client.readResponse()
        }
        #expect(try post(spec + #", "output": {"format": "webm"}}"#).fields["content-type"] == "video/webm")
        #expect(try post(spec + #", "output": {"format": "mp4", "codec": "av1"}}"#).status == 200)
        #expect(try post(spec + #", "output": {"codec": "mpeg2"}}"#).status == 422)
        #expect(try post(spec + "}", accept: "video/mp4").fields["content-type"] == "video/mp4")
        #expect(try post(spec + "}", accept: "video/quicktime").fields["content-type"] == "video/quicktime")
        #expect(try post(spec + "}").fields["content-type"] == "image/png")
    }

    @Test func `the entity tag has the version of the program in it, for videos alone`() throws {
        let program = try VideoProgram.onPath.get()
        let other = VideoProgram(path: program.path, version: "99.9", codecs: program.codecs)
        let without = VideoProgram(path: program.path, version: program.version, codecs: [.av1])
        func tags(_ program: VideoProgram) throws -> [String?] {
            let server = try Self.server(program)
            let client = try TestClient(port: server.port)
            return try ["mp4", "mp4?codec=av1", "png"].map { ending in
                let query = (ending.contains("?") ? "&" : "?") + Self.small
                try client.send("HEAD /v1/effects/confetti.\(ending)\(query) HTTP/1.1\r\nHost: a\r\n\r\n")
                return try client.readResponse(hasBody: false).fields["etag"]
            }
        }
        let (first, second, third) = (try tags(program), try tags(other), try tags(without))
        #expect(first.allSatisfy { $0 != nil } && Set(first).count == 3)
        #expect(first[0] != second[0] && first[1] != second[1] && first[2] == second[2])
        // Without an encoder of H.264, an MP4 is what is made with the codec asked for.
        #expect(third[0] == third[1] && third[1] == first[1])
    }

    // MARK: All forms

    /// Entries of all forms by their names.
    private static func forms(_ client: TestClient, _ path: String) throws -> [String: JSONValue] {
        let answer = try client.get("\(path)&dry=1&forms=all")
        #expect(answer.status == 200, "\(answer.text)")
        guard case .array(let forms)? = try JSONParser.parse(answer.body)["forms"] else { return [:] }
        return [String: JSONValue](
            forms.compactMap { entry -> (String, JSONValue)? in
                guard case .string(let name)? = entry["form"] else { return nil }
                return (name, entry)
            },
            uniquingKeysWith: { first, _ in first }
        )
    }

    private static func number(_ value: JSONValue?) -> Double? {
        if case .number(let number)? = value { number } else { nil }
    }

    @Test func `videos are compared with all other forms, and what they hold counts`() throws {
        let server = try Self.server()
        let client = try TestClient(port: server.port)
        func bytes(_ query: String) throws -> [String: (predicted: Double, own: Double)] {
            let forms = try Self.forms(client, "/v1/effects/explode.png?\(query)")
            #expect(forms["png"]?["bytes"] != nil)
            var found: [String: (predicted: Double, own: Double)] = [:]
            for ending in ["mp4", "webm", "mov"] {
                let predicted = try #require(Self.number(forms[ending]?["bytes"]))
                let file = try client.get("/v1/effects/explode.\(ending)?\(query)")
                found[ending] = (predicted, Double(file.body.count))
            }
            return found
        }
        let query = "w=80&h=64&d=1&fps=10&seed=7"
        let (plain, held) = (try bytes(query), try bytes(query + "&hold=4"))
        for (ending, size) in Array(plain) + Array(held) {
            let ratio = size.predicted / size.own
            #expect(ratio > 0.3 && ratio < 3, "\(ending): \(size)")
        }
        // Each frame of ProRes stands alone.
        let (first, second) = (try #require(plain["mov"]), try #require(held["mov"]))
        let (predicted, own) = (second.predicted - first.predicted, second.own - first.own)
        #expect(own > 0 && abs(predicted / own - 1) < 0.1, "\(predicted) of \(own)")
    }

    @Test func `a form whose encoder is missing has its problem among all forms`() throws {
        let all = try VideoProgram.onPath.get()
        let some = VideoProgram(path: all.path, version: all.version, codecs: [.h264, .vp9])
        let server = try Self.server(some)
        let client = try TestClient(port: server.port)
        let forms = try Self.forms(client, "/v1/effects/explode.png?\(Self.small)&codec=av1")
        let problem = try #require(forms["mp4"]?["problem"])
        let own = try JSONParser.parse(client.get("/v1/effects/explode.mp4?\(Self.small)&codec=av1").body)
        #expect(problem["status"] == .number(501) && problem["detail"] == own["detail"])
        #expect(forms["mp4"]?["bytes"] == nil && forms["webm"]?["bytes"] != nil && forms["mov"] == nil)
    }

    @Test func `forms that there is no time for have no size`() throws {
        let fake = try TemporaryProgram(script: Self.hanging)
        let server = try Self.server(Self.stand(in: fake)) { $0.renderTimeout = .seconds(1) }
        let client = try TestClient(port: server.port)
        let forms = try Self.forms(client, "/v1/effects/explode.png?\(Self.small)")
        for ending in ["mp4", "webm", "mov"] {
            let entry = try #require(forms[ending])
            #expect(entry["bytes"] == nil && entry["problem"] == nil && entry["milliseconds"] != nil)
        }
        #expect(fake.hasEnded)
    }

    @Test func `files of a sample have no held frames, and are as many as they are priced for`() throws {
        let fake = try TemporaryProgram(script: #"printf x >> "${0%/*}/told"; cat >&3"#)
        let pool = WorkerPool(threads: 0, maximumWaiting: 0)
        defer { pool.stop() }
        var limits = RenderLimits()
        limits.maximumDuration = 1000
        let renderer = EffectRenderer(pool: pool, limits: limits, videos: .program(Self.stand(in: fake)))
        let spec = try PresetRequest.spec(
            preset: "explode",
            ["w=40", "h=30", "d=2", "fps=20", "hold=60"].map { text in
                let parts = text.split(separator: "=").map(String.init)
                return PresetRequest.Parameter(parts[0], parts[1])
            },
            limits: limits,
            library: LocalAssets(fontDirectories: TestFonts.directories)
        )
        let size = try renderer.predictedSize(of: spec, as: .mp4)
        // What this program makes of a video are its frames.
        #expect(size.bytes == (40 + 60 * 20) * 40 * 30 * 3 / 2)
        #expect(fake.told.count == SequenceSamples.files(frames: 40, held: 1200, runs: 2))
    }

    @Test func `encoding of the files that are tried for a budget is in the log`() throws {
        let log = RequestLog()
        // Each file takes the program a fifth of a second after its last frame.
        let fake = try TemporaryProgram(script: "sleep 0.2; cat >&3")
        let server = try Self.server(Self.stand(in: fake), log: log)
        let response = try TestClient(port: server.port).get("/v1/effects/explode.mp4?\(Self.small)&max=200kB")
        #expect(response.status == 200)
        let times = try log.lines { $0["encode_ms"] != nil }.compactMap { Double($0["encode_ms"] ?? "") }
        #expect(times.count == 1 && times[0] > 300)
    }

    @Test func `a machine without room for another program is busy, and one without the program fails`() {
        let busy = Problem(VideoError.notStarted(code: EAGAIN))
        #expect(busy.status == .serviceUnavailable && busy.fields[.retryAfter] == "1")
        #expect(Problem(VideoError.notStarted(code: ENOENT)).status == .internalServerError)
    }

    @Test func `time for a program grows with the work that is admitted`() {
        #expect(VideoJob.processorSeconds(for: RenderLimits().maximumWork) == 120)
        #expect(VideoJob.processorSeconds(for: 100_000_000_000) == 400)
        #expect(VideoJob.processorSeconds(for: .max) == 1_000_000_000)
    }

    // MARK: Processes that end badly

    @Test func `a program that is killed midway is a 500 whose reason is in the log, and the service goes on`()
        async throws
    {
        let ffmpeg = try VideoProgram.onPath.get()
        let copy = try TemporaryProgram(copyOf: ffmpeg.path)
        let log = RequestLog()
        let program = VideoProgram(path: copy.path, version: ffmpeg.version, codecs: ffmpeg.codecs)
        let server = try Self.server(program, log: log)
        let client = try TestClient(port: server.port)
        try client.send("GET /v1/effects/confetti.mp4?\(Self.long) HTTP/1.1\r\nHost: a\r\n\r\n")
        try await Self.wait(for: copy) { $0 > 0 }
        for process in copy.processes { kill(process, SIGKILL) }
        let response = try client.readResponse()
        #expect(response.status == 500 && !response.text.contains("ffmpeg") && !response.text.contains("signal"))
        #expect(copy.processes.isEmpty)
        #expect(try log.lines { $0["error"]?.contains("ended by signal 9") == true }.count == 1)
        #expect(try client.get("/v1/effects/confetti.mp4?\(Self.small)").status == 200)
        #expect(copy.processes.isEmpty)
    }

    /// A script that takes frames and never ends.
    private static let hanging = "cat > /dev/null & while :; do sleep 1; done"

    @Test func `a client that goes takes its process along`() async throws {
        let fake = try TemporaryProgram(script: Self.hanging)
        let server = try Self.server(Self.stand(in: fake))
        for path in ["confetti.mp4?\(Self.small)", "confetti.webm?\(Self.small)&max=5kB"] {
            let client = try TestClient(port: server.port)
            try client.send("GET /v1/effects/\(path) HTTP/1.1\r\nHost: a\r\n\r\n")
            try await Self.wait(for: fake) { $0 > 0 }
            client.reset()
            try await Self.wait(for: fake) { $0 == 0 }
        }
    }

    @Test func `the deadline ends a process`() throws {
        let fake = try TemporaryProgram(script: Self.hanging)
        let server = try Self.server(Self.stand(in: fake)) { $0.renderTimeout = .seconds(1) }
        let response = try TestClient(port: server.port).get("/v1/effects/confetti.mov?\(Self.small)")
        #expect(response.status == 503 && response.text.contains("render-timeout"))
        #expect(fake.hasEnded)
    }

    @Test func `draining ends processes that do not end in time`() async throws {
        let fake = try TemporaryProgram(script: Self.hanging)
        let server = try Self.server(Self.stand(in: fake)) { $0.http.drainTimeout = .milliseconds(300) }
        let client = try TestClient(port: server.port)
        try client.send("GET /v1/effects/confetti.mp4?\(Self.small) HTTP/1.1\r\nHost: a\r\n\r\n")
        try await Self.wait(for: fake) { $0 > 0 }
        await server.drain()
        try await Self.wait(for: fake) { $0 == 0 }
    }

    @Test func `no text of a caller is among a program's arguments`() throws {
        let fake = try TemporaryProgram(script: #"echo "$0 $@" > "${0%/*}/told"; exit 1"#)
        let server = try Self.server(Self.stand(in: fake))
        let client = try TestClient(port: server.port)
        let secret = "zqzq"
        let response = try client.get(
            "/v1/effects/explode.mp4?seed=\(secret)&matte=red&bg=teal&quality=7&\(Self.small.replacing("&seed=7", with: ""))"
        )
        #expect(response.status == 500 && !response.text.contains("told"))
        #expect(fake.told.contains("-video_size 60x50") && fake.told.contains("-framerate 10000/1000"))
        #expect(!fake.told.contains(secret) && !fake.told.contains("red") && !fake.told.contains("teal"))
    }

    @Test func `a full disk is a 500 whose reason is in the log`() throws {
        let fake = try TemporaryProgram(script: "cat > /dev/full")
        let log = RequestLog()
        let server = try Self.server(Self.stand(in: fake), log: log)
        let client = try TestClient(port: server.port)
        let response = try client.get("/v1/effects/confetti.mp4?\(Self.small)")
        #expect(response.status == 500 && !response.text.contains("space"))
        #expect(try log.lines { $0["error"]?.contains("No space left on device") == true }.count == 1)
        #expect(fake.hasEnded)
        #expect(try client.get("/v1/effects/confetti.png?\(Self.small)").status == 200)
    }

    @Test func `a file above the limit is a 422`() throws {
        let server = try Self.server { $0.limits.maximumOutputBytes = 1000 }
        let response = try TestClient(port: server.port).get("/v1/effects/confetti.mov?\(Self.small)")
        #expect(response.status == 422 && response.text.contains("too-large"))
    }
}

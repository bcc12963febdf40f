import ArgumentParser
import AssetFiles
import EffectCost
import EffectModel
import EffectService
import Foundation
import SmallHTTP
import TestSupport
import Testing

@testable import HanabiProgram

@Suite struct `Settings` {
    /// Writes a temporary file with the given text.
    private func file(_ text: String) throws -> String {
        let path = FileManager.default.temporaryDirectory.appending(path: "hanabi-\(UUID().uuidString).json").path
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    private func resolved(
        _ flags: [String] = [],
        _ environment: [String: String] = [:],
        file: String? = nil
    ) throws -> SettingSources.Resolved {
        try SettingSources(environment: environment, flags: flags, file: file).resolved()
    }

    private func failure(_ resolve: () throws -> some Any) throws -> String {
        let error = try #require(throws: (any Error).self) { _ = try resolve() }
        return (error as? Failure)?.description ?? ServeOptions.message(for: error)
    }

    @Test func `flags override the environment, and the environment overrides the file`() throws {
        let path = try file(#"{"max-side": 100, "max-fps": 10, "max-frames": 7}"#)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let environment = ["HANABI_MAX_SIDE": "200", "HANABI_MAX_FPS": "20", "HOME": "/", "HANABI_CONFIG": path]
        let result = try resolved(["--max-side", "300"], environment)
        #expect(result.options.limits.maxSide.value == 300)
        #expect(result.options.limits.maxFps.value == 20)
        #expect(result.options.limits.maxFrames.value == 7)
        let changed = result.settings.filter { $0.origin != .standard }
        #expect(
            changed == [
                .init(name: "max-side", value: "300", origin: .flag),
                .init(name: "max-frames", value: "7", origin: .file("\(path): max-frames")),
                .init(name: "max-fps", value: "20", origin: .environment("HANABI_MAX_FPS")),
            ]
        )
    }

    @Test func `cache lifetimes and the cache tag field are configurable`() throws {
        let environment = [
            "HANABI_MAX_AGE": "600", "HANABI_STALE_WHILE_REVALIDATE": "0", "HANABI_CACHE_TAGS": "surrogate-key",
        ]
        let caching = try resolved([], environment).options.configuration(library: LocalAssets(fontDirectories: []))
            .caching
        #expect(caching.maximumAge == 600 && caching.staleWhileRevalidate == 0 && caching.tagField == .surrogateKey)
        let standard = try resolved().options.configuration(library: LocalAssets(fontDirectories: [])).caching
        #expect(standard.maximumAge == 86_400 && standard.tagField == nil)
        #expect(try failure { try resolved(["--max-age=-1"]) }.contains("--max-age is -1; allowed 0...31536000"))
        let text = try failure { try resolved(["--cache-tags=Vary"]) }
        #expect(text.contains("cache-tags") && text.contains("Surrogate-Key"))
    }

    @Test func `the public address is a setting, and checked`() throws {
        func address(_ flags: [String]) throws -> String? {
            let library = LocalAssets(fontDirectories: [])
            return try resolved(flags).options.configuration(library: library).publicAddress?.text
        }
        #expect(try address([]) == nil)
        #expect(try address(["--public-url", "https://Effects.Example.org/"]) == "https://effects.example.org")
        #expect(try address(["--public-url", "none"]) == nil)
        for text in ["effects.example.org", "https://effects.example.org/path", "ftp://a"] {
            #expect(try failure { try resolved(["--public-url", text]) }.contains("public-url"), "\(text)")
        }
    }

    @Test func `unknown names are refused with the nearest one`() throws {
        #expect(try failure { try resolved([], ["HANABI_MAX_SIED": "1"]) }.contains("did you mean HANABI_MAX_SIDE?"))
        #expect(try failure { try resolved(["--max-sied=1"]) }.contains("--max-side"))
        let path = try file(#"{"max-sied": 1}"#)
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(try failure { try resolved(file: path) }.contains(#"did you mean "max-side"?"#))
    }

    @Test func `invalid values are refused with their source`() throws {
        let text = try failure { try resolved([], ["HANABI_MAX_SIDE": "many"]) }
        #expect(text.contains("HANABI_MAX_SIDE") && text.contains("many"))
        #expect(try failure { try resolved([], ["HANABI_MAX_FPS": "nan"]) }.contains("HANABI_MAX_FPS"))
        #expect(try failure { try resolved([], ["HANABI_LISTEN": "tcp://10.0.0.1:80"]) }.contains("HANABI_LISTEN"))
        #expect(try failure { try resolved([], ["PORT": "+5"]) }.contains("PORT is \"+5\""))
        for text in ["[", "[]", #"{"max-side": null}"#, #"{"max-side": 1, "max-side": 2}"#, #"{"max-side": 0}"#] {
            let path = try file(text)
            defer { try? FileManager.default.removeItem(atPath: path) }
            #expect(try failure { try resolved(file: path) }.contains(path))
        }
        #expect(try failure { try resolved(file: "/nowhere/at/all") }.contains("/nowhere/at/all"))
    }

    @Test func `numbers out of range are refused with the range`() throws {
        for (flag, words) in [
            ("--max-side=16385", "--max-side is 16385; allowed 1...16384"),
            ("--max-fps=0", "--max-fps is 0.0; allowed up to 65"),
            ("--head-timeout=nan", "--head-timeout is nan; allowed 0.001...86400"),
            ("--drain-delay=-1", "--drain-delay is -1.0; allowed 0...86400"),
            ("--max-connections-per-address=0", "--max-connections-per-address is 0; allowed 1...1073741824"),
            ("--render-threads=257", "--render-threads is 257; allowed 1...256"),
        ] {
            #expect(try failure { try resolved([flag]) }.contains(words), "\(flag)")
        }
    }

    @Test func `numbers get into the configuration of the server`() throws {
        let flags = [
            "--max-connections-per-address=4", "--head-timeout=2.5", "--cache-bytes=7", "--max-waiting=3",
            "--max-side=99", "--max-fps=24",
        ]
        let library = LocalAssets(fontDirectories: [])
        let configuration = try resolved(flags).options.configuration(library: library)
        #expect(configuration.http.maximumConnectionsPerAddress == 4)
        #expect(configuration.http.headTimeout == .seconds(2.5))
        #expect(configuration.cacheBytes == 7 && configuration.maximumWaiting == 3)
        #expect(configuration.limits.maximumSide == 99 && configuration.limits.maximumFPS == 24)
        let standard = try resolved().options.configuration(library: library)
        #expect(standard.http.maximumConnectionsPerAddress == nil)
        #expect(standard.http.idleTimeout == EffectServer.Configuration().http.idleTimeout)
        #expect(standard.limits == RenderLimits() && standard.renderThreads == Processors.count)
    }

    @Test func `contradictory settings are refused`() throws {
        #expect(try failure { try resolved(["--max-unsent-bytes", "1000"]) }.contains("--max-output-bytes"))
    }

    @Test func `the font directory is scanned at startup`() throws {
        let empty = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: empty) }
        for (place, words) in [("/nowhere/at/all", "can't be found"), (empty, "no font was found")] {
            let options = try resolved([], ["HANABI_FONTS": place]).options
            let text = try failure { try options.assets.library() }
            #expect(text.contains("--fonts is \"\(place)\"") && text.contains(words) && text.contains("allowed:"))
        }
        let fonts = try #require(TestFonts.directories.first)
        let library = try resolved(["--fonts", fonts]).options.assets.library()
        #expect(library.fontFamilies.contains("Noto Color Emoji"))
    }

    @Test func `Kubernetes service links are not settings`() throws {
        let links = [
            "HANABI_SERVICE_HOST": "10.0.0.1", "HANABI_SERVICE_PORT": "80", "HANABI_SERVICE_PORT_HTTP": "80",
            "HANABI_PORT": "tcp://10.0.0.1:80", "HANABI_PORT_80_TCP": "tcp://10.0.0.1:80",
            "HANABI_PORT_80_TCP_ADDR": "10.0.0.1", "HANABI_METRICS_SERVICE_HOST": "10.0.0.2",
            "HANABI_METRICS_PORT_9090_TCP_PROTO": "tcp", "HANABI_METRICS_PORT": "udp://10.0.0.2:9090",
            "HANABI_SERVICE_PORT_METRICS": "9090", "HANABI_X_PORT": "sctp://10.0.0.2:1",
        ]
        #expect(try resolved([], links).settings.allSatisfy { $0.origin == .standard })
        // No setting may be mistaken for a service link.
        for name in try SettingSources.names() {
            #expect(!SettingSources.isServiceLink(SettingSources.variable(of: name), "tcp://10.0.0.1:80"), "\(name)")
        }
    }

    @Test(arguments: ["HANABI_PORT", "HANABI_METRICS_PORT"])
    func `a hand-written port variable is neither a link nor a setting`(_ variable: String) throws {
        for value in ["9000", "tcp:9000"] {
            let text = try failure { try resolved([], [variable: value]) }
            #expect(text.contains("\(variable) in the environment is not a setting"), "\(value)")
        }
    }

    @Test func `printed values can be read back and override a file`() throws {
        let standard = try resolved().settings.filter { !$0.isSecret }
        let path = try file(
            #"{"pictures": "/a", "signing-key-file": "/b", "bearer-key-file": "/c", "ceilings": "w=5"}"#
        )
        defer { try? FileManager.default.removeItem(atPath: path) }
        let pairs = standard.map { (SettingSources.variable(of: $0.name), $0.value) }
        let again = try resolved([], Dictionary(uniqueKeysWithValues: pairs), file: path)
        #expect(again.settings.filter { !$0.isSecret }.map(\.value) == standard.map(\.value))
        #expect(again.options.assets.pictures.path == nil && again.options.access.signingKeyFile.path == nil)
        #expect(standard.filter { $0.value == "none" }.count >= 5)
        // The value none means no file.
        #expect(try again.options.access.policy().signingKeys.isEmpty)
        _ = try again.options.assets.library()
    }

    @Test func `PORT overrides the port of the environment and the file, but not of a flag`() throws {
        #expect(try resolved([], ["PORT": "9000"]).options.service.listen == .init(host: "127.0.0.1", port: 9000))
        let environment = ["PORT": "9000", "HANABI_LISTEN": "[::]:80"]
        #expect(try resolved([], environment).options.service.listen == .init(host: "::", port: 9000))
        #expect(try resolved(["--listen", ":1"], environment).options.service.listen == .init(host: "::", port: 1))
    }

    @Test func `shorthands change one half of the address`() throws {
        let shorthands = try ListenShorthands.parse(["-p", "5"])
        let sources = SettingSources(environment: ["HANABI_LISTEN": "0.0.0.0:80"], flags: [])
        #expect(try shorthands.resolved(sources).options.service.listen == .init(host: "0.0.0.0", port: 5))
        let flags = ["--port", "5", "--max-side", "7", "--host=::1", "--config", "x", "-p", "3"]
        #expect(ListenShorthands.without(flags) == ["--max-side", "7"])
    }

    @Test(arguments: [
        ("127.0.0.1:80", "127.0.0.1", 80), ("[::1]:0", "::1", 0), (":65535", "::", 65535),
        ("localhost:1", "localhost", 1),
    ])
    func `an address is parsed`(_ text: String, _ host: String, _ port: Int) throws {
        let address = try #require(ListenAddress(argument: text))
        #expect(address.host == host)
        #expect(Int(address.port) == port)
        #expect(ListenAddress(argument: address.description) == address)
    }

    @Test(arguments: ["", "80", "::1:80", "a:", "a:+1", "a:65536", "a:1e3", "a:٣", "[::1]"])
    func `an invalid address is refused`(_ text: String) { #expect(ListenAddress(argument: text) == nil) }

    @Test func `printed settings round-trip through a file`() throws {
        let all = try resolved(["--max-side", "300", "--max-connections-per-address", "4"]).settings
        let members = all.map { "\"\($0.name)\": \"\($0.value)\"" }
        let path = try file("{\(members.joined(separator: ","))}")
        defer { try? FileManager.default.removeItem(atPath: path) }
        let again = try resolved(file: path).settings
        #expect(again.map(\.name) == all.map(\.name))
        #expect(again.map(\.value) == all.map(\.value))
    }

    @Test func `the documentation has every setting`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Documentation")
        let text = try ["operating.md", "security.md"].map {
            try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
        }.joined()
        for name in try SettingSources.names() {
            let isThere = text.contains("`--\(name)`")
            #expect(isThere, "\(name)")
        }
    }
}

@Suite struct `Processors of a control group` {
    /// Runs `body` with a root folder of the given files.
    private func find<Found>(_ files: [String: String], _ body: (String) -> Found) throws -> Found {
        let root = FileManager.default.temporaryDirectory.appending(path: "hanabi-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        for (name, text) in files {
            let url = root.appending(path: name)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try text.write(to: url, atomically: true, encoding: .utf8)
        }
        return body(root.path + "/")
    }

    private func quota(_ files: [String: String]) throws -> Double? { try find(files, Processors.quota) }

    @Test func `version 2 applies the smallest quota of all parent groups`() throws {
        let files = [
            "proc/self/cgroup": "0::/a/b\n", "sys/fs/cgroup/a/cpu.max": "150000 100000\n",
            "sys/fs/cgroup/a/b/cpu.max": "max 100000\n",
        ]
        #expect(try quota(files) == 1.5)
    }

    @Test func `a container's group is at the root`() throws {
        #expect(try quota(["proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "50000 100000\n"]) == 0.5)
        let host = ["proc/self/cgroup": "0::/../kubepods/pod1\n", "sys/fs/cgroup/cpu.max": "300000 100000\n"]
        #expect(try quota(host) == 3)
    }

    @Test func `version 1 applies its quota`() throws {
        let files = [
            "proc/self/cgroup": "4:cpu,cpuacct:/docker/x\n3:memory:/docker/x\n",
            "sys/fs/cgroup/cpu/cpu.cfs_quota_us": "200000\n", "sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n",
        ]
        #expect(try quota(files) == 2)
        #expect(try quota(files.merging(["sys/fs/cgroup/cpu/cpu.cfs_quota_us": "-1\n"]) { $1 }) == nil)
    }

    @Test func `a missing or invalid group has no quota`() throws {
        #expect(try quota([:]) == nil)
        #expect(try quota(["proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "0 0\n"]) == nil)
        #expect(try quota(["proc/self/cgroup": "nonsense\n"]) == nil)
        #expect(Processors.count >= 1)
    }

    @Test func `an affinity mask limits the processors`() throws {
        for (line, count) in [
            ("Cpus_allowed:\t3", 2), ("Cpus_allowed:\tff,fffffff0", 36), ("Cpus_allowed:\t00000000,00000004", 1),
            ("Cpus_allowed:\t0", nil), ("Cpus_allowed_list:\t0-3", nil), ("", nil),
        ] {
            let status = "Name:\thanabi\n\(line)\nCpus_allowed_list:\t0-9\n"
            #expect(try find(["proc/self/status": status], Processors.allowed) == count, "\(line)")
        }
        let all = try #require(Processors.allowed(in: "/"))
        #expect((1...ProcessInfo.processInfo.processorCount).contains(all) && Processors.count <= all)
    }
}

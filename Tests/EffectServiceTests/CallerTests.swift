import HTTPTypes
import SmallHTTP
import Testing
@testable import WorkScheduling

@testable import EffectService

/// Identification of the caller.
struct CallerTests {
    @Test(arguments: [
        ("10.0.0.0/8", "10.255.1.2", true), ("10.0.0.0/8", "11.0.0.0", false), ("192.0.2.128/25", "192.0.2.127", false),
        ("192.0.2.128/25", "192.0.2.128", true), ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false),
        ("0.0.0.0/0", "203.0.113.9", true), ("0.0.0.0/0", "::1", false), ("::/0", "2001:db8::1", true),
        ("::/0", "10.0.0.1", false), ("2001:db8::/33", "2001:db8:7fff::1", true),
        ("2001:db8::/33", "2001:db8:8000::", false),
        ("::1", "::1", true), ("10.0.0.0/8", "::ffff:10.1.2.3", true), ("127.0.0.0/31", "127.0.0.1", true),
    ])
    func `a block contains the addresses with its prefix`(_ block: String, _ address: String, _ isIn: Bool) throws {
        #expect(try AddressBlock(block).contains(#require(IPAddress(address))) == isIn)
    }

    @Test(arguments: [
        "", "/", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/08", "10.0.0.0/+8", "10.0.0.0/8/8", "10.0.0.1/8", "::1/127",
        "::/129",
        "10.0.0/8", "10.0.0.0.0", "256.0.0.1", "010.0.0.1", "1::2::3", "[::1]", "fe80::1%eth0", "localhost",
        "10.0.0.0/-1",
        "10.0.0.0/99999999999999999999", " 10.0.0.0/8", "10.0.0.0\u{0}/8", "١٠.0.0.0/8",
    ])
    func `an invalid block is refused`(_ text: String) {
        #expect(throws: AddressBlock.Fault.self) { try AddressBlock(text) }
    }

    @Test func `an IPv6 /64 network is one caller`() throws {
        func caller(_ text: String) throws -> Caller { Caller(try #require(IPAddress(text))) }
        #expect(try caller("2001:db8:1:2::1") == caller("2001:db8:1:2:ffff::9"))
        #expect(try caller("2001:db8:1:2::1") != caller("2001:db8:1:3::1"))
        #expect(try caller("192.0.2.1") == .version4(0xC000_0201))
        #expect(try caller("::ffff:192.0.2.1") == .version4(0xC000_0201))
    }

    private func caller(_ peer: String, _ fields: [(String, String)], trusted: [String]) throws -> Caller {
        var head = HTTPRequest(method: .get, scheme: nil, authority: "a", path: "/")
        for (name, value) in fields { head.headerFields.append(.init(name: try #require(.init(name)), value: value)) }
        let finder = CallerFinder(trustedProxies: try trusted.map { text throws in try AddressBlock(text) })
        return finder.caller(of: IncomingRequest(head: head, remoteAddress: peer))
    }

    @Test func `an untrusted peer counts as itself`() throws {
        let fields = [("X-Forwarded-For", "198.51.100.7"), ("Forwarded", "for=198.51.100.8")]
        #expect(try caller("192.0.2.1", fields, trusted: []) == .version4(0xC000_0201))
        #expect(try caller("192.0.2.1", fields, trusted: ["10.0.0.0/8"]) == .version4(0xC000_0201))
        #expect(try caller("not an address", fields, trusted: ["0.0.0.0/0", "::/0"]) == .other)
        #expect(try caller("fe80::1%eth0", [], trusted: []) == .version6(0xFE80_0000_0000_0000))
    }

    private static let peer = Caller.version4(0x0A00_0001)
    private static let client = Caller.version4(0xC633_6407)  // 198.51.100.7
    private static let client6 = Caller.version6(0x2001_0DB8_0001_0002)

    @Test(
        arguments: [
            ([("X-Forwarded-For", "198.51.100.7")], client),
            // A client controls only the entries before the proxy's.
            ([("X-Forwarded-For", "nonsense, 203.0.113.1, 198.51.100.7")], client),
            ([("X-Forwarded-For", "203.0.113.1, 198.51.100.7, 10.0.0.2")], client),
            ([("X-Forwarded-For", "203.0.113.1"), ("X-Forwarded-For", "198.51.100.7")], client),
            ([("X-Forwarded-For", "198.51.100.7:51000")], client),
            ([("X-Forwarded-For", " 2001:db8:1:2::9 ")], client6),
            ([("X-Forwarded-For", "[2001:db8:1:2::9]:80")], client6),
            // All are trusted proxies: the first one is the caller.
            ([("X-Forwarded-For", "10.0.0.9, 10.0.0.2")], .version4(0x0A00_0009)),
            // A client can forge the header that the proxy does not set.
            ([("X-Forwarded-For", "198.51.100.7"), ("Forwarded", "for=203.0.113.1")], client),
            ([("Forwarded", "for=203.0.113.1, For=198.51.100.7;proto=https")], client),
            ([("Forwarded", "proto=https ; for=\"[2001:db8:1:2::9]:4711\"")], client6),
            // Unreadable entries fall back to the last trusted address.
            ([("X-Forwarded-For", "198.51.100.7, nonsense")], peer), ([("X-Forwarded-For", "")], peer),
            ([("X-Forwarded-For", "198.51.100.7,")], peer), ([("X-Forwarded-For", "[198.51.100.7]")], peer),
            ([("X-Forwarded-For", "198.51.100.7:x")], peer), ([("X-Forwarded-For", "198.51.100.7:123456")], peer),
            ([("X-Forwarded-For", "[2001:db8:1:2::9]x")], peer), ([("X-Forwarded-For", "[2001:db8:1:2::9")], peer),
            ([("Forwarded", "for=unknown")], peer), ([("Forwarded", "for=_hidden")], peer),
            ([("Forwarded", "by=198.51.100.7")], peer),
            ([("Forwarded", "for=198.51.100.7;for=198.51.100.7")], peer), ([("Forwarded", "for=\"198.51.100.7")], peer),
            ([], peer),
        ] as [([(String, String)], Caller)]
    )
    func `a trusted proxy names the caller`(_ fields: [(String, String)], _ caller: Caller) throws {
        #expect(try self.caller("10.0.0.1", fields, trusted: ["10.0.0.0/8"]) == caller)
    }
}

import Logging
import Synchronization
import Testing

@testable import SmallHTTP

@Suite struct ConnectionRegisterTests {
    private func client(_ host: String) throws -> SocketAddress.Client {
        try SocketAddress(resolving: host, port: 80).client
    }

    @Test func `slots are given out up to the limits, common ones before reserved ones`() throws {
        let register = ConnectionRegister()
        let limits = ConnectionRegister.Limits(served: 2, reserved: 1, perAddress: nil)
        let client = try client("10.0.0.1")
        #expect(register.enter(from: client, limits) == .served)
        #expect(register.enter(from: client, limits) == .served)
        #expect(register.enter(from: client, limits) == .reserved)
        #expect(register.enter(from: client, limits) == .refused(.full))
        #expect(register.count == 3)
        register.leave(from: client)
        #expect(register.enter(from: client, limits) == .reserved)
        for _ in 0..<2 { register.leave(from: client) }
        #expect(register.enter(from: client, limits) == .served)
    }

    @Test func `an address has its own limit, and a closed connection frees its slot`() throws {
        let register = ConnectionRegister()
        let limits = ConnectionRegister.Limits(served: 3, reserved: 0, perAddress: 2)
        let (one, two) = (try client("10.0.0.1"), try client("10.0.0.2"))
        for _ in 0..<2 { #expect(register.enter(from: one, limits) == .served) }
        #expect(register.enter(from: one, limits) == .refused(.fullForAddress))
        #expect(register.enter(from: two, limits) == .served)
        #expect(register.enter(from: two, limits) == .refused(.full))
        register.leave(from: one)
        #expect(register.enter(from: one, limits) == .served)
        #expect(register.enter(from: one, limits) == .refused(.fullForAddress))
        for client in [one, one, two] { register.leave(from: client) }
        #expect(register.count == 0)
        for _ in 0..<2 { #expect(register.enter(from: one, limits) == .served) }
    }

    @Test func `extreme limits do not trap`() throws {
        let client = try client("10.0.0.1")
        for number in [0, 1, Int.max] {
            let register = ConnectionRegister()
            let limits = ConnectionRegister.Limits(served: .max, reserved: .max, perAddress: number)
            #expect(register.enter(from: client, limits) == (number == 0 ? .refused(.fullForAddress) : .served))
        }
    }

    /// Limits for a hundred descriptors, of which 64 are for refused connections.
    @Test(arguments: [(1000, 6, 10, 20), (5, 6, 10, 5), (1000, 50, 0, 1), (1000, 0, .max, 1), (0, -1, -1, 1)])
    func `the connection limit is lowered to fit the descriptor limit`(
        configured: Int,
        reserved: Int,
        others: Int,
        served: Int
    ) {
        var configuration = HTTPServerConfiguration()
        configuration.maximumConnections = configured
        configuration.reservedConnections = reserved
        configuration.spareDescriptors = others
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        #expect(ConnectionRegister.Limits(configuration, descriptors: 100, logger).served == served)
        #expect(ConnectionRegister.Limits(configuration, descriptors: .max, logger).served >= min(1, configured))
    }

    /// An IPv6 subscriber has 2^64 addresses.
    @Test func `an IPv6 /64 network is one client, and a mapped IPv4 address is the IPv4 client`() throws {
        #expect(try client("2001:db8::1") == client("2001:db8::ffff:1:2:3"))
        #expect(try client("2001:db8::1") != client("2001:db8:0:1::1"))
        #expect(try client("::ffff:10.0.0.1") == client("10.0.0.1"))
        #expect(try client("10.0.0.1") != client("10.0.0.2"))
        #expect(try client("::1") != client("0.0.0.1"))
    }

    @Test func `a callback for the last connection's end is called once`() throws {
        let register = ConnectionRegister()
        let limits = ConnectionRegister.Limits(served: 2, reserved: 0, perAddress: nil)
        let client = try client("10.0.0.1")
        let calls = Mutex(0)
        for _ in 0..<2 { _ = register.enter(from: client, limits) }
        register.whenNone { calls.withLock { $0 += 1 } }
        register.leave(from: client)
        #expect(calls.withLock { $0 } == 0)
        register.leave(from: client)
        #expect(calls.withLock { $0 } == 1)
        register.whenNone { calls.withLock { $0 += 1 } }
        #expect(calls.withLock { $0 } == 2)
    }
}

import HTTPTypes
import Testing

@testable import SmallHTTP

@Suite struct OutputQueueTests {
    /// The socket writes the cache's own bytes, which are shared, not copied.
    @Test func `a body is not copied on its way to the socket`() {
        let body = [UInt8](repeating: 7, count: 100_000)
        let address = body.withUnsafeBytes { $0.baseAddress }
        let response = OutgoingResponse(head: HTTPResponse(status: .ok), body: .bytes(body))
        let plan = ResponsePlan(response, ResponsePlan.Context(keepsAlive: true))
        var queue = OutputQueue()
        queue.append(plan.head)
        guard case .bytes(let bytes) = plan.body else {
            Issue.record("no bytes")
            return
        }
        queue.append(bytes)
        _ = queue.send { buffers in
            #expect(buffers.count == 2)
            #expect(buffers[0].elementsEqual(plan.head))
            #expect(buffers[1].baseAddress == address)
            #expect(buffers[1].count == 100_000)
            return .bytes(buffers[0].count + 60_000)
        }
        _ = queue.send { buffers in
            #expect(buffers.count == 1)
            #expect(buffers[0].baseAddress == address.map { $0 + 60_000 })
            #expect(buffers[0].count == 40_000)
            return .bytes(40_000)
        }
        #expect(queue.isEmpty)
        #expect(queue.sent == plan.head.count + 100_000)
    }

    @Test func `bytes leave in order for any number of bytes per write`() {
        // More segments than one write takes, and more than are kept after writing.
        let segments = (0..<100).map { (number: Int) -> [UInt8] in
            (0..<number % 5).map { (index: Int) -> UInt8 in UInt8(number * 2 + index / 2) }
        }
        let all = segments.flatMap(\.self)
        for step in [1, 2, 3, 7, 30, 200] {
            var queue = OutputQueue()
            for segment in segments { queue.append(segment) }
            #expect(queue.count == all.count)
            var sent: [UInt8] = []
            while !queue.isEmpty {
                _ = queue.send { buffers in
                    #expect(buffers.count <= OutputQueue.mostAtOnce)
                    let taken = buffers.flatMap { Array($0) }.prefix(step)
                    sent += taken
                    return .bytes(taken.count)
                }
                #expect(queue.count + queue.sent == all.count)
            }
            #expect(sent == all)
        }
    }
}

import HTTPTypes
import Testing

@testable import SmallHTTP

@Suite struct OutputQueueTests {
    /// The bytes that a cache keeps are the ones that the system reads: they are shared, not copied.
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
        _ = queue.send { first, second in
            #expect(first.elementsEqual(plan.head))
            #expect(second.baseAddress == address)
            #expect(second.count == 100_000)
            return .bytes(first.count + 60_000)
        }
        _ = queue.send { first, second in
            #expect(first.baseAddress == address.map { $0 + 60_000 })
            #expect(first.count == 40_000)
            #expect(second.isEmpty)
            return .bytes(40_000)
        }
        #expect(queue.isEmpty)
        #expect(queue.sent == plan.head.count + 100_000)
    }

    @Test func `bytes leave in their order, however few the socket takes`() {
        let segments: [[UInt8]] = [[1, 2, 3], [], [4], [5, 6, 7, 8], [9]]
        for step in 1...9 {
            var queue = OutputQueue()
            for segment in segments { queue.append(segment) }
            #expect(queue.count == 9)
            var sent: [UInt8] = []
            while !queue.isEmpty {
                _ = queue.send { first, second in
                    let taken = (Array(first) + Array(second)).prefix(step)
                    sent += taken
                    return .bytes(taken.count)
                }
                #expect(queue.count + queue.sent == 9)
            }
            #expect(sent == Array(1...9))
        }
    }
}

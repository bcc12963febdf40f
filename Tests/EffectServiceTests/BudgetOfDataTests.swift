import StrictJSON
import TestSupport
import Testing

@testable import EffectService

/// Byte budgets of forms that can't keep one: a promise that was silently ignored.
struct BudgetOfDataTests {
    private func detail(_ answer: TestClient.Response) throws -> String {
        guard case .string(let detail)? = try JSONParser.parse(answer.body)["detail"] else { return "" }
        return detail
    }

    @Test(arguments: ["json?max=20kB", "ndjson?max=20kB", "json?output.maxBytes=20000", "json?max=20kB&dry=1"])
    func `a frame dump refuses a byte budget, and says which forms keep one`(_ target: String) throws {
        let server = try ServerTests.server()
        let answer = try TestClient(port: server.port).get("/v1/effects/confetti.\(target)&w=60&h=60&d=0.2")
        #expect(answer.status == 400)
        let detail = try detail(answer)
        #expect(detail.hasPrefix("max: ") && detail.contains("SVG"))
    }

    @Test func `a target's budget concerns no frame dump`() throws {
        let server = try ServerTests.server()
        let client = try TestClient(port: server.port)
        #expect(try client.get("/v1/effects/confetti.json?target=slack&d=0.2").status == 200)
    }

    @Test func `a POSTed spec with a byte budget is no frame dump`() throws {
        let server = try ServerTests.server()
        let spec = #"""
            {"canvas": {"width": 60, "height": 60}, "output": {"format": "json", "maxBytes": 20000},
             "layers": [{"emitterCells": [{"contents": "dot", "birthRate": 20, "lifetime": 1}]}]}
            """#
        let answer = try TestClient(port: server.port).post("/v1/render", Array(spec.utf8))
        #expect(answer.status == 422)
        #expect(try detail(answer).contains("/output/maxBytes"))
    }

    @Test func `a parameter beside a spec that is nearly one says which`() throws {
        let server = try ServerTests.server()
        let spec = #"{"layers": [{"emitterCells": [{"contents": "dot", "birthRate": 20, "lifetime": 1}]}]}"#
        let answer = try TestClient(port: server.port).post("/v1/render?dyr=1", Array(spec.utf8))
        #expect(answer.status == 400)
        #expect(try detail(answer).contains("did you mean dry?"))
    }
}

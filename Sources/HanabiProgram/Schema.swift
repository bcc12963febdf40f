import ArgumentParser
import EffectCoding
import EffectModel
import StrictJSON

struct Schema: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the JSON Schema of effect specs.",
        discussion: """
            With the schema, editors complete names, explain them and mark errors, and other tools validate documents. Equals \
            /v1/schema.json of a service with the same limits.

            Try:
              hanabi schema -o hanabi.schema.json
            """
    )

    @Option(name: .shortAndLong, help: ArgumentHelp("Output file; - is standard output.", valueName: "file"))
    var output = "-"

    @OptionGroup(title: "Limits")
    var limits: LimitOptions

    func run() throws {
        let target = try OutputFile(output)
        do throws(Failure) {
            try target.write(JSONWriter.prettyBytes(of: EffectSpec.jsonSchema(limits: limits.limits)))
            try target.finish()
        } catch {
            target.discard()
            throw error
        }
    }
}

import Glibc

/// libFuzzer's `main`, which parses its arguments and calls back.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

guard ChosenTarget.target != nil else {
    print("FUZZ_TARGET names what to drive: \(FuzzTarget.allCases.map(\.rawValue).joined(separator: ", "))")
    exit(2)
}

var count = CommandLine.argc
var arguments = CommandLine.unsafeArgv
exit(
    runDriver(&count, &arguments) { bytes, count in
        do throws(BrokenPromise) {
            try ChosenTarget.target?.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
        } catch {
            fatalError("\(error)")
        }
        return 0
    }
)

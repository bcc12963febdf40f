import EffectModel
import StrictJSON

/// libFuzzer's own mutator.
@_silgen_name("LLVMFuzzerMutate")
private func mutate(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ maximum: Int) -> Int

/// Mutates each new input for libFuzzer: every other spec as a document, everything else as bytes.
@_cdecl("LLVMFuzzerCustomMutator")
public func customMutator(
    _ bytes: UnsafeMutablePointer<UInt8>,
    _ count: Int,
    _ maximum: Int,
    _ seed: UInt32
) -> Int {
    // The document follows the first byte in two forms of a packed spec.
    let prefix =
        switch ChosenTarget.target {
        case .spec: 0
        case .packed where count > 0 && [2, 4].contains(bytes[0] % 5): 1
        default: -1
        }
    guard prefix >= 0, seed & 1 == 0,
        let document = try? JSONParser.parse(Array(UnsafeBufferPointer(start: bytes + prefix, count: count - prefix)))
    else { return mutate(bytes, count, maximum) }
    var mutator = SpecMutator(seed: seed)
    let changed = JSONWriter.bytes(of: mutator.changed(document))
    guard changed.count <= maximum - prefix else { return mutate(bytes, count, maximum) }
    for (index, byte) in changed.enumerated() { bytes[prefix + index] = byte }
    return prefix + changed.count
}

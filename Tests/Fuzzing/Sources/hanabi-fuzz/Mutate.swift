import EffectModel

/// libFuzzer's own changes.
@_silgen_name("LLVMFuzzerMutate")
private func mutate(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ maximum: Int) -> Int

/// Called by libFuzzer for each new input. Every other time a spec is changed as a document; all else is bytes.
@_cdecl("LLVMFuzzerCustomMutator")
public func customMutator(
    _ bytes: UnsafeMutablePointer<UInt8>,
    _ count: Int,
    _ maximum: Int,
    _ seed: UInt32
) -> Int {
    // In the third and the last form of a packed spec, its document follows one byte.
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

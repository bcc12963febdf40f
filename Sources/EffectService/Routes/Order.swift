internal import EffectModel

/// What is asked for of an effect, by a request or by a line of a batch, once that is known.
struct Order: Sendable {
    let spec: EffectSpec
    /// What a URL stands for; `nil` for a POSTed spec.
    let document: JSONValue?
    let form: Form
    /// The moments of a picture that does not move.
    let moments: SnapshotRequest?
    let wishes: Wishes
    /// Whether the spec is a preset's, changed by parameters.
    let isPreset: Bool
    let name: SheetName
    /// Of the files and letters in it.
    let assets: [UInt8]
    /// Bytes that it holds.
    let held: Int

    /// The type that its frames have; `nil` where neither the path nor the spec says one.
    ///
    /// - Throws: ``PresetRequest/Failure`` where both say one, and not the same.
    func type(_ asked: MediaType?) throws(PresetRequest.Failure) -> MediaType? {
        let own = spec.output.format.map(MediaType.init)
        if isPreset, let own, let asked, own.format != asked.format {
            let found = "\(own.format.rawValue), where the path's ending is another"
            throw .faults([ParameterFault(.conflict, "output.format", found: found, allowed: "one of the two")])
        }
        return asked ?? own
    }
}

/// Reads orders: the same from requests and from lines.
struct OrderReader: Sendable {
    let limits: RenderLimits
    let library: any AssetLibrary
    /// Bytes that a spec in a path may unpack to.
    let maximumSpecBytes: Int

    /// Frames may be wanted as data, though the path does not say so: pixels are counted once that is known.
    private func limits(of form: Form) -> RenderLimits {
        switch form {
        case .frames(let type): type?.isData ?? true ? limits.ofData : limits
        case .snapshot, .sheet: limits
        }
    }

    /// A preset, with some of its values changed.
    ///
    /// - Throws: ``PresetRequest/Failure`` with everything that is wrong, or ``Wishes/WrongVersion``.
    func preset(
        _ preset: String,
        _ form: Form,
        _ parameters: [PresetRequest.Parameter],
        name: SheetName
    ) throws -> Order {
        let names = Wishes.names(for: form)
        let (wishes, rest) = try Wishes.taken(from: parameters, among: names)
        try wishes.checkVersion()
        let recorder = AssetRecorder(library)
        let request = try PresetRequest.request(
            preset: preset,
            rest,
            kind: form.snapshot,
            besides: names + [ErrorForm.parameter],
            limits: limits(of: form),
            library: recorder
        )
        return Order(
            spec: request.spec,
            document: request.document,
            form: form,
            moments: request.moments,
            wishes: wishes,
            isPreset: true,
            name: name,
            assets: recorder.digest,
            held: recorder.heldBytes
        )
    }

    /// A spec in a path: what a POSTed one gives, for who can only GET, as a picture's tag does.
    ///
    /// - Throws: ``PresetRequest/Failure``, ``Wishes/WrongVersion``, ``PackedSpec/Failure``, or `SpecError`.
    func packed(
        _ packed: PackedSpec,
        _ form: Form,
        _ parameters: [PresetRequest.Parameter],
        name: SheetName
    ) throws -> Order {
        let names = Wishes.names(for: form)
        let (wishes, rest) = try Wishes.taken(from: parameters, among: names)
        try wishes.checkVersion()
        let moments = try moments(form, rest, besides: names + [ErrorForm.parameter])
        let document = try packed.document(atMost: maximumSpecBytes)
        let recorder = AssetRecorder(library)
        let spec = try EffectSpec(json: document, limits: limits(of: form), library: recorder)
        return Order(
            spec: spec,
            document: document,
            form: form,
            moments: moments,
            wishes: wishes,
            isPreset: false,
            name: name,
            assets: recorder.digest,
            held: recorder.heldBytes
        )
    }

    /// A caller's document.
    ///
    /// - Parameters:
    ///   - bytes: That the document takes.
    ///   - document: Asked for once the parameters are known to be good.
    /// - Throws: ``PresetRequest/Failure``, `SpecError`, or what `document` throws.
    func posted(
        _ form: Form,
        _ parameters: [PresetRequest.Parameter],
        bytes: Int,
        document: () throws -> JSONValue
    ) throws -> Order {
        let (wishes, rest) = try Wishes.taken(from: parameters, among: ["dry"])
        let moments = try moments(form, rest, besides: ["dry"])
        let recorder = AssetRecorder(library)
        let spec = try EffectSpec(json: document(), limits: limits(of: form), library: recorder)
        return Order(
            spec: spec,
            document: nil,
            form: form,
            moments: moments,
            wishes: wishes,
            isPreset: false,
            name: SheetName(stem: "sheet"),
            assets: recorder.digest,
            held: recorder.heldBytes + bytes
        )
    }

    /// The moments that a request beside a whole spec names.
    private func moments(
        _ form: Form,
        _ parameters: [PresetRequest.Parameter],
        besides others: [String]
    ) throws(PresetRequest.Failure) -> SnapshotRequest? {
        if let kind = form.snapshot { return try SnapshotRequest(kind, parameters, besides: others) }
        let faults = parameters.prefix(SpecError.maximumFaults).map {
            ParameterFault(unknownBesideSpec: $0.name, only: others.joined(separator: ", "))
        }
        if !faults.isEmpty { throw .faults(faults) }
        return nil
    }
}

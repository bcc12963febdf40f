internal import EffectCatalog
public import EffectModel
public import EffectRendering

extension EffectRenderer {
    /// Renders a line of a batch, and passes the bytes to `sink` as they come. The bytes equal the service's answer,
    /// except for a sheet's atlas and style: they refer to the image made by a line of the same name instead of to a
    /// URL.
    ///
    /// - Parameters:
    ///   - library: Source of images and fonts for specs.
    ///   - maximumSpecBytes: Upper bound of an unpacked spec in a path, in bytes.
    /// - Throws: Errors that ``BatchProblem/init(_:name:)`` can describe, or the error of `sink`.
    public func render(
        _ line: BatchLine,
        library: any AssetLibrary,
        maximumSpecBytes: Int,
        watch: RenderContext = RenderContext(),
        into sink: ([UInt8]) throws -> Void
    ) throws {
        let parser = EffectRequestParser(
            limits: limits,
            library: library,
            maximumSpecBytes: maximumSpecBytes,
            others: [ErrorForm.parameter],
            videos: videos
        )
        let request: EffectRequest
        switch line.source {
        case .preset(let preset, let form, let target):
            request = try parser.preset(
                preset,
                form: form,
                parameters: target.parameters,
                name: SheetNames(stem: preset, in: line)
            )
        case .packed(let packed, let form, let target):
            let name = SheetNames(stem: "effect", in: line)
            request = try parser.packed(packed, form: form, parameters: target.parameters, name: name)
        case .spec(let document, let form, let moments, let bytes):
            let parameters = moments.map { [PresetRequest.Parameter(SnapshotRequest.parameter, $0)] } ?? []
            request = try parser.posted(form, parameters, bytes: bytes) { document }
        }
        try request.checkMakesFile()
        let plan = try settled(request.plan(as: .png, isStill: request.options.isStill == true, limits: limits))
        _ = try request.price(of: plan, limits: limits)
        try render(plan, watch: watch, into: sink)
    }
}

extension SheetNames {
    /// Names for a sheet whose parts become files of a batch, made by lines of the same name.
    fileprivate init(stem: String, in line: BatchLine) {
        self.init(stem: stem, image: "\(line.name).\(OutputForm.sheet(.picture).fileExtension ?? "")")
    }
}

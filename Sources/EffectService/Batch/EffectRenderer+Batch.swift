public import EffectModel

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
        watch: RenderWatch = RenderWatch(),
        into sink: ([UInt8]) throws -> Void
    ) throws {
        let orders = OrderReader(limits: limits, library: library, maximumSpecBytes: maximumSpecBytes)
        let order: Order
        switch line.source {
        case .preset(let preset, let form, let target):
            order = try orders.preset(preset, form, target.parameters, name: SheetName(stem: preset, in: line))
        case .packed(let packed, let form, let target):
            let name = SheetName(stem: "effect", in: line)
            order = try orders.packed(packed, form, target.parameters, name: name)
        case .spec(let document, let form, let moments, let bytes):
            let parameters = moments.map { [PresetRequest.Parameter(SnapshotRequest.parameter, $0)] } ?? []
            order = try orders.posted(form, parameters, bytes: bytes) { document }
        }
        for (name, isAsked) in [("explain", order.wishes.explains), ("dry", order.wishes.isDry)] where isAsked {
            let fault = ParameterFault(.notOffered, name, found: "1", allowed: "0: a batch makes files of effects")
            throw PresetRequest.Failure.faults([fault])
        }
        let product = try Product(order, as: .png, isStill: order.wishes.isStill == true, limits: limits)
        try make(product, watch: watch, into: sink)
    }
}

extension SheetName {
    /// Names for a sheet whose parts become files of a batch, made by lines of the same name.
    fileprivate init(stem: String, in line: BatchLine) {
        self.init(stem: stem, picture: "\(line.name).\(Form.sheet(.picture).fileExtension ?? "")")
    }
}

/// The renderer's version. The same spec, seed and version give the same bytes.
public let hanabiVersion = "0.4.0"

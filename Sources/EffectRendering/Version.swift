/// The renderer's version. Equal spec, seed and version produce equal bytes.
public let hanabiVersion = "0.24.0"

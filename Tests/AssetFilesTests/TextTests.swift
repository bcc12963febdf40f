import EffectModel
import Testing

@testable import AssetFiles

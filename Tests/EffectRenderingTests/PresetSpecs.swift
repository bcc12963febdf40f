import AssetFiles
import EffectCost
import EffectModel
import TestSupport
@testable import EffectCatalog

/// Spec of a preset with URL parameters, drawn with the tests' own fonts.
func preset(_ name: String, _ parameters: [String: String]) throws -> EffectSpec {
    try PresetRequest.spec(
        preset: name,
        parameters.map { PresetRequest.Parameter($0.key, $0.value) },
        limits: RenderLimits(),
        library: LocalAssets(fontDirectories: TestFonts.directories)
    )
}

internal import CKernels
internal import EffectModel

extension DrawList.Blend {
    /// Blend mode for the C kernels.
    var raw: hanabi_blend {
        switch self {
        case .normal: hanabi_blend_normal
        case .add: hanabi_blend_add
        case .screen: hanabi_blend_screen
        case .maximum: hanabi_blend_maximum
        }
    }
}

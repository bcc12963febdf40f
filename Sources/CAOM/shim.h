#include <aom/aom_encoder.h>
#include <aom/aomcx.h>

/// Swift reads neither macros of this kind nor functions with a variable number of parameters.
static const int hanabi_aom_abi = AOM_ENCODER_ABI_VERSION;

static inline aom_codec_err_t hanabi_aom_set(aom_codec_ctx_t *codec, int control, int value) {
    return aom_codec_control(codec, control, value);
}

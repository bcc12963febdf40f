// All kernels, for vectors of HANABI_WIDTH bytes. Included once for each kind of processor.

#include "levels.h"

#include <stdbool.h>
#include <string.h>

// Products and sums are rounded separately, on every processor.
#pragma STDC FP_CONTRACT OFF

// Vectors are passed only to inlined functions, so their calling convention does not matter.
#pragma clang diagnostic ignored "-Wpsabi"

#define HANABI_INLINE static inline __attribute__((always_inline))

#include "blend.h"
#include "touch.h"
#include "wide.h"

#include "fold.h"
#include "literals.h"

#include "flat.h"
#include "glow.h"
#include "paeth.h"
#include "picture.h"
#include "polygon.h"
#include "row.h"
#include "sums.h"
#include "soft.h"

const hanabi_kernels HANABI_KERNELS = {
    .name = HANABI_NAME,
    .literals = literals,
    .paeth = paeth,
    .sums = sums,
    .soft = soft,
    .polygon = polygon,
    .picture = picture,
    .narrow = narrow,
    .fold = HANABI_FOLD,
    .flat = flat,
    .glow = glow,
    .add = add,
    .take = take,
    .clear = clear,
    .runs = runs,
    .row_sums = row_sums,
};

// The choice of kernels by the features of the processor.

#include "cpu_features.h"

#include <string.h>

// Every kernel call reads the second pointer, so both are set before anything else runs.
static const hanabi_kernels *best = &hanabi_kernels_any;
static const hanabi_kernels *used = &hanabi_kernels_any;

#if defined(__x86_64__)
__attribute__((constructor)) static void detect_cpu_features(void) {
    __builtin_cpu_init();
    // The check includes the operating system's support for wider registers. Some of these features are not named where
    // the kernels are compiled, but are implied by those that are.
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi") || !__builtin_cpu_supports("bmi2")
        || !__builtin_cpu_supports("popcnt") || !__builtin_cpu_supports("pclmul") || !__builtin_cpu_supports("fma")
        || !__builtin_cpu_supports("f16c")) {
        return;
    }
    best = &hanabi_kernels_avx2;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq")
        && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vbmi")) {
        best = &hanabi_kernels_avx512;
    }
    used = best;
}
#endif

const hanabi_kernels *hanabi_best_kernels(void) { return used; }

int hanabi_use_kernels(const char *name) {
    for (int index = 0; hanabi_kernels_at(index); index++) {
        const hanabi_kernels *kernels = hanabi_kernels_at(index);
        if (strcmp(kernels->name, name) != 0) continue;
        used = kernels;
        return 1;
    }
    return 0;
}

const hanabi_kernels *hanabi_kernels_at(int index) {
#if defined(__x86_64__)
    const hanabi_kernels *all[] = {&hanabi_kernels_any, &hanabi_kernels_avx2, &hanabi_kernels_avx512};
    for (int last = 0; last < 3 && last <= index; last++) {
        if (last == index) return all[index];
        if (all[last] == best) return 0;
    }
    return 0;
#else
    return index == 0 ? best : 0;
#endif
}

// Kernels for every processor: vectors of 16 bytes.
#define HANABI_WIDTH 16
#define HANABI_KERNELS hanabi_kernels_any
#define HANABI_NAME "any"
#include "kernels_template.h"

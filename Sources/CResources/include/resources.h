#ifndef HANABI_RESOURCES_H
#define HANABI_RESOURCES_H

#include <stddef.h>

/// A file that travels inside the binary.
struct hanabi_resource {
    /// As in this target's folder: "Presets/confetti.json".
    const char *path;
    const unsigned char *bytes;
    size_t size;
};

/// All of them, in no order.
const struct hanabi_resource *hanabi_resources(size_t *count);

#endif

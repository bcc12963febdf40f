// gif_lib.h needs size_t without saying so.
#include <stddef.h>
#include <gif_lib.h>

#include <malloc.h>
#include <stdlib.h>

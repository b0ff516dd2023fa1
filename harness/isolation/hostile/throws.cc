// throws.cc: a decoder in C++ may let exceptions out to callers in C.
#include <stdexcept>

extern "C" void throw_something() { throw std::out_of_range("FE is no code unit"); }

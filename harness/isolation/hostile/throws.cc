// throws.cc: a decoder in C++ may let its exceptions out, to callers that have
// never heard of any.
#include <stdexcept>

extern "C" void throw_something() { throw std::out_of_range("FE is no code unit"); }

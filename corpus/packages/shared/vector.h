/* A vector: code units, and what a decoder of UTF-8 has to answer. @licence@. */
#ifndef PLACEMAT_VECTORS_VECTOR_H
#define PLACEMAT_VECTORS_VECTOR_H

#include <stddef.h>
#include <stdint.h>

#define PLACEMAT_VECTORS_VERSION "@version@"

/* An ill-formed maximal subpart (Unicode 3.9 D93b). */
struct placemat_error {
  size_t offset;
  size_t length;
};

/* Well-formed units have no error. values are the scalar values, with U+FFFD for each error. */
struct placemat_vector {
  const char *id;
  const unsigned char *units;
  size_t unit_count;
  const struct placemat_error *errors;
  size_t error_count;
  const uint32_t *values;
  size_t value_count;
};

#endif

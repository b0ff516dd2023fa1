/* The set @set@: @about@. */
#ifndef PLACEMAT_VECTORS_@SET@_H
#define PLACEMAT_VECTORS_@SET@_H

#include "vector.h"


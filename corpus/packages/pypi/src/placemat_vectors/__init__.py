"""@description@"""
from typing import List, NamedTuple, Tuple

__version__ = "@version@"


class Vector(NamedTuple):
    id: str
    units: bytes
    well_formed: bool
    errors: List[Tuple[int, int]]  # offset and length of each ill-formed maximal subpart
    values: List[int]  # scalar values, with U+FFFD for each error

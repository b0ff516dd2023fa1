"""@about@"""
from . import Vector

VECTORS = [
@rows@
]

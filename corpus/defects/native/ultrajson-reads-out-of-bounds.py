import ctypes
import mmap

import ujson

page = mmap.PAGESIZE
area = mmap.mmap(-1, 2 * page)
start = ctypes.addressof(ctypes.c_char.from_buffer(area))
ctypes.CDLL(None).mprotect(ctypes.c_void_p(start + page), page, 0)
area[page - 2:page] = b'"\xc3'
try:
    ujson.loads(memoryview(area)[page - 2:page])
    print("well-formed")
except ValueError:
    print("ill-formed")

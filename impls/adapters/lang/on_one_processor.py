"""Runs a command whose threads answer each other in turn on one processor.

    python3 impls/adapters/lang/on_one_processor.py node adapter.mjs
"""

import os
import sys

sys.dont_write_bytecode = True
import alone

if len(sys.argv) < 2:
    alone.fail("which command?")
alone.stay_on_one_processor()
try:
    os.execvp(sys.argv[1], sys.argv[1:])
except OSError as error:
    alone.fail("%s: %s" % (sys.argv[1], error.strerror), 127)

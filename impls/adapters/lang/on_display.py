"""Runs a command on a display of its own, as a child of `placemat audit`.

    python3 impls/adapters/lang/on_display.py plugin_child vte_terminal_feed.so

The display is broadwayd, the server of GTK that draws in a browser; no browser connects. It reaches
the loopback only, and ends with the command.
"""

import os
import shutil
import socket
import subprocess
import sys
import time

sys.dont_write_bytecode = True
import alone

SERVER = ["broadwayd", "-a", "127.0.0.1", ":0"]


def start_server(environment, directory):
    server = subprocess.Popen(SERVER, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, env=environment, cwd=directory)
    said = server.stdout.readline().decode("utf-8", "replace").strip()
    if not said.startswith("Listening on "):
        alone.fail("%s: %s" % (SERVER[0], said or "ended before it listened"))
    wait_for("\0" + said.removeprefix("Listening on "), server)


def wait_for(address, server):
    """It says so a moment before it listens."""
    with socket.socket(socket.AF_UNIX) as any_socket:
        while any_socket.connect_ex(address) != 0:
            if server.poll() is not None:
                alone.fail("%s ended before it listened" % SERVER[0])
            time.sleep(0.01)


def main():
    if len(sys.argv) < 2:
        alone.fail("name the command that needs a display")
    if not shutil.which(SERVER[0]):
        alone.fail("no " + SERVER[0])
    if sys.argv[1:] == ["--probe"]:
        alone.separate()
        return
    directory = alone.enter()
    # Its socket has a name, no file, and other users of the name are in other namespaces. The
    # decoder needs no bus and no accessibility.
    environment = {**os.environ, "XDG_RUNTIME_DIR": "/tmp", "GDK_BACKEND": "broadway", "BROADWAY_DISPLAY": ":0",
                   "NO_AT_BRIDGE": "1", "GSETTINGS_BACKEND": "memory"}
    start_server(environment, directory)
    # VTE sleeps for no time when it has taken what was fed; the kernel makes 50 us of that.
    set_timer_slack, nanoseconds = 29, 1
    alone.libc.prctl(set_timer_slack, nanoseconds)
    os.execvpe(sys.argv[1], sys.argv[1:], environment)


try:
    main()
except OSError as error:
    alone.fail(error)

"""The ways of text into PostgreSQL and MariaDB and out again, as a child of `placemat audit`. The
server runs in a scratch directory, listens on a socket there, and ends with the adapter.

    python3 impls/adapters/lang/database.py postgresql convert_from

The client libraries libpq and libmariadb are called by their C interface, because text has to go
through them unchanged.
"""

import ctypes
import glob
import os
import shutil
import struct
import subprocess
import sys
import time
from ctypes import c_char_p, c_int, c_uint, c_ulong, c_void_p

sys.dont_write_bytecode = True
import alone
from alone import Refused, Unsupported, values

START_SECONDS = 60
# A path of a socket may have 107 units, and a sandbox has long ones. A server works in its data
# directory, and so does this program.
SHORT = "/proc/self/cwd"


# To ask for each character of a text takes a time that grows with the square of its length.
MOST_FOR_EACH = 1024


def refuse_long(units):
    if len(units) > MOST_FOR_EACH:
        raise Unsupported


def refuse_units(units, forbidden):
    if any(unit in forbidden for unit in units):
        raise Unsupported


def run(command, log, **options):
    with open(log, "ab") as file:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=file, stderr=file, **options)
    if done.returncode != 0:
        alone.fail("%s failed: %s" % (command[0], last_line(log)))


def begin(command, log):
    with open(log, "ab") as file:
        return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=file, stderr=file)


def last_line(log):
    with open(log, "rb") as file:
        lines = file.read().decode("ascii", "replace").split("\n")
    return " ".join(line for line in lines[-8:] if line)[-300:]


def until_ready(connect, server, log):
    """The connection, once the server takes one."""
    due = time.monotonic() + START_SECONDS
    while time.monotonic() < due:
        if server.poll() is not None:
            break
        connection = connect()
        if connection:
            return connection
        time.sleep(0.05)
    alone.fail("the server did not start: " + last_line(log))


class PostgreSQL:
    """Statements by libpq. A text of a result is what the server sent."""

    TEXT, BYTEA = 25, 17
    TUPLES_OK, COPY_IN = 2, 4

    def __init__(self, directory):
        programs = self.programs()
        data, log = directory + "/data", directory + "/log"
        run([programs + "/initdb", "-D", data, "-U", "placemat", "-E", "UTF8", "--locale=C", "--auth=trust",
             "--no-sync", "--wal-segsize=1"], log)
        os.chdir(data)
        server = begin([programs + "/postgres", "-D", data, "-k", SHORT, "-F", "-c", "listen_addresses=",
                        "-c", "shared_buffers=1MB", "-c", "max_connections=8", "-c", "dynamic_shared_memory_type=mmap",
                        "-c", "autovacuum=off", "-c", "max_worker_processes=0", "-c", "min_wal_size=2MB",
                        "-c", "max_wal_size=16MB", "-c", "log_min_error_statement=panic",
                        "-c", "log_min_messages=panic", "-c", "wal_level=minimal", "-c", "max_wal_senders=0"], log)
        self.library = self.declared(ctypes.CDLL("libpq.so.5"))
        where = b"host=%s user=placemat dbname=postgres client_encoding=UTF8" % SHORT.encode()
        self.connection = until_ready(lambda: self.connected(where), server, log)
        self.version = self.text(b"SHOW server_version").decode().split(" ")[0]
        self.copied = 0

    @staticmethod
    def programs():
        found = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[4]))
        return found[-1] if found else os.path.dirname(shutil.which("postgres") or "")

    @classmethod
    def is_there(cls):
        return bool(cls.programs()) and bool(ctypes.CDLL("libpq.so.5"))

    @staticmethod
    def declared(library):
        for name, result, arguments in [
                ("PQconnectdb", c_void_p, [c_char_p]), ("PQstatus", c_int, [c_void_p]), ("PQfinish", None, [c_void_p]),
                ("PQexec", c_void_p, [c_void_p, c_char_p]),
                ("PQexecParams", c_void_p, [c_void_p, c_char_p, c_int, c_void_p, c_void_p, c_void_p, c_void_p, c_int]),
                ("PQresultStatus", c_int, [c_void_p]), ("PQresultErrorField", c_char_p, [c_void_p, c_int]),
                ("PQerrorMessage", c_char_p, [c_void_p]), ("PQntuples", c_int, [c_void_p]),
                ("PQgetvalue", c_void_p, [c_void_p, c_int, c_int]),
                ("PQgetlength", c_int, [c_void_p, c_int, c_int]), ("PQclear", None, [c_void_p]),
                ("PQputCopyData", c_int, [c_void_p, c_char_p, c_int]),
                ("PQputCopyEnd", c_int, [c_void_p, c_char_p]), ("PQgetResult", c_void_p, [c_void_p])]:
            function = getattr(library, name)
            function.restype, function.argtypes = result, arguments
        return library

    def connected(self, where):
        connection = self.library.PQconnectdb(where)
        if self.library.PQstatus(connection) == 0:
            return connection
        self.library.PQfinish(connection)
        return None

    def rows(self, result):
        """The first column. Only an error of the class 22, data exception, is a refusal."""
        library = self.library
        status, state = library.PQresultStatus(result), library.PQresultErrorField(result, ord("C"))
        if status not in (1, self.TUPLES_OK):
            reason = library.PQresultErrorField(result, ord("M")) or library.PQerrorMessage(self.connection)
            library.PQclear(result)
            if state and state.startswith(b"22"):
                raise Refused(reason.decode("latin-1"))
            alone.fail("postgresql: %s %s" % (state, reason))
        found = [ctypes.string_at(library.PQgetvalue(result, row, 0), library.PQgetlength(result, row, 0))
                 for row in range(library.PQntuples(result))]
        library.PQclear(result)
        return found

    def text(self, sql):
        return (self.rows(self.library.PQexec(self.connection, sql)) or [b""])[0]

    def asked(self, sql, kind, units):
        types, lengths, binary = (c_uint * 1)(kind), (c_int * 1)(len(units)), (c_int * 1)(1)
        parameters = (c_char_p * 1)(units)
        return self.rows(self.library.PQexecParams(self.connection, sql, 1, types, parameters, lengths, binary, 0))

    def bytea(self, sql):
        return lambda units: values(self.asked(sql, self.BYTEA, units)[0])

    def verdict(self, sql):
        def ask(units):
            self.asked(sql, self.BYTEA, units)
            return []
        return ask

    def parameter(self, units):
        return values(self.asked(b"SELECT $1", self.TEXT, units)[0])

    def characters(self, units):
        refuse_long(units)
        found = self.asked(b"SELECT ascii(substring(t FROM i FOR 1)) FROM convert_from($1, 'UTF8') AS t, "
                           b"generate_series(1, length(t)) AS i ORDER BY i", self.BYTEA, units)
        return ["%X" % int(value) for value in found]

    def literal(self, units):
        refuse_units(units, b"\0'")
        return values(self.text(b"SELECT '" + units + b"'"))

    def of_ascii_client(self):
        self.text(b"SET client_encoding = 'SQL_ASCII'")
        return self.literal

    def escapes(self, units):
        return values(self.text(b"SELECT E'" + b"".join(b"\\x%02x" % unit for unit in units) + b"'"))

    def column(self):
        self.text(b"CREATE TEMPORARY TABLE texts (t text)")
        return self.copy

    def copy(self, units):
        refuse_units(units, b"\0\t\r\n\\")
        self.copied += 1
        if self.copied % 256 == 0:
            self.text(b"TRUNCATE texts")
        library = self.library
        self.text(b"BEGIN")
        try:
            started = library.PQexec(self.connection, b"COPY texts FROM STDIN")
            if library.PQresultStatus(started) != self.COPY_IN:
                self.rows(started)
            library.PQclear(started)
            library.PQputCopyData(self.connection, units + b"\n", len(units) + 1)
            library.PQputCopyEnd(self.connection, None)
            ended = library.PQgetResult(self.connection)
            while rest := library.PQgetResult(self.connection):
                library.PQclear(rest)
            self.rows(ended)
            return values(self.text(b"SELECT t FROM texts"))
        finally:
            self.text(b"ROLLBACK")

    def apis(self):
        return {
            "convert_from": lambda: {"strict": self.bytea(b"SELECT convert_from($1, 'UTF8')")},
            "parameter": lambda: {"strict": self.parameter},
            "literal": lambda: {"strict": self.literal},
            "literal_sql_ascii": lambda: {"strict": self.of_ascii_client()},
            "literal_escapes": lambda: {"strict": self.escapes},
            "copy": lambda: {"strict": self.column()},
            "length_bytea": lambda: {"verdict": self.verdict(b"SELECT length($1, 'UTF8')")},
            "substring": lambda: {"strict": self.characters},
        }


POSTGRESQL = ["convert_from", "parameter", "literal", "literal_sql_ascii", "literal_escapes", "copy", "length_bytea",
              "substring"]


class MariaDB:
    """Statements by libmariadb, with the character set utf8mb4."""

    def __init__(self, directory):
        data, log = directory + "/data", directory + "/log"
        os.mkdir(data)
        os.chdir(data)
        self.path = SHORT + "/sql"
        # Without users and InnoDB, an empty directory is a database.
        server = begin([self.program(), "--no-defaults", "--datadir=" + data, "--socket=" + self.path,
                        "--skip-networking", "--skip-grant-tables", "--skip-innodb",
                        "--default-storage-engine=MyISAM", "--performance-schema=0", "--key-buffer-size=1M",
                        "--aria-pagecache-buffer-size=1M", "--skip-log-bin", "--character-set-server=utf8mb4",
                        "--pid-file=" + directory + "/pid"], log)
        self.library = self.declared(ctypes.CDLL("libmariadb.so.3"))
        self.connection = until_ready(self.connected, server, log)
        self.version = self.rows(b"SELECT VERSION()")[0].decode().split("-")[0]
        self.rows(b"CREATE DATABASE placemat")
        self.rows(b"USE placemat")
        self.rows(b"SET NAMES utf8mb4, group_concat_max_len = 16777216, max_recursive_iterations = 1000000")
        self.inserted = 0

    @staticmethod
    def program():
        return shutil.which("mariadbd") or shutil.which("mariadbd", path="/usr/sbin:/usr/local/sbin")

    @classmethod
    def is_there(cls):
        return bool(cls.program() and ctypes.CDLL("libmariadb.so.3"))

    @staticmethod
    def declared(library):
        for name, result, arguments in [
                ("mysql_init", c_void_p, [c_void_p]),
                ("mysql_real_connect", c_void_p,
                 [c_void_p, c_char_p, c_char_p, c_char_p, c_char_p, c_uint, c_char_p, c_ulong]),
                ("mysql_close", None, [c_void_p]), ("mysql_real_query", c_int, [c_void_p, c_char_p, c_ulong]),
                ("mysql_errno", c_uint, [c_void_p]), ("mysql_error", c_char_p, [c_void_p]),
                ("mysql_store_result", c_void_p, [c_void_p]),
                ("mysql_fetch_row", ctypes.POINTER(c_void_p), [c_void_p]),
                ("mysql_fetch_lengths", ctypes.POINTER(c_ulong), [c_void_p]), ("mysql_free_result", None, [c_void_p])]:
            function = getattr(library, name)
            function.restype, function.argtypes = result, arguments
        return library

    def connected(self):
        handle = self.library.mysql_init(None)
        if self.library.mysql_real_connect(handle, None, b"root", None, None, 0, self.path.encode(), 0):
            return handle
        self.library.mysql_close(handle)
        return None

    # Errors that say that a text is ill-formed: ER_INVALID_CHARACTER_STRING,
    # ER_TRUNCATED_WRONG_VALUE_FOR_FIELD.
    REFUSALS = {1300, 1366}

    def rows(self, sql):
        """The first column; a NULL is None."""
        library, handle = self.library, self.connection
        failed = library.mysql_real_query(handle, sql, len(sql)) != 0
        result = None if failed else library.mysql_store_result(handle)
        if not result and library.mysql_errno(handle) != 0:
            number, reason = library.mysql_errno(handle), library.mysql_error(handle).decode("latin-1")
            if number in self.REFUSALS:
                raise Refused("error %d, %s" % (number, reason))
            alone.fail("mariadb: error %d, %s" % (number, reason))
        if not result:
            return []
        found = []
        while row := library.mysql_fetch_row(result):
            length = library.mysql_fetch_lengths(result)[0]
            found.append(ctypes.string_at(row[0], length) if row[0] else None)
        library.mysql_free_result(result)
        return found

    def one(self, sql):
        found = self.rows(sql)[0]
        if found is None:
            raise Refused("NULL")
        return found

    def literal(self, units):
        refuse_units(units, b"'\\")
        return b"'" + units + b"'"

    @staticmethod
    def binary(units):
        return b"X'" + units.hex().encode() + b"'"

    # The values of a text, by the conversion of the database itself.
    POINTS = b"CAST(CONVERT(%s USING utf32) AS BINARY)"

    def points(self, sql):
        return ["%X" % value for value, in struct.iter_unpack(">I", self.one(sql))]

    def from_binary(self, expression):
        return lambda units: self.points(b"SELECT " + self.POINTS % expression.replace(b"?", self.binary(units)))

    def from_literal(self, sql):
        return lambda units: values(self.one(sql.replace(b"?", self.literal(units))))

    def utf32(self, units):
        return self.points(b"SELECT " + self.POINTS % self.literal(units))

    def substring(self, units):
        refuse_long(units)
        found = self.rows(b"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < CHAR_LENGTH(?)) "
                          b"SELECT SUBSTRING(?, i, 1) FROM n WHERE CHAR_LENGTH(?) > 0 ORDER BY i"
                          .replace(b"?", self.literal(units)))
        return [value for piece in found for value in values(piece)]

    def json_valid(self, units):
        refuse_units(units, bytes(range(0x20)) + b'"')
        if self.one(b"SELECT JSON_VALID(CONCAT('\"', " + self.literal(units) + b", '\"'))") != b"1":
            raise Refused("0")
        return []

    def json_value(self, units):
        refuse_units(units, bytes(range(0x20)) + b'"')
        return self.points(b"SELECT " + self.POINTS % (b"JSON_VALUE(CONCAT('[\"', " + self.literal(units) + b", '\"]'), '$[0]')"))

    def column(self, character_set, sql_mode):
        self.rows(b"SET sql_mode = '" + sql_mode + b"'")
        self.rows(b"CREATE TABLE texts (t LONGTEXT CHARACTER SET " + character_set + b") ENGINE=MyISAM")

        def insert(units):
            self.inserted += 1
            if self.inserted % 1024 == 0:
                self.rows(b"TRUNCATE texts")
            return self.points(b"INSERT INTO texts VALUES (" + self.binary(units) + b") RETURNING " + self.POINTS % b"t")
        return insert

    def apis(self):
        strict = b"STRICT_ALL_TABLES"
        return {
            "literal": lambda: {"strict": self.from_literal(b"SELECT ?")},
            "introducer": lambda: {"strict": self.from_binary(b"_utf8mb4 ?")},
            "convert_using": lambda: {"lossy": self.from_binary(b"CONVERT(? USING utf8mb4)")},
            "cast": lambda: {"lossy": self.from_binary(b"CAST(? AS CHAR CHARACTER SET utf8mb4)")},
            "column": lambda: {"strict": self.column(b"utf8mb4", strict)},
            "column_not_strict": lambda: {"lossy": self.column(b"utf8mb4", b"")},
            "column_utf8mb3": lambda: {"strict": self.column(b"utf8mb3", strict)},
            "convert_utf32": lambda: {"lossy": self.utf32},
            "substring": lambda: {"strict": self.substring},
            "json_valid": lambda: {"verdict": self.json_valid},
            "json_value": lambda: {"strict": self.json_value},
        }


MARIADB = ["literal", "introducer", "convert_using", "cast", "column", "column_not_strict", "column_utf8mb3",
           "convert_utf32", "substring", "json_valid", "json_value"]
# Nothing states what these do with ill-formed text.
UNDOCUMENTED = ["literal_sql_ascii", "column_not_strict", "column_utf8mb3", "convert_utf32", "substring", "json_value",
                "convert_using", "cast"]
SERVERS = {"postgresql": (PostgreSQL, POSTGRESQL), "mariadb": (MariaDB, MARIADB)}


def main():
    server = sys.argv[1] if len(sys.argv) > 1 else ""
    if server not in SERVERS:
        alone.fail("which server? One of: " + " ".join(SERVERS))
    make, names = SERVERS[server]
    if sys.argv[2:] == ["--probe"]:
        if not make.is_there():
            alone.fail("no " + server)
        alone.separate()
        return
    name = alone.choose("decoder", names)
    directory = alone.enter()
    alone.stay_on_one_processor()
    started = make(directory)
    functions = started.apis()[name]()
    hello = {"name": "%s_%s" % (server, name), "version": started.version, "bom": "keep", "modes": list(functions)}
    if name == "column_utf8mb3":
        hello.update(dialect="utf8mb3")
    if name not in UNDOCUMENTED:
        hello.update(dialect="utf-8", policy="reject")
    alone.serve(hello, alone.answer_each(functions))


try:
    main()
except OSError as error:
    alone.fail(error)

// Phobos' decoders (D), one per argument, as a child of `placemat audit`:
//   gdc -O2 -o adapter impls/adapters/lang/d.d && ./adapter utf_decode
// Shows what they do; must not know what is right.
import core.sys.posix.unistd : read;
import std.algorithm.searching : canFind;
import std.array, std.encoding, std.format, std.stdio, std.string, std.typecons, std.utf;

string shown(R)(R values) {
    auto line = appender("ok");
    foreach (value; values) {
        char[8] digits;
        size_t at = digits.length;
        uint left = cast(uint) value;
        do {
            digits[--at] = "0123456789ABCDEF"[left & 15];
            left >>= 4;
        } while (left != 0);
        line ~= ' ';
        line ~= digits[at .. $];
    }
    return line[];
}

string units(const(char)[] hex) {
    static uint digit(char c) { return c <= '9' ? c - '0' : (c | 32) - 'a' + 10; }
    auto text = new char[hex.length / 2];
    foreach (i, ref unit; text) unit = cast(char) (digit(hex[2 * i]) << 4 | digit(hex[2 * i + 1]));
    return cast(string) text;
}

string decode_one(Flag!"useReplacementDchar" lossy)(string text) {
    dchar[] values;
    size_t at = 0;
    while (at < text.length) {
        const start = at;
        try
            values ~= std.utf.decode!lossy(text, at);
        catch (UTFException e)
            return format("error %d -", start);
    }
    return shown(values);
}

string answer(string api, string text) {
    switch (api) {
        case "utf_decode": return decode_one!(No.useReplacementDchar)(text);
        case "utf_decode_replacement": return decode_one!(Yes.useReplacementDchar)(text);
        case "utf_validate":
            try std.utf.validate(text);
            catch (UTFException e) return "error - - UTFException";
            return "ok";
        case "by_dchar": return shown(text.byDchar.array);
        case "to_utf32":
            return shown(text.toUTF32);
        case "foreach_dchar":
            dchar[] values;
            try foreach (dchar value; text) values ~= value;
            catch (Exception e) return "error - - " ~ typeid(e).name;
            return shown(values);
        case "encoding_is_valid": return std.encoding.isValid(text) ? "ok" : "error - -";
        case "encoding_sanitize": return shown(std.encoding.sanitize(text).toUTF32);
        case "encoding_safe_decode":
            dchar[] values;
            const(char)[] rest = text;
            while (rest.length) {
                values ~= std.encoding.safeDecode(rest);  // INVALID_SEQUENCE is FFFFFFFF
            }
            return shown(values);
        default: assert(false);
    }
}

int main(string[] arguments) {
    const apis = ["utf_decode", "utf_decode_replacement", "utf_validate", "by_dchar", "to_utf32", "foreach_dchar",
        "encoding_is_valid", "encoding_sanitize", "encoding_safe_decode"];
    const api = arguments.length == 2 ? arguments[1] : "";
    if (!apis.canFind(api)) {
        stderr.writeln("d.d: which decoder? One of: ", apis.join(" "));
        return 2;
    }
    const mode = ["utf_validate": "verdict", "encoding_is_valid": "verdict", "utf_decode": "strict",
        "foreach_dchar": "strict"].get(api, "lossy");
    const policy = mode == "lossy" ? "maximal-subpart" : "reject";
    // Answers all lines that came together at once.
    char[1 << 16] piece;
    char[] left;
    for (ptrdiff_t n; (n = read(0, piece.ptr, piece.length)) > 0; stdout.flush()) {
        left ~= piece[0 .. n];
        for (ptrdiff_t end; (end = left.indexOf('\n')) >= 0; left = left[end + 1 .. $]) {
            const parts = left[0 .. end].split(" ");
            if (parts[0] == "placemat")
                writefln(`hello {"name":"d_%s","version":"2.%d","dialect":"utf-8","policy":"%s","bom":"keep","modes":["%s"]}`,
                    api, __VERSION__ % 1000, policy, mode);
            else if (parts[1] != mode)
                writefln("%s unsupported", parts[0]);
            else
                write(parts[0], " ", answer(api, units(parts.length > 2 ? parts[2] : "")), "\n");
        }
    }
    return 0;
}

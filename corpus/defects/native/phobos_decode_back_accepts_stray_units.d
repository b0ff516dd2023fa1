import std.stdio, std.utf;
void main() {
    string units = "\xC3\xA9\x80";
    try {
        while (units.length) decodeBack(units);
        writeln("well-formed");
    } catch (UTFException e) writeln("ill-formed");
}

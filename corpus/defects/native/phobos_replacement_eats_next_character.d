import std.stdio, std.typecons, std.utf;
void main() {
    string units = "\xE2A";
    size_t at = 0;
    while (at < units.length)
        writef("%s%X", at ? " " : "", cast(uint) decode!(Yes.useReplacementDchar)(units, at));
    writeln();
}

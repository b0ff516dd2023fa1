import std.stdio, std.typecons, std.utf;
void main() {
    string units = "\x80";
    try writefln("%X", cast(uint) decodeBack!(Yes.useReplacementDchar)(units));
    catch (UTFException e) writeln("UTFException");
}

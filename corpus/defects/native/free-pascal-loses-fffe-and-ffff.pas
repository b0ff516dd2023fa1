program nonchar;
{$mode objfpc}{$H+}
uses sysutils;
const units: RawByteString = #$EF#$BF#$BE;
var text: UnicodeString; i: integer;
begin
  text := UTF8Decode(units);
  for i := 1 to length(text) do begin
    if i > 1 then write(' ');
    write(inttohex(ord(text[i]), 1));
  end;
  writeln;
end.

program pair;
{$mode objfpc}{$H+}
uses sysutils;
const units: RawByteString = #$F0#$90#$80#$80'BC';
var text: array[0..0] of UnicodeChar; size, i: SizeUInt;
begin
  { Room for one code unit: nothing, or the start of the text. }
  size := Utf8ToUnicode(@text[0], 1, pchar(units), length(units));
  if size < 2 then write('nothing');
  for i := 2 to size do write(inttohex(ord(text[i - 2]), 1));
  writeln;
end.

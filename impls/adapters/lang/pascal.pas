{ Free Pascal's decoders, one per argument, as a child of `placemat audit`:
    fpc -O2 impls/adapters/lang/pascal.pas && ./pascal utf8_decode
  Shows what they do; must not know what is right. }
program pascal;
{$mode objfpc}{$H+}
{$ifdef unix}uses cwstring, sysutils;{$else}uses sysutils;{$endif}

function units(const hex: string): RawByteString;
var i: integer;
begin
  setlength(result, length(hex) div 2);
  for i := 1 to length(result) do result[i] := chr(strtoint('$' + copy(hex, 2 * i - 1, 2)));
end;

function hex_of(value: cardinal): string;
begin
  result := inttohex(value, 1);
end;

{ UTF-16: pairs are joined, a lone surrogate is shown as it is. }
function shown(const text: UnicodeString): string;
var i: integer; value: cardinal;
begin
  result := 'ok';
  i := 1;
  while i <= length(text) do begin
    value := ord(text[i]);
    if (value >= $D800) and (value <= $DBFF) and (i < length(text)) and (ord(text[i + 1]) >= $DC00)
      and (ord(text[i + 1]) <= $DFFF) then begin
      inc(i);
      value := $10000 + ((value - $D800) shl 10) + (ord(text[i]) - $DC00);
    end;
    result := result + ' ' + hex_of(value);
    inc(i);
  end;
end;

function answer(const api: string; in_units: RawByteString): string;
var wide: UnicodeString; size: SizeInt;
begin
  if api = 'utf8_decode' then exit(shown(UTF8Decode(in_units)));
  if api = 'utf8_to_unicode' then begin
    if in_units = '' then exit('ok');
    setlength(wide, length(in_units) + 1);
    size := Utf8ToUnicode(PUnicodeChar(wide), length(wide) + 1, pchar(in_units), length(in_units));
    if size <= 0 then exit('error - -');
    setlength(wide, size - 1);
    exit(shown(wide));
  end;
  if api = 'encoding_utf8' then
    try
      exit(shown(TEncoding.UTF8.GetString(BytesOf(in_units))));
    except
      exit('error - -');
    end;
  if api = 'wide_string_manager' then begin
    setcodepage(in_units, CP_UTF8, false);
    exit(shown(UnicodeString(in_units)));
  end;
  answer := 'unsupported';
end;

const apis = ' utf8_decode utf8_to_unicode encoding_utf8 wide_string_manager ';
var line, number, mode: string; at: integer;
begin
  if (paramcount <> 1) or (pos(' ' + paramstr(1) + ' ', apis) = 0) then begin
    writeln(stderr, 'pascal.pas: which decoder? One of:', apis);
    halt(2);
  end;
  while not eof do begin
    readln(line);
    at := pos(' ', line);
    number := copy(line, 1, at - 1);
    delete(line, 1, at);
    if number = 'placemat' then begin
      writeln('hello {"name":"pascal_', paramstr(1), '","version":"', {$i %fpcversion%}, '","bom":"keep","modes":["lossy"]}');
    end else begin
      at := pos(' ', line + ' ');
      mode := copy(line, 1, at - 1);
      delete(line, 1, at);
      if mode = 'lossy' then writeln(number, ' ', answer(paramstr(1), units(line)))
      else writeln(number, ' unsupported');
    end;
    flush(output);
  end;
end.

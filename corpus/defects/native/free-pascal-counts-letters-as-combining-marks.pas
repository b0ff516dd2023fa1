program combining;
begin
  { U+0391 is a letter, no combining mark. }
  writeln('length ', Utf8CodePointLen('A'#$CE#$91, 3, true));
end.

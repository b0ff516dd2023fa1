program code_point_length;
{ A length above 0 is that of a valid sequence. }
begin
  if Utf8CodePointLen(#$C0#$80, 2, false) > 0 then writeln('well-formed')
  else writeln('ill-formed');
end.

program truncated_end;
{$mode objfpc}{$H+}
uses classes, dom, xmlread;
var document: TXMLDocument;
begin
  try
    ReadXMLFile(document, TStringStream.Create('<a/>'#$C3));
    writeln('well-formed');
  except
    on EXMLReadError do writeln('ill-formed');
  end;
end.

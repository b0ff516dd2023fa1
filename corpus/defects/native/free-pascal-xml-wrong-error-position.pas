program error_position;
{$mode objfpc}{$H+}
uses classes, dom, xmlread;
var document: TXMLDocument;
begin
  try
    ReadXMLFile(document, TStringStream.Create('<a>'#$C3'A'#10#10#10'</a>'));
  except
    on e: EXMLReadError do writeln('error line ', e.Line);
  end;
end.

#include <wx/mstream.h>
#include <wx/txtstrm.h>
#include <cstdio>
int main() {
  wxMemoryInputStream units("A\x80" "B", 3);
  wxTextInputStream text(units, " \t", wxMBConvUTF8());
  wxString all;
  while (units.IsOk() && !units.Eof()) all += text.ReadLine();
  if (units.GetLastError() == wxSTREAM_READ_ERROR) return puts("ill-formed"), 0;
  for (const wxUniChar v : all) printf("%X ", (unsigned)v.GetValue());
}

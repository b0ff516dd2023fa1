#include <wx/strconv.h>
#include <cstdio>
int main() {
  wchar_t out[9];
  const size_t count =
      wxMBConvUTF8(wxMBConvUTF8::MAP_INVALID_UTF8_TO_PUA).ToWChar(out, 9, "\xF8\x88\x80\x80\x80", 5);
  for (size_t i = 0; i < count; ++i) printf("%X ", (unsigned)out[i]);
}

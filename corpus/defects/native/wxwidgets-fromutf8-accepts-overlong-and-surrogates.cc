#include <wx/string.h>
#include <cstdio>
int main() {  // an empty string stands for an error
  puts(wxString::FromUTF8("\xE0\x80\xAF").empty() ? "ill-formed" : "well-formed");
}

#include <xapian.h>
#include <cstdio>
int main() {  // for an ill-formed sequence the iterator is documented to give its units
  puts(*Xapian::Utf8Iterator("\xED\xA0\x80") == 0xED ? "ill-formed" : "well-formed");
}

#include <cstdio>
#include <string>
#include <xercesc/framework/MemBufInputSource.hpp>
#include <xercesc/parsers/SAXParser.hpp>
#include <xercesc/sax/HandlerBase.hpp>
#include <xercesc/util/PlatformUtils.hpp>
using namespace xercesc;
int main() {
  XMLPlatformUtils::Initialize();
  const std::string text = "<a>" + std::string(40, 'A') + "\xF5\x80\x80\x80" "B</a>";
  MemBufInputSource source(reinterpret_cast<const XMLByte *>(text.data()), text.size(), "text");
  HandlerBase handler;  // throws at a fatal error
  SAXParser parser;
  parser.setErrorHandler(&handler);
  try {
    parser.parse(source);
    puts("well-formed");
  } catch (const SAXParseException &) {
    puts("ill-formed");
  }
}

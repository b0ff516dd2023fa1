// Pike's decoders, one per argument, as a child of `placemat audit`:
//   pike8.0 impls/adapters/lang/pike.pike utf8_to_string
// Shows what they do; must not know what is right.
int main(int count, array(string) arguments) {
  array(string) apis = ({"utf8_to_string", "utf8_to_string_extended", "charset_decoder"});
  string api = count == 2 ? arguments[1] : "";
  if (!has_value(apis, api)) {
    werror("pike.pike: which decoder? One of: %s\n", apis * " ");
    return 2;
  }
  string mode = api == "charset_decoder" ? "stream" : "strict";
  while (string line = Stdio.stdin.gets()) {
    array(string) parts = line / " ";
    if (parts[0] == "placemat") {
      write("hello {\"name\":\"pike_%s\",\"version\":\"%s\",%s\"bom\":\"keep\",\"modes\":[\"%s\"]}\n",
        api, (version() / " v")[1] / " release " * ".",
        sprintf("\"dialect\":\"%s\",\"policy\":\"reject\",", has_suffix(api, "extended") ? "utf-8-2279" : "utf-8"), mode);
      continue;
    }
    if (parts[1] != mode) {
      write("%s unsupported\n", parts[0]);
      continue;
    }
    string hex = sizeof(parts) > 2 ? parts[2] : "";
    string text;
    mixed failed = catch {
      switch (api) {
        case "utf8_to_string": text = utf8_to_string(String.hex2string(hex)); break;
        case "utf8_to_string_extended": text = utf8_to_string(String.hex2string(hex), 1); break;
        case "charset_decoder":
          object decoder = Charset.decoder("utf-8");
          text = "";
          foreach (hex / "|", string chunk) text += decoder->feed(String.hex2string(chunk))->drain();
      }
    };
    if (failed) write("%s error - - %s\n", parts[0], replace(describe_error(failed), "\n", " "));
    // A character is a signed number of 32 bits.
    else write("%s ok%{ %X%}\n", parts[0], map((array(int)) text, `&, 0xFFFFFFFF));
  }
}

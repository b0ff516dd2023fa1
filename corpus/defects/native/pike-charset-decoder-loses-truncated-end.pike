int main() {
  mixed failed = catch { Charset.decoder("utf-8")->feed("A\xC3")->drain(); };
  write(failed ? "ill-formed\n" : "well-formed\n");
}

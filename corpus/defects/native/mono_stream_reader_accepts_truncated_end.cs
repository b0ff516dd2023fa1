using System; using System.IO; using System.Text;
static class Repro {
  static void Main() {
    var strict = new UTF8Encoding(false, true);
    try {
      new StreamReader(new MemoryStream(new byte[] { 0x41, 0xC3 }), strict).ReadToEnd();
      Console.WriteLine("well-formed");
    } catch (DecoderFallbackException) { Console.WriteLine("ill-formed"); }
  }
}

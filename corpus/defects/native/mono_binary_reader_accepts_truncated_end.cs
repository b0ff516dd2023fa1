using System; using System.IO; using System.Text;
static class Repro {
  static void Main() {
    var strict = new UTF8Encoding(false, true);
    try {  // a string of two units: its length goes before it
      new BinaryReader(new MemoryStream(new byte[] { 2, 0x41, 0xC3 }), strict).ReadString();
      Console.WriteLine("well-formed");
    } catch (DecoderFallbackException) { Console.WriteLine("ill-formed"); }
  }
}

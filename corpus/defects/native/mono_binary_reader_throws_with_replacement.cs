using System; using System.IO; using System.Text;
static class Repro {
  static void Main() {
    var reader = new BinaryReader(new MemoryStream(new byte[] { 0xC3, 0x41 }), new UTF8Encoding());
    try { Console.WriteLine("{0:X} {1:X}", (int) reader.ReadChar(), (int) reader.ReadChar()); }
    catch (ArgumentException e) { Console.WriteLine(e.GetType().Name); }
  }
}

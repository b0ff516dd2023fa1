using System; using System.Text;
static class Repro {
  static void Main() {
    try { new UTF8Encoding(false, true).GetString(new byte[] { 0x41, 0xE2, 0x82, 0x41 }); }
    catch (DecoderFallbackException e) { Console.WriteLine("error offset {0}", e.Index); }
  }
}

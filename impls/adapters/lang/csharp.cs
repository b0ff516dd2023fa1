// Decoders of .NET's class library, here under Mono, one per argument, as a
// child of `placemat audit`:
//   mcs -out:adapter.exe impls/adapters/lang/csharp.cs && mono adapter.exe get_string
// Shows what they do; must not know what is right.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;

static class Adapter {
  static byte[] Units(string hex) {
    hex = hex.Trim();
    var units = new byte[hex.Length / 2];
    for (int i = 0; i < units.Length; ++i) units[i] = (byte)(16 * Digit(hex[2 * i]) + Digit(hex[2 * i + 1]));
    return units;
  }
  static int Digit(char c) { return c <= '9' ? c - '0' : (c | 32) - 'a' + 10; }
  static string Values(string text) {
    var line = new StringBuilder("ok");
    for (int i = 0; i < text.Length; ++i) {
      bool pair = char.IsHighSurrogate(text[i]) && i + 1 < text.Length && char.IsLowSurrogate(text[i + 1]);
      int value = pair ? char.ConvertToUtf32(text[i], text[++i]) : text[i];
      line.Append(' ').Append(value.ToString("X"));
    }
    return line.ToString();
  }
  static string Stream(string hexes) {
    var decoder = new UTF8Encoding(false, false).GetDecoder();
    var text = new StringBuilder();
    var chunks = hexes.Split('|');
    for (int i = 0; i <= chunks.Length; ++i) {
      var units = i < chunks.Length ? Units(chunks[i]) : new byte[0];
      var room = new char[units.Length + 8];
      text.Append(room, 0, decoder.GetChars(units, 0, units.Length, room, 0, i == chunks.Length));
    }
    return Values(text.ToString());
  }
  static readonly Dictionary<string, Dictionary<string, Func<string, string>>> apis =
      new Dictionary<string, Dictionary<string, Func<string, string>>> {
    { "get_string", new Dictionary<string, Func<string, string>> {
      { "strict", hex => Values(new UTF8Encoding(false, true).GetString(Units(hex))) },
      { "lossy", hex => Values(new UTF8Encoding(false, false).GetString(Units(hex))) } } },
    { "get_decoder", new Dictionary<string, Func<string, string>> { { "stream", Stream } } },
    { "stream_reader", new Dictionary<string, Func<string, string>> {
      { "lossy", hex => Values(new StreamReader(new MemoryStream(Units(hex)), new UTF8Encoding(false), false, 128).ReadToEnd()) } } },
    { "uri_unescape", new Dictionary<string, Func<string, string>> {
      { "lossy", hex => Values(System.Net.WebUtility.UrlDecode(string.Concat(Units(hex).Select(u => "%" + u.ToString("x2"))))) } } },
  };
  // Answers all lines that came together at once.
  static IEnumerable<string> Lines(Stream input, Action flush) {
    var piece = new byte[1 << 16];
    var line = new StringBuilder();
    for (int n; (n = input.Read(piece, 0, piece.Length)) > 0; flush()) {
      for (int start = 0, end; start < n; start = end + 1) {
        end = Array.IndexOf(piece, (byte)'\n', start, n - start);
        line.Append(Encoding.ASCII.GetString(piece, start, (end < 0 ? n : end) - start));
        if (end < 0) break;
        yield return line.ToString();
        line.Clear();
      }
    }
  }
  static void Main(string[] arguments) {
    if (arguments.Length != 1 || !apis.ContainsKey(arguments[0])) {
      Console.Error.WriteLine("csharp.cs: which decoder? One of: " + string.Join(" ", apis.Keys));
      Environment.Exit(2);
    }
    var functions = apis[arguments[0]];
    var output = new StreamWriter(Console.OpenStandardOutput(), Encoding.ASCII, 1 << 16);
    foreach (string line in Lines(Console.OpenStandardInput(), output.Flush)) {
      var parts = (line + "  ").Split(new[] { ' ' }, 3);
      Func<string, string> function;
      if (parts[0] == "placemat") {
        var version = (Type.GetType("Mono.Runtime")?.GetMethod("GetDisplayName",
            System.Reflection.BindingFlags.NonPublic | System.Reflection.BindingFlags.Static)
            ?.Invoke(null, null) as string ?? Environment.Version.ToString()).Split(' ')[0];
        output.Write("hello {\"name\":\"mono_" + arguments[0] + "\",\"version\":\"" + version
            + "\",\"dialect\":\"utf-8\",\"policy\":\"maximal-subpart\",\"bom\":\"keep\",\"modes\":["
            + string.Join(",", functions.Keys.Select(mode => "\"" + mode + "\"")) + "]}\n");
        continue;
      }
      string answer = "unsupported";
      if (functions.TryGetValue(parts[1], out function)) {
        try {
          answer = function(parts[2]);
        } catch (DecoderFallbackException e) {
          answer = "error " + (e.Index >= 0 ? e.Index.ToString() : "-") + " " + (e.BytesUnknown?.Length.ToString() ?? "-") + " " + e.GetType().Name;
        }
      }
      output.Write(parts[0] + " " + answer + "\n");
    }
  }
}

// Decoders of the JDK, one per argument, as a child of `placemat audit`:
//   java impls/adapters/lang/java.java charset_decoder
// Shows what they do; must not know what is right.
import java.io.*;
import java.nio.*;
import java.nio.charset.*;
import java.nio.file.*;
import java.util.*;

class Adapter {
  interface Decode { int[] of(byte[] units) throws Exception; }
  interface Stream { int[] of(List<byte[]> chunks) throws Exception; }
  interface Check { boolean of(byte[] units) throws Exception; }
  static class IllFormed extends Exception {
    final String where;
    IllFormed(String where) { this.where = where; }
  }
  static class Unsupported extends Exception {}

  static Decode strict, lossy;
  static Stream stream;
  static String dialect = "utf-8", policy = "maximal-subpart", bom = "keep";

  static int[] points(CharSequence text) { return text.codePoints().toArray(); }

  static CharsetDecoder decoder(Charset charset, CodingErrorAction action) {
    return charset.newDecoder().onMalformedInput(action).onUnmappableCharacter(action);
  }
  static Decode reporting(Charset charset) {
    return units -> {
      CharBuffer out = CharBuffer.allocate(units.length + 1);
      ByteBuffer in = ByteBuffer.wrap(units);
      CoderResult result = decoder(charset, CodingErrorAction.REPORT).decode(in, out, true);
      if (result.isError()) throw new IllFormed(in.position() + " " + result.length());
      return points(out.flip());
    };
  }
  static Stream streaming(Charset charset) {  // undecoded units stay with the caller
    return chunks -> {
      CharsetDecoder decoder = decoder(charset, CodingErrorAction.REPLACE);
      int total = 1;
      for (byte[] chunk : chunks) total += chunk.length;
      CharBuffer out = CharBuffer.allocate(total);
      byte[] rest = new byte[0];
      for (byte[] chunk : chunks) {
        ByteBuffer in = ByteBuffer.allocate(rest.length + chunk.length).put(rest).put(chunk).flip();
        decoder.decode(in, out, false);
        in.get(rest = new byte[in.remaining()]);
      }
      decoder.decode(ByteBuffer.wrap(rest), out, true);
      decoder.flush(out);
      return points(out.flip());
    };
  }
  static Decode reader(Charset charset) {
    return units -> {
      StringBuilder text = new StringBuilder();
      Reader in = new InputStreamReader(new ByteArrayInputStream(units), charset);
      for (int unit; (unit = in.read()) >= 0;) text.append((char) unit);
      return points(text);
    };
  }

  static void choose(String api) {
    Charset utf8 = StandardCharsets.UTF_8;
    switch (api) {
      case "charset_decoder" -> {
        strict = reporting(utf8);
        lossy = units -> points(decoder(utf8, CodingErrorAction.REPLACE).decode(ByteBuffer.wrap(units)));
        stream = streaming(utf8);
      }
      case "charset_decoder_ignore" -> {
        policy = "skip";
        lossy = units -> points(decoder(utf8, CodingErrorAction.IGNORE).decode(ByteBuffer.wrap(units)));
      }
      case "new_string" -> lossy = units -> points(new String(units, utf8));
      case "charset_decode" -> lossy = units -> points(utf8.decode(ByteBuffer.wrap(units)));
      case "input_stream_reader" -> lossy = reader(utf8);
      case "files_read_string" -> {
        policy = "reject";
        strict = units -> {
          Path file = Files.createTempFile(
              Path.of(Objects.requireNonNullElse(System.getenv("TMPDIR"), System.getProperty("java.io.tmpdir"))),
              "placemat", "");
          try {
            return points(Files.readString(Files.write(file, units)));
          } finally {
            Files.delete(file);
          }
        };
      }
      case "data_input_read_utf" -> {
        dialect = "mutf-8";
        policy = "reject";
        strict = units -> {
          if (units.length > 0xFFFF) throw new Unsupported();
          ByteArrayOutputStream all = new ByteArrayOutputStream();
          new DataOutputStream(all).writeShort(units.length);
          all.write(units);
          return points(new DataInputStream(new ByteArrayInputStream(all.toByteArray())).readUTF());
        };
      }
      case "cesu_8" -> {
        dialect = "cesu-8";
        Charset cesu8 = Charset.forName("CESU-8");
        strict = reporting(cesu8);
        lossy = units -> points(new String(units, cesu8));
        stream = streaming(cesu8);
      }
      case "url_decoder" -> lossy = units -> {
        StringBuilder text = new StringBuilder();
        for (byte unit : units) text.append(String.format("%%%02x", unit & 0xFF));
        return points(java.net.URLDecoder.decode(text.toString(), utf8));
      };
      case "properties_load" -> {
        lossy = units -> {
          for (byte unit : units)
            if (unit >= 0 && unit <= ' ' || unit == '\\') throw new Unsupported();
          Properties properties = new Properties();
          ByteArrayOutputStream all = new ByteArrayOutputStream();
          all.write('k');
          all.write('=');
          all.write(units);
          properties.load(new InputStreamReader(new ByteArrayInputStream(all.toByteArray()), utf8));
          return points(Objects.requireNonNull(properties.getProperty("k")));
        };
      }
      default -> {
        System.err.println("java.java: there is no decoder '" + api + "'; those there are stand in choose()");
        System.exit(2);
      }
    }
  }

  static String answer(String mode, String text) {
    try {
      int[] values;
      if (mode.equals("stream") && stream != null) {
        List<byte[]> chunks = new ArrayList<>();
        for (String hex : text.trim().split("\\|", -1)) chunks.add(HexFormat.of().parseHex(hex));
        values = stream.of(chunks);
      } else {
        Decode decode = mode.equals("strict") ? strict : mode.equals("lossy") ? lossy : null;
        if (decode == null) return " unsupported";
        values = decode.of(HexFormat.of().parseHex(text.trim()));
      }
      StringBuilder line = new StringBuilder(" ok");
      for (int value : values) line.append(' ').append(Integer.toHexString(value));
      return line.toString();
    } catch (IllFormed ill_formed) {
      return " error " + ill_formed.where;
    } catch (Unsupported unsupported) {
      return " unsupported";
    } catch (CharacterCodingException | UTFDataFormatException | EOFException refused) {
      return " error - - " + refused.getClass().getSimpleName();
    } catch (Exception e) {  // the adapter's trouble, not the decoder's
      throw new RuntimeException(e);
    }
  }

  public static void main(String[] arguments) throws IOException {
    choose(arguments.length == 1 ? arguments[0] : "");
    List<String> modes = new ArrayList<>();
    if (strict != null) modes.add("\"strict\"");
    if (lossy != null) modes.add("\"lossy\"");
    if (stream != null) modes.add("\"stream\"");
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.ISO_8859_1), 1 << 18);
    Writer out = new OutputStreamWriter(new FileOutputStream(FileDescriptor.out), StandardCharsets.ISO_8859_1);
    StringBuilder answers = new StringBuilder();
    for (String line; (line = in.readLine()) != null;) {
      String[] parts = line.split(" ", 3);
      if (parts[0].equals("placemat")) {
        answers.append("hello {\"name\":\"java_" + arguments[0] + "\",\"version\":\"" + Runtime.version().feature() + "."
            + Runtime.version().interim() + "." + Runtime.version().update() + "\",\"dialect\":\"" + dialect
            + "\",\"policy\":\"" + policy + "\",\"bom\":\"" + bom + "\",\"modes\":[" + String.join(",", modes) + "]}\n");
      } else {
        answers.append(parts[0]).append(answer(parts[1], parts.length > 2 ? parts[2] : "")).append('\n');
      }
      if (!in.ready()) {
        out.append(answers).flush();
        answers.setLength(0);
      }
    }
  }
}

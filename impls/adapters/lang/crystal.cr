# Crystal's decoders, one per argument, as a child of `placemat audit`:
#   crystal build --release -o adapter impls/adapters/lang/crystal.cr && ./adapter scrub
# Shows what they do; must not know what is right.
APIS = {"valid_encoding" => "verdict", "scrub" => "lossy", "each_char" => "lossy", "char_reader" => "lossy",
        "to_utf16" => "lossy", "encode_utf32" => "strict"}

def points(text : String)
  text.each_char.map(&.ord.to_s(16)).join(' ')
end

# UTF-16: pairs are joined, a lone surrogate is shown as it is.
def joined(units)
  values = [] of Int32
  units.each do |unit|
    last = values.last? || 0
    if 0xDC00 <= unit <= 0xDFFF && 0xD800 <= last <= 0xDBFF
      values[-1] = 0x10000 + ((last - 0xD800) << 10) + (unit.to_i - 0xDC00)
    else
      values << unit.to_i
    end
  end
  values
end

# Where the reader reports an error it hands out U+FFFD, and a number of units.
def read_chars(text : String)
  reader = Char::Reader.new(text)
  values = [] of String
  while reader.has_next?
    values << reader.current_char.ord.to_s(16)
    reader.next_char
  end
  values.join(' ')
end

def decode(api : String, units : Bytes)
  text = String.new(units)
  case api
  when "valid_encoding" then text.valid_encoding? ? "ok" : "error - -"
  when "scrub"          then "ok " + points(text.scrub)
  when "each_char"      then "ok " + points(text)
  when "char_reader"    then "ok " + read_chars(text)
  when "to_utf16"       then "ok " + joined(text.to_utf16).map(&.to_s(16)).join(' ')
  else
    wide = text.encode("UTF-32BE")
    "ok " + (0...wide.size // 4).map { |i| IO::ByteFormat::BigEndian.decode(UInt32, wide[4 * i, 4]).to_s(16) }.join(' ')
  end
rescue error : ArgumentError | InvalidByteSequenceError
  "error - - #{error.class}: #{error.message}"
end

api = ARGV.size == 1 ? ARGV[0] : ""
mode = APIS[api]?
unless mode
  STDERR.puts "crystal.cr: which decoder? One of: #{APIS.keys.join(' ')}"
  exit 2
end
while line = STDIN.gets
  parts = line.split(' ')
  if parts[0] == "placemat"
    claim = mode == "lossy" ? "" : %("dialect":"utf-8","policy":"reject",)
    puts %(hello {"name":"crystal_#{api}","version":"#{Crystal::VERSION}",#{claim}"bom":"keep","modes":["#{mode}"]})
  elsif parts[1] != mode
    puts "#{parts[0]} unsupported"
  else
    puts "#{parts[0]} #{decode(api, (parts[2]? || "").hexbytes)}"
  end
  STDOUT.flush
end

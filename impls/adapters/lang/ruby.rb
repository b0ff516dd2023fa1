# Ruby's decoders (MRI, JRuby), one per argument, as a child of `placemat audit`:
#   ruby impls/adapters/lang/ruby.rb scrub
# Shows what they do; must not know what is right.
require 'json'
require 'stringio'

engine = RUBY_ENGINE == 'ruby' ? 'ruby' : RUBY_ENGINE
utf8 = ->(units) { units.dup.force_encoding('UTF-8') }
points = ->(text) { text.encode('UTF-32BE').unpack('N*') }
# A string as Ruby splits it: what it calls no character comes out as its units.
pieces = lambda { |characters|
  characters.flat_map { |c|
    c.valid_encoding? ? [c.encode('UTF-32BE').unpack1('N')] : c.unpack('C*').each_slice(6).map { |units| 'raw:' + units.pack('C*').unpack1('H*') } }
}
literal = ->(units) { throw :unsupported if units.match?(/[\x00-\x1F"\\]/n) }
APIS = {
  'scrub' => ['maximal-subpart', {
    'lossy' => ->(u) { utf8.(u).scrub.unpack('U*') }, 'verdict' => ->(u) { utf8.(u).valid_encoding? } }],
  'codepoints' => ['reject', { 'strict' => ->(u) { utf8.(u).codepoints } }],
  'each_char' => [nil, { 'lossy' => ->(u) { pieces.(utf8.(u).each_char) } }],
  'encode_utf16' => ['maximal-subpart', {
    'strict' => ->(u) { points.(utf8.(u).encode('UTF-16BE')) },
    'lossy' => ->(u) { points.(utf8.(u).encode('UTF-16BE', invalid: :replace)) } }],
  'encode_utf32' => ['maximal-subpart', {
    'strict' => ->(u) { utf8.(u).encode('UTF-32BE').unpack('N*') },
    'lossy' => ->(u) { utf8.(u).encode('UTF-32BE', invalid: :replace).unpack('N*') } }],
  'encoding_converter' => ['maximal-subpart', {
    'stream' => lambda { |*chunks|
      converter, out = Encoding::Converter.new('UTF-8', 'UTF-32BE', invalid: :replace), ''.b
      chunks.each { |chunk| part = +''; converter.primitive_convert(chunk.dup, part, nil, nil, partial_input: true); out << part.b }
      part = +''
      converter.primitive_convert(+'', part)
      (out << part.b).unpack('N*')
    } }],
  'unpack_u' => [nil, { 'strict' => ->(u) { u.unpack('U*') } }],
  'io_read' => [nil, { 'lossy' => ->(u) { s = StringIO.new(u); s.set_encoding('UTF-8'); pieces.(s.each_char) } }],
  'json_parse' => [nil, { 'lossy' => ->(u) { literal.(u); pieces.(JSON.parse('["' + utf8.(u) + '"]')[0].each_char) } }],
  'symbol' => ['reject', { 'strict' => ->(u) { utf8.(u).to_sym.to_s.codepoints } }],
  'regexp' => ['reject', { 'verdict' => ->(u) { utf8.(u).match?(/\A.*\z/mu) } }],
}
unless APIS.key?(ARGV[0])
  warn "ruby.rb: which decoder? One of: #{APIS.keys.join(' ')}"
  exit 2
end
policy, functions = APIS[ARGV[0]]
hello = { name: "#{engine}_#{ARGV[0]}", version: engine == 'ruby' ? RUBY_VERSION : RUBY_ENGINE_VERSION }
hello.update(dialect: 'utf-8', policy: policy) if policy
hello.update(bom: 'keep', modes: functions.keys)
$stdin.binmode
$stdout.binmode
pending = ''.b
loop do
  lines = (pending + $stdin.readpartial(1 << 18)).split("\n", -1)
  pending = lines.pop
  answers = lines.map do |line|
    number, mode, text = line.split(' ', 3)
    if number == 'placemat'  # before the first question, which may not end
      $stdout.write("hello #{JSON.generate(hello)}\n")
      $stdout.flush
      next ''
    end
    function = functions[mode]
    next "#{number} unsupported\n" unless function
    chunks = (text || '').split('|', -1).map { |hex| [hex.strip].pack('H*') }
    chunks = [''.b] if chunks.empty?
    begin
      seen = catch(:unsupported) { function.(*chunks) }
      if seen.nil? then "#{number} unsupported\n"
      elsif mode == 'verdict' then "#{number} #{seen ? 'ok' : 'error - -'}\n"
      else "#{number} ok #{seen.map { |value| value.is_a?(String) ? value : value.to_s(16).upcase }.join(' ')}\n"
      end
    rescue ArgumentError, EncodingError, RangeError, JSON::ParserError => error
      "#{number} error - - #{error.class} in #{error.backtrace_locations&.first&.label}\n"
    end
  end
  $stdout.write(answers.join)
  $stdout.flush
rescue EOFError
  break
rescue SystemCallError, IOError => error
  warn "ruby.rb: #{error.message}"
  exit 2
end

values = [] of String
reader = Char::Reader.new(at_end: "A\x80")
loop do
  values.unshift reader.current_char.ord.to_s(16, upcase: true)
  break unless reader.has_previous?
  reader.previous_char
end
puts values.join(' ')

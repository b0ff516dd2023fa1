require 'json'

begin
  JSON.parse("[\"\xED\xA0\x80\"]")
  puts 'well-formed'
rescue JSON::ParserError
  puts 'ill-formed'
end

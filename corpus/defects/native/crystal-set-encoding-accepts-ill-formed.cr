io = IO::Memory.new("A\xC3")
io.set_encoding("UTF-8") # invalid: nil, so "an exception is raised"
begin
  io.gets_to_end
  puts "well-formed"
rescue ArgumentError | InvalidByteSequenceError
  puts "ill-formed"
end

text = "\xFF\xC3A".dup.force_encoding('UTF-8')
out = text.encode('UTF-32BE', invalid: :replace)
puts out.unpack('N*').map { |value| value.to_s(16).upcase }.join(' ')

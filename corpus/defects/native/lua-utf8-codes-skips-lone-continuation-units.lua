print(pcall(function() for _ in utf8.codes("A\x80") do end end) and "well-formed" or "ill-formed")

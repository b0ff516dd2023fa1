set file [open input w]
fconfigure $file -translation binary
puts -nonewline $file "AAAAAAA\xF0\x9F\x98\x80"
close $file
set file [open input]
fconfigure $file -encoding utf-8 -buffersize 10
foreach character [split [read $file] ""] {lappend values [format %X [scan $character %c]]}
puts $values

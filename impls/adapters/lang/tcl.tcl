# Tcl's decoders, one per argument, as a child of `placemat audit`:
#   tclsh impls/adapters/lang/tcl.tcl encoding_convertfrom
# Shows what they do; must not know what is right.
proc values {text} {
  set line ok
  foreach character [split $text {}] { append line [format { %X} [scan $character %c]] }
  return $line
}
proc encoding_convertfrom {units} { return [values [encoding convertfrom utf-8 $units]] }
proc channel_utf_8 {units} {
  set channel [file tempfile name]
  close $channel
  set file [open $name wb+]
  puts -nonewline $file $units
  seek $file 0
  fconfigure $file -encoding utf-8 -translation lf -eofchar {}
  set text [read $file]
  close $file
  file delete $name
  return [values $text]
}
fconfigure stdin -translation binary
fconfigure stdout -translation binary -buffering full
set api [lindex $argv 0]
if {$api ni {encoding_convertfrom channel_utf_8}} {
  puts stderr "tcl.tcl: which decoder? One of: encoding_convertfrom channel_utf_8"
  exit 2
}
while {[gets stdin line] >= 0} {
  lassign [split $line { }] number mode hex
  if {$number eq "placemat"} {
    puts "hello {\"name\":\"tcl_$api\",\"version\":\"[info patchlevel]\",\"bom\":\"keep\",\"modes\":\[\"lossy\"\]}"
  } elseif {$mode ne "lossy"} {
    puts "$number unsupported"
  } else {
    puts "$number [$api [binary format H* $hex]]"
  }
  flush stdout
}

foreach character [split [encoding convertfrom utf-8 "\xED\xA0\x80"] ""] {
  lappend values [format %X [scan $character %c]]
}
puts $values

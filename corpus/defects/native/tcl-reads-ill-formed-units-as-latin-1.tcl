foreach character [split [encoding convertfrom utf-8 "\xC3A"] ""] {
  lappend values [format %X [scan $character %c]]
}
puts $values

# The two code units of U+00E9 lie before and after the end of jq's buffer of 4095 code units.
{ head -c 4094 /dev/zero | tr '\0' a; printf '\303\251'; } |
  jq --raw-input --join-output '.[4094:]' | iconv -f UTF-8 -t UTF-32BE |
  od -An -v -tx4 --endian=big | sed 's/^ *//; s/\b0*//g' | tr a-f A-F

# A lead that announces four code units, one ASCII character, and the end of the string.
printf '"\360A"' | jq --join-output . | iconv -f UTF-8 -t UTF-32BE |
  od -An -v -tx4 --endian=big | sed 's/^ *//; s/\b0*//g' | tr a-f A-F

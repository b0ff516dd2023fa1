values=$(printf 'ABCD' | uconv -b 4 -x any-nfc -f UTF-8 -t UTF-8 | od -An -tx1 | tr a-f A-F | xargs)
echo "${values:-nothing}"

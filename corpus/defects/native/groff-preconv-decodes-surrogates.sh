printf '\355\240\200' | preconv -r -e utf-8 > output
sed 's/\\\[u\([0-9A-F]*\)\]/\1 /g' output

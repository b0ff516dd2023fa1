printf 'A\377' | iconv -c -f UTF-8 -t UTF-16LE > output 2> messages
echo "exit status $?"

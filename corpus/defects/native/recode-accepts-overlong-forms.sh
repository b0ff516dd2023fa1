if printf '\300\257' | recode UTF-8..UCS-4 > output 2> messages; then echo well-formed; else echo ill-formed; fi

printf '\355\240\200\n' > input
nvim --headless --clean -n -c 'set fileencodings=utf-8,latin1' -c 'edit input' \
  -c 'call writefile([&fileencoding == "utf-8" ? "well-formed" : "ill-formed"], "output")' \
  -c 'qall!' > messages 2>&1
cat output

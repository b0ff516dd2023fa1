text <- rawToChar(as.raw(c(0x41, 0x80)))
out <- iconv(text, "UTF-8", "UTF-8", sub = "Unicode")
cat(sprintf("%X", utf8ToInt(out)), "\n")

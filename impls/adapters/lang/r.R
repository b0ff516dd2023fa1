# R's decoders, one per argument, as a child of `placemat audit`:
#   Rscript impls/adapters/lang/r.R utf8ToInt
# Shows what they do; must not know what is right. An R string holds no NUL.
api <- commandArgs(TRUE)[1]
text_of <- function(units, encoding = "UTF-8") {
  text <- rawToChar(units)
  Encoding(text) <- encoding
  text
}
utf32 <- function(units, sub = NA) {
  out <- iconv(text_of(units), "UTF-8", "UTF-32BE", sub = sub, toRaw = TRUE)[[1]]
  if (is.null(out)) return(NA)
  values <- matrix(as.numeric(out), nrow = 4)
  colSums(values * c(16777216, 65536, 256, 1))
}
apis <- list(
  utf8ToInt = list("strict", "reject", function(units) if (length(units)) utf8ToInt(text_of(units)) else integer()),
  validUTF8 = list("verdict", "reject", function(units) if (validUTF8(text_of(units))) integer() else NA),
  validEnc = list("verdict", "reject", function(units) if (validEnc(text_of(units))) integer() else NA),
  iconv = list("strict", "reject", function(units) if (length(units)) utf32(units) else integer()),
  nchar = list("verdict", "reject", function(units) if (is.na(nchar(text_of(units), "chars", allowNA = TRUE))) NA else integer()),
  strsplit = list("strict", "reject", function(units) {
    one <- strsplit(text_of(units), "")[[1]]
    if (length(one)) vapply(one, utf8ToInt, 1L, USE.NAMES = FALSE) else integer()
  }))
if (is.na(api) || !api %in% names(apis)) {
  cat("r.R: which decoder? One of:", names(apis), "\n", file = stderr())
  quit(status = 2)
}
chosen <- apis[[api]]
answer <- function(asked, hex) {
  if (asked != chosen[[1]]) return("unsupported")
  pairs <- substring(hex, seq(1, max(nchar(hex) - 1, 1), 2), seq(2, max(nchar(hex), 2), 2))
  units <- if (nchar(hex)) as.raw(strtoi(pairs, 16L)) else raw()
  if (any(units == 0)) return("unsupported")
  seen <- tryCatch(suppressWarnings(chosen[[3]](units)), error = function(e) NA)
  if (anyNA(seen)) return("error - - NA")
  paste(c("ok", if (length(seen)) sprintf("%X", as.integer(seen))), collapse = " ")
}
input <- file("stdin", "r")
while (length(line <- readLines(input, n = 1))) {
  parts <- strsplit(line, " ")[[1]]
  if (parts[1] == "placemat") {
    cat(sprintf('hello {"name":"r_%s","version":"%s","dialect":"utf-8","policy":"%s","bom":"keep","modes":["%s"]}\n',
      tolower(api), getRversion(), chosen[[2]], chosen[[1]]))
  } else {
    cat(parts[1], " ", answer(parts[2], if (length(parts) > 2) parts[3] else ""), "\n", sep = "")
  }
  flush(stdout())
}

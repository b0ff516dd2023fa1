(define text
  (bytevector->string #vu8(#x41 #x42 #xC3)
    (make-transcoder (utf-8-codec) (eol-style none) (error-handling-mode ignore))))
(display (if (string=? text "") "nothing"
  (let loop ((l (string->list text)))
    (string-append (format "~:@(~x~)" (char->integer (car l)))
      (if (null? (cdr l)) "" (string-append " " (loop (cdr l))))))))
(newline)

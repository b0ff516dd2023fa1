(with-open-file (out "input" :direction :output :element-type '(unsigned-byte 8))
  (write-sequence #(#xF8 #x80 #x80 #x80) out))
(write-line
 (handler-case (with-open-file (in "input" :external-format :utf-8)
                 (format nil "~{~X~^ ~}" (loop for character = (read-char in nil)
                                               while character collect (char-code character))))
   (sb-int:stream-decoding-error () "ill-formed")))

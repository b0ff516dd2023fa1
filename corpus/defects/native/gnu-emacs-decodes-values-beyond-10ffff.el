(princ (mapconcat (lambda (value) (format "%X" value))
                  (decode-coding-string (unibyte-string #xF4 #x90 #x80 #x80) 'utf-8-unix) " "))
(terpri)

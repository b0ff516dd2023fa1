(format t "~{~X~^ ~}~%"
        (map 'list #'char-code
             (ext:convert-string-from-bytes
              (coerce '(#xC3 65) '(vector (unsigned-byte 8)))
              (ext:make-encoding :charset charset:utf-8 :input-error-action (code-char #xFFFD)))))

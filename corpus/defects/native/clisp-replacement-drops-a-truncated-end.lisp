(format t "length ~D~%"
        (length (ext:convert-string-from-bytes
                 (coerce '(65 #xC3) '(vector (unsigned-byte 8)))
                 (ext:make-encoding :charset charset:utf-8 :input-error-action (code-char #xFFFD)))))

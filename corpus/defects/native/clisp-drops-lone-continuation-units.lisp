(princ (handler-case
           (progn (ext:convert-string-from-bytes
                   (coerce '(65 128) '(vector (unsigned-byte 8)))
                   (ext:make-encoding :charset charset:utf-8 :input-error-action :error))
                  "well-formed")
         (error () "ill-formed")))
(terpri)

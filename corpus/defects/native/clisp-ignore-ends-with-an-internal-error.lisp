(handler-case (ext:convert-string-from-bytes
               (coerce '(#xF4 #x9F #x98 #x98) '(vector (unsigned-byte 8)))
               (ext:make-encoding :charset charset:utf-8 :input-error-action :ignore))
  (error () nil))
(princ "went on")
(terpri)

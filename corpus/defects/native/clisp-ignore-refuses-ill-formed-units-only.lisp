(format t "~A~%"
        (handler-case (format nil "length ~D" (length (ext:convert-string-from-bytes
                 (coerce '(#xFF) '(vector (unsigned-byte 8)))
                 (ext:make-encoding :charset charset:utf-8 :input-error-action :ignore))))
          (error () "error")))

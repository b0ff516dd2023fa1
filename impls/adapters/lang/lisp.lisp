;; Decoders of Common Lisps, one per argument, as a child of `placemat audit`:
;;   sbcl --script impls/adapters/lang/lisp.lisp octets_to_string
;;   clisp -C impls/adapters/lang/lisp.lisp convert_string_from_bytes
;; CLISP compiles it with -C, which takes an eighth of the time. Shows what they do; must not know
;; what is right. ASCII only passes through the streams of the protocol.
(defvar *api* (car (last #+sbcl sb-ext:*posix-argv* #+clisp ext:*args*)))
(defun units (hex)
  (let ((in (make-array (floor (length hex) 2) :element-type '(unsigned-byte 8))))
    (dotimes (i (length in) in)
      (setf (aref in i) (parse-integer hex :start (* 2 i) :end (+ 2 (* 2 i)) :radix 16)))))
(defun split (text separator)
  (loop for start = 0 then (1+ end) for end = (position separator text :start start)
        collect (subseq text start end) while end))
(defun values-of (text) (format nil "ok~{ ~X~}" (map 'list #'char-code text)))

;; name, mode, policy, function
(defvar *apis*
  (list
   #+sbcl (list "octets_to_string" "strict" "reject"
     (lambda (in) (sb-ext:octets-to-string in :external-format :utf-8)))
   #+sbcl (list "octets_to_string_replacement" "lossy" "maximal-subpart"
     (lambda (in) (sb-ext:octets-to-string in :external-format '(:utf-8 :replacement #\ufffd))))
   #+clisp (list "convert_string_from_bytes" "strict" "reject"
     (lambda (in) (ext:convert-string-from-bytes in (ext:make-encoding :charset charset:utf-8 :input-error-action :error))))
   #+clisp (list "convert_string_from_bytes_ignore" "lossy" "skip"
     (lambda (in) (ext:convert-string-from-bytes in (ext:make-encoding :charset charset:utf-8 :input-error-action :ignore))))
   #+clisp (list "convert_string_from_bytes_replace" "lossy" "maximal-subpart"
     (lambda (in) (ext:convert-string-from-bytes in (ext:make-encoding :charset charset:utf-8 :input-error-action (code-char #xFFFD)))))))

(defun answer (api parts)
  (if (string= (second parts) (second api))
      (handler-case (values-of (funcall (fourth api) (units (or (third parts) ""))))
        (error (e) (format nil "error - - ~a" (type-of e))))
      "unsupported"))
(let ((api (assoc *api* *apis* :test #'string=)))
  (unless api
    (format *error-output* "lisp.lisp: which decoder? One of:~{ ~a~}~%" (mapcar #'first *apis*))
    (finish-output *error-output*)
    #+sbcl (sb-ext:exit :code 2 :abort t) #+clisp (ext:exit 2))
  (loop for line = (read-line *standard-input* nil) while line do
    (let ((parts (split line #\Space)))
      (if (string= (first parts) "placemat")
          (format t "hello {\"name\":\"~(~a~)_~a\",\"version\":\"~a\",\"dialect\":\"utf-8\",\"policy\":\"~a\",\"bom\":\"keep\",\"modes\":[\"~a\"]}~%"
                  (lisp-implementation-type) *api* (first (split (lisp-implementation-version) #\Space)) (third api) (second api))
          (format t "~a ~a~%" (first parts) (answer api parts))))
    (finish-output)))

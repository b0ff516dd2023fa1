;; Guile's decoders, one per argument, as a child of `placemat audit`:
;;   guile --no-auto-compile impls/adapters/lang/guile.scm utf8_to_string
;; Shows what they do; must not know what is right.
(use-modules (ice-9 curried-definitions) (rnrs bytevectors) (rnrs io ports) (ice-9 rdelim) ((ice-9 iconv) #:prefix iconv:) (srfi srfi-1))

(define (units hex)
  (u8-list->bytevector
   (let loop ((at 0))
     (if (> (+ at 2) (string-length hex)) '()
         (cons (string->number (substring hex at (+ at 2)) 16) (loop (+ at 2)))))))
(define (values-of text)
  (string-join (cons "ok" (map (lambda (c) (string-upcase (number->string (char->integer c) 16)))
                               (string->list text))) " "))
(define ((port strategy) in)
  (let ((p (open-bytevector-input-port in)))
    (set-port-encoding! p "UTF-8")
    (set-port-conversion-strategy! p strategy)
    (let ((text (read-string p))) (if (eof-object? text) "" text))))
(define ((transcoded mode) in)
  (let ((text (get-string-all (transcoded-port (open-bytevector-input-port in)
                                               (make-transcoder (utf-8-codec) 'none mode)))))
    (if (eof-object? text) "" text)))
;; name, mode, claimed policy, function
(define apis
  `(("utf8_to_string" "strict" "reject" ,utf8->string)
    ("bytevector_to_string" "strict" "reject" ,(lambda (in) (iconv:bytevector->string in "UTF-8" 'error)))
    ("bytevector_to_string_substitute" "lossy" "maximal-subpart"
     ,(lambda (in) (iconv:bytevector->string in "UTF-8" 'substitute)))
    ("port_error" "strict" "reject" ,(port 'error))
    ("port_substitute" "lossy" "maximal-subpart" ,(port 'substitute))
    ("transcoded_raise" "strict" "reject" ,(transcoded 'raise))
    ("transcoded_replace" "lossy" "maximal-subpart" ,(transcoded 'replace))))

(define api (assoc (last (command-line)) apis))
(unless api
  (display (string-append "guile.scm: which decoder? One of: " (string-join (map first apis) " ") "\n")
           (current-error-port))
  (exit 2))
(set-port-encoding! (current-input-port) "ISO-8859-1")
(let loop ((line (read-line)))
  (unless (eof-object? line)
    (let* ((parts (string-split line #\space)) (number (car parts)))
      (if (string=? number "placemat")
          (format #t "hello {\"name\":\"guile_~a\",\"version\":\"~a\",\"dialect\":\"utf-8\",\"policy\":\"~a\",\"bom\":\"keep\",\"modes\":[\"~a\"]}~%"
                  (first api) (version) (third api) (second api))
          (format #t "~a ~a~%" number
                  (if (string=? (cadr parts) (second api))
                      (let ((in (units (if (null? (cddr parts)) "" (caddr parts)))))
                        (catch #t (lambda () (values-of ((fourth api) in))) (lambda (key . _) (format #f "error - - ~a" key))))
                      "unsupported"))))
    (force-output)
    (loop (read-line))))

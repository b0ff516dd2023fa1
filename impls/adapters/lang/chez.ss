;; Chez Scheme's decoders, one per argument, as a child of `placemat audit`:
;;   chezscheme --script impls/adapters/lang/chez.ss utf8_to_string
;; Shows what they do; must not know what is right.
(define (units hex)
  (let* ((size (quotient (string-length hex) 2)) (in (make-bytevector size)))
    (do ((i 0 (+ i 1))) ((= i size) in)
      (bytevector-u8-set! in i (string->number (substring hex (* 2 i) (+ 2 (* 2 i))) 16)))))
(define (split text)
  (let loop ((i 0) (start 0))
    (cond ((= i (string-length text)) (list (substring text start i)))
          ((char=? (string-ref text i) #\space) (cons (substring text start i) (loop (+ i 1) (+ i 1))))
          (else (loop (+ i 1) start)))))
;; name, mode, policy, function
(define apis
  (list (list "utf8_to_string" "lossy" "maximal-subpart" utf8->string)
        (list "transcoder_raise" "strict" "reject" (lambda (in) (bytevector->string in (make-transcoder (utf-8-codec) 'none 'raise))))
        (list "transcoder_replace" "lossy" "maximal-subpart" (lambda (in) (bytevector->string in (make-transcoder (utf-8-codec) 'none 'replace))))
        (list "transcoder_ignore" "lossy" "skip" (lambda (in) (bytevector->string in (make-transcoder (utf-8-codec) 'none 'ignore))))))
(define api (assoc (car (reverse (command-line))) apis))
(unless api
  (fprintf (current-error-port) "chez.ss: which decoder? One of:~{ ~a~}\n" (map car apis))
  (exit 2))
(define why "")
(let loop ()
  (let ((line (get-line (current-input-port))))
    (unless (eof-object? line)
      (let* ((parts (split line)) (number (car parts)))
        (if (string=? number "placemat")
            (printf "hello {\"name\":\"chez_~a\",\"version\":\"~{~a~^.~}\",\"dialect\":\"utf-8\",\"policy\":\"~a\",\"bom\":\"keep\",\"modes\":[\"~a\"]}\n"
                    (car api) (call-with-values scheme-version-number list) (caddr api) (cadr api))
            (begin
              (printf "~a" number)
              (if (string=? (cadr parts) (cadr api))
                  (let ((seen (guard (e (#t (set! why (if (message-condition? e) (condition-message e) "raised")) #f)) ((cadddr api) (units (if (null? (cddr parts)) "" (caddr parts)))))))
                    (if seen
                        (begin (printf " ok") (string-for-each (lambda (c) (printf " ~:@(~x~)" (char->integer c))) seen))
                        (printf " error - - ~a" why)))
                  (printf " unsupported"))
              (newline))))
      (flush-output-port (current-output-port))
      (loop))))

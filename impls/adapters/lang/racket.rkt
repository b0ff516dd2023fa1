#lang racket/base
;; Racket's decoders, one per argument, as a child of `placemat audit`:
;;   racket impls/adapters/lang/racket.rkt bytes_to_string
;; Shows what they do; must not know what is right.
(require racket/port racket/string racket/list)
(define (units hex)
  (apply bytes (for/list ([i (in-range 0 (- (string-length hex) 1) 2)])
                 (string->number (substring hex i (+ i 2)) 16))))
(define (converted in)
  (define converter (bytes-open-converter "UTF-8" "UTF-8"))
  (define-values (out read status) (bytes-convert converter in))
  (bytes-close-converter converter)
  (if (eq? status 'complete) (bytes->string/utf-8 out) (list read status)))
;; name, mode, policy, function
(define apis
  (list (list "bytes_to_string" "strict" "reject" bytes->string/utf-8)
        (list "bytes_to_string_error_char" "lossy" #f (lambda (in) (bytes->string/utf-8 in #\uFFFD)))
        (list "read_port" "lossy" #f (lambda (in) (port->string (open-input-bytes in))))
        (list "bytes_convert" "strict" "reject" converted)))
(define api (assoc (if (= 1 (vector-length (current-command-line-arguments)))
                       (vector-ref (current-command-line-arguments) 0) "") apis))
(unless api
  (eprintf "racket.rkt: which decoder? One of: ~a\n" (string-join (map first apis) " "))
  (exit 2))
(define (shown seen)
  (if (string? seen)
      (string-join (cons "ok" (for/list ([c seen]) (string-upcase (number->string (char->integer c) 16)))) " ")
      (format "error ~a - ~a" (first seen) (second seen))))
(for ([line (in-lines)])
  (define parts (string-split line " " #:trim? #f))
  (cond
    [(string=? (first parts) "placemat")
     (printf "hello {\"name\":\"racket_~a\",\"version\":\"~a\",~a\"bom\":\"keep\",\"modes\":[\"~a\"]}\n"
             (first api) (version) (if (third api) (format "\"dialect\":\"utf-8\",\"policy\":\"~a\"," (third api)) "") (second api))]
    [(not (string=? (second parts) (second api))) (printf "~a unsupported\n" (first parts))]
    [else
     (printf "~a ~a\n" (first parts)
             (with-handlers ([exn:fail? (lambda (e) (format "error - - ~a" (first (string-split (exn-message e) "\n"))))])
               (shown ((fourth api) (units (if (> (length parts) 2) (third parts) ""))))))])
  (flush-output))

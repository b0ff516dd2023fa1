;; Emacs Lisp's decoders, one per argument, as a child of `placemat audit`:
;;   emacs -Q --batch --load impls/adapters/lang/emacs.el utf_8
;; Shows what they do; must not know what is right. A unit that is no part of a
;; character is kept by Emacs as raw-byte 3FFF80..3FFFFF, and shown as that.
(setq coding-system-for-read 'latin-1 coding-system-for-write 'latin-1)
(let* ((api (car command-line-args-left)) line
       (coding (cdr (assoc api '(("utf_8" . utf-8-unix) ("utf_8_auto" . utf-8-auto-unix) ("utf_8_emacs" . utf-8-emacs-unix))))))
  (setq command-line-args-left nil)
  (unless coding
    (message "emacs.el: which decoder? One of: utf_8 utf_8_auto utf_8_emacs")
    (kill-emacs 2))
  (while (setq line (ignore-errors (read-from-minibuffer "")))
    (let* ((parts (split-string line " ")) (number (car parts)) (hex (or (nth 2 parts) "")))
      (cond
       ((string= number "placemat")
        (princ (format "hello {\"name\":\"emacs_%s\",\"version\":\"%s\",\"bom\":\"%s\",\"modes\":[\"lossy\"]}\n"
                       api emacs-version (if (string= api "utf_8_auto") "strip-leading" "keep"))))
       ((not (string= (nth 1 parts) "lossy")) (princ (format "%s unsupported\n" number)))
       (t (princ (concat number " ok"
                  (mapconcat (lambda (c) (format " %X" c))
                             (decode-coding-string
                              (apply #'unibyte-string
                                     (let (units) (dotimes (i (/ (length hex) 2) (nreverse units))
                                                    (push (string-to-number (substring hex (* 2 i) (+ 2 (* 2 i))) 16) units))))
                              coding) "") "\n")))))))

; Unicode Standard 16.0, chapter 3.9, Table 3-7, Well-Formed UTF-8 Byte Sequences, row by row as it
; is printed. Typed from the standard, and used by no other part of this tree.
; `n` is the number of code units, u0 to u3 are the first, second, third and fourth one.
(declare-const n (_ BitVec 64))
(declare-const u0 (_ BitVec 8))
(declare-const u1 (_ BitVec 8))
(declare-const u2 (_ BitVec 8))
(declare-const u3 (_ BitVec 8))
(declare-const in_table_3_7 Bool)
(define-fun is ((u (_ BitVec 8)) (first (_ BitVec 8)) (last (_ BitVec 8))) Bool
  (and (bvule first u) (bvule u last)))
(assert (= in_table_3_7 (or
  (and (= n #x0000000000000001) (is u0 #x00 #x7F))
  (and (= n #x0000000000000002) (is u0 #xC2 #xDF) (is u1 #x80 #xBF))
  (and (= n #x0000000000000003) (is u0 #xE0 #xE0) (is u1 #xA0 #xBF) (is u2 #x80 #xBF))
  (and (= n #x0000000000000003) (is u0 #xE1 #xEC) (is u1 #x80 #xBF) (is u2 #x80 #xBF))
  (and (= n #x0000000000000003) (is u0 #xED #xED) (is u1 #x80 #x9F) (is u2 #x80 #xBF))
  (and (= n #x0000000000000003) (is u0 #xEE #xEF) (is u1 #x80 #xBF) (is u2 #x80 #xBF))
  (and (= n #x0000000000000004) (is u0 #xF0 #xF0) (is u1 #x90 #xBF) (is u2 #x80 #xBF) (is u3 #x80 #xBF))
  (and (= n #x0000000000000004) (is u0 #xF1 #xF3) (is u1 #x80 #xBF) (is u2 #x80 #xBF) (is u3 #x80 #xBF))
  (and (= n #x0000000000000004) (is u0 #xF4 #xF4) (is u1 #x80 #x8F) (is u2 #x80 #xBF) (is u3 #x80 #xBF)))))

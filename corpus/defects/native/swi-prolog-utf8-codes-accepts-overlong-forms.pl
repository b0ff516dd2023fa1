:- use_module(library(utf8)).
:- initialization(main).
main :- ( phrase(utf8_codes(_), [0xC0, 0xAF]) -> writeln('well-formed') ; writeln('ill-formed') ), halt.

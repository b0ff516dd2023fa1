% SWI-Prolog's decoders, one per argument, as a child of `placemat audit`:
%   swipl impls/adapters/lang/prolog.pl utf8_codes
% Shows what they do; must not know what is right.
:- use_module(library(utf8)).
:- initialization(main, main).

apis([utf8_codes, stream]).

main(Arguments) :-
    apis(Apis),
    \+ ( Arguments = [Api], memberchk(Api, Apis) ), !,
    atomic_list_concat(Apis, ' ', Names),
    format(user_error, "prolog.pl: which decoder? One of: ~w~n", [Names]),
    halt(2).
main([Api]) :-
    ( getenv('TMPDIR', Directory) -> set_prolog_flag(tmp_dir, Directory) ; true ),
    set_stream(user_input, encoding(octet)),
    set_stream(user_output, encoding(octet)),
    repeat,
    read_line_to_string(user_input, Line),
    (   Line == end_of_file
    ->  true
    ;   split_string(Line, " ", "", [Number | Rest]),
        answer(Number, Rest, Api),
        nl,
        flush_output,
        fail
    ).

answer("placemat", _, Api) :- !,
    current_prolog_flag(version, V), Major is V // 10000, Minor is V // 100 mod 100, Patch is V mod 100,
    format("hello {\"name\":\"prolog_~w\",\"version\":\"~w.~w.~w\",\"bom\":\"keep\",\"modes\":[\"lossy\"]}",
        [Api, Major, Minor, Patch]).
answer(Number, ["lossy" | Rest], Api) :- !,
    ( Rest = [Hex | _] -> true ; Hex = "" ),
    string_codes(Hex, Digits), units(Digits, Units),
    (   catch(decode(Api, Units, Values), Error, true)
    ->  (   var(Error)
        ->  format("~w ok", [Number]), forall(member(Value, Values), format(" ~16r", [Value]))
        ;   Error = error(Formal, _), format("~w error - - ~w", [Number, Formal])
        )
    ;   format("~w error - - fails", [Number])
    ).
answer(Number, _, _) :- format("~w unsupported", [Number]).

units([High, Low | Rest], [Unit | Units]) :- !,
    code_type(High, xdigit(H)), code_type(Low, xdigit(L)), Unit is 16 * H + L, units(Rest, Units).
units(_, []).

decode(utf8_codes, Units, Values) :- phrase(utf8_codes(Values), Units).
decode(stream, Units, Values) :-
    tmp_file(placemat, File),
    setup_call_cleanup(open(File, write, Out, [type(binary)]), forall(member(Unit, Units), put_byte(Out, Unit)), close(Out)),
    setup_call_cleanup(open(File, read, In, [encoding(utf8), bom(false), newline(posix)]), read_stream_to_codes(In, Values), close(In)),
    delete_file(File).

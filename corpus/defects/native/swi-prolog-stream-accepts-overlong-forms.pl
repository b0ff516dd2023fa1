:- initialization(main).
main :-
    open(input, write, Out, [type(binary)]),
    put_byte(Out, 0xC0), put_byte(Out, 0xAF), close(Out),
    open(input, read, In, [encoding(utf8), bom(false)]),
    read_stream_to_codes(In, Codes), close(In),
    maplist([Code, Text]>>format(atom(Text), '~16R', [Code]), Codes, Texts),
    atomic_list_concat(Texts, ' ', Line), writeln(Line), halt.

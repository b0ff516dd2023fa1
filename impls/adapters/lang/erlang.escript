#!/usr/bin/env escript
%% Erlang's decoders, one per argument, as a child of `placemat audit`:
%%   escript impls/adapters/lang/erlang.escript characters_to_list
%% Shows what they do; must not know what is right.
-mode(compile).

apis() -> ["characters_to_list", "characters_to_binary", "utf8_segment", "characters_to_list_stream"].

main(Arguments) ->
    case [Api || Api <- Arguments, lists:member(Api, apis())] of
        [Api] -> run(Api);
        _ ->
            io:put_chars(standard_error, ["erlang.escript: which decoder? One of: ", lists:join(" ", apis()), "\n"]),
            halt(2)
    end.

run(Api) ->
    io:setopts(standard_io, [binary, {encoding, latin1}]),
    loop(Api).

loop(Api) ->
    case file:read_line(standard_io) of
        {ok, Line} ->
            case binary:split(string:trim(Line, trailing, "\n"), <<" ">>, [global]) of
                [<<"placemat">> | _] -> io:put_chars([hello(Api), "\n"]);
                [Number, Mode | Rest] ->
                    Hex = case Rest of [H | _] -> H; [] -> <<>> end,
                    io:put_chars([Number, " ", answer(Api, Mode, Hex), "\n"])
            end,
            loop(Api);
        _ -> ok
    end.

hello(Api) ->
    {ok, Version} = file:read_file(filename:join([code:root_dir(), "releases",
        erlang:system_info(otp_release), "OTP_VERSION"])),
    io_lib:format("hello {\"name\":\"erlang_~s\",\"version\":\"~s\",\"dialect\":\"utf-8\","
        "\"policy\":\"reject\",\"bom\":\"keep\",\"modes\":[\"~s\"]}", [Api, string:trim(Version), mode(Api)]).

mode("characters_to_list_stream") -> "stream";
mode(_) -> "strict".

answer(Api, Mode, Hex) ->
    case list_to_binary(mode(Api)) of
        Mode -> decode(Api, Hex);
        _ -> "unsupported"
    end.

decode("characters_to_list", Hex) ->
    Units = units(Hex),
    seen(unicode:characters_to_list(Units, utf8), Units);
decode("characters_to_binary", Hex) ->
    Units = units(Hex),
    case unicode:characters_to_binary(Units, utf8, {utf32, big}) of
        Out when is_binary(Out) -> seen([V || <<V:32>> <= Out], Units);
        {Kind, _, Rest} -> seen({Kind, [], Rest}, Units)
    end;
decode("utf8_segment", Hex) ->
    Units = units(Hex),
    segment(Units, [], Units);
decode("characters_to_list_stream", Hex) ->
    chunks([units(Part) || Part <- binary:split(Hex, <<"|">>, [global])], <<>>, []).

segment(<<Value/utf8, Rest/binary>>, Seen, All) -> segment(Rest, [Value | Seen], All);
segment(<<>>, Seen, All) -> seen(lists:reverse(Seen), All);
segment(Rest, _, All) -> seen({error, [], Rest}, All).

%% Strict in pieces: {incomplete, ...} hands back what is to come before the next chunk.
chunks([], <<>>, Seen) -> seen(Seen, <<>>);
chunks([], _, _) -> "error - - incomplete";
chunks([Chunk | More], Kept, Seen) ->
    case unicode:characters_to_list(<<Kept/binary, Chunk/binary>>, utf8) of
        {error, _, _} -> "error - - error";
        {incomplete, List, Rest} -> chunks(More, Rest, Seen ++ List);
        List -> chunks(More, <<>>, Seen ++ List)
    end.

seen({_, _, Rest}, Units) -> io_lib:format("error ~b -", [byte_size(Units) - iolist_size(Rest)]);
seen(List, _) -> ["ok" | [[" ", integer_to_list(Value, 16)] || Value <- List]].

units(Hex) ->
    Text = string:trim(Hex),
    << <<(binary_to_integer(Pair, 16))>> || <<Pair:2/binary>> <= Text >>.

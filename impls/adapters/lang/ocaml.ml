(* OCaml's decoders, one per argument, as a child of `placemat audit`:
     ocamlfind ocamlopt -package uutf -linkpkg impls/adapters/lang/ocaml.ml -o adapter
   Shows what they do; must not know what is right. *)
let units hex =
  let digit at =
    match Char.code hex.[at] with code when code <= 57 -> code - 48 | code -> (code lor 32) - 87
  in
  String.init (String.length hex / 2) (fun i -> Char.chr ((16 * digit (2 * i)) + digit ((2 * i) + 1)))

let value u =
  let rec digits left shown =
    let shown = String.make 1 "0123456789ABCDEF".[left land 15] :: shown in
    if left < 16 then String.concat "" shown else digits (left lsr 4) shown
  in
  digits (Uchar.to_int u) []
let raw units = "raw:" ^ String.concat "" (List.map (fun c -> Printf.sprintf "%02X" (Char.code c)) (List.of_seq (String.to_seq units)))
let shown values = String.concat " " ("ok" :: List.rev values)

let pieces_uutf chunks =
  let decoder = Uutf.decoder ~encoding:`UTF_8 `Manual in
  let rec drain seen chunks =
    match Uutf.decode decoder with
    | `Uchar u -> drain (value u :: seen) chunks
    | `Malformed units -> drain (raw units :: seen) chunks  (* for the caller to replace *)
    | `End -> seen
    | `Await -> (
        match chunks with
        | [] -> Uutf.Manual.src decoder Bytes.empty 0 0; drain seen []
        | "" :: more -> drain_again seen more  (* an empty source means the end *)
        | chunk :: more ->
            Uutf.Manual.src decoder (Bytes.of_string chunk) 0 (String.length chunk);
            drain seen more)
  and drain_again seen more = drain seen more in
  shown (drain [] chunks)

let strict_uutf text =
  let step seen at = function
    | `Uchar u -> (match seen with Ok l -> Ok (value u :: l) | e -> e)
    | `Malformed _ -> (match seen with Ok _ -> Error at | e -> e)
  in
  match Uutf.String.fold_utf_8 step (Ok []) text with
  | Ok values -> shown values
  | Error at -> Printf.sprintf "error %d -" at

let answer api mode hex =
  match (api, mode) with
  | "uutf_decode", "stream" -> pieces_uutf (List.map units (String.split_on_char '|' hex))
  | "uutf_decode", "lossy" -> pieces_uutf [ units hex ]
  | "uutf_fold_utf_8", "strict" -> strict_uutf (units hex)
  | _ -> "unsupported"

let modes = function
  | "uutf_decode" -> {|"stream","lossy"|}
  | _ -> {|"strict"|}

let claim = function
  | "uutf_decode" -> {|"bom":"strip-leading",|} (* its manual: the BOM is removed *)
  | _ -> {|"dialect":"utf-8","policy":"reject","bom":"keep",|}

let () =
  let apis = [ "uutf_decode"; "uutf_fold_utf_8" ] in
  let api = if Array.length Sys.argv = 2 then Sys.argv.(1) else "" in
  if not (List.mem api apis) then begin
    prerr_endline ("ocaml.ml: which decoder? One of: " ^ String.concat " " apis);
    exit 2
  end;
  let respond line =
    (match String.split_on_char ' ' line with
    | "placemat" :: _ ->
        Printf.printf
          {|hello {"name":"ocaml_%s","version":"%s",%s"modes":[%s]}|}
          api "@SUBJECT_UUTF_VERSION@" (claim api) (modes api)
    | number :: mode :: rest ->
        print_string number;
        print_char ' ';
        print_string (answer api mode (match rest with hex :: _ -> hex | [] -> ""))
    | _ -> ());
    print_char '\n'
  in
  (* Answers all lines that came together at once. *)
  let piece = Bytes.create 65536 and line = Buffer.create 256 in
  let rec read () =
    let n = input stdin piece 0 (Bytes.length piece) in
    if n > 0 then begin
      for i = 0 to n - 1 do
        match Bytes.get piece i with
        | '\n' -> respond (Buffer.contents line); Buffer.clear line
        | letter -> Buffer.add_char line letter
      done;
      flush stdout;
      read ()
    end
  in
  read ()

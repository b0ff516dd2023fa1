(* OCaml's decoders, one per argument, as a child of `placemat audit`:
     ocamlfind ocamlopt -package uutf -linkpkg impls/adapters/lang/ocaml.ml -o adapter
   Shows what they do; must not know what is right. *)
let units hex =
  String.init (String.length hex / 2) (fun i -> Char.chr (int_of_string ("0x" ^ String.sub hex (2 * i) 2)))

let value u = Printf.sprintf "%X" (Uchar.to_int u)
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
  | "uutf_decode" -> ""
  | _ -> {|"dialect":"utf-8","policy":"reject",|}

let () =
  let apis = [ "uutf_decode"; "uutf_fold_utf_8" ] in
  let api = if Array.length Sys.argv = 2 then Sys.argv.(1) else "" in
  if not (List.mem api apis) then begin
    prerr_endline ("ocaml.ml: which decoder? One of: " ^ String.concat " " apis);
    exit 2
  end;
  try
    while true do
      (match String.split_on_char ' ' (input_line stdin) with
      | "placemat" :: _ ->
          Printf.printf
            {|hello {"name":"ocaml_%s","version":"%s",%s"bom":"keep","modes":[%s]}|}
            api "@SUBJECT_UUTF_VERSION@" (claim api) (modes api)
      | number :: mode :: rest ->
          Printf.printf "%s %s" number (answer api mode (match rest with hex :: _ -> hex | [] -> ""))
      | _ -> ());
      print_newline ()
    done
  with End_of_file -> ()

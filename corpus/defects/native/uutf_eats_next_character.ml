(* As the examples of the manual do, with U+FFFD for an error. *)
let () =
  let value = function `Uchar u -> u | `Malformed _ -> Uutf.u_rep in
  let add values _ d = Printf.sprintf "%X" (Uchar.to_int (value d)) :: values in
  "\xC3A" |> Uutf.String.fold_utf_8 add [] |> List.rev |> String.concat " " |> print_endline

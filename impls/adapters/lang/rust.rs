// Decoders of Rust's standard library, one per argument, as a child of
// `placemat audit`:
//   rustc -O impls/adapters/lang/rust.rs -o adapter && ./adapter str_from_utf8
// and, built by cargo with the feature "crates", of the crates of rust_crates/.
// Shows what they do; must not know what is right.
use std::io::{BufRead, BufReader, Read, Write};

enum Seen {
    Values(Vec<u32>),
    Pieces(String),
    IllFormed(String),
    Unsupported,
}

fn values(text: &str) -> Seen {
    Seen::Values(text.chars().map(u32::from).collect())
}

fn strict(api: &str, units: &[u8]) -> Seen {
    match api {
        "str_from_utf8" => match std::str::from_utf8(units) {
            Ok(text) => values(text),
            Err(e) => {
                let length = e.error_len().map_or("-".into(), |length| length.to_string());
                Seen::IllFormed(format!("{} {}", e.valid_up_to(), length))
            }
        },
        "string_from_utf8" => match String::from_utf8(units.to_vec()) {
            Ok(text) => values(&text),
            Err(e) => Seen::IllFormed(format!("{} -", e.utf8_error().valid_up_to())),
        },
        "read_to_string" => {
            let mut text = String::new();
            match BufReader::with_capacity(3, units).read_to_string(&mut text) {
                Ok(_) => values(&text),
                Err(e) => Seen::IllFormed(format!("- - {e}")),
            }
        }
        "cstr_to_str" => match std::ffi::CString::new(units) {
            Ok(c) => match c.to_str() {
                Ok(text) => values(text),
                Err(e) => Seen::IllFormed(format!("{} -", e.valid_up_to())),
            },
            Err(_) => Seen::Unsupported,
        },
        #[cfg(feature = "crates")]
        "simdutf8_compat" => match simdutf8::compat::from_utf8(units) {
            Ok(text) => values(text),
            Err(e) => {
                let length = e.error_len().map_or("-".into(), |length| length.to_string());
                Seen::IllFormed(format!("{} {}", e.valid_up_to(), length))
            }
        },
        #[cfg(feature = "crates")]
        "simdutf8_basic" => match simdutf8::basic::from_utf8(units) {
            Ok(text) => values(text),
            Err(_) => Seen::IllFormed("- -".into()),
        },
        #[cfg(feature = "crates")]
        "bstr_to_str" => match bstr::ByteSlice::to_str(units) {
            Ok(text) => values(text),
            Err(e) => {
                let length = e.error_len().map_or("-".into(), |length| length.to_string());
                Seen::IllFormed(format!("{} {}", e.valid_up_to(), length))
            }
        },
        #[cfg(feature = "crates")]
        "encoding_rs_strict" => match encoding_rs::UTF_8
            .decode_without_bom_handling_and_without_replacement(units) {
            Some(text) => values(&text),
            None => Seen::IllFormed("- -".into()),
        },
        #[cfg(feature = "crates")]
        "encoding_rs_valid_up_to" => match encoding_rs::Encoding::utf8_valid_up_to(units) {
            end if end == units.len() => values(unsafe { std::str::from_utf8_unchecked(units) }),
            end => Seen::IllFormed(format!("{end} -")),
        },
        _ => Seen::Unsupported,
    }
}

#[cfg(feature = "crates")]
fn stream(api: &str, chunks: &[Vec<u8>]) -> Seen {
    if api != "encoding_rs_decoder" {
        return Seen::Unsupported;
    }
    let mut decoder = encoding_rs::UTF_8.new_decoder_without_bom_handling();
    let mut text = String::new();
    for (at, chunk) in chunks.iter().enumerate() {
        text.reserve(decoder.max_utf8_buffer_length(chunk.len()).unwrap());
        let _ = decoder.decode_to_string(chunk, &mut text, at + 1 == chunks.len());
    }
    values(&text)
}
#[cfg(not(feature = "crates"))]
fn stream(_: &str, _: &[Vec<u8>]) -> Seen {
    Seen::Unsupported
}

fn lossy(api: &str, units: &[u8]) -> Seen {
    match api {
        "from_utf8_lossy" => values(&String::from_utf8_lossy(units)),
        "utf8_chunks" => {
            let mut pieces = String::new();
            for chunk in units.utf8_chunks() {
                for value in chunk.valid().chars() {
                    pieces += &format!(" {:X}", u32::from(value));
                }
                if !chunk.invalid().is_empty() {
                    pieces += " raw:";
                    pieces.extend(chunk.invalid().iter().map(|unit| format!("{unit:02X}")));
                }
            }
            Seen::Pieces(pieces)
        }
        "osstr_to_string_lossy" => {
            use std::os::unix::ffi::OsStrExt;
            values(&std::ffi::OsStr::from_bytes(units).to_string_lossy())
        }
        #[cfg(feature = "crates")]
        "bstr_to_str_lossy" => values(&bstr::ByteSlice::to_str_lossy(units)),
        #[cfg(feature = "crates")]
        "bstr_chars" => Seen::Values(bstr::ByteSlice::chars(units).map(u32::from).collect()),
        #[cfg(feature = "crates")]
        "encoding_rs_decode" => values(&encoding_rs::UTF_8.decode_without_bom_handling(units).0),
        #[cfg(feature = "crates")]
        "encoding_rs_convert_utf8_to_utf16" => {
            let mut out = vec![0u16; units.len() + 1];
            let length = encoding_rs::mem::convert_utf8_to_utf16(units, &mut out);
            Seen::Values(char::decode_utf16(out[..length].iter().copied())
                .map(|c| c.map_or_else(|lone| u32::from(lone.unpaired_surrogate()), u32::from))
                .collect())
        }
        _ => Seen::Unsupported,
    }
}

fn from_hex(hex: &str) -> Vec<u8> {
    (0..hex.len() / 2).map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap()).collect()
}

fn answer(api: &str, mode: &str, hex: &str) -> String {
    let hex = hex.trim();
    let seen = match mode {
        "strict" => strict(api, &from_hex(hex)),
        "lossy" => lossy(api, &from_hex(hex)),
        "stream" => stream(api, &hex.split('|').map(from_hex).collect::<Vec<_>>()),
        _ => Seen::Unsupported,
    };
    match seen {
        Seen::Values(values) => values.iter().fold("ok".into(), |mut line: String, value| {
            line += &format!(" {value:X}");
            line
        }),
        Seen::Pieces(pieces) => format!("ok{pieces}"),
        Seen::IllFormed(place) => format!("error {place}"),
        Seen::Unsupported => "unsupported".into(),
    }
}

// Of the compiler, or of the crate that the decoder is in; both are known when this is built.
fn version(api: &str) -> &'static str {
    let known = match api.split('_').next().unwrap_or("") {
        "bstr" => option_env!("PLACEMAT_BSTR"),
        "encoding" => option_env!("PLACEMAT_ENCODING_RS"),
        "simdutf8" => option_env!("PLACEMAT_SIMDUTF8"),
        _ => option_env!("PLACEMAT_RUSTC"),
    };
    known.unwrap_or("unknown")
}

fn main() {
    let api = std::env::args().nth(1).unwrap_or_default();
    let known = |seen| !matches!(seen, Seen::Unsupported);
    if !(known(strict(&api, b"")) || known(lossy(&api, b"")) || known(stream(&api, &[vec![]]))) {
        eprintln!("rust.rs: there is no decoder '{api}'; those there are stand in strict(), lossy() and stream()");
        std::process::exit(2);
    }
    let (policy, mode) = if matches!(stream(&api, &[vec![]]), Seen::Values(_)) {
        ("maximal-subpart", "stream")
    } else if matches!(lossy(&api, b""), Seen::Values(_) | Seen::Pieces(_)) {
        ("maximal-subpart", "lossy")
    } else {
        ("reject", "strict")
    };
    let mut input = BufReader::with_capacity(1 << 18, std::io::stdin());
    let mut answers = String::new();
    let mut line = String::new();
    while input.read_line(&mut line).unwrap_or(0) > 0 {
        let mut parts = line.trim_end_matches('\n').splitn(3, ' ');
        let (number, asked, hex) =
            (parts.next().unwrap_or(""), parts.next().unwrap_or(""), parts.next().unwrap_or(""));
        if number == "placemat" {
            answers += &format!(
                "hello {{\"name\":\"rust_{api}\",\"version\":\"{}\",\"dialect\":\"utf-8\",\"policy\":\"{policy}\",\"bom\":\"keep\",\"modes\":[\"{mode}\"]}}\n",
                version(&api));
        } else {
            answers += &format!("{number} {}\n", answer(&api, asked, hex));
        }
        if input.buffer().is_empty() {
            std::io::stdout().write_all(answers.as_bytes()).unwrap();
            std::io::stdout().flush().unwrap();
            answers.clear();
        }
        line.clear();
    }
}

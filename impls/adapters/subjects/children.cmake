# One row per compiled adapter; see CMakeLists.txt.
add_child(go_adapter PROGRAM go SOURCE go.go EXTRA GOFLAGS= GOCACHE=${CMAKE_CURRENT_BINARY_DIR}/go-cache
  COMMAND build -o {out} {source})
find_program(SUBJECT_PROGRAM_rustc rustc)
if(SUBJECT_PROGRAM_rustc)
  execute_process(COMMAND ${SUBJECT_PROGRAM_rustc} --version OUTPUT_VARIABLE rustc_version)
  string(REGEX MATCH "[0-9][0-9.]*" rustc_version "${rustc_version}")
endif()
add_child(rust_adapter PROGRAM rustc SOURCE rust.rs
  EXTRA PLACEMAT_RUSTC=${rustc_version} COMMAND -O {source} -o {out})
add_child(csharp_adapter.exe PROGRAM mcs SOURCE csharp.cs COMMAND -out:{out} {source})
add_child(nim_adapter PROGRAM nim SOURCE nim.nim
  COMMAND c -d:release --hints:off --nimcache:{work} -o:{out} {source})
add_child(d_adapter PROGRAM gdc SOURCE d.d COMMAND -O2 -o {out} {source})
add_child(ada_adapter PROGRAM gnatmake SOURCE ada_adapter.adb COMMAND -q -O2 {source} -o {out})
add_child(pascal_adapter PROGRAM fpc SOURCE pascal.pas COMMAND -v0 -O2 -FU{work} -o{out} {source})
add_child(haskell_adapter PROGRAM ghc SOURCE haskell.hs COMMAND -v0 -O -outputdir {work} -o {out} {source})
find_path(SUBJECT_UUTF uutf.cmxa PATHS /usr/lib/ocaml PATH_SUFFIXES uutf NO_DEFAULT_PATH)
mark_as_advanced(SUBJECT_UUTF)
if(SUBJECT_UUTF)
  file(STRINGS ${SUBJECT_UUTF}/META SUBJECT_UUTF_VERSION REGEX "^version")
  string(REGEX MATCH "[0-9][0-9.]*" SUBJECT_UUTF_VERSION "${SUBJECT_UUTF_VERSION}")
  # The compiler writes intermediate files into the folder of the source, so it gets a copy.
  configure_file(../lang/ocaml.ml ${CMAKE_CURRENT_BINARY_DIR}/ocaml_adapter/ocaml_adapter.ml @ONLY)
  add_child(ocaml_adapter PROGRAM ocamlfind SOURCE ocaml.ml
    COMMAND ocamlopt -package uutf -linkpkg ocaml_adapter.ml -o {out})
endif()
# Debian packages crates as sources in a directory that is passed to cargo.
set(crates /usr/share/cargo/registry)
if(EXISTS ${crates}/encoding_rs-0.8.31)
  set(crate_versions "")
  foreach(crate bstr encoding_rs simdutf8)
    file(GLOB directory ${crates}/${crate}-[0-9]*)
    string(REGEX MATCH "[0-9.]+$" version "${directory}")
    string(TOUPPER ${crate} crate)
    list(APPEND crate_versions PLACEMAT_${crate}=${version})
  endforeach()
  add_child(rust_crates PROGRAM cargo SOURCE rust.rs COPY target/release/rust_crates
    EXTRA ${crate_versions}
    COMMAND build -q --release --offline --features crates
      --manifest-path {work}/rust_crates/Cargo.toml --target-dir {work}/target
      --config "source.crates-io.replace-with='debian'"
      --config "source.debian.directory='/usr/share/cargo/registry'")
  configure_file(../lang/rust_crates/Cargo.toml ${CMAKE_CURRENT_BINARY_DIR}/rust_crates/rust_crates/Cargo.toml COPYONLY)
  configure_file(../lang/rust.rs ${CMAKE_CURRENT_BINARY_DIR}/rust_crates/rust.rs COPYONLY)
endif()
add_child(ldc_adapter PROGRAM ldc2 SOURCE d.d COMMAND -O2 -od={work} -of={out} {source})
add_child(crystal_adapter PROGRAM crystal SOURCE crystal.cr
  EXTRA CRYSTAL_CACHE_DIR=${CMAKE_CURRENT_BINARY_DIR}/crystal-cache COMMAND build -o {out} {source})
find_file(SUBJECT_MUSL libc.a PATHS /usr/lib/${CMAKE_SYSTEM_PROCESSOR}-linux-musl NO_DEFAULT_PATH)
mark_as_advanced(SUBJECT_MUSL)
packaged_version(${SUBJECT_MUSL} musl_version)
add_child(musl_adapter PROGRAM musl-gcc SOURCE musl.c
  COMMAND -O2 -static -DPLACEMAT_LIBRARY_VERSION="${musl_version}" {source} -o {out})
# The compiler is a package of its own, without this library.
find_path(SUBJECT_LIBCXX codecvt PATHS /usr/lib/llvm-19/include/c++/v1 NO_DEFAULT_PATH)
mark_as_advanced(SUBJECT_LIBCXX)
if(SUBJECT_LIBCXX)
  add_child(libcxx.so PROGRAM clang++-19 SOURCE libcxx.cc COMMAND -std=c++20 -O2 -stdlib=libc++ -shared
    -fPIC -fvisibility=hidden -Wno-deprecated-declarations -I${PROJECT_SOURCE_DIR} {source} -o {out})
endif()

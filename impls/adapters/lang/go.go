// Decoders of Go, one per argument, as a child of `placemat audit`:
//
//	go build -o adapter impls/adapters/lang/go.go && ./adapter runes
//
// Shows what they do; must not know what is right.
package main

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"net/url"
	"os"
	"runtime"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
)

type api struct {
	policy  string
	strict  func([]byte) ([]rune, int, bool) // values, offset of the error or -1, unsupported
	lossy   func([]byte) ([]rune, bool)      // values, unsupported
	verdict func([]byte) bool
}

func literal(units []byte) bool {
	return !bytes.ContainsAny(units, "\"\\") && bytes.IndexFunc(units, func(r rune) bool { return r < 0x20 }) < 0
}

var apis = map[string]api{
	"runes":        {policy: "per-byte", lossy: func(u []byte) ([]rune, bool) { return []rune(string(u)), false }},
	"valid":        {policy: "reject", verdict: utf8.Valid},
	"valid_string": {policy: "reject", verdict: func(u []byte) bool { return utf8.ValidString(string(u)) }},
	"range_string": {policy: "per-byte", lossy: func(u []byte) (values []rune, _ bool) {
		for _, value := range string(u) {
			values = append(values, value)
		}
		return
	}},
	"decode_rune": {policy: "reject", strict: func(u []byte) (values []rune, _ int, _ bool) {
		for at := 0; at < len(u); {
			value, size := utf8.DecodeRune(u[at:])
			if value == utf8.RuneError && size == 1 {
				return values, at, false
			}
			values, at = append(values, value), at+size
		}
		return values, -1, false
	}},
	"decode_last_rune": {policy: "reject", strict: func(u []byte) (values []rune, _ int, _ bool) {
		for end := len(u); end > 0; {
			value, size := utf8.DecodeLastRune(u[:end])
			if value == utf8.RuneError && size == 1 {
				return nil, -2, false
			}
			values, end = append(values, value), end-size
		}
		for i, j := 0, len(values)-1; i < j; i, j = i+1, j-1 {
			values[i], values[j] = values[j], values[i]
		}
		return values, -1, false
	}},
	"to_valid_utf8": {policy: "per-run", lossy: func(u []byte) ([]rune, bool) {
		return []rune(strings.ToValidUTF8(string(u), "\uFFFD")), false
	}},
	"bufio_read_rune": {policy: "per-byte", lossy: func(u []byte) (values []rune, _ bool) {
		for in := bufio.NewReader(bytes.NewReader(u)); ; {
			value, _, err := in.ReadRune()
			if err != nil {
				return values, false
			}
			values = append(values, value)
		}
	}},
	"scan_runes": {policy: "per-byte", lossy: func(u []byte) (values []rune, _ bool) {
		in := bufio.NewScanner(bytes.NewReader(u))
		in.Split(bufio.ScanRunes)
		for in.Scan() {
			values = append(values, []rune(in.Text())...)
		}
		return values, false
	}},
	"json_unmarshal": {policy: "per-byte", lossy: func(u []byte) ([]rune, bool) {
		if !literal(u) {
			return nil, true
		}
		var text string
		if err := json.Unmarshal([]byte("\""+string(u)+"\""), &text); err != nil {
			panic(err)
		}
		return []rune(text), false
	}},
	"xml_unmarshal": {policy: "reject", strict: func(u []byte) ([]rune, int, bool) {
		if bytes.ContainsAny(u, "<&\r") || !literal(u) {
			return nil, 0, true
		}
		var text string
		if err := xml.Unmarshal([]byte("<a>"+string(u)+"</a>"), &text); err != nil {
			panic(err)
		}
		return []rune(text), -1, false
	}},
	"url_query_unescape": {policy: "per-byte", lossy: func(u []byte) ([]rune, bool) {
		text, err := url.QueryUnescape(strings.Join(escapes(u), ""))
		if err != nil {
			panic(err)
		}
		return []rune(text), false
	}},
}

func escapes(units []byte) (all []string) {
	for _, unit := range units {
		all = append(all, fmt.Sprintf("%%%02x", unit))
	}
	return
}

func answer(chosen api, mode, text string) (said string) {
	defer func() { // an error that states no offset
		if err := recover(); err != nil {
			said = fmt.Sprintf(" error - - %q", err)
		}
	}()
	units, _ := hex.DecodeString(strings.TrimSpace(text))
	var values []rune
	switch {
	case mode == "strict" && chosen.strict != nil:
		found, offset, unsupported := chosen.strict(units)
		if unsupported {
			return " unsupported"
		}
		if offset >= 0 {
			return fmt.Sprintf(" error %d -", offset)
		}
		if offset == -2 {
			return " error - -"
		}
		values = found
	case mode == "lossy" && chosen.lossy != nil:
		found, unsupported := chosen.lossy(units)
		if unsupported {
			return " unsupported"
		}
		values = found
	case mode == "verdict" && chosen.verdict != nil:
		if !chosen.verdict(units) {
			return " error - -"
		}
	default:
		return " unsupported"
	}
	line := []byte(" ok")
	for _, value := range values {
		line = strconv.AppendUint(append(line, ' '), uint64(uint32(value)), 16)
	}
	return string(line)
}

func main() {
	chosen, known := apis[strings.Join(os.Args[1:], " ")]
	if !known {
		names := []string{}
		for name := range apis {
			names = append(names, name)
		}
		sort.Strings(names)
		fmt.Fprintln(os.Stderr, "go.go: which decoder? One of: "+strings.Join(names, " "))
		os.Exit(2)
	}
	modes := []string{}
	for mode, has := range map[string]bool{"strict": chosen.strict != nil, "lossy": chosen.lossy != nil, "verdict": chosen.verdict != nil} {
		if has {
			modes = append(modes, mode)
		}
	}
	hello, _ := json.Marshal(map[string]any{"name": "go_" + os.Args[1], "version": strings.TrimPrefix(runtime.Version(), "go"),
		"dialect": "utf-8", "policy": chosen.policy, "bom": "keep", "modes": modes})
	in, out := bufio.NewReaderSize(os.Stdin, 1<<18), bufio.NewWriterSize(os.Stdout, 1<<18)
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			break
		}
		parts := append(strings.SplitN(strings.TrimSuffix(line, "\n"), " ", 3), "", "")
		if parts[0] == "placemat" {
			fmt.Fprintf(out, "hello %s\n", hello)
		} else {
			out.WriteString(parts[0] + answer(chosen, parts[1], parts[2]) + "\n")
		}
		if in.Buffered() == 0 {
			out.Flush()
		}
	}
}

// compare.tsx: two decoders of one report side by side: only what differs.
import { useMemo } from "preact/hooks";
import { cellsOf, faceOf, inputOf, shownGlyph } from "../model/matrix";
import type { Finding, Subject } from "../model/report";
import { useApp } from "../ui/context";
import { counted, DataTable, DecoderLink, Glyph } from "../ui/parts";

interface Pair {
  errorClass: string;
  kind: string;
  input: string;
  a: Finding | undefined;
  b: Finding | undefined;
}

function pairsOf(a: Subject, b: Subject): Pair[] {
  const pairs = new Map<string, Pair>();
  const add = (side: "a" | "b", subject: Subject) => {
    for (const finding of subject.findings) {
      const key = `${finding.kind}|${finding.error_class}|${inputOf(finding)}`;
      const pair = pairs.get(key) ?? {
        errorClass: finding.error_class, kind: finding.kind, input: inputOf(finding), a: undefined, b: undefined,
      };
      pair[side] = finding;
      pairs.set(key, pair);
    }
  };
  add("a", a);
  add("b", b);
  return [...pairs.values()].filter((pair) => pair.a?.seen !== pair.b?.seen);
}

// A decoder that differs, beside one that is judged alike and conforms.
function suggestions(subjects: Subject[]): [Subject, Subject][] {
  const pairs: [Subject, Subject][] = [];
  for (const one of subjects) {
    if (one.findings.length === 0) continue;
    const other = subjects.find((two) => two.judged_as === one.judged_as && two.findings.length === 0)
      ?? subjects.find((two) => two.judged_as === one.judged_as && two.decoder !== one.decoder);
    if (other !== undefined) pairs.push([one, other]);
  }
  return pairs.slice(0, 8);
}

const missing = (a: readonly string[], b: readonly string[]) => a.filter((one) => !b.includes(one));

export function Compare() {
  const { book, route, go, href } = useApp();
  const [left, right] = [route.args[0] ?? "", route.args[1] ?? ""];
  const pick = (name: string) => book.subjectsOf(name).find((subject) => subject.claimed) ?? book.subjectsOf(name)[0];
  const [a, b] = [pick(left), pick(right)];
  const choose = (place: number) => (event: Event) => {
    const args = [left, right];
    args[place] = (event.target as HTMLInputElement).value;
    go({ page: "compare", args });
  };
  const names = book.decoders;
  const classes = useMemo(
    () => (a === undefined || b === undefined ? [] : book.classes.filter((name) => faceOf(cellsOf(a).get(name)!) !== faceOf(cellsOf(b).get(name)!))),
    [a, b],
  );
  const pairs = useMemo(() => (a === undefined || b === undefined ? [] : pairsOf(a, b)), [a, b]);
  return (
    <>
      <h1>Two decoders, side by side</h1>
      <p class="pickers">
        {[left, right].map((value, place) => (
          <label key={place}>
            {place === 0 ? "this" : "and that"}
            <select value={value} onChange={choose(place)}>
              <option value="">choose a decoder</option>
              {names.map((name) => <option key={name} value={name}>{name}</option>)}
            </select>
          </label>
        ))}
      </p>
      {a === undefined || b === undefined ? (
        <>
          <p class="soft">Choose two decoders. The page shows only where they differ.</p>
          <p class="chips">
            {suggestions(book.claimed.length > 0 ? book.claimed : book.contrasts).map(([one, two]) => (
              <a key={one.decoder} class="chip" href={href({ page: "compare", args: [one.decoder, two.decoder] })}>
                {one.decoder} and {two.decoder}
              </a>
            ))}
          </p>
        </>
      ) : (
        <>
          <p class="lead">
            {classes.length === 0 && pairs.length === 0
              ? "They do not differ in anything that this report shows."
              : `They differ in ${counted(classes.length, "cell")} and ${counted(pairs.length, "finding")}.`}
            {a.judged_as !== b.judged_as && ` They are judged by different profiles, so a finding of one need not be a fault by the rule of the other.`}
          </p>
          <DataTable
            label="Properties that differ"
            rows={[
              ["judged as", a.judged_as, b.judged_as],
              ["claims", a.claims, b.claims],
              ["version", a.version, b.version],
              ["only it can", missing(a.capabilities, b.capabilities).join(", "), missing(b.capabilities, a.capabilities).join(", ")],
              ["only it was not asked", missing(a.not_tested, b.not_tested).join("; "), missing(b.not_tested, a.not_tested).join("; ")],
            ].filter(([, x, y]) => x !== y)}
            columns={[
              { name: "what", of: (row) => row[0] },
              { name: left, of: (row) => row[1] },
              { name: right, of: (row) => row[2] },
            ]}
          />
          {classes.length > 0 && (
            <>
              <h2>Error classes</h2>
              <DataTable
                label="Error classes that differ"
                rows={classes}
                columns={[
                  { name: "class", of: (name) => <a href={href({ page: "findings", q: `class:${name} (decoder:${left} or decoder:${right})` })}>{name}</a> },
                  ...[a, b].map((subject) => ({
                    name: subject.decoder,
                    of: (name: string) => {
                      const cell = cellsOf(subject).get(name)!;
                      if (cell.marks.length === 0) return <span class="soft">{cell.checks === 0 ? "nothing checked" : "as expected"}</span>;
                      return cell.marks.map((mark) => <span key={mark.glyph}><Glyph glyph={mark.glyph} small /> {mark.kinds.join(", ")} </span>);
                    },
                  })),
                ]}
              />
            </>
          )}
          {pairs.length > 0 && (
            <>
              <h2>Findings</h2>
              <DataTable
                label="Findings that differ"
                rows={pairs}
                columns={[
                  { name: "input", of: (pair) => <code>{pair.input}</code>, sort: (pair) => pair.input },
                  { name: "kind", of: (pair) => pair.kind, sort: (pair) => pair.kind },
                  ...(["a", "b"] as const).map((side) => ({
                    name: side === "a" ? left : right,
                    of: (pair: Pair) => {
                      const finding = pair[side];
                      if (finding === undefined) return <span class="soft">no finding</span>;
                      return (
                        <a href={href({ page: "findings", q: `decoder:${finding.decoder}`, finding: finding.key })}>
                          <Glyph glyph={shownGlyph(finding)} small /> {finding.seen}
                        </a>
                      );
                    },
                  })),
                ]}
              />
            </>
          )}
          <p class="soft">
            <DecoderLink name={left} />, <DecoderLink name={right} />. <code>placemat compare {left} {right}</code> searches for
            strings that the two read differently, beyond what this report has.
          </p>
        </>
      )}
    </>
  );
}

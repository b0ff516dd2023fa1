// overview.tsx: the first screen: the verdict, four counts, the matrix as a picture, and the worst
// findings. A cell opens its findings beside the matrix.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { diffOf, diffSince } from "../model/diff";
import { cellsOf, countsOf, idOf, verdictOf, type Cell } from "../model/matrix";
import type { Report } from "../model/report";
import { useApp } from "../ui/context";
import { FindingCard } from "../ui/finding";
import { FindingList } from "../ui/list";
import { classSummary, MatrixPicture } from "../ui/matrix";
import { counted, DecoderLink, Glyph, grouped } from "../ui/parts";

export function Verdict() {
  const { book, href, route, go } = useApp();
  const { report } = book;
  const counts = useMemo(() => countsOf(report), [report]);
  const tone = counts.fresh > 0 ? "bad" : counts.known > 0 ? "known" : "good";
  const [list, setList] = useState("");
  const toggle = (name: string) => setList(list === name ? "" : name);
  return (
    <header class={`verdict ${tone}`}>
      <h1>{verdictOf(report)}</h1>
      <dl class="counts">
        <Count name="new" number={counts.fresh} meaning="findings without a reason" tone={counts.fresh > 0 ? "bad" : ""}>
          <a href={href({ page: "findings", q: "new", finding: "", cell: "" })}>{grouped(counts.fresh)}</a>
        </Count>
        <Count name="known" number={counts.known} meaning="findings that the expected list explains">
          <a href={href({ page: "findings", q: "known", finding: "", cell: "" })}>{grouped(counts.known)}</a>
        </Count>
        <Count name="absent" number={counts.absent} meaning="decoders that this machine does not have">
          <button type="button" aria-expanded={list === "absent"} onClick={() => toggle("absent")}>{grouped(counts.absent)}</button>
        </Count>
        <Count name="not asked" number={counts.notAsked.length} meaning="things that the run did not test">
          <button type="button" aria-expanded={list === "asked"} onClick={() => toggle("asked")}>{grouped(counts.notAsked.length)}</button>
        </Count>
      </dl>
      {[...report.caveats, ...(report.footer?.expected_errors ?? [])].map((text) => (
        <p key={text} class="caveat">{text}</p>
      ))}
      <SinceBaselineLine />
      {report.notices.map((text) => <p key={text} class="note">{text}</p>)}
      {list === "absent" && (
        <ul class="details-list">
          {report.absent.length === 0 && <li>None: every decoder of the list is here.</li>}
          {report.absent.map((one) => <li key={one.name}><b>{one.name}</b> {one.subject}</li>)}
        </ul>
      )}
      {list === "asked" && (
        <ul class="details-list">
          {counts.notAsked.length === 0 && <li>Nothing: all was tested that the decoders claim.</li>}
          {counts.notAsked.map((one) => (
            <li key={one.what}>{one.what}{one.decoders.length > 0 && <span class="soft"> ({one.decoders.slice(0, 12).join(", ")}{one.decoders.length > 12 && ` and ${one.decoders.length - 12} more`})</span>}</li>
          ))}
        </ul>
      )}
      {book.contrasts.length > 0 && book.claimed.length > 0 && (
        <p class="views" role="group" aria-label="Which profile judges">
          <button type="button" aria-pressed={route.more.as !== "contrast"} onClick={() => go({ more: {}, cell: "" })}>by what each decoder claims</button>
          <button type="button" aria-pressed={route.more.as === "contrast"} onClick={() => go({ more: { as: "contrast" }, cell: "" })} title="The same decoders, judged by a profile that they do not claim. Nothing there counts against them.">by another profile</button>
        </p>
      )}
    </header>
  );
}

// What changed since the baseline that the run was compared with, or since the last report before it.
function SinceBaselineLine() {
  const { book, earlier, href } = useApp();
  const { report } = book;
  const started = (one: Report) => String(one.header.run.started ?? "");
  const last = useMemo(
    () => earlier.filter((one) => started(one) <= started(report)).sort((a, b) => (started(a) < started(b) ? 1 : -1))[0],
    [earlier, report],
  );
  const diff = useMemo(
    () => (report.since !== null ? diffSince(report.since, report) : last !== undefined ? diffOf(last, report) : null),
    [last, report],
  );
  if (diff === null) return null;
  const name = report.since !== null ? report.since.baseline : `the report of ${started(last!).slice(0, 10) || "an unknown day"}`;
  const parts: [string, number, boolean][] = [
    ["lost", diff.lost.length, true],
    ["newly failing", diff.newlyFailing.length, true],
    ["changed", diff.changed.length, diff.changed.some((entry) => entry.regression)],
    ["new, by a larger budget", diff.newlyAsked.length, true],
    ["newly passing", diff.newlyPassing.length, false],
    ["added", diff.added.length, false],
    ["removed", diff.removed.length, false],
  ];
  const there = parts.filter(([, number]) => number > 0);
  return (
    <p class="since">
      <a href={href({ page: "changes", q: "", finding: "", cell: "" })}>Against {name}</a>:{" "}
      {there.length === 0 ? "nothing changed" : there.map(([name, number, isBad], i) => (
        <span key={name}>{i > 0 && ", "}{isBad ? <b class="bad">{grouped(number)} {name}</b> : `${grouped(number)} ${name}`}</span>
      ))}
      {diff.lost.length > 0 && <> (<b class="bad">{diff.lost.slice(0, 4).map((loss) => `${loss.what} ${loss.name}`.trim()).join(", ")}{diff.lost.length > 4 && ", …"}</b>)</>}.
    </p>
  );
}

function Count(props: { name: string; number: number; meaning: string; tone?: string; children: preact.ComponentChildren }) {
  return (
    <div class={props.number === 0 ? "zero" : (props.tone ?? "")} title={props.meaning}>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
      <dd class="meaning">{props.meaning}</dd>
    </div>
  );
}

export function Overview() {
  const { book, route, query } = useApp();
  const isContrast = route.more.as === "contrast" || book.claimed.length === 0;
  const subjects = isContrast ? book.contrasts : book.claimed;
  const filter = useMemo(
    () => (query.isEmpty ? null : (cell: Cell) => book.cellMatches(cell, query.test)),
    [query, book],
  );
  const cell = useMemo(() => {
    const [id, errorClass] = splitCell(route.cell);
    const subject = subjects.find((one) => idOf(one) === id);
    return subject === undefined ? null : (cellsOf(subject).get(errorClass) ?? null);
  }, [route.cell, subjects]);
  const list = useMemo(() => {
    const all = book.matching(query, route.q + (isContrast ? " contrast" : ""));
    return isContrast ? all.filter((one) => !one.finding.claimed) : all;
  }, [book, query, isContrast]);
  return (
    <>
      <Verdict />
      <div class={`split${cell !== null ? " is-open" : ""}`}>
        <section class="main" aria-label="Matrix of error classes and decoders">
          <MatrixPicture subjects={subjects} filterMatches={filter} />
        </section>
        {cell !== null && <CellPanel cell={cell} />}
      </div>
      <section class="worst">
        <h2>{query.isEmpty ? "Findings, the worst first" : "Findings that match"} <small>{grouped(list.length)}</small></h2>
        {list.length === 0 ? (
          <p class="soft">{query.isEmpty ? "None: every check was as expected." : "No finding matches the query."}</p>
        ) : (
          <FindingList list={list} limit={12} />
        )}
      </section>
    </>
  );
}

export function splitCell(text: string): [string, string] {
  const at = text.lastIndexOf("|");
  return at < 0 ? ["", ""] : [text.slice(0, at), text.slice(at + 1)];
}

// The findings of one cell, beside the matrix.
function CellPanel({ cell }: { cell: Cell }) {
  const { book, go, route, href } = useApp();
  const panel = useRef<HTMLElement>(null);
  const findings = [...new Set(cell.marks.flatMap((mark) => mark.findings))];
  const listed = findings.map((finding) => book.listed.find((one) => one.finding === finding)!);
  const [at, setAt] = useState(0);
  useEffect(() => {
    setAt(Math.max(0, listed.findIndex((one) => one.finding.key === route.finding)));
  }, [cell, route.finding]);
  useEffect(() => {
    if (panel.current !== null && matchMedia("(max-width: 1000px)").matches)
      panel.current.scrollIntoView({ block: "start" });
  }, [cell]);
  const [one] = [listed[Math.min(at, listed.length - 1)]];
  const others = book.classes
    .map((name) => cellsOf(cell.subject).get(name)!)
    .filter((other) => other !== cell && other.marks.length > 0);
  return (
    <aside class="beside" ref={panel} aria-label={`Findings of ${idOf(cell.subject)}, ${cell.column}`}>
      <header>
        <h2>
          <DecoderLink name={cell.subject.decoder} /> <span class="soft">{cell.column}</span>
        </h2>
        <button type="button" class="close" onClick={() => go({ cell: "", finding: "" })} title="Esc">
          close
        </button>
      </header>
      <p class="soft">
        {classSummary(cell.column)}. {grouped(cell.failed)} of {counted(cell.checks, "check")} failed.
      </p>
      {others.length > 0 && (
        <p class="neighbours">
          <span class="soft">Its other cells: </span>
          {others.map((other, i) => (
            <>
              {i > 0 && ", "}
              <a href={href({ ...route, finding: "", cell: `${idOf(cell.subject)}|${other.column}` })}>{other.column}</a>
            </>
          ))}
        </p>
      )}
      {listed.length > 1 && (
        <p class="pager">
          <button type="button" disabled={at === 0} onClick={() => setAt(at - 1)}>previous</button>
          <span>{at + 1} of {listed.length}</span>
          <button type="button" disabled={at === listed.length - 1} onClick={() => setAt(at + 1)}>next</button>
        </p>
      )}
      {cell.marks
        .filter((mark) => mark.alone !== "")
        .map((mark) => (
          <p class="note" key={mark.glyph}>
            <Glyph glyph={mark.glyph} small /> <code>{mark.alone}</code> shows it alone. The shortest case of
            this cause is of another class.
          </p>
        ))}
      {one !== undefined ? (
        <FindingCard listed={one} heading={3} />
      ) : (
        cell.marks.length === 0 && <p>{cell.checks === 0 ? "Nothing was checked here." : "All as expected."}</p>
      )}
    </aside>
  );
}

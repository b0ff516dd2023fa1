// background.tsx: documented bugs, the catalogue of defects, the requirements of 1992, and where the
// report comes from.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Bug, Defect } from "../model/report";
import { useApp } from "../ui/context";
import { CopyUnits } from "../ui/finding";
import { CodeBlock, counted, DataTable, grouped, Outward, plainItem, Rows, Units, useFiltered } from "../ui/parts";

// A row has room for the first units; the card has all.
const shortened = (hex: string) => (hex.length > 48 ? `${hex.slice(0, 45).trimEnd()} …` : hex);

export function Bugs() {
  const { book } = useApp();
  const rows = useFiltered(book.report.bugs, (bug) =>
    plainItem({ id: bug.id, product: bug.project, kind: bug.bug_class, vector: bug.vector, input: bug.hex }, bug.did, bug.law, bug.year, bug.status),
  );
  const [open, setOpen] = useState("");
  const bug = rows.find((one) => one.id === open);
  const loose = book.report.bugs.filter((one) => !one.caught);
  return (
    <>
      <h1>Documented bugs <small>{grouped(rows.length)}{rows.length !== book.report.bugs.length && ` of ${grouped(book.report.bugs.length)}`}</small></h1>
      <p class="lead">
        Bugs of decoders that a public source reports, since 1992. Each is modelled by a saboteur, and the run must catch it with the named
        vector. {loose.length === 0 ? "All are caught." : <b class="bad">{counted(loose.length, "bug")} not caught: {loose.map((one) => one.id).join(", ")}.</b>}
      </p>
      {bug !== undefined && <BugCard bug={bug} onClose={() => setOpen("")} />}
      <DataTable
        label="Documented bugs"
        rows={rows}
        rowClass={(one) => (one.caught ? (one.id === open ? "chosen" : "") : "bad-row")}
        columns={[
          { name: "project", of: (one) => <button type="button" class="plain" onClick={() => setOpen(one.id === open ? "" : one.id)}>{one.project}</button>, sort: (one) => one.project },
          { name: "year", of: (one) => one.year, sort: (one) => one.year },
          { name: "what", of: (one) => <span class="whole">{one.bug_class}</span>, sort: (one) => one.bug_class },
          { name: "input", of: (one) => <code title={one.hex}>{shortened(one.hex)}</code>, sort: (one) => one.hex },
          { name: "it did", of: (one) => one.did },
          { name: "caught", of: (one) => (one.caught ? "yes" : <b class="bad">no</b>), sort: (one) => Number(one.caught) },
        ]}
      />
    </>
  );
}

// A card opens above its table, which may be scrolled far down.
function useInView(id: string) {
  const card = useRef<HTMLElement>(null);
  useEffect(() => card.current?.scrollIntoView({ block: "nearest" }), [id]);
  return card;
}

function BugCard({ bug, onClose }: { bug: Bug; onClose: () => void }) {
  const card = useInView(bug.id);
  return (
    <article class="finding" ref={card}>
      <header class="row"><h2>{bug.project}, {bug.year}</h2><button type="button" onClick={onClose}>close</button></header>
      <Units text={bug.hex} profile="utf-8" />
      <CopyUnits text={bug.hex} />
      <Rows
        rows={[
          ["id", <code>{bug.id}</code>],
          ["what", `${bug.bug_class}, ${bug.status}`],
          ["units", bug.units === "constructed" ? "constructed, because the source does not give them" : bug.units],
          ["it did", bug.did],
          ["the law", bug.law],
          ["caught by", bug.caught && <><code>{bug.vector}</code>, against the saboteur <code>{bug.saboteur}</code>, as {bug.kind}</>],
          ["evidence", bug.evidence],
        ]}
      />
      <CodeBlock text={bug.replay} label="replay line" />
    </article>
  );
}

export function Defects() {
  const { book } = useApp();
  const rows = useFiltered(book.report.defects, (one) =>
    plainItem({ id: one.id, product: one.product, language: one.language, effect: one.effect, kind: one.effect, version: one.versions, input: one.units, clause: one.clause }, one.about, one.entry, one.lets_through),
  );
  const [open, setOpen] = useState("");
  const defect = rows.find((one) => one.id === open);
  const effects = useMemo(() => {
    const counts = new Map<string, number>();
    for (const one of rows) counts.set(one.effect, (counts.get(one.effect) ?? 0) + 1);
    return [...counts];
  }, [rows]);
  const { href } = useApp();
  return (
    <>
      <h1>Defects <small>{grouped(rows.length)}{rows.length !== book.report.defects.length && ` of ${grouped(book.report.defects.length)}`}</small></h1>
      <p class="lead">Findings in released software, each shown by a few lines in the product’s own language, without placemat.</p>
      <p class="chips">
        {effects.map(([effect, count]) => <a key={effect} class="chip" href={href({ page: "defects", q: `effect:${effect}` })}>{effect} <b>{count}</b></a>)}
      </p>
      {defect !== undefined && <DefectCard defect={defect} onClose={() => setOpen("")} />}
      <DataTable
        label="Defects"
        rows={rows}
        rowClass={(one) => (one.id === open ? "chosen" : "")}
        columns={[
          { name: "product", of: (one) => (one.withheld ? one.product : <button type="button" class="plain" onClick={() => setOpen(one.id === open ? "" : one.id)}>{one.product}</button>), sort: (one) => one.product },
          { name: "effect", of: (one) => <span class="whole">{one.effect}</span>, sort: (one) => one.effect },
          { name: "input", of: (one) => (one.units === "" ? "" : <code>{one.units}</code>), sort: (one) => one.units },
          { name: "what it does", of: (one) => (one.withheld ? <span class="soft">not public yet</span> : one.about) },
          { name: "versions", of: (one) => one.versions.join(", ") + (one.fixed_in !== "" ? `; fixed in ${one.fixed_in}` : "") },
          { name: "language", of: (one) => one.language, sort: (one) => one.language },
        ]}
      />
    </>
  );
}

function DefectCard({ defect, onClose }: { defect: Defect; onClose: () => void }) {
  const card = useInView(defect.id);
  return (
    <article class="finding" ref={card}>
      <header class="row"><h2>{defect.product}: {defect.effect}</h2><button type="button" onClick={onClose}>close</button></header>
      <p>{defect.about}</p>
      <Units text={defect.units} profile="utf-8" />
      <CopyUnits text={defect.units} />
      <Rows
        rows={[
          ["id", <code>{defect.id}</code>],
          ["entry point", defect.entry !== "" && <code>{defect.entry}</code>],
          ["versions", defect.versions.join(", ")],
          ["fixed in", defect.fixed_in],
          ["lets through", defect.lets_through],
          ["expected", <code>{defect.expected}</code>],
          ["seen", <code>{defect.seen}</code>],
          ["clause", defect.clause],
          ["upstream", defect.links.length > 0 && defect.links.map((link, i) => <>{i > 0 && ", "}<Outward text={link} /></>)],
        ]}
      />
      <h4>A program that shows it</h4>
      <CodeBlock text={`placemat explain ${defect.id}`} label="prints the program" />
    </article>
  );
}

export function Requirements() {
  const { book } = useApp();
  const rows = book.report.requirements;
  const dialects = [...new Set(rows.map((row) => row.dialect))];
  const texts = [...new Map(rows.map((row) => [row.number, row.text]))].sort((a, b) => a[0] - b[0]);
  const of = (dialect: string, number: number) => rows.find((row) => row.dialect === dialect && row.number === number);
  return (
    <>
      <h1>The six requirements of 1992</h1>
      <p class="lead">
        In 1992 X/Open asked for a transformation format of ISO 10646 that leaves file systems alone, and stated five requirements. Ken
        Thompson and Rob Pike added the sixth, and designed UTF-8 to meet all of them. Each is tested here against the table of each
        dialect: a measured result, with the evidence.
      </p>
      <ol class="requirements">{texts.map(([number, text]) => <li key={number} value={number}>{text}</li>)}</ol>
      <div class="scroll" tabIndex={0} role="region" aria-label="Requirements by dialect">
        <table class="data met">
          <thead>
            <tr><th scope="col">dialect</th>{texts.map(([number, text]) => <th key={number} scope="col" title={text}>{number}</th>)}</tr>
          </thead>
          <tbody>
            {dialects.map((dialect) => (
              <tr key={dialect}>
                <th scope="row">{dialect}</th>
                {texts.map(([number]) => {
                  const row = of(dialect, number);
                  return row === undefined ? <td key={number} class="none" /> : (
                    <td key={number} class={row.met ? "yes" : "no"} title={row.evidence}>{row.met ? "yes" : "no"}</td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <h2>What breaks them</h2>
      <ul>{rows.filter((row) => !row.met).map((row) => <li key={row.dialect + row.number}><b>{row.dialect}</b>, {row.number}: {row.evidence}</li>)}</ul>
    </>
  );
}

const runNames: [string, string][] = [
  ["commit", "commit"], ["build_type", "build type"], ["os", "operating system"], ["cpu", "processor"],
  ["given", "command"], ["started", "started"],
];

export function Provenance() {
  const { book } = useApp();
  const { header, footer, sources, oracles, operations, presentation } = book.report;
  const seconds = footer?.seconds ?? 0;
  return (
    <>
      <h1>Provenance</h1>
      <p class="lead">Which program made this report, where and how, what it covers, and what a second opinion says of the law.</p>
      <Rows
        rows={[
          ["placemat", header.tool_version],
          ["format", header.format],
          ["corpora", <>{counted(header.corpus_vectors, "vector")}, SHA-256 <code class="digest">{header.corpus_digest}</code></>],
          ["budget", header.budget],
          ["seed", header.seed],
          ["checks", grouped(footer?.checks ?? 0)],
          ["compiler", header.compiler],
          ["processor features", header.cpu_features.join(", ")],
          ["ICU", header.icu_version],
          ...runNames.map(([name, title]): [string, string] => [title, String(header.run[name] ?? "")]),
          ["took", `${seconds < 100 ? seconds.toFixed(1) + " s" : Math.floor(seconds / 60) + " min"} on ${header.run.threads ?? "?"} threads`],
          ["isolation", header.isolation === undefined || header.isolation.length === 0 ? "none: the decoders ran in the process of placemat" : <ul>{header.isolation.map((line) => <li key={line} class={line.startsWith("NOT") ? "bad" : ""}>{line}</li>)}</ul>],
          ["to make the same run", header.run.command !== "" && <CodeBlock text={String(header.run.command)} label="command" />],
        ]}
      />
      <h2>Sources of cases</h2>
      <DataTable
        label="Sources of cases"
        rows={sources}
        columns={[
          { name: "source", of: (row) => row.name, sort: (row) => row.name },
          { name: "covers", of: (row) => (row.not_run !== "" ? <span class="soft">not run: {row.not_run}</span> : row.covers) },
          { name: "cases", number: true, of: (row) => (row.cases > 0 ? grouped(row.cases) : ""), sort: (row) => row.cases },
        ]}
      />
      {operations.length > 0 && (
        <>
          <h2>Operations and presentations</h2>
          <p>{operations.join(", ")}</p>
          <Rows rows={presentation.map((axis) => [axis.axis, axis.values.join(", ")])} />
        </>
      )}
      {oracles.length > 0 && (
        <>
          <h2>Law and oracle</h2>
          <p class="lead">ICU was asked the same questions. Where it answers otherwise, a numbered divergence says why; anything else would be a finding against placemat.</p>
          <DataTable
            label="Oracle"
            rows={oracles}
            columns={[
              { name: "question", of: (row) => row.question, sort: (row) => row.question },
              { name: "asked", number: true, of: (row) => grouped(row.asked), sort: (row) => row.asked },
              { name: "agreed", number: true, of: (row) => grouped(row.agreed), sort: (row) => row.agreed },
              { name: "divergences", of: (row) => <>{row.divergences.map((one) => <p key={one.id}><b>{one.id}</b>, {counted(one.times, "time")}: {one.reason}</p>)}{row.unexplained.map((place) => <p key={place} class="bad">unexplained: {place}</p>)}</> },
            ]}
          />
        </>
      )}
    </>
  );
}

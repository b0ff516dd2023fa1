// changes.tsx: what changed between two reports, test by test, and the timeline of several.
import { useMemo, useState } from "preact/hooks";
import { diffOf, diffSince, isEmpty, type Diff, type Entry } from "../model/diff";
import { countsOf } from "../model/matrix";
import type { Report } from "../model/report";
import { useApp } from "../ui/context";
import { counted, DataTable, DecoderLink, grouped, plainItem, useFiltered } from "../ui/parts";
import { Chart, Plot } from "../ui/plot";

const startOf = (report: Report) => String(report.header.run.started ?? report.name);
const label = (report: Report) =>
  report.name === startOf(report) ? startOf(report) : `${report.name} (${startOf(report)})`;

function Entries({ title, list, tone, meaning }: { title: string; list: Entry[]; tone: string; meaning: string }) {
  const { book, href } = useApp();
  const rows = useFiltered(list, (entry) =>
    plainItem({ decoder: entry.decoder, profile: entry.judgedAs, source: entry.source, vector: entry.test, kind: [entry.before, entry.after] }),
  );
  if (list.length === 0) return null;
  return (
    <section class={`change ${tone}`}>
      <h2>{title} <small>{grouped(list.length)}</small></h2>
      <p class="lead">{meaning}</p>
      <DataTable
        label={title}
        rows={rows}
        columns={[
          { name: "decoder", of: (entry) => (entry.decoder === "" ? "all" : <DecoderLink name={entry.decoder} />), sort: (entry) => entry.decoder },
          { name: "source", of: (entry) => entry.source, sort: (entry) => entry.source },
          {
            name: "test",
            sort: (entry) => entry.test,
            of: (entry) =>
              entry.finding !== undefined && book.find(entry.finding.key) !== undefined ? (
                <a href={href({ page: "findings", q: "", finding: entry.finding.key })}>{entry.test}</a>
              ) : (
                entry.test || "all of it"
              ),
          },
          { name: "before", of: (entry) => entry.before },
          { name: "after", of: (entry) => (entry.regression ? <b class="bad">{entry.after}</b> : entry.after) },
        ]}
      />
    </section>
  );
}

export function DiffView({ diff }: { diff: Diff }) {
  return (
    <>
      <dl class="counts">
        {(
          [
            ["lost", diff.lost.length, "covered before, and no longer"],
            ["newly failing", diff.newlyFailing.length, "as expected before"],
            ["changed", diff.changed.length, "fail before and after, in another way"],
            ["new, by a larger budget", diff.newlyAsked.length, "asked less before"],
            ["newly passing", diff.newlyPassing.length, "as expected now"],
            ["added", diff.added.length, "not tested before"],
            ["removed", diff.removed.length, "not tested now"],
          ] as const
        ).map(([name, number, meaning], i) => (
          <div key={name} class={number === 0 ? "zero" : i < 2 ? "bad" : ""} title={meaning}>
            <dt>{name}</dt>
            <dd>{grouped(number)}</dd>
            <dd class="meaning">{meaning}</dd>
          </div>
        ))}
      </dl>
      {isEmpty(diff) && <p>No test changed.</p>}
      {diff.lost.length > 0 && (
        <section class="change lost">
          <h2>Lost coverage <small>{grouped(diff.lost.length)}</small></h2>
          <p class="lead">The older report covers this and the newer one does not, so nothing is known of it any more.</p>
          <ul>
            {diff.lost.slice(0, 300).map((loss) => (
              <li key={loss.what + loss.name}>{loss.what} <b>{loss.name}</b></li>
            ))}
          </ul>
        </section>
      )}
      <Entries title="Newly failing" list={diff.newlyFailing} tone="bad" meaning="As expected before, and not now." />
      <Entries title="Changed" list={diff.changed} tone="warn" meaning="Failing before and after, in another way; a graver way is a regression." />
      <Entries title="New, by a larger budget" list={diff.newlyAsked} tone="warn" meaning="The larger budget asks more, so these may have failed before, unasked: no regressions, and no proof that there is none." />
      <Entries title="Newly passing" list={diff.newlyPassing} tone="good" meaning="Failing before, and as expected now." />
      <Entries title="Added" list={diff.added} tone="" meaning="Only the newer report has these tests." />
      <Entries title="Removed" list={diff.removed} tone="" meaning="Only the older report has these tests." />
      {diff.notes.length > 0 && (
        <>
          <h2>Notes</h2>
          <ul>{diff.notes.map((note) => <li key={note}>{note}</li>)}</ul>
        </>
      )}
    </>
  );
}

function Timeline({ reports }: { reports: Report[] }) {
  const points = useMemo(
    () =>
      reports.map((report, i) => {
        const counts = countsOf(report);
        const diff = i === 0 ? null : diffOf(reports[i - 1]!, report);
        return { report, place: i + 1, counts, diff };
      }),
    [reports],
  );
  const options = useMemo((): Plot.PlotOptions => {
    const rows = points.flatMap((point) => [
      { at: point.place, what: "new", number: point.counts.fresh },
      { at: point.place, what: "known", number: point.counts.known },
      { at: point.place, what: "absent", number: point.counts.absent },
    ]);
    return {
      height: 180,
      marginLeft: 50,
      x: { label: "report", ticks: points.map((point) => point.place), tickFormat: (at: number) => String(at) },
      y: { label: "findings, decoders", zero: true, grid: true },
      marks: [
        Plot.ruleY([0]),
        Plot.lineY(rows, { x: "at", y: "number", z: "what", stroke: "var(--accent)", strokeDasharray: undefined, strokeOpacity: 0.6 }),
        Plot.dot(rows, { x: "at", y: "number", symbol: "what", fill: "var(--accent)", title: (row: { what: string; number: number }) => `${row.what}: ${row.number}` }),
        Plot.text(rows.filter((row) => row.at === points.length), { x: "at", y: "number", text: "what", dx: 8, textAnchor: "start" }),
      ],
      marginRight: 60,
    };
  }, [points]);
  return (
    <section>
      <h2>Timeline</h2>
      <Chart options={options} label="New, known and absent by report" />
      <DataTable
        label="Timeline"
        rows={points}
        columns={[
          { name: "report", of: (point) => `${point.place}. ${label(point.report)}` },
          { name: "new", number: true, of: (point) => grouped(point.counts.fresh) },
          { name: "known", number: true, of: (point) => grouped(point.counts.known) },
          { name: "lost", number: true, of: (point) => (point.diff === null ? "" : point.diff.lost.length > 0 ? <b class="bad">{grouped(point.diff.lost.length)}</b> : "0") },
          { name: "newly failing", number: true, of: (point) => point.diff && grouped(point.diff.newlyFailing.length) },
          { name: "newly passing", number: true, of: (point) => point.diff && grouped(point.diff.newlyPassing.length) },
        ]}
      />
    </section>
  );
}

export function Changes() {
  const { book, earlier, take } = useApp();
  const reports = useMemo(
    () => [...earlier, book.report].sort((a, b) => (startOf(a) < startOf(b) ? -1 : 1)),
    [earlier, book],
  );
  const own = reports.indexOf(book.report);
  const since = useMemo(
    () => (book.report.since === null ? null : diffSince(book.report.since, book.report)),
    [book],
  );
  const [pair, setPair] = useState<[number, number] | null>(null);
  const [from, to] = pair ?? (own > 0 ? [own - 1, own] : [own, Math.min(own + 1, reports.length - 1)]);
  const diff = useMemo(
    () => (from === to || reports[from] === undefined || reports[to] === undefined ? null : diffOf(reports[from], reports[to])),
    [from, to, reports],
  );
  const chooser = (place: 0 | 1, value: number, name: string) => (
    <label>
      {name}
      <select value={value} onChange={(event) => {
        const next: [number, number] = [from, to];
        next[place] = Number((event.target as HTMLSelectElement).value);
        setPair(next);
      }}>
        {reports.map((report, i) => <option key={i} value={i}>{label(report)}</option>)}
      </select>
    </label>
  );
  return (
    <>
      <h1>What changed</h1>
      <p class="lead">
        Drop another <code>report.jsonl</code> or <code>report.html</code> on this page, or choose it here. Reports are compared test by test, never
        by totals: a total hides a regression behind a repair. <code>placemat report NEW <span class="whole">--html PAGE</span> <span class="whole">--baseline OLD</span></code> puts the older one into
        the page.
      </p>
      <p class="pickers">
        <label>
          another report
          <input type="file" multiple accept=".jsonl,.html,.json" onChange={(event) => {
            const files = (event.target as HTMLInputElement).files;
            if (files !== null) take(files);
          }} />
        </label>
        {reports.length > 1 && chooser(0, from, "before")}
        {reports.length > 1 && chooser(1, to, "after")}
      </p>
      {since !== null && (
        <>
          <h2>Against {book.report.since!.baseline} <small>the baseline of this run</small></h2>
          <DiffView diff={since} />
        </>
      )}
      {reports.length > 2 && <Timeline reports={reports} />}
      {since !== null && reports.length > 1 && <h2>Between two reports</h2>}
      {diff === null ? (
        since === null && <p class="soft">{reports.length > 1 ? "Choose two different reports." : `This page has one report, with ${counted(book.listed.length, "finding")}. Nothing to compare yet.`}</p>
      ) : (
        <DiffView diff={diff} />
      )}
    </>
  );
}

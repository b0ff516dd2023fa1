// fuzzing.tsx: what fuzzing campaigns reached, and how soon the engines find planted faults.
import { useMemo } from "preact/hooks";
import type { Fuzzing, FuzzingPoint } from "../model/report";
import { useApp } from "../ui/context";
import { counted, DataTable, DecoderLink, grouped, plainItem, Profile, Rows, useFiltered } from "../ui/parts";
import { Chart, Plot } from "../ui/plot";
import { FuzzBenchmarks } from "./fuzz_benchmark";

const timeText = (seconds: number) =>
  seconds < 120 ? `${seconds.toFixed(1)} s` : seconds < 7200 ? `${(seconds / 60).toFixed(1)} min` : `${(seconds / 3600).toFixed(1)} h`;

const grown: [keyof FuzzingPoint, string][] = [
  ["coverage", "edges covered"],
  ["features", "features, by which the engine knows new behaviour"],
  ["corpus", "inputs kept"],
  ["findings", "findings"],
];

// How much a campaign had reached at each moment; a figure that stays zero was not measured.
function Growth({ points }: { points: FuzzingPoint[] }) {
  const charts = useMemo(
    () =>
      grown
        .filter(([name]) => points.some((point) => point[name] > 0))
        .map(([name, title]): { title: string; options: Plot.PlotOptions } => ({
          title,
          options: {
            height: 190,
            marginLeft: 60,
            x: { label: "seconds →", zero: true },
            y: { label: null, zero: true, grid: true },
            marks: [
              Plot.ruleY([0]),
              Plot.lineY(points, { x: "seconds", y: name, stroke: "var(--accent)", curve: "step-after" }),
              Plot.dot(points, { x: "seconds", y: name, r: 2.5, fill: "var(--accent)", title: (point: FuzzingPoint) => `${timeText(point.seconds)}, ${grouped(point.executions)} executions: ${grouped(point[name])}` }),
            ],
          },
        })),
    [points],
  );
  return (
    <div class="charts">
      {charts.map(({ title, options }) => (
        <figure key={title}>
          <figcaption>{title}</figcaption>
          <Chart options={options} label={`${title} over time`} />
        </figure>
      ))}
    </div>
  );
}

function Campaign({ campaign }: { campaign: Fuzzing }) {
  const { book, href } = useApp();
  const growth = campaign.growth ?? [], detections = campaign.detections ?? [], notReached = campaign.not_reached ?? [];
  return (
    <section>
      <h2>
        <DecoderLink name={campaign.decoder} /> <small><Profile text={campaign.judged_as} /></small>
      </h2>
      <p class="lead">
        {counted(campaign.executions, "execution")} in {timeText(campaign.seconds)}, {grouped(campaign.executions / Math.max(campaign.seconds, 0.001))} a second;{" "}
        {grouped(campaign.failed)} of {counted(campaign.checks, "check")} failed.
      </p>
      <Rows
        rows={[
          ["engine", campaign.engine],
          ["guided by", campaign.signal],
          ["processes", `${campaign.processes}${campaign.resumed > 0 ? `, continued ${counted(campaign.resumed, "time")}` : ""}`],
          ["inputs kept", grouped(campaign.corpus)],
          ["edges covered", campaign.coverage > 0 ? grouped(campaign.coverage) : "not known, because the code is not instrumented"],
          ["version", campaign.version],
          ["SHA-256", campaign.digest !== "" && <code>{campaign.digest}</code>],
        ]}
      />
      {growth.length > 1 && <Growth points={growth} />}
      {detections.length > 0 && (
        <>
          <h3>Time to detection</h3>
          <DataTable
            label="Time to detection"
            rows={detections}
            columns={[
              { name: "finding", of: (row) => { const known = book.find(row.key); const parts = row.key.split("|"); return known === undefined ? <code>{row.key}</code> : <a href={href({ page: "findings", q: "", finding: row.key })}>{parts.slice(2).join(" ")}</a>; } },
              { name: "after", number: true, of: (row) => timeText(row.seconds), sort: (row) => row.seconds },
              { name: "executions", number: true, of: (row) => grouped(row.executions), sort: (row) => row.executions },
            ]}
          />
        </>
      )}
      {notReached.length > 0 && (
        <>
          <h3>Not reached</h3>
          <ul>{notReached.map((text) => <li key={text}>{text}</li>)}</ul>
        </>
      )}
    </section>
  );
}

export function FuzzingPage() {
  const { book } = useApp();
  const campaigns = useFiltered(book.report.fuzzing, (one) =>
    plainItem({ decoder: one.decoder, profile: one.judged_as, version: one.version }, one.engine),
  );
  return (
    <>
      <h1>Fuzzing</h1>
      {book.report.fuzzing.length === 0 ? (
        <>
          <p class="lead">This report has no campaign. This command makes one, with a report of its own:</p>
          <pre class="commands">placemat fuzz DECODER --time 10m --out out/fuzz</pre>
        </>
      ) : (
        <p class="lead">What campaigns reached: how they grew, and how long they took to detect each finding.</p>
      )}
      {campaigns.map((one, i) => <Campaign key={i} campaign={one} />)}
      <FuzzBenchmarks benchmarks={book.report.fuzzBenchmarks} />
    </>
  );
}

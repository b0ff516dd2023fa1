// evidence.tsx: how strong the suite is, and what a fuzzing campaign reached.
import { useMemo } from "preact/hooks";
import type { Fuzzing, FuzzingPoint, SourceComparison, Strength } from "../model/report";
import { useApp } from "../ui/context";
import { Bar, counted, DataTable, DecoderLink, grouped, percent, plainItem, Profile, Rows, useFiltered } from "../ui/parts";
import { Chart, Plot } from "../ui/plot";

const ways: [string, string][] = [
  ["output", "by their output"],
  ["values", "by their values alone"],
  ["verdict", "by their verdict alone"],
  ["standard-run", "in the standard run"],
];

function StrengthSection({ strength }: { strength: Strength }) {
  const shown = ways.filter(([how]) => strength.families.some((family) => family.tallies.some((tally) => tally.how === how)));
  const survivors = strength.families.flatMap((family) =>
    family.tallies.flatMap((tally) =>
      tally.survivors.map((survivor) => ({ ...survivor, family: family.family, how: tally.how })),
    ),
  );
  return (
    <section>
      <h2>{strength.subject} <small>{counted(strength.vectors, "vector")}, {counted(strength.units, "code unit")}</small></h2>
      <DataTable
        label={`Mutants killed by ${strength.subject}`}
        rows={strength.families}
        columns={[
          { name: "family", of: (family) => family.family, sort: (family) => family.family },
          { name: "mutants", number: true, of: (family) => grouped(family.mutants), sort: (family) => family.mutants },
          { name: "equivalent", number: true, title: "Proved to be no fault, and not counted.", of: (family) => (family.automaton ? grouped(family.equivalent) : ""), sort: (family) => family.equivalent },
          ...shown.map(([how, title]) => ({
            name: title,
            of: (family: Strength["families"][number]) => {
              const tally = family.tallies.find((one) => one.how === how);
              if (tally === undefined || tally.killable === 0) return "";
              return <Bar part={tally.killed} whole={tally.killable} label={`${percent(tally.killed, tally.killable)} of ${grouped(tally.killable)}`} />;
            },
            sort: (family: Strength["families"][number]) => {
              const tally = family.tallies.find((one) => one.how === how);
              return tally === undefined || tally.killable === 0 ? -1 : tally.killed / tally.killable;
            },
          })),
        ]}
      />
      <p>
        {grouped(strength.small_set)} of {counted(strength.vectors, "vector")} kill as much as all of them by output, {grouped(strength.small_set_by_verdict)} by
        verdict alone. A complete W-method set of the same machines has {grouped(strength.w_method)} strings, {grouped(strength.w_method_by_verdict)} by verdict.
      </p>
      {survivors.length > 0 && (
        <>
          <h3>Survivors</h3>
          <p class="lead">Some of the mutants that were not noticed, each with a shortest string that kills it.</p>
          <DataTable
            label="Survivors"
            rows={survivors}
            columns={[
              { name: "mutant", of: (row) => <code>{row.mutant}</code>, sort: (row) => row.mutant },
              { name: "family", of: (row) => row.family, sort: (row) => row.family },
              { name: "observed", of: (row) => ways.find(([how]) => how === row.how)?.[1] ?? row.how, sort: (row) => row.how },
              { name: "killed by", of: (row) => (row.killed_by === "" ? <span class="soft">no string alone</span> : <code>{row.killed_by}</code>) },
            ]}
          />
        </>
      )}
      {strength.nothing_new.length > 0 && (
        <details>
          <summary>{counted(strength.nothing_new.length, "vector")} that kill only what earlier ones do</summary>
          <p class="vectors">{strength.nothing_new.map((id) => <code key={id}>{id} </code>)}</p>
        </details>
      )}
    </section>
  );
}

function Sources({ comparison }: { comparison: SourceComparison }) {
  const options = useMemo(
    (): Plot.PlotOptions => ({
      height: 40 + comparison.sources.length * 24,
      marginLeft: 90,
      x: { label: "mutants killed; dark: by no other source →", zero: true, grid: true, ticks: Math.min(8, Math.max(1, ...comparison.sources.map((row) => row.killed))), tickFormat: "d" },
      y: { label: null, domain: comparison.sources.map((row) => row.source) },
      marks: [
        Plot.barX(comparison.sources, { y: "source", x: "killed", fill: "var(--accent)", fillOpacity: 0.35 }),
        Plot.barX(comparison.sources, { y: "source", x: "killed_alone", fill: "var(--accent)" }),
        Plot.ruleX([0]),
      ],
    }),
    [comparison],
  );
  return (
    <section>
      <h2>What each source kills</h2>
      <p class="lead">
        {grouped(comparison.killed)} of {counted(comparison.mutants, "sampled mutant")} in the standard run, {grouped(comparison.killed_by_quick)} of
        these in the quick one.
      </p>
      <Chart options={options} label="Mutants killed by each source" />
      <DataTable
        label="Sources"
        rows={comparison.sources}
        columns={[
          { name: "source", of: (row) => row.source, sort: (row) => row.source },
          { name: "seconds", number: true, title: "Of processor time, in the standard run of a decoder without a fault.", of: (row) => (row.milliseconds / 1000).toFixed(2), sort: (row) => row.milliseconds },
          { name: "killed", number: true, of: (row) => grouped(row.killed), sort: (row) => row.killed },
          { name: "by it alone", number: true, of: (row) => grouped(row.killed_alone), sort: (row) => row.killed_alone },
          { name: "checks", number: true, of: (row) => grouped(row.checks), sort: (row) => row.checks },
          { name: "some that it alone kills", of: (row) => row.alone.map((name) => <><code key={name}>{name}</code> </>) },
        ]}
      />
    </section>
  );
}

export function StrengthPage() {
  const { book } = useApp();
  const { strength, comparisons } = book.report;
  return (
    <>
      <h1>How strong the suite is</h1>
      <p class="lead">
        A program makes faulty decoders (mutants) from the law, one fault each. Strength is the share that is noticed. Mutants that are
        proved equal to the law are no fault and not counted.
      </p>
      {strength.length === 0 && (
        <p>This report does not say what the vectors kill. <code>placemat run --strength</code> measures it with the run.</p>
      )}
      {strength.map((one) => <StrengthSection key={one.subject} strength={one} />)}
      {comparisons.map((one, i) => <Sources key={i} comparison={one} />)}
      {comparisons.length === 0 && (
        <section>
          <h2>What each source kills</h2>
          <p class="lead">This report does not compare the sources of cases. These commands do, and put it into the report:</p>
          <pre class="commands">{"placemat strength --sources --format json >sources.json\nplacemat report report.jsonl sources.json --merge all.jsonl --html all.html"}</pre>
        </section>
      )}
    </>
  );
}

const timeText = (seconds: number) =>
  seconds < 120 ? `${seconds.toFixed(1)} s` : seconds < 7200 ? `${(seconds / 60).toFixed(1)} min` : `${(seconds / 3600).toFixed(1)} h`;

const grown: [keyof FuzzingPoint, string][] = [
  ["coverage", "edges covered"],
  ["features", "features"],
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
            y: { label: title, zero: true, grid: true },
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
      <p class="lead">What campaigns reached: how they grew, and how long they took to detect each finding.</p>
      {book.report.fuzzing.length === 0 && <p>This report has no campaign.</p>}
      {campaigns.map((one, i) => <Campaign key={i} campaign={one} />)}
    </>
  );
}

// evidence.tsx: how strong the suite is.
import { useMemo } from "preact/hooks";
import type { SourceComparison, Strength } from "../model/report";
import { useApp } from "../ui/context";
import { Bar, counted, DataTable, grouped, percent } from "../ui/parts";
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
      {comparison.families.length > 0 && (
        <DataTable
          label="Families of mutants"
          rows={comparison.families}
          columns={[
            { name: "family", of: (row) => row.family, sort: (row) => row.family },
            { name: "mutants", number: true, of: (row) => grouped(row.size), sort: (row) => row.size },
            { name: "sampled", number: true, of: (row) => grouped(row.sampled), sort: (row) => row.sampled },
            { name: "standard run kills", number: true, of: (row) => grouped(row.killed), sort: (row) => row.killed },
            { name: "quick run kills", number: true, of: (row) => grouped(row.killed_by_quick), sort: (row) => row.killed_by_quick },
          ]}
        />
      )}
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

// fuzz_benchmark.tsx: how soon fuzzing engines find planted faults, as curves and as a table.
import { useMemo, useState } from "preact/hooks";
import type { FuzzBenchmark, FuzzFault, FuzzMeasurement, FuzzMedian, FuzzRatio } from "../model/report";
import { linesOf, survivalsOf, type EngineLine, type Survival } from "../model/survival";
import { counted, DataTable, grouped, plainItem, Rows, useFiltered } from "../ui/parts";
import { Chart, Plot } from "../ui/plot";

const howToMeasure = `placemat bench fuzz --targets build/fuzz-benchmark/harness/fuzz --format json >fuzz.json
placemat report report.jsonl fuzz.json --merge all.jsonl --html all.html`;

const seriesColours = 6;
const colourOf = (colour: number) => `var(--series-${(colour % seriesColours) + 1})`;
// A line has its dashes beside its colour, so that colour alone says nothing.
const dashes = ["6 4", "2 3", "10 3 2 3", "14 4", "4 2 1 2", "1 4"];
const dashOf = (line: EngineLine) => (line.ours ? "" : dashes[line.colour % dashes.length]!);

// Three digits are as many as ten trials give.
const short = (number: number) =>
  number < 10_000 ? grouped(number) : number < 999_500 ? `${(number / 1000).toPrecision(3)} k` : `${(number / 1e6).toPrecision(3)} M`;
const tick = (number: number) => (number < 10_000 ? grouped(number) : number < 1e6 ? `${number / 1000} k` : `${grouped(number / 1e6)} M`);
const orLimit = (number: number) => (number > 0 ? short(number) : "limit");
const factor = (number: number) => (number >= 100 ? number.toFixed(0) : number >= 10 ? number.toFixed(1) : number.toFixed(2));

const intervalOf = (median: FuzzMedian) => (median.has_interval && median.low > 0 ? `${short(median.low)} to ${orLimit(median.high)}` : "");

function titleOf(row: FuzzMeasurement): string {
  const { executions, seconds } = row;
  if (executions.median <= 0) return `${row.engine}: most trials did not find the fault before the limit`;
  const interval = executions.has_interval ? `; 95 % interval from ${executions.low > 0 ? grouped(executions.low) : "above the limit"} to ${executions.high > 0 ? grouped(executions.high) : "above the limit"}` : "; too few trials for an interval";
  return `${row.engine}: ${grouped(executions.median)} executions${seconds.median > 0 ? `, ${seconds.median.toFixed(2)} s` : ""}, in the median${interval}`;
}

function Cell({ row, isBest }: { row: FuzzMeasurement | undefined; isBest: boolean }) {
  if (row === undefined) return <span class="soft">not run</span>;
  const { median } = row.executions;
  const text = median > 0 ? short(median) : "above the limit";
  return (
    <span class="trial-cell" title={titleOf(row)}>
      <span>{isBest ? <b>{text}</b> : median > 0 ? text : <span class="soft">{text}</span>}</span>
      <small>{row.found} of {row.trials.length}{intervalOf(row.executions) !== "" && <>; {intervalOf(row.executions)}</>}</small>
    </span>
  );
}

function Faults({ benchmark, faults }: { benchmark: FuzzBenchmark; faults: readonly FuzzFault[] }) {
  const rows = useMemo(() => {
    const byPlace = new Map(benchmark.measurements.map((row) => [`${row.fault}\n${row.engine}`, row]));
    return faults.map((fault) => {
      const cells = benchmark.engines.map((engine) => byPlace.get(`${fault.fault}\n${engine}`));
      const medians = cells.map((cell) => cell?.executions.median ?? 0).filter((median) => median > 0);
      return { fault, cells, best: medians.length > 0 ? Math.min(...medians) : -1 };
    });
  }, [benchmark, faults]);
  return (
    <DataTable
      label="Planted faults"
      rows={rows}
      columns={[
        { name: "fault", of: ({ fault }) => <><code>{fault.fault}</code>{fault.planted !== fault.fault && <small class="planted">{fault.planted}</small>}</>, sort: ({ fault }) => fault.fault },
        { name: "kind", of: ({ fault }) => fault.kind, sort: ({ fault }) => fault.kind },
        ...benchmark.engines.map((engine, i) => ({
          name: engine,
          number: true,
          title: "Executions to the fault, the median of the trials; below it how many trials found it, and the 95 % interval of the median.",
          of: (row: (typeof rows)[number]) => <Cell row={row.cells[i]} isBest={(row.cells[i]?.executions.median ?? 0) === row.best} />,
          sort: (row: (typeof rows)[number]) => row.cells[i]?.executions.median || Infinity,
        })),
      ]}
    />
  );
}

function bounded(ratio: FuzzRatio): string {
  if (ratio.faults === 0) return "";
  const bound = ratio.at_least === 0 ? (ratio.at_most === 0 ? "" : "at most ") : ratio.at_most === 0 ? "at least " : "about ";
  return `${bound}${factor(ratio.mean)}`;
}

function Ratios({ ratios }: { ratios: readonly FuzzRatio[] }) {
  return (
    <>
      <h3>With and without our mutator</h3>
      <p class="lead">
        How many times fewer executions an engine needs with the mutator of placemat than without it: above 1 the mutator helps, below 1 it costs.
      </p>
      <DataTable
        label="With and without our mutator"
        rows={ratios}
        columns={[
          { name: "engine", of: (row) => row.without, sort: (row) => row.without },
          { name: "times fewer executions", number: true, title: "The geometric mean over the faults; fewer than 1,000 executions count as 1,000. A fault that one of the two did not find makes it a bound.", of: (row) => (row.faults === 0 ? <span class="soft">no fault found</span> : <b>{bounded(row)}</b>), sort: (row) => row.mean },
          { name: "at the lowest", number: true, title: "For the fault with the lowest ratio.", of: (row) => (row.faults === 0 ? "" : factor(row.lowest)), sort: (row) => row.lowest },
          { name: "faults", number: true, title: "That one of the two found in the median.", of: (row) => grouped(row.faults), sort: (row) => row.faults },
          { name: "only with", number: true, title: "Faults found in the median only with our mutator.", of: (row) => grouped(row.at_least), sort: (row) => row.at_least },
          { name: "only without", number: true, title: "Faults found in the median only without our mutator.", of: (row) => grouped(row.at_most), sort: (row) => row.at_most },
          { name: "neither", number: true, title: "Faults that neither found in the median; they have no ratio.", of: (row) => grouped(row.neither), sort: (row) => row.neither },
        ]}
      />
    </>
  );
}

function Curves({ benchmark, survivals }: { benchmark: FuzzBenchmark; survivals: readonly Survival[] }) {
  const lines = useMemo(() => linesOf(benchmark), [benchmark]);
  const options = useMemo((): Plot.PlotOptions => {
    const last = Math.max(10, ...survivals.flatMap((one) => one.points.map((point) => point.executions)));
    const first = Math.max(1, Math.min(last / 10, ...survivals.flatMap((one) => one.points.map((point) => point.executions))));
    return {
      height: 320,
      marginLeft: 56,
      marginRight: 20,
      x: { type: "log", domain: [first, last], label: "executions, logarithmic →", ticks: 6, tickFormat: tick },
      y: { domain: [0, 100], grid: true, ticks: 5, tickFormat: (value: number) => `${value} %`, label: null },
      marks: [
        Plot.ruleY([0]),
        ...survivals.map((one) => {
          const line = lines.get(one.engine)!;
          const points = [{ executions: first, share: 1 }, ...one.points];
          return Plot.lineY(points, { x: "executions", y: (point: (typeof points)[number]) => 100 * point.share, curve: "step-after", stroke: colourOf(line.colour), strokeWidth: 2, strokeDasharray: dashOf(line) });
        }),
      ],
    };
  }, [survivals, lines]);
  return (
    <figure class="survival">
      <figcaption>Trials in which the fault is not found yet</figcaption>
      <ul class="legend lines">
        {survivals.map((one) => {
          const line = lines.get(one.engine)!;
          return (
            <li key={one.engine}>
              <svg width="34" height="10" aria-hidden="true"><line x1="1" y1="5" x2="33" y2="5" style={{ stroke: colourOf(line.colour), strokeWidth: 2.5, strokeDasharray: dashOf(line) }} /></svg>{" "}
              {one.engine} <span class="soft">{grouped(one.found)} of {grouped(one.trials)} found</span>
            </li>
          );
        })}
      </ul>
      <Chart options={options} label={`Share of trials without the fault by executions: ${survivals.map((one) => `${one.engine} found ${one.found} of ${one.trials}`).join(", ")}`} />
      <p class="soft">
        A lower curve is better. The limit is one of time, so a trial that it cuts off counts as far as it went (Kaplan and Meier's estimate).
      </p>
    </figure>
  );
}

function Benchmark({ benchmark }: { benchmark: FuzzBenchmark }) {
  const matching = useFiltered(benchmark.faults, (one) => plainItem({ id: one.fault, kind: [one.kind, one.group] }, one.planted));
  const kinds = useMemo(() => {
    const counts = new Map<string, number>();
    for (const one of matching) counts.set(one.kind, (counts.get(one.kind) ?? 0) + 1);
    return [...counts];
  }, [matching]);
  const [kind, setKind] = useState("");
  const faults = useMemo(() => {
    const list = matching.filter((one) => one.kind === kind);
    return list.length > 0 ? list : matching;
  }, [matching, kind]);
  const survivals = useMemo(() => survivalsOf(benchmark, new Set(faults.map((one) => one.fault))), [benchmark, faults]);
  return (
    <>
      {!benchmark.complete && <p class="caveat">A signal stopped this benchmark: some trials are missing.</p>}
      {benchmark.failures.length > 0 && (
        <div class="caveat">
          <p>Figures beside a failure are not to be trusted:</p>
          <ul>{benchmark.failures.map((text) => <li key={text}>{text}</li>)}</ul>
        </div>
      )}
      <Rows
        rows={[
          ["planted faults", grouped(benchmark.faults.length)],
          ["engines", benchmark.engines.join("; ")],
          ["trials", `${grouped(benchmark.trials_each)} of each engine on each fault, each from an empty corpus`],
          ["limit", `${benchmark.limit} s of each trial`],
          ["control", benchmark.control !== "" && `${benchmark.control}, which has no fault: an engine that finds one there is wrong`],
          ["not run", benchmark.not_run.length > 0 && <ul>{benchmark.not_run.map((one) => <li key={one.engine}><b>{one.engine}</b>: {one.why}</li>)}</ul>],
          ["processor", benchmark.processor],
          ["took", `${grouped(benchmark.processor_seconds)} s of processor time`],
          ["seed", benchmark.seed],
        ]}
      />
      {benchmark.ratios.length > 0 && <Ratios ratios={benchmark.ratios} />}
      <h3>By executions</h3>
      {kinds.length > 1 && (
        <p class="chips" role="group" aria-label="Kind of fault">
          <button type="button" class="chip" aria-pressed={kind === ""} onClick={() => setKind("")}>all <b>{matching.length}</b></button>
          {kinds.map(([name, count]) => (
            <button key={name} type="button" class="chip" aria-pressed={name === kind} onClick={() => setKind(name)}>{name} <b>{count}</b></button>
          ))}
        </p>
      )}
      {survivals.length > 0 && <Curves benchmark={benchmark} survivals={survivals} />}
      <p class="lead">
        Executions until a fault is found, in the median; bold for the fewest. Below: the trials that found it
        and the 95 % interval of the median, for which there must be six trials.
      </p>
      <Faults benchmark={benchmark} faults={faults} />
    </>
  );
}

export function FuzzBenchmarks({ benchmarks }: { benchmarks: readonly FuzzBenchmark[] }) {
  return (
    <section class="fuzz-benchmark">
      <h2>Benchmark of fuzzing engines {benchmarks.length > 0 && <small>{counted(benchmarks.reduce((sum, one) => sum + one.engines.length, 0), "engine")}</small>}</h2>
      {benchmarks.length === 0 ? (
        <>
          <p class="lead">
            This report does not say how soon fuzzing engines find faults that are known to be there. These commands measure it, and put it into the
            report; harness/fuzz/README.md says how to build the targets.
          </p>
          <pre class="commands">{howToMeasure}</pre>
        </>
      ) : (
        <p class="lead">How many inputs an engine runs before it finds a fault that is known to be there.</p>
      )}
      {benchmarks.map((one, i) => <Benchmark key={i} benchmark={one} />)}
    </section>
  );
}

// speed.tsx: throughput as dots with intervals, linear and from zero.
import { useMemo, useState } from "preact/hooks";
import type { Speed, SpeedRun } from "../model/report";
import { useApp } from "../ui/context";
import { counted, DataTable, grouped, plainItem, useFiltered } from "../ui/parts";
import { Chart, Plot } from "../ui/plot";

const sizeText = (size: number) =>
  size >= 1 << 20 && size % (1 << 20) === 0 ? `${size >> 20} MiB`
  : size >= 1024 && size % 1024 === 0 ? `${size / 1024} KiB`
  : counted(size, "unit");
const errorsOf = (input: string) => input.split("/")[1];
const inputText = (input: string) => {
  const errors = errorsOf(input);
  return errors === undefined ? input : `${input}: one error in ${grouped(Number(errors))} units`;
};
const speedText = (value: number) => (value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2));
// Work that every decoder has to do.
const isFloor = (name: string) => name.startsWith("(");
const ratioText = (row: Speed) => (row.ratio === undefined || row.ratio === 0 || row.ratio === 1 ? "" : `×${row.ratio < 0.1 ? row.ratio.toPrecision(2) : row.ratio.toFixed(2)}`);
const titleOf = (row: Speed) =>
  `${row.subject}, ${row.input}: ${speedText(row.gb_per_s)} GB/s, half of the repetitions from ${speedText(row.low)} to ${speedText(row.high)}`;

// One figure: rows of one text, or of one decoder.
function Figure({ title, rows, by }: { title: string; rows: Speed[]; by: "subject" | "input" }) {
  const options = useMemo((): Plot.PlotOptions => {
    const names = [...new Set(rows.map((row) => row[by]))];
    const longest = Math.max(...names.map((name) => name.length));
    const colour = (row: Speed) => (isFloor(row.subject) ? "var(--soft)" : "var(--accent)");
    return {
      height: 44 + names.length * 19,
      marginLeft: Math.min(170, 16 + 7.4 * longest),
      marginRight: 92,
      x: { label: "GB/s →", domain: [0, Math.max(...rows.map((row) => row.high))], grid: true, ticks: 4 },
      y: { label: null, domain: names, tickSize: 0 },
      marks: [
        Plot.ruleX([0]),
        Plot.ruleY(rows, { y: by, x1: "low", x2: "high", stroke: colour, strokeWidth: 5, strokeOpacity: 0.35 }),
        Plot.dot(rows, { y: by, x: "gb_per_s", fill: colour, r: 3.5, title: titleOf }),
        Plot.text(rows, { y: by, x: (row: Speed) => Math.max(row.gb_per_s, row.high), text: (row: Speed) => `${speedText(row.gb_per_s)} ${ratioText(row)}`, dx: 8, textAnchor: "start", fill: "currentColor" }),
      ],
    };
  }, [rows, by]);
  return (
    <figure>
      <figcaption>{title}</figcaption>
      <Chart options={options} label={`Throughput, ${title}`} />
    </figure>
  );
}

function groupsOf<T>(rows: readonly T[], key: (row: T) => string): [string, T[]][] {
  const map = new Map<string, T[]>();
  for (const row of rows) map.set(key(row), [...(map.get(key(row)) ?? []), row]);
  return [...map];
}

// What one decoder reaches, text by text.
export function SpeedOfDecoder({ runs, name }: { runs: readonly SpeedRun[]; name: string }) {
  const shown = runs
    .map((run) => ({ run, rows: run.measurements.filter((row) => row.subject === name) }))
    .filter(({ rows }) => rows.length > 0);
  if (shown.length === 0) return null;
  return (
    <section>
      <h2>Speed</h2>
      {shown.map(({ run, rows }, i) => (
        <div key={i}>
          <p class="lead">The median and the middle half of {counted(run.repetitions, "repetition")}; {againstText(run)} Processor: {run.processor}.</p>
          <div class="charts">
            {groupsOf(rows, (row) => `${row.task}, ${sizeText(row.size)}`).map(([title, list]) => (
              <Figure key={title} title={title} rows={list} by="input" />
            ))}
          </div>
        </div>
      ))}
    </section>
  );
}

const againstText = (run: SpeedRun) => (run.against === "" ? "" : `× is the ratio to ${run.against}.`);

function Chips<T extends string | number>(props: { name: string; all: T[]; chosen: T; text: (one: T) => string; choose: (one: T) => void }) {
  if (props.all.length < 2) return null;
  return (
    <p class="chips" role="group" aria-label={props.name}>
      {props.all.map((one) => (
        <button key={one} type="button" class="chip" aria-pressed={one === props.chosen} onClick={() => props.choose(one)}>{props.text(one)}</button>
      ))}
    </p>
  );
}

function Run({ run }: { run: SpeedRun }) {
  const rows = useFiltered(run.measurements, (row) => plainItem({ decoder: row.subject, input: row.input }, row.task));
  const tasks = [...new Set(run.measurements.map((row) => row.task))];
  const sizes = [...new Set(run.measurements.map((row) => row.size))];
  const [task, setTask] = useState(tasks[0] ?? "");
  const [size, setSize] = useState(sizes.includes(65536) ? 65536 : (sizes[sizes.length - 1] ?? 0));
  const shown = useMemo(() => rows.filter((row) => row.task === task && row.size === size), [rows, task, size]);
  const texts = useMemo(
    () => groupsOf(shown, (row) => row.input).map(([input, list]) => ({ input, list: [...list].sort((a, b) => b.gb_per_s - a.gb_per_s) })),
    [shown],
  );
  const reasons = groupsOf(run.excluded, (one) => `${one.subject}, ${one.task}: ${one.reason}`);
  return (
    <section>
      <h2>{run.processor} <small>{run.compiler}</small></h2>
      <p class="lead">
        The dot is the median, the bar the middle half of {counted(run.repetitions, "repetition")}. {againstText(run)} Every scale is linear
        and begins at zero, and each text has its own. Grey is work that no decoder can do without.
      </p>
      <Chips name="Operation" all={tasks} chosen={task} text={(one) => one} choose={setTask} />
      <Chips name="Size of the text" all={sizes} chosen={size} text={sizeText} choose={setSize} />
      {texts.length === 0 && <p class="soft">No measurement of this operation and size matches.</p>}
      <div class="charts">
        {texts.map(({ input, list }) => <Figure key={input} title={inputText(input)} rows={list} by="subject" />)}
      </div>
      {shown.length > 0 && (
        <details>
          <summary>The same as a table</summary>
          <DataTable
            label={`Throughput, ${task}, ${sizeText(size)}`}
            rows={shown}
            columns={[
              { name: "text", of: (row) => row.input, sort: (row) => row.input },
              { name: "decoder", of: (row) => row.subject, sort: (row) => row.subject },
              { name: "GB/s", number: true, of: (row) => speedText(row.gb_per_s), sort: (row) => row.gb_per_s },
              { name: "from", number: true, title: "A quarter of the repetitions was slower.", of: (row) => speedText(row.low), sort: (row) => row.low },
              { name: "to", number: true, title: "A quarter of the repetitions was faster.", of: (row) => speedText(row.high), sort: (row) => row.high },
              { name: "ratio", number: true, title: againstText(run), of: (row) => (row.ratio ? row.ratio.toFixed(3) : ""), sort: (row) => row.ratio ?? 0 },
              { name: "calls", number: true, title: "Calls in each repetition.", of: (row) => (row.iterations === undefined ? "" : grouped(row.iterations)), sort: (row) => row.iterations ?? 0 },
            ]}
          />
        </details>
      )}
      {reasons.length > 0 && (
        <details>
          <summary>{counted(run.excluded.length, "measurement")} not made, because the answer is not that of the law</summary>
          <ul>{reasons.map(([reason, list]) => <li key={reason}>{reason} <span class="soft">({[...new Set(list.map((one) => one.input))].join(", ")})</span></li>)}</ul>
        </details>
      )}
      {run.absent.length > 0 && <p class="soft">Not in this build of placemat: {run.absent.join(", ")}.</p>}
    </section>
  );
}

export function SpeedPage() {
  const { speed } = useApp().book.report;
  return (
    <>
      <h1>Speed</h1>
      {speed.length === 0 ? (
        <>
          <p class="lead">This report has no measurement of speed. These commands make one and put it into the report:</p>
          <pre class="commands">{"placemat bench --size 65536 --format json >bench.json\nplacemat report report.jsonl bench.json --merge all.jsonl --html all.html"}</pre>
          <p>A <code>bench.json</code> that is dropped on this page is shown too.</p>
        </>
      ) : (
        <p class="lead">
          Throughput on texts that each decoder decodes as the law does. All figures of one machine come from one process, which
          measured the decoders in turn. Do not compare them with those of another machine.
        </p>
      )}
      {speed.map((run, i) => <Run key={i} run={run} />)}
    </>
  );
}

// speed.tsx: throughput as dots with intervals, linear and from zero.
import { useMemo, useState } from "preact/hooks";
import type { Speed } from "../model/report";
import { useApp } from "../ui/context";
import { grouped, plainItem, useFiltered } from "../ui/parts";
import { Chart, Plot } from "../ui/plot";

const sizeText = (size: number) => (size >= 1024 && size % 1024 === 0 ? `${size / 1024} KiB` : `${grouped(size)} units`);

export function SpeedPlot({ rows }: { rows: readonly Speed[] }) {
  const groups = useMemo(() => {
    const map = new Map<string, Speed[]>();
    for (const row of rows) {
      const key = `${row.task}, ${sizeText(row.size)}`;
      map.set(key, [...(map.get(key) ?? []), row]);
    }
    return [...map];
  }, [rows]);
  return (
    <>
      {groups.map(([name, list]) => <SpeedGroup key={name} name={name} rows={list} />)}
    </>
  );
}

function SpeedGroup({ name, rows }: { name: string; rows: Speed[] }) {
  const options = useMemo((): Plot.PlotOptions => {
    const subjects = [...new Set(rows.map((row) => row.subject))];
    const inputs = [...new Set(rows.map((row) => row.input))];
    return {
      height: 60 + inputs.length * (18 + subjects.length * 15),
      marginLeft: 150,
      marginRight: 70,
      x: { label: "GB/s, the middle half of the repetitions →", domain: [0, Math.max(...rows.map((row) => row.gb_per_s * (1 + row.spread / 2)))], grid: true },
      y: { label: null },
      fy: { label: null },
      marks: [
        Plot.ruleX([0]),
        Plot.ruleY(rows, { fy: "input", y: "subject", x1: (row: Speed) => row.gb_per_s * (1 - row.spread / 2), x2: (row: Speed) => row.gb_per_s * (1 + row.spread / 2), stroke: "var(--accent)", strokeWidth: 5, strokeOpacity: 0.3 }),
        Plot.dot(rows, { fy: "input", y: "subject", x: "gb_per_s", fill: "var(--accent)", r: 3.5, title: (row: Speed) => `${row.subject}, ${row.input}: ${row.gb_per_s.toFixed(2)} GB/s, spread ${(100 * row.spread).toFixed(1)} %` }),
      ],
    };
  }, [rows]);
  return (
    <figure>
      <figcaption>{name}</figcaption>
      <Chart options={options} label={`Throughput, ${name}`} />
    </figure>
  );
}

export function SpeedPage() {
  const { speed } = useApp();
  const rows = useFiltered(speed, (row) => plainItem({ decoder: row.subject, input: row.input }, row.task));
  const tasks = [...new Set(speed.map((row) => row.task))];
  const [task, setTask] = useState("");
  const chosen = tasks.includes(task) ? task : (tasks[0] ?? "");
  const shown = useMemo(() => rows.filter((row) => row.task === chosen), [rows, chosen]);
  return (
    <>
      <h1>Speed</h1>
      {speed.length === 0 ? (
        <p class="lead">
          This report has no measurement. <code>placemat bench --out DIR</code> writes <code>bench.json</code>; drop it on this
          page.
        </p>
      ) : (
        <>
          <p class="lead">
            Throughput of input that each decoder takes for right, as the median, with the middle half of the repetitions. The
            scale is linear and begins at zero. Compare within one figure only: all of it was measured in one process.
          </p>
          <p class="chips" role="group" aria-label="Task">
            {tasks.map((one) => <button key={one} type="button" class="chip" aria-pressed={one === chosen} onClick={() => setTask(one)}>{one}</button>)}
          </p>
          <SpeedPlot rows={shown} />
        </>
      )}
    </>
  );
}

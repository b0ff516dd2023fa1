// survival.ts: how the trials of fuzzing engines survive with the executions. It must not know how
// a curve is drawn.
import type { FuzzBenchmark, FuzzTrial } from "./report";

export interface SurvivalPoint {
  executions: number;
  share: number; // of the trials, in which the fault is not found yet
}

// Kaplan and Meier's estimate: the limit of a trial is one of time, so trials that did not find
// their fault end after unequal executions, and each counts only as far as it went.
export function survivalOf(trials: readonly FuzzTrial[]): SurvivalPoint[] {
  const sorted = [...trials].sort((a, b) => a.executions - b.executions || Number(b.found) - Number(a.found));
  const points: SurvivalPoint[] = [];
  let share = 1;
  sorted.forEach((trial, i) => {
    if (trial.found) share *= 1 - 1 / (sorted.length - i);
    if (trial.found || i === sorted.length - 1) points.push({ executions: Math.max(1, trial.executions), share });
  });
  return points;
}

export interface Survival {
  engine: string;
  found: number;
  trials: number;
  points: SurvivalPoint[];
}

// A curve for each engine, over its trials on these faults.
export function survivalsOf(benchmark: FuzzBenchmark, faults: ReadonlySet<string>): Survival[] {
  return benchmark.engines
    .map((engine) => {
      const trials = benchmark.measurements
        .filter((row) => row.engine === engine && faults.has(row.fault))
        .flatMap((row) => row.trials);
      return { engine, found: trials.filter((trial) => trial.found).length, trials: trials.length, points: survivalOf(trials) };
    })
    .filter((one) => one.trials > 0);
}

export interface EngineLine {
  colour: number;
  ours: boolean;
}

// How the line of an engine is told from others: an engine with our mutator has the colour of the one without.
export function linesOf(benchmark: FuzzBenchmark): Map<string, EngineLine> {
  const without = new Map(benchmark.ratios.map((ratio) => [ratio.engine, ratio.without]));
  const bases = [...new Set(benchmark.engines.map((engine) => without.get(engine) ?? engine))];
  return new Map(
    benchmark.engines.map((engine) => [engine, { colour: bases.indexOf(without.get(engine) ?? engine), ours: without.has(engine) }]),
  );
}

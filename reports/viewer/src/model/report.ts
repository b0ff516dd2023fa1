// report.ts: the records of report.jsonl as the page uses them. It reads the lines of a stored
// report and the compact form of the same lines that the page carries. It must not know how
// anything is drawn.

export interface Symptom {
  kind: string;
  key: string;
  operation: string;
  minimal: string;
  conditions: string;
  expected: string;
  seen: string;
  replay: string;
  checks: number;
}

export interface Finding {
  decoder: string;
  judged_as: string;
  claimed: boolean;
  kind: string;
  error_class: string;
  key: string;
  operation: string;
  minimal: string;
  conditions: string;
  pattern: string;
  expected: string;
  seen: string;
  clause: string;
  effect: string;
  source: string;
  example: string;
  vector: string;
  replay: string;
  checks: number;
  related: string[];
  symptoms: Symptom[];
  reason: string;
  link: string;
}

// A cell as harness/report/matrix.cc made it; `findings` are keys.
export interface StoredCell {
  column: string;
  checks: number;
  failed: number;
  marks: { glyph: string; kinds: string[]; checks: number; alone: string; findings: string[] }[];
}

export interface Failing {
  source: string;
  id: string;
  kind: string;
  checks: number;
  presentations: string;
}

export interface SourceTally {
  source: string;
  cases: number;
  checks: number;
  failed: number;
}

export interface Subject {
  decoder: string;
  version: string;
  origin: string;
  claims: string; // without the parts that it does not claim
  judged_as: string;
  described?: string; // the parts of that which neither it nor the caller names
  claimed: boolean;
  capabilities: string[];
  sources: SourceTally[];
  not_tested: string[];
  cells: Record<string, StoredCell>;
  findings: Finding[];
  failing: Failing[];
}

export interface Source {
  name: string;
  covers: string;
  cases: number;
  ids: string[];
  not_run: string;
}

export interface Contradiction {
  units: string;
  expected: string;
  seen: string;
}

export interface External {
  decoder: string;
  version: string;
  product: string;
  language: string;
  entry: string;
  profiles: string[];
  explained: boolean;
  knows_policy: boolean;
  inputs: number;
  inputs_to_name: number;
  unanswered: number;
  contradicted: number;
  contradictions: Contradiction[];
  trouble: string;
  sentence: string;
  composed: boolean;
  complete: boolean;
  unexplained: number;
  against: Contradiction[];
  reason: string;
  not_asked: string;
}

export interface Edge {
  units: string;
  to: number;
  output: string;
  by_law: string;
}

export interface State {
  name: string;
  beyond: boolean;
  edges: Edge[];
}

export interface LearntMachine {
  decoder: string;
  law: string;
  finite: boolean;
  classes: number;
  law_states: number;
  questions: number;
  differences: string[];
  states: State[];
}

export interface Requirement {
  dialect: string;
  number: number;
  text: string;
  met: boolean;
  evidence: string;
}

export interface Oracle {
  question: string;
  asked: number;
  agreed: number;
  divergences: { id: string; reason: string; times: number }[];
  unexplained: string[];
}

export interface Bug {
  id: string;
  project: string;
  year: string;
  bug_class: string;
  status: string;
  units: string;
  vector: string;
  hex: string;
  did: string;
  law: string;
  kind: string;
  saboteur: string;
  caught: boolean;
  evidence: string;
  replay: string;
}

export interface Defect {
  id: string;
  product: string;
  language: string;
  effect: string;
  versions: string[];
  fixed_in: string;
  withheld: boolean;
  entry: string;
  about: string;
  lets_through: string;
  units: string;
  seen: string;
  expected: string;
  clause: string;
  links: string[];
  native: string;
}

export interface StrengthTally {
  how: string;
  killable: number;
  killed: number;
  survivors: { mutant: string; killed_by: string }[];
}

export interface Strength {
  subject: string;
  vectors: number;
  units: number;
  seed: string;
  families: {
    family: string;
    automaton: boolean;
    mutants: number;
    equivalent: number;
    undecided: number;
    tallies: StrengthTally[];
  }[];
  small_set: number;
  small_set_by_verdict: number;
  w_method: number;
  w_method_by_verdict: number;
  nothing_new: string[];
}

export interface SourceComparison {
  mutants: number;
  killed: number;
  killed_by_quick: number;
  survivors: string[];
  quick_misses: string[];
  families: { family: string; size: number; sampled: number; killed: number; killed_by_quick: number }[];
  sources: {
    source: string;
    checks: number;
    milliseconds: number;
    killed: number;
    killed_alone: number;
    alone: string[];
  }[];
}

export interface CertificateItem {
  item: string;
  about: string;
  result: string;
  claim: string;
  assumption: string;
  comparisons: number;
  unanswered: number;
  seconds: number;
  refuted_by?: string;
  expected?: string;
  seen?: string;
  replay?: string;
}

export interface Certificate {
  decoder: string;
  version: string;
  judged_as: string;
  digest: string;
  tool_commit: string;
  cpu_features: string[];
  result: string;
  items: CertificateItem[];
}

// One row of a benchmark.
export interface Speed {
  task: string;
  input: string;
  size: number;
  subject: string;
  iterations?: number;
  median_ns?: number;
  gb_per_s: number;
  low: number; // the middle half of the repetitions
  high: number;
  ratio?: number; // to the peer; 0 without one
}

// What one call of `placemat bench` measured.
export interface SpeedRun {
  tool_version: string;
  processor: string;
  compiler: string;
  repetitions: number;
  against: string;
  absent: string[];
  measurements: Speed[];
  excluded: { task: string; input: string; size: number; subject: string; reason: string }[];
}

// The entries of `placemat diff --format json`, with the name of the baseline.
export interface SinceBaseline {
  baseline: string;
  regressions: boolean;
  lost: string[];
  notes: string[];
  [list: string]: unknown;
}

// One moment of a campaign.
export interface FuzzingPoint {
  seconds: number;
  executions: number;
  coverage: number;
  features: number;
  corpus: number;
  findings: number;
}

export interface Fuzzing {
  decoder: string;
  version: string;
  judged_as: string;
  digest: string;
  engine: string;
  signal: string;
  own_mutator: boolean;
  processes: number;
  resumed: number;
  seconds: number;
  executions: number;
  checks: number;
  failed: number;
  coverage: number;
  features: number;
  corpus: number;
  growth: FuzzingPoint[];
  detections: { key: string; seconds: number; executions: number }[];
  not_reached: string[];
}

export interface FuzzTrial {
  found: boolean;
  executions: number; // to the fault, or until the limit
  seconds: number;
}

// 0: above the limit, or no interval.
export interface FuzzMedian {
  median: number;
  low: number;
  high: number;
  has_interval: boolean;
}

export interface FuzzMeasurement {
  fault: string;
  engine: string;
  found: number;
  executions: FuzzMedian;
  seconds: FuzzMedian;
  trials: FuzzTrial[];
}

export interface FuzzFault {
  fault: string;
  kind: string;
  group: string;
  planted: string;
}

// How many times fewer executions an engine needs with our mutator.
export interface FuzzRatio {
  engine: string;
  without: string;
  faults: number;
  at_least: number;
  at_most: number;
  neither: number;
  mean: number;
  lowest: number;
}

// What one call of `placemat bench fuzz` measured.
export interface FuzzBenchmark {
  tool_version: string;
  processor: string;
  seed: string;
  trials_each: number;
  limit: number; // seconds of a trial
  control: string;
  complete: boolean;
  processor_seconds: number;
  failures: string[];
  engines: string[];
  not_run: { engine: string; why: string }[];
  faults: FuzzFault[];
  ratios: FuzzRatio[];
  measurements: FuzzMeasurement[];
}

// A program or a shell line that shows a finding without placemat; the page carries it, the report
// does not, because it is derived from the finding.
export interface Reproduction {
  key: string;
  called: string;
  language: string;
  file: string;
  text: string;
  run: string;
  tells: string;
  why_not: string;
}

export interface Header {
  format: string;
  tool_version: string;
  corpus_digest: string;
  corpus_vectors: number;
  compiler: string;
  cpu_features: string[];
  icu_version: string;
  budget: string;
  seed: string;
  isolation?: string[];
  run: Record<string, string | number>;
}

export interface Footer {
  complete: boolean;
  interrupted: boolean;
  records: number;
  checks: number;
  findings: number;
  unexpected: number;
  expected_errors: string[];
  seconds: number;
}

export type Loose = Record<string, unknown>;

export interface Report {
  name: string; // of the file, or when it started
  header: Header;
  footer: Footer | null;
  subjects: Subject[];
  sources: Source[];
  operations: string[];
  presentation: { axis: string; values: string[] }[];
  absent: { name: string; subject: string }[];
  externals: External[];
  machines: LearntMachine[];
  oracles: Oracle[];
  requirements: Requirement[];
  bugs: Bug[];
  defects: Defect[];
  strength: Strength[];
  comparisons: SourceComparison[];
  certificates: Certificate[];
  fuzzing: Fuzzing[];
  speed: SpeedRun[];
  fuzzBenchmarks: FuzzBenchmark[];
  since: SinceBaseline | null; // of a run that was compared with a baseline
  reproductions: Map<string, Reproduction>;
  caveats: string[]; // what limits the verdict
  notices: string[];
}

export class NotAReport extends Error {}

const emptyHeader: Header = {
  format: "",
  tool_version: "",
  corpus_digest: "",
  corpus_vectors: 0,
  compiler: "",
  cpu_features: [],
  icu_version: "",
  budget: "",
  seed: "0",
  run: {},
};

function emptyReport(name: string): Report {
  return {
    name,
    header: emptyHeader,
    footer: null,
    subjects: [],
    sources: [],
    operations: [],
    presentation: [],
    absent: [],
    externals: [],
    machines: [],
    oracles: [],
    requirements: [],
    bugs: [],
    defects: [],
    strength: [],
    comparisons: [],
    certificates: [],
    fuzzing: [],
    speed: [],
    fuzzBenchmarks: [],
    since: null,
    reproductions: new Map(),
    caveats: [],
    notices: [],
  };
}

// The compact form: a line ["columns", RECORD, [[NAME, TYPE], ...]] and then lines
// [RECORD, value, ...]. A string that occurred before in such a line is its number.
// Types: s string, v anything else, l list of strings, and a list of columns for a list of rows.
type Columns = [string, string | Columns][];

class Compact {
  private strings: string[] = [];
  private columns = new Map<string, Columns>();

  declare(record: string, columns: Columns) {
    this.columns.set(record, columns);
  }
  row(line: unknown[]): Loose | null {
    const columns = this.columns.get(String(line[0]));
    return columns === undefined ? null : this.values(columns, line, 1, { record: line[0] });
  }
  private text(value: unknown): string {
    if (typeof value === "number") return this.strings[value] ?? "";
    this.strings.push(value as string);
    return value as string;
  }
  private values(columns: Columns, from: unknown[], first: number, into: Loose): Loose {
    for (let i = 0; i < columns.length; i++) {
      const column = columns[i]!;
      const type = column[1];
      const value = from[first + i];
      if (type === "s") into[column[0]] = this.text(value);
      else if (type === "v") into[column[0]] = value;
      else if (type === "l") into[column[0]] = (value as unknown[]).map((item) => this.text(item));
      else
        into[column[0]] = (value as unknown[][]).map((row) =>
          this.values(type as Columns, row, 0, {}),
        );
    }
    return into;
  }
}

// As harness/report/record.h states it.
const readFormat = "placemat-report-1";

class Assembler {
  readonly report: Report;
  private byKey = new Map<string, Subject>();
  private started = false;

  constructor(name: string) {
    this.report = emptyReport(name);
  }

  private subject(record: Loose): Subject {
    const key = `${record.decoder}\n${record.judged_as}`;
    const known = this.byKey.get(key);
    if (known !== undefined) return known;
    throw new NotAReport(`a record is about ${String(record.decoder)}, which no record introduces`);
  }

  add(record: Loose) {
    const name = String(record.record);
    if (!this.started && name !== "header")
      throw new NotAReport("the file does not begin with the header of a report");
    const report = this.report;
    const push = (list: unknown[]) => list.push(record);
    switch (name) {
      case "header":
        this.started = true;
        report.header = record as unknown as Header;
        if (report.header.format !== readFormat)
          throw new NotAReport(`its format is '${report.header.format}', and this page reads ${readFormat}`);
        break;
      case "decoder": {
        const subject = record as unknown as Subject;
        subject.cells = {};
        subject.findings = [];
        subject.failing = [];
        this.byKey.set(`${subject.decoder}\n${subject.judged_as}`, subject);
        report.subjects.push(subject);
        break;
      }
      case "error_class":
        break; // the cells state it
      case "cell":
        this.subject(record).cells[String(record.column)] = record as unknown as StoredCell;
        break;
      case "finding":
        this.subject(record).findings.push(record as unknown as Finding);
        break;
      case "failing":
        this.subject(record).failing.push(record as unknown as Failing);
        break;
      case "coverage":
        report.operations = record.operations as string[];
        report.presentation = record.presentation as { axis: string; values: string[] }[];
        break;
      case "external_decoder": {
        const external = record as unknown as External;
        const same = report.externals.findIndex(
          (other) =>
            other.decoder === external.decoder &&
            other.product === external.product &&
            other.entry === external.entry,
        );
        if (same < 0) report.externals.push(external);
        else report.externals[same] = external;
        break;
      }
      case "source": push(report.sources); break;
      case "absent": push(report.absent); break;
      case "machine": push(report.machines); break;
      case "oracle": push(report.oracles); break;
      case "requirement": push(report.requirements); break;
      case "bug": push(report.bugs); break;
      case "defect": push(report.defects); break;
      case "strength": push(report.strength); break;
      case "sources": push(report.comparisons); break;
      case "certificate": push(report.certificates); break;
      case "fuzzing": push(report.fuzzing); break;
      case "speed": push(report.speed); break;
      case "fuzz_benchmark": push(report.fuzzBenchmarks); break;
      case "since_baseline":
        report.since = record as unknown as SinceBaseline;
        break;
      case "reproduction":
        report.reproductions.set(String(record.key), record as unknown as Reproduction);
        break;
      case "caveat":
        report.caveats.push(String(record.text));
        break;
      case "notice":
        report.notices.push(String(record.text));
        break;
      case "footer":
        report.footer = record as unknown as Footer;
        break;
      default:
        throw new NotAReport(`a record is of the sort '${name}', which is unknown`);
    }
  }

  take(): Report {
    if (!this.started) throw new NotAReport("the file holds no report");
    if (this.report.name === "")
      this.report.name = String(this.report.header.run.started ?? "this report");
    return this.report;
  }
}

// Reads report.jsonl, or the lines that a page carries. A torn last line is left out, as it is by
// placemat.
export function readReport(text: string, name = ""): Report {
  const assembler = new Assembler(name);
  const compact = new Compact();
  let from = 0;
  let number = 0;
  while (from < text.length) {
    let to = text.indexOf("\n", from);
    const torn = to < 0;
    if (torn) to = text.length;
    const line = text.slice(from, to).trim();
    from = to + 1;
    number += 1;
    if (line === "") continue;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      if (torn && number > 1) break;
      throw new NotAReport(`line ${number} is not JSON`);
    }
    if (Array.isArray(value)) {
      if (value[0] === "columns") {
        compact.declare(String(value[1]), value[2] as Columns);
        continue;
      }
      value = compact.row(value);
    }
    if (value === null || typeof value !== "object" || (value as Loose).record === undefined)
      throw new NotAReport(`line ${number} is no record of a report`);
    assembler.add(value as Loose);
  }
  return assembler.take();
}

// The reports that a page carries: its own, and the earlier ones, oldest first.
export function reportsOf(page: Document): { report: Report; earlier: Report[] } {
  const all = [...page.querySelectorAll<HTMLScriptElement>("script[data-report]")];
  const own = all.find((one) => one.dataset.report === "this");
  if (own === undefined) throw new NotAReport("the page carries no report");
  const report = readReport(own.textContent ?? "");
  const earlier = all
    .filter((one) => one.dataset.report === "earlier")
    .map((one) => readReport(one.textContent ?? ""));
  return { report, earlier };
}

// What is measured apart from a run, by the record that each command prints.
const measured = {
  strength: "strength",
  sources: "comparisons",
  certificate: "certificates",
  fuzzing: "fuzzing",
  speed: "speed",
  fuzz_benchmark: "fuzzBenchmarks",
} as const;
export type Measured = Pick<Report, (typeof measured)[keyof typeof measured]>;
const isMeasured = (record: string): record is keyof typeof measured => record in measured;

function emptyMeasured(): Measured {
  return { strength: [], comparisons: [], certificates: [], fuzzing: [], speed: [], fuzzBenchmarks: [] };
}

// Records without a header, one a line, as `placemat bench --format json` prints them.
function readMeasured(text: string): Measured {
  const read = emptyMeasured();
  text.split("\n").forEach((line, i) => {
    if (line.trim() === "") return;
    let record: Loose;
    try {
      record = JSON.parse(line) as Loose;
    } catch {
      throw new NotAReport(`line ${i + 1} is not JSON`);
    }
    const name = String(record?.record);
    if (!isMeasured(name)) throw new NotAReport(`line ${i + 1} is no record of a measurement`);
    (read[measured[name]] as unknown[]).push(record);
  });
  return read;
}

// The report with what was measured apart from it.
export function withMeasured(report: Report, all: Measured[]): Report {
  if (all.length === 0) return report;
  const merged = { ...report } as Report;
  for (const name of Object.values(measured))
    (merged[name] as unknown[]) = [...report[name], ...all.flatMap((one) => one[name] as unknown[])];
  return merged;
}

// A dropped file: report.jsonl, a page that carries one, or records of a measurement.
export function readFile(text: string, name: string): { report: Report } | { measured: Measured } {
  const start = text.trimStart();
  if (start.startsWith("<")) {
    const page = new DOMParser().parseFromString(text, "text/html");
    return { report: { ...reportsOf(page).report, name } };
  }
  const first = /^\{\s*"record":\s*"([a-z_]+)"/.exec(start);
  if (first !== null && isMeasured(first[1]!)) return { measured: readMeasured(start) };
  return { report: readReport(text, name) };
}

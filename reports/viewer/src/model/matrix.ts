// matrix.ts: the cells that harness/report/matrix.cc made, in a table: as expected is empty,
// identical columns and rows are folded, and the worst come first. It must not know how a cell is
// drawn.
import { gravity, kindOf, known, law } from "./tables";
import type { Finding, Report, Subject } from "./report";

export interface Mark {
  glyph: string;
  kinds: string[];
  findings: Finding[];
  checks: number;
  alone: string; // an input of the class that shows it, where no finding does
}

export interface Cell {
  subject: Subject;
  column: string; // an error class, or what no class is the reason of
  checks: number;
  failed: number;
  marks: Mark[]; // the gravest first
}

export const isNew = (finding: Finding) => finding.claimed && finding.reason === "";
export const isKnown = (finding: Finding) => finding.reason !== "";
export const shownGlyph = (finding: Finding) => (isKnown(finding) ? known : kindOf(finding.kind).glyph);

export const inputOf = (finding: { minimal: string; conditions: string }) =>
  finding.conditions === ""
    ? finding.minimal || "(nothing)"
    : `${finding.minimal}${finding.minimal === "" ? "" : " "}(${finding.conditions})`;

export const idOf = (subject: Subject) =>
  subject.claimed ? subject.decoder : `${subject.decoder}@${subject.judged_as}`;

export const checksOf = (subject: Subject) =>
  subject.sources.reduce((sum, source) => sum + source.checks, 0);
export const failedOf = (subject: Subject) =>
  subject.sources.reduce((sum, source) => sum + source.failed, 0);

export type Standing = "differs" | "known" | "unchecked" | "conforms";

export function standingOf(subject: Subject): Standing {
  if (subject.findings.length > 0)
    return !subject.claimed || subject.findings.some(isNew) ? "differs" : "known";
  if (failedOf(subject) > 0) return "differs";
  return checksOf(subject) > 0 ? "conforms" : "unchecked";
}

// The words of a decoder that has only right answers, or only findings that are known. As in
// harness/report/views/html_summary.cc; a reason that begins so is of harness/report/described.h.
export const conformsWords = (subject: Subject) =>
  subject.described ? "conforms to the dialect it is judged as" : "conforms to the profile it claims";
export const knownWords = (subject: Subject) =>
  subject.findings.every((finding) => finding.reason.startsWith("documented: "))
    ? "differs only as its documents say"
    : "differs only as the expected list says";

// harness/judge/finding.h writes the sentence that begins so.
export const isSampled = (subject: Subject) =>
  subject.not_tested.some((what) => what.startsWith("most cases: "));

function cellOf(subject: Subject, column: string): Cell {
  const { checks, failed, marks } = subject.cells[column] ?? { checks: 0, failed: 0, marks: [] };
  const findingsOf = (keys: string[]) =>
    subject.findings.filter((finding) => keys.includes(finding.key));
  return {
    subject,
    column,
    checks,
    failed,
    marks: marks.map((mark) => ({ ...mark, findings: findingsOf(mark.findings) })),
  };
}

// The cell that lists a finding; calls list some that a class lists already.
export function columnOf(subject: Subject, finding: Finding): string {
  for (const cell of cellsOf(subject).values())
    if (cell.marks.some((mark) => mark.findings.includes(finding))) return cell.column;
  return finding.error_class;
}

// What a reader sees of a cell: equal texts look equal.
export function faceOf(cell: Cell): string {
  if (cell.marks.length === 0) return cell.checks === 0 ? "-" : "";
  return cell.marks.map((one) => one.glyph).join("");
}

export interface Column {
  subjects: Subject[]; // more than one: folded
  cells: Map<string, Cell>; // of the first
  faces: string[];
  worst: number; // gravity of the gravest glyph; 99 without one
}

export interface Row {
  classes: string[]; // more than one: folded
  worst: number;
  hits: number; // decoders that differ
}

export interface Matrix {
  columns: Column[];
  rows: Row[];
  decoders: number;
}

const worstOf = (cells: Iterable<Cell>) => {
  let worst = 99;
  for (const cell of cells)
    for (const one of cell.marks) worst = Math.min(worst, gravity(one.glyph));
  return worst;
};

const cache = new WeakMap<Subject, Map<string, Cell>>();

export function cellsOf(subject: Subject): Map<string, Cell> {
  let cells = cache.get(subject);
  if (cells === undefined) {
    cells = new Map(law().columns.map((row) => [row.name, cellOf(subject, row.name)]));
    cache.set(subject, cells);
  }
  return cells;
}

// With more decoders than this, identical columns are folded too.
const mostColumns = 40;

// `most`: with more columns than this, only the gravest glyph of a cell counts.
export function matrixOf(subjects: Subject[], classes: string[], most = Infinity): Matrix {
  const matrix = foldedMatrix(subjects, classes, Infinity);
  return matrix.columns.length <= most ? matrix : foldedMatrix(subjects, classes, 1);
}

function foldedMatrix(subjects: Subject[], classes: string[], glyphs: number): Matrix {
  const folds = subjects.length > mostColumns;
  const byFaces = new Map<string, Column>();
  for (const subject of subjects) {
    const cells = cellsOf(subject);
    const faces = classes.map((name) => faceOf(cells.get(name)!).slice(0, glyphs));
    const key = folds ? faces.join("\n") : idOf(subject);
    const same = byFaces.get(key);
    if (same !== undefined) same.subjects.push(subject);
    else byFaces.set(key, { subjects: [subject], cells, faces, worst: worstOf(cells.values()) });
  }
  const hits = (column: Column) => column.faces.filter((face) => face !== "" && face !== "-").length;
  const columns = [...byFaces.values()].sort(
    (a, b) =>
      a.worst - b.worst ||
      hits(b) - hits(a) ||
      idOf(a.subjects[0]!).localeCompare(idOf(b.subjects[0]!)),
  );
  const byRow = new Map<string, Row & { place: number }>();
  classes.forEach((name, place) => {
    const column = columns.map((one) => one.faces[place]).join("\n");
    const same = byRow.get(column);
    if (same !== undefined) return void same.classes.push(name);
    byRow.set(column, {
      classes: [name],
      place,
      worst: worstOf(columns.map((one) => one.cells.get(name)!)),
      hits: columns.reduce(
        (sum, one) => sum + (one.cells.get(name)!.marks.length > 0 ? one.subjects.length : 0),
        0,
      ),
    });
  });
  const rows = [...byRow.values()].sort(
    (a, b) => a.worst - b.worst || b.hits - a.hits || a.place - b.place,
  );
  return { columns, rows, decoders: subjects.length };
}

export interface Counts {
  fresh: number;
  known: number;
  absent: number;
  notAsked: { what: string; decoders: string[] }[];
}

export function countsOf(report: Report): Counts {
  const counts: Counts = { fresh: 0, known: 0, absent: report.absent.length, notAsked: [] };
  const asked = new Map<string, string[]>();
  for (const source of report.sources)
    if (source.not_run !== "") asked.set(`${source.name}: not run, ${source.not_run}`, []);
  for (const subject of report.subjects) {
    if (!subject.claimed) continue;
    for (const finding of subject.findings) finding.reason === "" ? counts.fresh++ : counts.known++;
    for (const what of subject.not_tested) {
      const decoders = asked.get(what);
      if (decoders === undefined) asked.set(what, [subject.decoder]);
      else decoders.push(subject.decoder);
    }
  }
  counts.notAsked = [...asked].map(([what, decoders]) => ({ what, decoders }));
  return counts;
}

const plural = (number: number, word: string) => `${number} ${word}${number === 1 ? "" : "s"}`;

// The verdict in at most twelve words. harness/report/views/html.cc says the same without scripts.
export function verdictOf(report: Report): string {
  const claimed = report.subjects.filter((subject) => subject.claimed);
  if (claimed.length === 0)
    return report.subjects.length === 0
      ? "No decoder was judged."
      : "Judged by a profile that no decoder here claims.";
  const start = report.footer?.complete ? "" : "Unfinished: ";
  const tally = { differs: 0, known: 0, unchecked: 0, conforms: 0 };
  for (const subject of claimed) tally[standingOf(subject)]++;
  if (claimed.length === 1) {
    const [one] = claimed;
    const said = {
      conforms: isSampled(one!)
        ? "shows no difference in a sample of the cases"
        : conformsWords(one!),
      known: knownWords(one!),
      unchecked: "was not checked",
      differs: `has ${plural(one!.findings.filter(isNew).length, "new finding")}`,
    };
    return `${start}${one!.decoder} ${said[standingOf(one!)]}.`;
  }
  if (tally.conforms === claimed.length) {
    const sampled = claimed.filter(isSampled).length;
    const how = sampled === 0 ? "" : `, ${sampled} in a sample of the cases`;
    return `${start}all ${claimed.length} decoders conform${how}.`.replace(/^a/, "A");
  }
  const parts = [];
  if (tally.differs > 0) parts.push(`${tally.differs} ${tally.differs === 1 ? "has" : "have"} new findings`);
  if (tally.unchecked > 0) parts.push(`${tally.unchecked} unchecked`);
  if (tally.known > 0)
    parts.push(
      parts.length > 0
        ? `${tally.known} known ${tally.known === 1 ? "one" : "ones"}`
        : `${tally.known} ${tally.known === 1 ? "differs" : "differ"} in known ways`,
    );
  return `${start}${tally.conforms} of ${claimed.length} decoders conform; ${parts.slice(0, 2).join(", ")}.`;
}

// "1 new finding, 2 known"
export function findingsOfSubject(subject: Subject): string {
  const fresh = subject.findings.filter(isNew).length;
  const reasoned = subject.findings.filter(isKnown).length;
  if (!subject.claimed) return plural(subject.findings.length, "finding");
  return [
    ...(fresh > 0 ? [plural(fresh, "new finding")] : []),
    ...(reasoned > 0 ? [`${reasoned} known`] : []),
  ].join(", ");
}

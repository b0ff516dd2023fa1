// diff.ts: what changed between two reports, test by test, by the rules of harness/report/diff.h;
// a test compares it with `placemat diff`. Totals are never compared.
import { cellsOf, failedOf, inputOf, type Cell, type Mark } from "./matrix";
import { kindOf, known } from "./tables";
import type { Finding, Report, SinceBaseline, Subject } from "./report";

export interface Entry {
  decoder: string;
  judgedAs: string;
  source: string;
  test: string;
  before: string;
  after: string;
  regression: boolean;
  finding?: Finding;
}

export interface Diff {
  lost: { what: string; name: string }[];
  newlyFailing: Entry[];
  newlyPassing: Entry[];
  changed: Entry[];
  newlyAsked: Entry[]; // what only the larger budget may have asked: no regressions
  added: Entry[];
  removed: Entry[];
  notes: string[];
}

type Failure = Map<string, string>; // kind -> digest of presentations

class Side {
  readonly subjects = new Map<string, Subject>();
  readonly ids = new Map<string, Set<string>>();
  constructor(readonly report: Report) {
    for (const source of report.sources)
      if (source.not_run === "") this.ids.set(source.name, new Set(source.ids));
    for (const subject of report.subjects)
      if (subject.claimed) this.subjects.set(`${subject.decoder}\n${subject.judged_as}`, subject);
  }
  ran = (source: string) => this.ids.has(source);
  hasNames = (source: string) => (this.ids.get(source)?.size ?? 0) > 0;
}

const asked = (subject: Subject, source: string) =>
  subject.sources.some((tally) => tally.source === source);

function failuresOf(subject: Subject, source: string): Map<string, Failure> {
  const failures = new Map<string, Failure>();
  for (const failing of subject.failing) {
    if (failing.source !== source) continue;
    let failure = failures.get(failing.id);
    if (failure === undefined) failures.set(failing.id, (failure = new Map()));
    failure.set(failing.kind, failing.presentations);
  }
  return failures;
}

const kindsText = (failure: Failure) => [...failure.keys()].join(", ");
const isGrave = (kind: string) => ["A", "M", "!"].includes(kindOf(kind).glyph);
const same = (a: Failure, b: Failure) =>
  a.size === b.size && [...a].every(([kind, digest]) => b.get(kind) === digest);
const sameKinds = (a: Failure, b: Failure) =>
  a.size === b.size && [...a.keys()].every((kind) => b.has(kind));

const budgets = ["quick", "standard", "deep"];

class Comparison {
  readonly diff: Diff = {
    lost: [],
    newlyFailing: [],
    newlyPassing: [],
    changed: [],
    newlyAsked: [],
    added: [],
    removed: [],
    notes: [],
  };
  constructor(
    private readonly before: Side,
    private readonly after: Side,
  ) {}

  // It asks more of each source. The budget of an unknown name is not compared.
  private get hasLargerBudget(): boolean {
    const [was, is] = [this.before, this.after].map((side) =>
      budgets.indexOf(side.report.header.budget),
    );
    return was! >= 0 && was! < is!;
  }

  run(): Diff {
    this.findLost();
    this.note();
    this.onlyIn(this.before, this.after, this.diff.removed, "run", "not run");
    this.onlyIn(this.after, this.before, this.diff.added, "not run", "run");
    for (const [key, subject] of this.before.subjects) {
      const other = this.after.subjects.get(key);
      if (other === undefined) this.diff.removed.push(this.entry(subject, "", "", "judged", "not judged"));
      else this.compare(subject, other);
    }
    for (const [key, subject] of this.after.subjects) {
      if (this.before.subjects.has(key)) continue;
      const count = subject.findings.length;
      this.diff.added.push(
        this.entry(subject, "", "", "not judged", `${count} finding${count === 1 ? "" : "s"}`),
      );
    }
    const order = (a: Entry, b: Entry) =>
      Number(b.regression) - Number(a.regression) ||
      a.decoder.localeCompare(b.decoder) ||
      a.source.localeCompare(b.source) ||
      a.test.localeCompare(b.test);
    for (const list of [
      this.diff.newlyFailing, this.diff.newlyPassing, this.diff.changed, this.diff.newlyAsked,
      this.diff.added, this.diff.removed,
    ])
      list.sort(order);
    return this.diff;
  }

  private entry(subject: Subject, source: string, test: string, before: string, after: string): Entry {
    return {
      decoder: subject.decoder,
      judgedAs: subject.judged_as,
      source,
      test,
      before,
      after,
      regression: false,
    };
  }

  private findLost() {
    const [a, b] = [this.before.report, this.after.report];
    const lose = (what: string, gone: Iterable<string>, of = "") => {
      for (const name of gone) this.diff.lost.push({ what, name: of + name });
    };
    const missing = (wanted: Iterable<string>, there: Iterable<string>) => {
      const set = new Set(there);
      return [...wanted].filter((name) => !set.has(name));
    };
    const names = (report: Report) =>
      report.subjects
        .filter((subject) => subject.claimed && !wasCutShort(report, subject.decoder))
        .map((subject) => subject.decoder);
    lose("decoder", missing(names(a), names(b)));
    lose("source", missing(this.before.ids.keys(), this.after.ids.keys()));
    if (b.operations.length > 0) {
      lose("operation", missing(a.operations, b.operations));
      for (const axis of a.presentation) {
        const now = b.presentation.find((other) => other.axis === axis.axis);
        lose(`${axis.axis} value`, missing(axis.values, now?.values ?? []));
      }
    }
    for (const [key, subject] of this.before.subjects) {
      const now = this.after.subjects.get(key);
      if (now === undefined) continue;
      lose("capability", missing(subject.capabilities, now.capabilities), `${subject.decoder}:`);
      for (const tally of subject.sources)
        if (this.after.ran(tally.source) && !asked(now, tally.source))
          lose("source", [`${subject.decoder}:${tally.source}`]);
    }
    const fewer = a.header.corpus_vectors - b.header.corpus_vectors;
    if (fewer > 0) lose("vectors", [`${fewer} of ${a.header.corpus_vectors}`]);
    const [was, is] = [budgets.indexOf(a.header.budget), budgets.indexOf(b.header.budget)];
    if (is >= 0 && is < was) lose("budget", [a.header.budget]);
    for (const [source, ids] of this.before.ids) {
      const there = this.after.ids.get(source);
      if (there !== undefined) lose("vector", missing(ids, there));
    }
    const checks = b.subjects.some((subject) => subject.sources.some((tally) => tally.checks > 0));
    if (!b.footer?.complete || !checks) lose("end", ["of the run"]);
  }

  private note() {
    const [a, b] = [this.before.report, this.after.report];
    const note = (what: string, before: string, after: string) => {
      if (before !== after) this.diff.notes.push(`${what}: ${before} before, ${after} after`);
    };
    if (!a.footer?.complete) this.diff.notes.push("the report before is of an unfinished run");
    if (!b.footer?.complete) this.diff.notes.push("the report after is of an unfinished run");
    note("budget", a.header.budget, b.header.budget);
    note("seed", a.header.seed, b.header.seed);
    for (const [key, subject] of this.before.subjects) {
      const other = this.after.subjects.get(key);
      if (other !== undefined) note(`version of ${subject.decoder}`, subject.version, other.version);
    }
  }

  private onlyIn(side: Side, other: Side, list: Entry[], before: string, after: string) {
    for (const [source, ids] of side.ids) {
      const blank = { decoder: "", judgedAs: "", source, before, after, regression: false };
      if (!other.ran(source)) {
        list.push({ ...blank, test: "" });
        continue;
      }
      const there = other.ids.get(source)!;
      for (const id of ids) if (!there.has(id)) list.push({ ...blank, test: id });
    }
  }

  private compare(before: Subject, after: Subject) {
    for (const source of this.before.ids.keys()) {
      if (!this.after.ran(source)) continue;
      const [was, is] = [asked(before, source), asked(after, source)];
      if (was !== is) {
        const list = is ? this.diff.added : this.diff.removed;
        list.push(this.entry(before, source, "", was ? "run" : "not run", is ? "run" : "not run"));
      } else if (was) this.compareNamed(before, after, source);
    }
    this.compareFindings(before, after);
    const sources = (subject: Subject) => subject.sources.map((tally) => tally.source).join("\n");
    if (sources(before) === sources(after)) this.compareCells(before, after);
  }

  // A class that fails by a cause whose own input is of another class has no finding that is new.
  private compareCells(before: Subject, after: Subject) {
    const statesInputs = (subject: Subject) =>
      failedOf(subject) === 0 || [...cellsOf(subject).values()].some((cell) => cell.marks.length > 0);
    if (!statesInputs(before) || !statesInputs(after)) return;
    for (const [column, is] of cellsOf(after)) {
      const was = cellsOf(before).get(column)!;
      if (was.checks === 0 || is.checks === 0) continue;
      const onlyIn = (cell: Cell, other: Cell) =>
        cell.marks.filter(
          (mark) =>
            mark.findings.length === 0 &&
            mark.glyph !== known &&
            other.marks.every((one) => one.glyph !== mark.glyph),
        );
      const text = (mark: Mark) => `${mark.kinds[0]}: ${mark.alone}`;
      const list = this.hasLargerBudget ? this.diff.newlyAsked : this.diff.newlyFailing;
      for (const mark of onlyIn(is, was)) {
        const entry = this.entry(after, "", column, "as expected", text(mark));
        list.push({ ...entry, regression: !this.hasLargerBudget });
      }
      for (const mark of onlyIn(was, is))
        this.diff.newlyPassing.push(this.entry(after, "", column, text(mark), "as expected"));
    }
  }

  private compareNamed(before: Subject, after: Subject, source: string) {
    const [old, now] = [failuresOf(before, source), failuresOf(after, source)];
    const oldIds = this.before.ids.get(source)!;
    for (const id of this.after.ids.get(source)!) {
      const [was, is] = [old.get(id), now.get(id)];
      if (was === undefined && is === undefined) continue;
      const entry = this.entry(before, source, id, "as expected", "as expected");
      entry.finding = after.findings.find((finding) => finding.vector === id);
      if (!oldIds.has(id)) {
        if (is !== undefined)
          this.diff.added.push({ ...entry, before: "no such test", after: kindsText(is) });
        continue;
      }
      if (was !== undefined && is !== undefined && same(was, is)) continue;
      if (was !== undefined) entry.before = kindsText(was);
      if (is !== undefined) entry.after = kindsText(is);
      if (is === undefined) {
        this.diff.newlyPassing.push(entry);
        continue;
      }
      const isWorse =
        was === undefined || [...is.keys()].some((kind) => isGrave(kind) && !was.has(kind));
      if (was !== undefined && sameKinds(was, is)) entry.after += ", in other presentations";
      if (isWorse && this.hasLargerBudget) this.diff.newlyAsked.push(entry);
      else
        (was === undefined ? this.diff.newlyFailing : this.diff.changed).push({
          ...entry,
          regression: isWorse,
        });
    }
  }

  // Findings that no named case represents, by key.
  private compareFindings(before: Subject, after: Subject) {
    const byKey = (subject: Subject) => new Map(subject.findings.map((one) => [one.key, one]));
    const symptoms = (subject: Subject) =>
      new Set(subject.findings.flatMap((one) => one.symptoms.map((symptom) => symptom.key)));
    const [old, now] = [byKey(before), byKey(after)];
    const [wasSymptom, isSymptom] = [symptoms(before), symptoms(after)];
    for (const [key, finding] of old) {
      if (isSymptom.has(key)) continue;
      const other = now.get(key);
      if (other !== undefined) this.compareOne(finding, other);
      else if (!this.before.hasNames(finding.source)) this.oneSided(finding, after, false);
    }
    for (const [key, finding] of now) {
      if (old.has(key) || wasSymptom.has(key) || this.after.hasNames(finding.source)) continue;
      this.oneSided(finding, before, true);
    }
    const kinds = new Set([
      ...before.failing.map((failing) => failing.kind),
      ...before.findings.flatMap((one) => [one.kind, ...one.symptoms.map((s) => s.kind)]),
    ]);
    for (const finding of after.findings) {
      const met = new Set([finding.kind]);
      for (const symptom of finding.symptoms) {
        if (met.has(symptom.kind)) continue;
        met.add(symptom.kind);
        if (!kinds.has(symptom.kind)) this.oneSided({ ...finding, ...symptom }, before, true);
      }
    }
  }

  private oneSided(finding: Finding, other: Subject, isAfter: boolean) {
    const [here, there] = isAfter ? [this.after, this.before] : [this.before, this.after];
    const comparable =
      !here.ran(finding.source) || (there.ran(finding.source) && asked(other, finding.source));
    // The round trip of an encoder is no source, and does not depend on the budget.
    const isByBudget =
      isAfter && comparable && here.ran(finding.source) && this.hasLargerBudget;
    const seen = `${finding.kind}: ${inputOf(finding)}`;
    const unseen = comparable ? "as expected" : "not run";
    const entry: Entry = {
      decoder: finding.decoder,
      judgedAs: finding.judged_as,
      source: finding.source,
      test: finding.key,
      before: isAfter ? unseen : seen,
      after: isAfter ? seen : unseen,
      regression: isAfter && comparable && !isByBudget,
      finding,
    };
    if (isByBudget) this.diff.newlyAsked.push(entry);
    else if (isAfter) (comparable ? this.diff.newlyFailing : this.diff.added).push(entry);
    else (comparable ? this.diff.newlyPassing : this.diff.removed).push(entry);
  }

  // The same finding; only answers to the same question can be compared.
  private compareOne(before: Finding, after: Finding) {
    if (this.before.hasNames(before.source) || this.after.hasNames(after.source)) return;
    const question = (one: Finding) => `${one.minimal}\n${one.operation}\n${one.conditions}`;
    if (question(before) !== question(after) || before.seen === after.seen) return;
    this.diff.changed.push({
      decoder: after.decoder,
      judgedAs: after.judged_as,
      source: after.source,
      test: after.key,
      before: before.seen,
      after: after.seen,
      regression: false,
      finding: after,
    });
  }
}

const wasCutShort = (report: Report, decoder: string) =>
  report.externals.some((external) => external.decoder === decoder && external.trouble !== "");

export const diffOf = (before: Report, after: Report): Diff =>
  new Comparison(new Side(before), new Side(after)).run();

// What the run itself found when it was compared with its baseline.
export function diffSince(since: SinceBaseline, report: Report): Diff {
  const findings = new Map(
    report.subjects.flatMap((subject) => subject.findings.map((one) => [one.key, one] as const)),
  );
  const entries = (list: unknown): Entry[] =>
    ((list ?? []) as (Omit<Entry, "judgedAs"> & { judged_as: string })[]).map(
      ({ judged_as, ...entry }) => ({ ...entry, judgedAs: judged_as, finding: findings.get(entry.test) }),
    );
  return {
    lost: since.lost.map((token) => {
      const at = token.indexOf("=");
      return at < 0 ? { what: token, name: "" } : { what: token.slice(0, at), name: token.slice(at + 1) };
    }),
    newlyFailing: entries(since.newly_failing),
    newlyPassing: entries(since.newly_passing),
    changed: entries(since.changed),
    newlyAsked: entries(since.newly_asked),
    added: entries(since.added),
    removed: entries(since.removed),
    notes: since.notes,
  };
}

export const isEmpty = (diff: Diff) =>
  [
    diff.lost, diff.newlyFailing, diff.newlyPassing, diff.changed, diff.newlyAsked, diff.added,
    diff.removed,
  ].every((list) => list.length === 0);

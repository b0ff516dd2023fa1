// book.ts: a report with what the pages look up in it: items for the query bar, findings by key,
// decoders by name. Everything that is not needed for the first picture is made when it is asked.
import { cellsOf, faceOf, idOf, isKnown, isNew, standingOf, type Cell } from "./matrix";
import type { External, Finding, Report, Subject } from "./report";
import { kindOf, law } from "./tables";
import type { Item, Query, Test } from "./query";

class FindingItem implements Item {
  private textCache: string | null = null;
  private flagCache: string[] | null = null;
  constructor(
    readonly finding: Finding,
    readonly subject: Subject,
    private readonly book: Book,
  ) {}
  get fields() {
    const finding = this.finding;
    const external = this.book.external(finding.decoder);
    const [dialect, policy] = finding.judged_as.split("/");
    return {
      decoder: finding.decoder,
      kind: [finding.kind, ...finding.symptoms.map((symptom) => symptom.kind)],
      class: finding.error_class,
      profile: finding.judged_as,
      dialect: dialect ?? "",
      policy: policy ?? "",
      input: finding.minimal,
      source: finding.source,
      vector: finding.vector,
      operation: finding.operation,
      clause: finding.clause,
      effect: finding.effect,
      product: external?.product ?? "",
      language: external?.language ?? "",
      version: this.subject.version,
      id: finding.key,
    };
  }
  get text() {
    const finding = this.finding;
    return (this.textCache ??= [
      finding.decoder, finding.kind, finding.error_class, finding.minimal, finding.conditions,
      finding.expected, finding.seen, finding.operation, finding.vector, finding.reason,
      finding.pattern,
    ]
      .join(" ")
      .toLowerCase());
  }
  get flags() {
    if (this.flagCache !== null) return this.flagCache;
    const flags: string[] = [];
    if (isNew(this.finding)) flags.push("new");
    if (isKnown(this.finding)) flags.push("known");
    if (!this.finding.claimed) flags.push("contrast");
    if (this.book.differs(this.finding)) flags.push("different");
    return (this.flagCache = flags);
  }
  outcome = (match: (name: string) => boolean, what: string) =>
    this.book.outcome(match, this.finding.error_class, what);
}

class CellItem implements Item {
  constructor(
    readonly cell: Cell,
    private readonly book: Book,
  ) {}
  get fields() {
    const subject = this.cell.subject;
    const external = this.book.external(subject.decoder);
    const [dialect, policy] = subject.judged_as.split("/");
    return {
      decoder: subject.decoder,
      class: this.cell.column,
      profile: subject.judged_as,
      dialect: dialect ?? "",
      policy: policy ?? "",
      kind: this.cell.marks.flatMap((mark) => mark.kinds),
      product: external?.product ?? "",
      language: external?.language ?? "",
      version: subject.version,
    };
  }
  get text() {
    const subject = this.cell.subject;
    return `${subject.decoder} ${this.cell.column} ${subject.judged_as}`.toLowerCase();
  }
  get flags() {
    const flags: string[] = [];
    const standing = standingOf(this.cell.subject);
    if (standing === "conforms") flags.push("conforms");
    if (this.cell.checks === 0) flags.push("unchecked");
    if (!this.cell.subject.claimed) flags.push("contrast");
    if (this.book.rowDiffers(this.cell.column)) flags.push("different");
    return flags;
  }
  outcome = (match: (name: string) => boolean, what: string) =>
    this.book.outcome(match, this.cell.column, what);
}

export interface Listed {
  finding: Finding;
  subject: Subject;
  item: Item;
}

export class Book {
  readonly claimed: Subject[];
  readonly contrasts: Subject[];
  readonly classes = law().columns.map((row) => row.name);
  private readonly externals = new Map<string, External>();
  private listedCache: Listed[] | null = null;
  private byKeyCache: Map<string, Listed> | null = null;
  private sharedCache: Map<string, number> | null = null;
  private differingCache: Set<string> | null = null;
  private profileCache: Map<string, number> | null = null;

  constructor(readonly report: Report) {
    const order = (a: Subject, b: Subject) => (idOf(a) < idOf(b) ? -1 : 1);
    this.claimed = report.subjects.filter((subject) => subject.claimed).sort(order);
    this.contrasts = report.subjects.filter((subject) => !subject.claimed).sort(order);
    for (const external of report.externals) this.externals.set(external.decoder, external);
  }

  external = (decoder: string) => this.externals.get(decoder);

  // Every finding, new ones first, then by severity.
  get listed(): Listed[] {
    if (this.listedCache !== null) return this.listedCache;
    const list: Listed[] = [];
    for (const subject of [...this.claimed, ...this.contrasts])
      for (const finding of subject.findings)
        list.push({ finding, subject, item: new FindingItem(finding, subject, this) });
    const rank = (one: Listed) =>
      (isNew(one.finding) ? 0 : one.finding.claimed ? 100 : 200) + kindOf(one.finding.kind).severity;
    const ranks = new Map(list.map((one) => [one, rank(one)]));
    return (this.listedCache = list.sort((a, b) => ranks.get(a)! - ranks.get(b)!));
  }

  find(key: string): Listed | undefined {
    this.byKeyCache ??= new Map(this.listed.map((one) => [one.finding.key, one]));
    return this.byKeyCache.get(key);
  }

  // Findings that the query takes; contrasts only where it asks for them.
  matching(query: Query, text: string): Listed[] {
    const contrasts = /contrast/.test(text) || this.claimed.length === 0;
    return this.listed.filter(
      (one) => (contrasts || one.finding.claimed) && (query.isEmpty || query.test(one.item)),
    );
  }

  cellMatches(cell: Cell, test: Test): boolean {
    for (const mark of cell.marks)
      for (const finding of mark.findings)
        if (test(new FindingItem(finding, cell.subject, this))) return true;
    return test(new CellItem(cell, this));
  }

  private shared(finding: Finding) {
    if (this.sharedCache === null) {
      this.sharedCache = new Map();
      for (const subject of this.claimed) {
        const own = new Set(subject.findings.map((one) => `${one.kind}|${one.error_class}|${one.judged_as}`));
        for (const key of own) this.sharedCache.set(key, (this.sharedCache.get(key) ?? 0) + 1);
      }
      this.profileCache = new Map();
      for (const subject of this.claimed)
        this.profileCache.set(subject.judged_as, (this.profileCache.get(subject.judged_as) ?? 0) + 1);
    }
    return this.sharedCache.get(`${finding.kind}|${finding.error_class}|${finding.judged_as}`) ?? 0;
  }
  // Another decoder that is judged by the same profile does not have such a finding.
  differs(finding: Finding): boolean {
    const sharing = this.shared(finding);
    return sharing < (this.profileCache?.get(finding.judged_as) ?? 1);
  }
  rowDiffers(errorClass: string): boolean {
    this.differingCache ??= new Set(
      this.classes.filter(
        (name) => new Set(this.claimed.map((subject) => faceOf(cellsOf(subject).get(name)!))).size > 1,
      ),
    );
    return this.differingCache.has(errorClass);
  }
  outcome(match: (name: string) => boolean, errorClass: string, what: string): boolean {
    return this.claimed.some((subject) => {
      if (!match(subject.decoder)) return false;
      const cell = cellsOf(subject).get(errorClass);
      if (cell === undefined) return false;
      if (what === "pass") return cell.marks.length === 0 && cell.checks > 0;
      if (what === "known") return cell.marks.some((mark) => mark.glyph === "q");
      if (what === "new") return cell.marks.some((mark) => mark.findings.some(isNew));
      return cell.marks.length > 0;
    });
  }

  // Other decoders with the same kind of finding in the same error class.
  neighbours(finding: Finding): Listed[] {
    return this.listed.filter(
      (one) =>
        one.finding.decoder !== finding.decoder &&
        one.finding.claimed === finding.claimed &&
        one.finding.kind === finding.kind &&
        one.finding.error_class === finding.error_class,
    );
  }

  subjectsOf = (decoder: string) =>
    this.report.subjects.filter((subject) => subject.decoder === decoder);

  get decoders(): string[] {
    return [...new Set([...this.claimed, ...this.contrasts].map((subject) => subject.decoder))];
  }
}

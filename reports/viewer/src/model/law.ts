// law.ts: what each dialect and policy makes of units, computed from the tables that the page
// carries. It follows harness/spec/reference.cc rule by rule; a test compares the two.
import type { Dialect, Form, Policy } from "./tables";
import { rangesOf, rangesText } from "./units";

// What stands at some place of the input.
export interface Piece {
  at: number;
  length: number;
  value: bigint | null; // of a well-formed sequence
  stripped: boolean; // it is the byte order mark, and the rule drops it
  unfinished: boolean; // the input ends inside a sequence that more units could complete
  emitted: bigint[];
}

export interface Answer {
  pieces: Piece[];
  values: bigint[];
  error: { at: number; length: number; unfinished: boolean } | null;
}

const contains = (range: readonly [number, number], unit: number) =>
  unit >= range[0] && unit <= range[1];

function inCommon(form: Form, bytes: readonly number[], at: number): number {
  let n = 0;
  while (n < form.units.length && at + n < bytes.length && contains(form.units[n]!, bytes[at + n]!))
    n++;
  return n;
}

export function valueOf(form: Form, bytes: readonly number[], at: number): bigint {
  let value = BigInt(form.lowest);
  form.units.forEach((range, i) => {
    value += BigInt(form.weights[i]!) * BigInt(bytes[at + i]! - range[0]);
  });
  return value;
}

// The longest start of a sequence (Unicode 3.9 D93b), or a whole one.
function read(dialect: Dialect, bytes: readonly number[], at: number, before: string) {
  let begun = 0;
  for (const form of dialect.forms) {
    if (before === "high" && form.context === "low") continue;
    const n = inCommon(form, bytes, at);
    if (n === form.units.length) return { form, begun: n };
    begun = Math.max(begun, n);
  }
  return { form: null, begun };
}

function announced(dialect: Dialect, policy: Policy, lead: number): number {
  if (policy.swallow === "nothing") return 0;
  if (policy.swallow === "announced-1993") {
    if (lead >= 0xc0 && lead <= 0xdf) return 2;
    if (lead >= 0xe0 && lead <= 0xef) return 3;
    if (lead >= 0xf0 && lead <= 0xf7) return 4;
    if (lead >= 0xf8 && lead <= 0xfb) return 5;
    return lead === 0xfc || lead === 0xfd ? 6 : 0;
  }
  const lengths = dialect.forms
    .filter((form) => contains(form.units[0]!, lead))
    .map((form) => form.units.length);
  return lengths.length === 0 ? 0 : Math.min(...lengths);
}

function taken(
  dialect: Dialect,
  policy: Policy,
  bytes: readonly number[],
  at: number,
  subpart: number,
): number {
  const limit = Math.min(announced(dialect, policy, bytes[at]!), bytes.length - at);
  const swallowed = (unit: number) =>
    policy.swallow === "announced"
      ? dialect.trailing.some((range) => contains(range, unit))
      : unit >= 0x80 && unit <= 0xbf;
  let n = subpart;
  while (n < limit && swallowed(bytes[at + n]!)) n++;
  return n;
}

function replacements(policy: Policy, subpart: number, inRun: boolean): number {
  if (policy.count === "none") return 0;
  if (policy.count === "subpart") return 1;
  if (policy.count === "unit") return subpart;
  return inRun ? 0 : 1;
}

export function decode(
  bytes: readonly number[],
  dialect: Dialect,
  policy: Policy,
  strips = false,
): Answer {
  const answer: Answer = { pieces: [], values: [], error: null };
  let at = 0;
  let before = "";
  let inRun = false;
  while (at < bytes.length) {
    const { form, begun } = read(dialect, bytes, at, before);
    if (form !== null) {
      const value = valueOf(form, bytes, at);
      const stripped = at === 0 && strips && value === 0xfeffn;
      const emitted = stripped ? [] : [value];
      answer.pieces.push({
        at,
        length: form.units.length,
        value,
        stripped,
        unfinished: false,
        emitted,
      });
      answer.values.push(...emitted);
      at += form.units.length;
      before = form.context;
      inRun = false;
      continue;
    }
    const subpart = Math.max(begun, 1);
    const unfinished = begun === bytes.length - at;
    answer.error ??= { at, length: subpart, unfinished };
    if (policy.stops) {
      answer.pieces.push({
        at,
        length: subpart,
        value: null,
        stripped: false,
        unfinished,
        emitted: [],
      });
      return answer;
    }
    const length = taken(dialect, policy, bytes, at, subpart);
    const emitted = new Array<bigint>(replacements(policy, subpart, inRun)).fill(
      BigInt(policy.replacement),
    );
    answer.pieces.push({ at, length, value: null, stripped: false, unfinished, emitted });
    answer.values.push(...emitted);
    at += length;
    before = "";
    inRun = true;
  }
  return answer;
}

export type Role = "single" | "lead" | "continuation" | "fault" | "fault-rest";

// The role of every unit in the dialect.
export function rolesOf(bytes: readonly number[], dialect: Dialect, policy: Policy): Role[] {
  const roles: Role[] = [];
  for (const piece of decode(bytes, dialect, policy).pieces) {
    for (let i = 0; i < piece.length; i++) {
      if (piece.value === null) roles.push(i === 0 ? "fault" : "fault-rest");
      else if (piece.length === 1) roles.push("single");
      else roles.push(i === 0 ? "lead" : "continuation");
    }
  }
  return roles;
}

export interface Step {
  ranges: string; // "80..BF"
  units: boolean[];
  to: number; // a node; `done` for a complete sequence
}

export interface Node {
  name: string; // "start", "then 80..BF"
  depth: number;
  steps: Step[];
}

export interface Automaton {
  nodes: Node[];
  done: number; // the node where a sequence is complete
}

// The machine of one sequence of the dialect: from the start to "complete". A unit without a step is
// ill-formed there.
export function automatonOf(dialect: Dialect): Automaton {
  interface Open {
    key: string;
    places: { form: Form; at: number }[];
  }
  const shapeOf = (form: Form, at: number) =>
    form.units
      .slice(at)
      .map((range) => range.join("-"))
      .join(" ");
  const keyOf = (places: Open["places"]) =>
    [...new Set(places.map((place) => shapeOf(place.form, place.at)))].sort().join("|");
  const start = dialect.forms.map((form) => ({ form, at: 0 }));
  const longest = leftOf(start);
  const open: Open[] = [{ key: keyOf(start), places: start }];
  const numbers = new Map<string, number>([[open[0]!.key, 0]]);
  const nodes: Node[] = [];
  const done = -1;
  for (let i = 0; i < open.length; i++) {
    const { places } = open[i]!;
    const targets = new Map<string, { units: boolean[]; places: Open["places"]; done: boolean }>();
    for (let unit = 0; unit < 256; unit++) {
      const next = places.filter((place) => contains(place.form.units[place.at]!, unit));
      if (next.length === 0) continue;
      const isDone = next.some((place) => place.at + 1 === place.form.units.length);
      const further = next
        .filter((place) => place.at + 1 < place.form.units.length)
        .map((place) => ({ form: place.form, at: place.at + 1 }));
      const key = isDone ? "done" : keyOf(further);
      const target = targets.get(key);
      if (target === undefined) {
        const units = new Array<boolean>(256).fill(false);
        units[unit] = true;
        targets.set(key, { units, places: further, done: isDone });
      } else {
        target.units[unit] = true;
        target.places.push(...further);
      }
    }
    const steps: Step[] = [];
    for (const [key, target] of targets) {
      const ranges = rangesText(rangesOf(target.units));
      let to = done;
      if (!target.done) {
        to = numbers.get(key) ?? -2;
        if (to === -2) {
          to = open.length;
          numbers.set(key, to);
          open.push({
            key,
            places: unique(target.places),
          });
        }
      }
      steps.push({ ranges, units: target.units, to });
    }
    nodes.push({ name: nameOf(places, i === 0), depth: i === 0 ? 0 : longest - leftOf(places), steps });
  }
  return { nodes, done };
}

type Place = { form: Form; at: number };

// The most units that can still come.
const leftOf = (places: Place[]) =>
  Math.max(...places.map((place) => place.form.units.length - place.at));

// "then 80..BF 80..BF": what still has to come.
function nameOf(places: Place[], isStart: boolean): string {
  if (isStart) return "start";
  const rests = new Set(
    places.map((place) =>
      place.form.units
        .slice(place.at)
        .map((range) => rangesText([{ first: range[0], last: range[1] }]))
        .join(" "),
    ),
  );
  const [first] = rests;
  const text = first!.length > 30 ? `${leftOf(places)} more units` : first!;
  return rests.size > 1 ? `then ${text} or other` : `then ${text}`;
}

function unique<T extends { form: Form; at: number }>(places: T[]): T[] {
  return places.filter(
    (place, i) =>
      places.findIndex((other) => other.form === place.form && other.at === place.at) === i,
  );
}

// query.ts: the query bar: `decoder:perl* kind:accepts-* new`, `branchy:fail and not icu:fail`.
// A word asks for text anywhere; NAME:PATTERN asks one field, * stands for any text. It must not
// know what the items are beyond their fields.

export interface Item {
  fields: Record<string, string | readonly string[]>;
  text: string; // in lower case, for words without a field
  flags: readonly string[]; // "new", "known", "contrast", ...
  // Whether a decoder fails where this item stands: for NAME:fail.
  outcome?: (decoder: (name: string) => boolean, what: string) => boolean;
}

export type Test = (item: Item) => boolean;

export interface Query {
  test: Test;
  error: string; // empty, or what is wrong
  isEmpty: boolean;
}

export const fieldNames = [
  "decoder", "kind", "class", "profile", "dialect", "policy", "input", "source", "vector",
  "operation", "clause", "effect", "product", "language", "version", "id",
] as const;
export const flagNames = ["new", "known", "contrast", "different", "conforms", "absent", "unchecked"] as const;
const outcomes = ["fail", "pass", "new", "known"] as const;

function pattern(text: string): (value: string) => boolean {
  const lower = text.toLowerCase();
  if (!lower.includes("*")) return (value) => value.toLowerCase().includes(lower);
  const source = lower.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replace(/\*/g, ".*");
  const expression = new RegExp(`^${source}$`);
  return (value) => expression.test(value.toLowerCase());
}

// Of a name: without * it is the whole name.
function namePattern(text: string): (value: string) => boolean {
  const lower = text.toLowerCase();
  return lower.includes("*") ? pattern(text) : (value) => value.toLowerCase() === lower;
}

interface Token {
  kind: "word" | "(" | ")" | "and" | "or" | "not";
  text: string;
}

function tokens(text: string): Token[] {
  const list: Token[] = [];
  for (const [part] of text.matchAll(/[()]|-?[^\s():"]*:?"[^"]*"?|[^\s()]+/g)) {
    const lower = part.toLowerCase();
    if (part === "(" || part === ")") list.push({ kind: part, text: part });
    else if (lower === "and" || lower === "or" || lower === "not") list.push({ kind: lower, text: part });
    else if (/^[-!]./.test(part)) {
      list.push({ kind: "not", text: part[0]! });
      list.push({ kind: "word", text: part.slice(1) });
    } else list.push({ kind: "word", text: part });
  }
  return list;
}

const exactFields = new Set(["decoder", "id", "policy", "dialect", "operation", "language"]);

function wordTest(word: string): Test | string {
  const colon = word.startsWith('"') ? -1 : word.indexOf(":");
  const value = word.slice(colon + 1).replace(/"/g, "");
  if (colon < 0) {
    const lower = value.toLowerCase();
    if ((flagNames as readonly string[]).includes(lower)) return (item) => item.flags.includes(lower);
    return lower.includes("*")
      ? ((match) => (item: Item) => match(item.text))(pattern(`*${value}*`))
      : (item) => item.text.includes(lower);
  }
  const name = word.slice(0, colon).toLowerCase();
  const lower = value.toLowerCase();
  if (value === "") return () => true; // still being typed
  if (name === "is")
    return (flagNames as readonly string[]).includes(lower)
      ? (item) => item.flags.includes(lower)
      : `is: takes ${flagNames.join(", ")}`;
  if ((fieldNames as readonly string[]).includes(name)) {
    const match = exactFields.has(name) && !value.includes("*") && name !== "decoder"
      ? namePattern(value)
      : pattern(value);
    return (item) => {
      const field = item.fields[name];
      if (field === undefined) return false;
      return typeof field === "string" ? match(field) : field.some(match);
    };
  }
  if ((outcomes as readonly string[]).includes(lower)) {
    const match = namePattern(word.slice(0, colon));
    return (item) => item.outcome !== undefined && item.outcome(match, lower);
  }
  return `'${name}:' is no field; there are ${fieldNames.join(", ")}, is, and DECODER:fail`;
}

export function parseQuery(text: string): Query {
  const list = tokens(text);
  let error = "";
  let at = 0;
  const always: Test = () => true;
  const primary = (): Test => {
    const token = list[at];
    if (token === undefined) return always;
    at++;
    if (token.kind === "not") {
      const inner = primary();
      return (item) => !inner(item);
    }
    if (token.kind === "(") {
      const inner = either();
      if (list[at]?.kind === ")") at++;
      return inner;
    }
    if (token.kind !== "word") return always;
    const test = wordTest(token.text);
    if (typeof test !== "string") return test;
    error ||= test;
    return always;
  };
  const both = (): Test => {
    const tests = [primary()];
    while (at < list.length && list[at]!.kind !== "or" && list[at]!.kind !== ")") {
      if (list[at]!.kind === "and") at++;
      if (at < list.length) tests.push(primary());
    }
    return tests.length === 1 ? tests[0]! : (item) => tests.every((test) => test(item));
  };
  function either(): Test {
    const tests = [both()];
    while (list[at]?.kind === "or") {
      at++;
      tests.push(both());
    }
    return tests.length === 1 ? tests[0]! : (item) => tests.some((test) => test(item));
  }
  let test = either();
  while (at < list.length) {
    if (list[at]!.kind === ")") {
      error ||= "a ) without (";
      at++;
      continue;
    }
    const before = test;
    const next = either();
    test = (item) => before(item) && next(item);
  }
  return { test, error, isEmpty: list.length === 0 };
}

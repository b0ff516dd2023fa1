// units.ts: code units as text: case notation ("61*63 C0 AF", "C3|A9"), what a person types, and
// literals of programming languages.

export interface Units {
  bytes: number[];
  cuts: number[]; // offsets of the chunk ends but the last
}

export const hex2 = (unit: number) => unit.toString(16).toUpperCase().padStart(2, "0");
export const hexOf = (bytes: readonly number[]) => bytes.map(hex2).join(" ");

export const mostUnits = 4096;

// Reads case notation; null when it is none, or too long to show.
export function parseNotation(text: string): Units | null {
  const bytes: number[] = [];
  const cuts: number[] = [];
  for (const token of text.match(/\||[^\s|]+/g) ?? []) {
    if (token === "|") {
      cuts.push(bytes.length);
      continue;
    }
    const group = /^((?:[0-9A-Fa-f]{2})+)(?:\*(\d+))?$/.exec(token);
    if (group === null) return null;
    const units = (group[1]!.match(/../g) ?? []).map((pair) => parseInt(pair, 16));
    const times = group[2] === undefined ? 1 : Number(group[2]);
    if (units.length * times + bytes.length > mostUnits) return null;
    for (let i = 0; i < times; i++) bytes.push(...units);
  }
  return { bytes, cuts };
}

export type Notation = "hex" | "escapes" | "text";

// The notation that text most likely is in.
export function guessNotation(text: string): Notation {
  if (/\\(x[0-9A-Fa-f]{2}|u\{?[0-9A-Fa-f]|[0-7]{3})|%[0-9A-Fa-f]{2}/.test(text)) return "escapes";
  const plain = text.replace(/0x/gi, "").replace(/[\s,;:|{}[\]]/g, "");
  const isHex = /^(?:[0-9A-Fa-f]{2}(?:\*\d+)?)+$/.test(plain);
  return isHex && /[\s,|]|^..$|0x|[89A-Fa-f][0-9A-Fa-f]/.test(text.trim()) ? "hex" : "text";
}

// What a person types or pastes. Text is taken as its UTF-8, a lone surrogate as three units.
export function parseTyped(text: string, notation: Notation): Units | string {
  if (notation === "hex") {
    const units = parseNotation(text.replace(/0x|\\x/gi, " ").replace(/[,;:{}[\]]/g, " "));
    return units ?? "Write code units as pairs of hex digits: C3 A9. A bar ends a chunk: C3|A9.";
  }
  const bytes: number[] = [];
  if (notation === "escapes") {
    const pattern =
      /\\x([0-9A-Fa-f]{1,2})|%([0-9A-Fa-f]{2})|\\u\{([0-9A-Fa-f]{1,6})\}|\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})|\\([0-7]{1,3})|\\([nrt0\\'"])|([^])/gu;
    const simple: Record<string, number> = { n: 10, r: 13, t: 9, "0": 0, "\\": 92, "'": 39, '"': 34 };
    for (const part of text.matchAll(pattern)) {
      const unit = part[1] ?? part[2];
      const point = part[3] ?? part[4] ?? part[5];
      if (unit !== undefined) bytes.push(parseInt(unit, 16));
      else if (point !== undefined) bytes.push(...encodePoint(parseInt(point, 16)));
      else if (part[6] !== undefined) bytes.push(parseInt(part[6], 8) & 255);
      else if (part[7] !== undefined) bytes.push(simple[part[7]]!);
      else bytes.push(...encodePoint(part[8]!.codePointAt(0)!));
      if (bytes.length > mostUnits) return `At most ${mostUnits} code units.`;
    }
    return { bytes, cuts: [] };
  }
  for (const character of text) bytes.push(...encodePoint(character.codePointAt(0)!));
  return bytes.length > mostUnits ? `At most ${mostUnits} code units.` : { bytes, cuts: [] };
}

// The bit pattern of UTF-8, for a surrogate too.
export function encodePoint(value: number): number[] {
  if (value < 0x80) return [value];
  if (value < 0x800) return [0xc0 | (value >> 6), 0x80 | (value & 63)];
  if (value < 0x10000)
    return [0xe0 | (value >> 12), 0x80 | ((value >> 6) & 63), 0x80 | (value & 63)];
  return [
    0xf0 | (value >> 18),
    0x80 | ((value >> 12) & 63),
    0x80 | ((value >> 6) & 63),
    0x80 | (value & 63),
  ];
}

const list = (bytes: readonly number[], join: string) =>
  bytes.map((unit) => "0x" + hex2(unit)).join(join);
const escapes = (bytes: readonly number[]) => bytes.map((unit) => "\\x" + hex2(unit)).join("");

// As a literal of each language.
export const literals: { language: string; of: (bytes: readonly number[]) => string }[] = [
  { language: "hex", of: hexOf },
  { language: "C", of: (bytes) => `const unsigned char input[] = {${list(bytes, ", ")}};` },
  { language: "Python", of: (bytes) => `b"${escapes(bytes)}"` },
  { language: "Rust", of: (bytes) => `b"${escapes(bytes)}"` },
  { language: "JavaScript", of: (bytes) => `new Uint8Array([${list(bytes, ", ")}])` },
];

export interface Run {
  first: number;
  last: number;
}

// "00..7F C2"
export const rangesText = (ranges: readonly Run[]) =>
  ranges
    .map((range) =>
      range.first === range.last ? hex2(range.first) : `${hex2(range.first)}..${hex2(range.last)}`,
    )
    .join(" ");

export function rangesOf(units: readonly boolean[]): Run[] {
  const ranges: Run[] = [];
  for (let unit = 0; unit < 256; unit++) {
    if (!units[unit]) continue;
    const first = unit;
    while (unit < 255 && units[unit + 1]) unit++;
    ranges.push({ first, last: unit });
  }
  return ranges;
}

export function setOf(text: string): boolean[] {
  const set = new Array<boolean>(256).fill(false);
  for (const part of text.split(/\s+/)) {
    const range = /^([0-9A-F]{2})(?:\.\.([0-9A-F]{2}))?$/i.exec(part);
    if (range === null) continue;
    const last = parseInt(range[2] ?? range[1]!, 16);
    for (let unit = parseInt(range[1]!, 16); unit <= last; unit++) set[unit] = true;
  }
  return set;
}

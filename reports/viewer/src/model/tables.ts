// tables.ts: what placemat knows besides the report: kinds, glyphs, columns, and the tables of
// the law. The page carries them as data, so that no rule is written twice.

export interface Kind {
  name: string;
  glyph: string;
  severity: number;
  summary: string;
  effect: string;
  clause: string;
}

export interface Glyph {
  glyph: string;
  name: string;
  meaning: string;
}

// An error class, or what no class is the reason of.
export interface TableColumn {
  name: string;
  summary: string;
  short: [string, string];
}

// Weights and values are decimal text, because some need 64 bits.
export interface Form {
  units: [number, number][];
  weights: string[];
  lowest: string;
  context: "" | "high" | "low";
}

export interface Dialect {
  name: string;
  summary: string;
  source: string;
  forms: Form[];
  trailing: [number, number][];
  joins: boolean;
}

export interface Policy {
  name: string;
  summary: string;
  stops: boolean;
  replacement: number;
  count: "none" | "subpart" | "unit" | "run";
  swallow: "nothing" | "announced" | "announced-1993";
}

export interface Tables {
  kinds: Kind[];
  glyphs: Glyph[];
  columns: TableColumn[];
  dialects: Dialect[];
  policies: Policy[];
}

let tables: Tables = { kinds: [], glyphs: [], columns: [], dialects: [], policies: [] };
let kindByName = new Map<string, Kind>();
let gravityByGlyph = new Map<string, number>();

export const known = "q";

export function setTables(given: Tables) {
  tables = given;
  kindByName = new Map(given.kinds.map((kind) => [kind.name, kind]));
  gravityByGlyph = new Map(given.glyphs.map((glyph, place) => [glyph.glyph, place]));
}

export const law = () => tables;

export function kindOf(name: string): Kind {
  return (
    kindByName.get(name) ?? { name, glyph: "?", severity: 9, summary: name, effect: "", clause: "" }
  );
}

// The place of a glyph in the order of gravity, 0 the gravest.
export const gravity = (glyph: string) => gravityByGlyph.get(glyph) ?? 99;

export const glyphRow = (glyph: string): Glyph =>
  tables.glyphs.find((row) => row.glyph === glyph) ?? { glyph, name: "other", meaning: glyph };

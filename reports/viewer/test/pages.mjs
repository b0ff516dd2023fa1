// pages.mjs: the pages that the tests open: of a real report, and of reports made up here in any
// size. The made-up ones are filled into the built page as harness/report/views/html.cc does it.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const viewer = join(dirname(fileURLToPath(import.meta.url)), "..");
export const scratch = mkdtempSync(join(tmpdir(), "placemat-viewer-"));

export function made(placemat, name, ...options) {
  const out = join(scratch, name);
  try {
    execFileSync(placemat, ["run", "--budget", "quick", "--out", out, ...options], { stdio: "pipe" });
  } catch (error) {
    if (!existsSync(join(out, "report.html"))) throw error; // a finding is no failure here
  }
  return { jsonl: join(out, "report.jsonl"), html: join(out, "report.html") };
}

export function tablesOf(html) {
  const text = readFileSync(html, "utf8");
  const start = text.indexOf(">", text.indexOf("data-tables=")) + 1;
  return text.slice(start, text.indexOf("</script>", start)).trim();
}

const safe = (text) => text.replaceAll("<", "\\u003c");

// A page with the lines of a report as its data.
export function filled(name, tables, lines, earlier = []) {
  const block = (attributes, text) => `<script type="application/json" ${attributes}>\n${safe(text)}</script>\n`;
  const page = readFileSync(join(viewer, "dist", "viewer.html"), "utf8")
    .replace("<!--placemat:title-->", () => "placemat")
    .replace("<!--placemat:summary-->", () => "<h1>The summary without scripts</h1>")
    .replace("<!--placemat:data-->", () => [
      block('data-tables="law"', tables),
      ...earlier.map((one) => block('data-report="earlier"', one)),
      block('data-report="this"', lines),
    ].join(""));
  const path = join(scratch, `${name}.html`);
  writeFileSync(path, page);
  return path;
}

// The same numbers in each run.
function random(seed) {
  let state = seed;
  return (below) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor(state / 65536) % below;
  };
}

const languages = ["C", "C++", "Rust", "Go", "Python", "Java", "Perl", "Ruby", "Ada", "Haskell", "PHP", "Lua"];

// Lines of a report of so many decoders and findings, in the form of report.jsonl.
export function synthetic(tablesText, decoders, findings, started = "2026-11-23T10:00:00Z") {
  const tables = JSON.parse(tablesText);
  const pick = random(1992);
  const lines = [];
  const add = (record, members) => lines.push(JSON.stringify({ record, ...members }));
  add("header", {
    format: "placemat-report-1", tool_version: "0.1.0", corpus_digest: "0".repeat(64), corpus_vectors: 5556,
    compiler: "g++", cpu_features: ["avx2"], icu_version: "72.1", budget: "standard", seed: "1992",
    run: { command: "placemat run", started, threads: 2, given: "placemat run", commit: "0", build_type: "Release", os: "Linux", cpu: "CPU" },
  });
  add("source", { name: "curated", covers: "vectors", cases: 3, ids: ["a", "b", "c"], not_run: "" });
  add("source", { name: "exhaustive", covers: "all strings", cases: 1000, ids: [], not_run: "" });
  add("coverage", { operations: ["strict32"], presentation: [{ axis: "pad", values: ["1"] }] });
  const per = Math.ceil(findings / (decoders * 0.75));
  let left = findings;
  for (let d = 0; d < decoders; d++) {
    const decoder = `decoder_${String(d).padStart(4, "0")}`;
    const profile = ["utf-8/maximal-subpart/keep", "utf-8/reject/keep", "cesu-8/per-byte/keep"][pick(3)];
    const language = languages[pick(languages.length)];
    add("external_decoder", {
      decoder, version: "1.0", product: `Product ${d >> 2}`, language, entry: `entry_${d}`, profiles: [profile],
      explained: pick(3) > 0, knows_policy: true, inputs: 100, inputs_to_name: 5, unanswered: 0, contradicted: 0,
      contradictions: [], trouble: "", sentence: `It follows ${profile}`, composed: false, complete: true, unexplained: 0, against: [], reason: "", not_asked: "",
    });
    const subject = { decoder, judged_as: profile };
    add("decoder", { decoder, version: "1.0", origin: "made up", claims: profile, judged_as: profile, claimed: true,
      capabilities: ["verdict", "scalars"], sources: [{ source: "curated", cases: 3, checks: 300, failed: 0 }], not_tested: [] });
    const own = pick(4) === 0 ? 0 : Math.min(left, per);
    left -= own;
    const marks = {};
    const list = [];
    for (let f = 0; f < own; f++) {
      const kind = tables.kinds[pick(tables.kinds.length)];
      const errorClass = tables.columns[pick(9)].name;
      const reason = pick(3) === 0 ? "as documented" : "";
      const key = `${decoder}|${profile}|${kind.name}|${f}`;
      const glyph = reason === "" ? kind.glyph : "q";
      const ofClass = (marks[errorClass] ??= {});
      const mark = (ofClass[glyph] ??= { glyph, kinds: [], checks: 0, alone: "", findings: [] });
      if (!mark.kinds.includes(kind.name)) mark.kinds.push(kind.name);
      mark.checks += 5;
      mark.findings.push(key);
      const minimal = [0xc0 + pick(64), 0x80 + pick(64)].map((unit) => unit.toString(16).toUpperCase()).join(" ");
      list.push({ ...subject, claimed: true, kind: kind.name, error_class: errorClass, key,
        operation: "lossy32", minimal, conditions: "", pattern: "", expected: "ill-formed at 0, length 1", seen: `ok ${f}`,
        clause: kind.clause, effect: kind.effect, source: "exhaustive", example: minimal, vector: "", replay: `placemat replay ${decoder} '${minimal}'`,
        checks: 5, related: [], symptoms: [], reason, link: "" });
    }
    for (const row of tables.columns)
      add("cell", { ...subject, column: row.name, checks: 1000, failed: marks[row.name] ? 5 : 0, marks: Object.values(marks[row.name] ?? {}) });
    for (const finding of list) add("finding", finding);
  }
  add("footer", { complete: true, interrupted: false, records: lines.length + 1, checks: 1000, findings, unexpected: 1, expected_errors: [], seconds: 1 });
  return lines.join("\n") + "\n";
}

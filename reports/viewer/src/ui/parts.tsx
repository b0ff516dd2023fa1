// parts.tsx: small pieces that several pages use.
import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import { rolesOf } from "../model/law";
import { glyphRow, law } from "../model/tables";
import { hex2, parseNotation } from "../model/units";
import { useApp } from "./context";
import type { Item } from "../model/query";

export const grouped = (number: number) => Math.round(number).toLocaleString("en-US");
export const counted = (number: number, noun: string) =>
  `${grouped(number)} ${noun}${number === 1 ? "" : "s"}`;

export function percent(part: number, whole: number): string {
  if (whole === 0) return "";
  const value = (100 * part) / whole;
  // Never 100 when one is left.
  return `${part < whole ? Math.min(value, 99.9).toFixed(1) : "100"} %`;
}

export function Glyph({ glyph, small }: { glyph: string; small?: boolean }) {
  const row = glyphRow(glyph);
  return (
    <span class={`g g-${row.name}${small ? " small" : ""}`} title={row.meaning}>
      {glyph}
    </span>
  );
}

const ascii = (unit: number) =>
  unit === 0 ? "NUL" : unit === 10 ? "LF" : unit === 32 ? "blank"
  : unit > 32 && unit < 127 ? String.fromCharCode(unit) : "";

const roleLabel = {
  single: "single",
  lead: "lead",
  continuation: "cont.",
  fault: "fault",
  "fault-rest": "fault",
} as const;

const shortestRun = 8;

// Code units in boxes, each with its role in the dialect.
export function Units({ text, profile }: { text: string; profile: string }) {
  const units = useMemo(() => parseNotation(text), [text]);
  const dialect = law().dialects.find((one) => one.name === profile.split("/")[0]);
  const policy = law().policies.find((one) => one.name === "maximal-subpart");
  if (units === null || units.bytes.length === 0 || dialect === undefined || policy === undefined)
    return <code>{text || "(nothing)"}</code>;
  return <Boxes bytes={units.bytes} cuts={units.cuts} roles={rolesOf(units.bytes, dialect, policy)} />;
}

export function Boxes(props: {
  bytes: readonly number[];
  cuts: readonly number[];
  roles: readonly (keyof typeof roleLabel)[];
}) {
  const { bytes, cuts, roles } = props;
  const parts: ComponentChildren[] = [];
  const cutAt = (at: number) => cuts.filter((cut) => cut === at).length;
  for (let at = 0; at < bytes.length; ) {
    let count = 1;
    while (
      at + count < bytes.length &&
      bytes[at + count] === bytes[at] &&
      roles[at + count] === roles[at] &&
      cutAt(at + count) === 0
    )
      count++;
    if (count < shortestRun) count = 1;
    for (let i = 0; i < cutAt(at); i++) parts.push(<Cut />);
    const role = roles[at] ?? "fault-rest";
    parts.push(
      <span class={`unit ${role}`}>
        <b>
          {hex2(bytes[at]!)}
          {count > 1 && <i>×{count}</i>}
        </b>
        <small>{(bytes[at]! < 0x80 && ascii(bytes[at]!)) || roleLabel[role]}</small>
      </span>,
    );
    at += count;
  }
  for (let i = 0; i < cutAt(bytes.length); i++) parts.push(<Cut />);
  return <p class="units">{parts}</p>;
}

const Cut = () => (
  <span class="cut" title="a chunk ends here">
    |
  </span>
);

async function copy(text: string) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
}

export function Copy({ text, children, title }: { text: string; children: ComponentChildren; title?: string }) {
  const { say } = useApp();
  const [done, setDone] = useState(false);
  const onClick = () =>
    void copy(text).then(() => {
      setDone(true);
      say("Copied.");
      setTimeout(() => setDone(false), 1200);
    });
  return (
    <button type="button" class={`copy${done ? " done" : ""}`} data-copy={text} title={title ?? `copy: ${text.slice(0, 200)}`} onClick={onClick}>
      {done ? "copied" : children}
    </button>
  );
}

export function CodeBlock({ text, label }: { text: string; label: string }) {
  return (
    <div class="codeblock">
      <pre tabIndex={0} aria-label={label}>{text}</pre>
      <Copy text={text}>copy</Copy>
    </div>
  );
}

export function Outward({ text }: { text: string }) {
  const address = /^https?:\/\//.test(text)
    ? text
    : /^CVE-\d{4}-\d+$/.test(text)
      ? `https://www.cve.org/CVERecord?id=${text}`
      : "";
  if (address === "") return <>{text}</>;
  return (
    <a href={address} rel="noreferrer">
      {text}
    </a>
  );
}

export function Rows({ rows }: { rows: [string, ComponentChildren][] }) {
  return (
    <dl class="rows">
      {rows
        .filter(([, value]) => value !== "" && value !== null && value !== undefined && value !== false)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

export interface TableColumn<T> {
  name: string;
  of: (row: T) => ComponentChildren;
  sort?: (row: T) => number | string;
  number?: boolean;
  title?: string;
}

// What a button says that shows at most `step` of those that are hidden.
export function moreText(all: number, shown: number, step: number): string {
  const left = all - shown;
  return left > step ? `Show ${grouped(step)} of ${grouped(left)} more` : `Show ${grouped(left)} more`;
}

const pageSize = 200;

// A table that the query bar filters and that sorts by its heads.
export function DataTable<T>(props: {
  rows: readonly T[];
  columns: readonly TableColumn<T>[];
  label: string;
  rowClass?: (row: T) => string;
}) {
  const [sorting, setSorting] = useState<{ column: number; down: boolean } | null>(null);
  const [shown, setShown] = useState(pageSize);
  const rows = useMemo(() => {
    const by = sorting === null ? undefined : props.columns[sorting.column]?.sort;
    if (by === undefined) return props.rows;
    const sign = sorting!.down ? -1 : 1;
    return [...props.rows].sort((a, b) => {
      const [x, y] = [by(a), by(b)];
      return sign * (typeof x === "number" && typeof y === "number" ? x - y : String(x).localeCompare(String(y)));
    });
  }, [props.rows, sorting]);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={props.label}>
      <table class="data rows-or-cards">
        <thead>
          <tr>
            {props.columns.map((column, i) => (
              <th
                key={column.name}
                class={column.number ? "number" : ""}
                title={column.title}
                aria-sort={sorting?.column === i ? (sorting.down ? "descending" : "ascending") : undefined}
              >
                {column.sort === undefined ? (
                  column.name
                ) : (
                  <button
                    type="button"
                    class="sort"
                    onClick={() => setSorting({ column: i, down: sorting?.column === i && !sorting.down })}
                  >
                    {column.name}
                    <span aria-hidden="true">
                      {sorting?.column === i ? (sorting.down ? " ▾" : " ▴") : ""}
                    </span>
                  </button>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((row, i) => (
            <tr key={i} class={props.rowClass?.(row)}>
              {props.columns.map((column, n) => {
                const Tag = n === 0 ? "th" : "td";
                return (
                  <Tag key={column.name} class={column.number ? "number" : ""} data-name={n === 0 ? undefined : column.name} {...(n === 0 ? { scope: "row" } : {})}>
                    {column.of(row)}
                  </Tag>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shown && (
        <p>
          <button type="button" onClick={() => setShown(shown + 5 * pageSize)}>
            {moreText(rows.length, shown, 5 * pageSize)}
          </button>
        </p>
      )}
      {rows.length === 0 && <p class="soft">Nothing here matches the query.</p>}
    </div>
  );
}

// The rows that the query bar takes, where a row is no finding.
export function useFiltered<T>(rows: readonly T[], item: (row: T) => Item): readonly T[] {
  const { query } = useApp();
  return useMemo(
    () => (query.isEmpty ? rows : rows.filter((row) => query.test(item(row)))),
    [rows, query],
  );
}

export const plainItem = (fields: Item["fields"], ...text: (string | undefined)[]): Item => ({
  fields,
  text: [...Object.values(fields).flat(), ...text].join(" ").toLowerCase(),
  flags: [],
});

export function DecoderLink({ name }: { name: string }) {
  const { href } = useApp();
  return <a href={href({ page: "decoder", args: [name] })}>{name}</a>;
}

export function Bar({ part, whole, label }: { part: number; whole: number; label: string }) {
  const share = whole === 0 ? 0 : (100 * part) / whole;
  return (
    <span class="bar" title={label}>
      <span style={{ width: `${share}%` }} />
      <em>{label}</em>
    </span>
  );
}

const bomText: Record<string, string> = {
  keep: "keeps a byte order mark as U+FEFF",
  "strip-leading": "drops a leading byte order mark",
};

// A profile in words: "utf-8/reject/keep" says little to a reader who meets it first.
export function profileSentence(profile: string, described = false): string {
  const [dialect, policy, bom] = profile.split("/");
  const reads = law().dialects.find((one) => one.name === dialect)?.summary;
  const does = law().policies.find((one) => one.name === policy)?.summary;
  return [
    `It ${described ? "does not claim all of this, and is judged as" : "claims"} ${dialect}${reads === undefined ? "" : `, ${reads}`}.`,
    `Where units are ill-formed: ${does ?? policy}.`,
    `It ${bomText[bom ?? ""] ?? `treats a byte order mark as ${bom}`}.`,
  ].join(" ");
}

export const Profile = ({ text }: { text: string }) => (
  <span class="profile" title={profileSentence(text)}>
    {text}
  </span>
);

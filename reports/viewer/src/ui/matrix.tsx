// matrix.tsx: the whole matrix as a picture: what a cell is about (an error class, calls, ...) in
// rows, decoders in columns; on a telephone the other way round. A cell that is as expected is empty.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { cellsOf, checksOf, idOf, matrixOf, type Cell, type Column, type Matrix, type Row } from "../model/matrix";
import { glyphRow, known, law } from "../model/tables";
import type { Subject } from "../model/report";
import { useApp } from "./context";
import { counted, Glyph, grouped } from "./parts";

const shortClass = (name: string) =>
  law().columns.find((row) => row.name === name)?.short.join(" ").replace(/- /, "") ?? name;

export const classSummary = (name: string) =>
  law().columns.find((row) => row.name === name)?.summary ?? name;

const rowName = (row: Row) =>
  row.classes.length <= 3
    ? row.classes.join(", ")
    : `${row.classes.slice(0, 2).join(", ")} +${row.classes.length - 2}`;

const longestName = 26;

function columnName(column: Column): string {
  const [first] = column.subjects;
  const many = column.subjects.length;
  if (many > 3 && column.worst === 99) return `${many} decoders`;
  const name = first!.decoder;
  const cut = name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name;
  return many === 1 ? cut : `${cut} +${many - 1}`;
}

function describe(cell: Cell, column: Column): string {
  const names = column.subjects.slice(0, 12).map(idOf).join(", ");
  const more = column.subjects.length > 12 ? ` and ${column.subjects.length - 12} more` : "";
  const head = `${names}${more}; ${cell.column}: `;
  if (cell.marks.length > 0)
    return (
      head +
      cell.marks.map((mark) => `${glyphRow(mark.glyph).meaning} (${mark.kinds.join(", ")})`).join("; ")
    );
  return head + (cell.checks === 0 ? "nothing checked" : `as expected in ${counted(cell.checks, "check")}`);
}

interface Props {
  subjects: Subject[];
  filterMatches: ((cell: Cell) => boolean) | null;
}

// The columns that share their gravest glyph, for the heads above a wide matrix.
function segmentsOf(columns: Column[]) {
  const segments: { glyph: string; count: number; decoders: number }[] = [];
  for (const column of columns) {
    const glyph = column.worst === 99 ? "" : (law().glyphs[column.worst]?.glyph ?? "");
    const last = segments.at(-1);
    if (last !== undefined && last.glyph === glyph) {
      last.count++;
      last.decoders += column.subjects.length;
    } else segments.push({ glyph, count: 1, decoders: column.subjects.length });
  }
  return segments;
}

export function MatrixPicture({ subjects, filterMatches }: Props) {
  const { book, route, go } = useApp();
  const narrow = useNarrow();
  const [width, setWidth] = useState(() => Math.min(innerWidth, 1400) - 48);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const node = frame.current;
    if (node === null) return;
    const observer = new ResizeObserver(() => setWidth(node.clientWidth));
    observer.observe(node);
    setWidth(node.clientWidth);
    return () => observer.disconnect();
  }, []);
  const room = Math.max(200, width - 192 - 60);
  const [dimmed, matrix] = useMemo((): [Set<Cell>, Matrix] => {
    if (filterMatches === null) return [new Set(), matrixOf(subjects, book.classes, room / 8)];
    const hidden = new Set<Cell>();
    const classes = new Set<string>();
    const visible = subjects.filter((subject) => {
      let any = false;
      for (const cell of cellsOf(subject).values()) {
        if (filterMatches(cell)) {
          any = true;
          classes.add(cell.column);
        } else hidden.add(cell);
      }
      return any;
    });
    const shown = book.classes.filter((name) => classes.has(name));
    return [hidden, matrixOf(visible, shown, room / 8)];
  }, [subjects, filterMatches, room]);
  const [hint, setHint] = useState("");

  if (matrix.columns.length === 0)
    return <p class="soft matrix-empty">No decoder and no error class matches the query.</p>;

  const open = (column: Column, row: Row) => {
    const key = `${idOf(column.subjects[0]!)}|${row.classes[0]}`;
    go({ cell: route.cell === key ? "" : key, finding: "" });
  };
  const cellButton = (column: Column, row: Row, size: number) => {
    const cell = column.cells.get(row.classes[0]!)!;
    const [first] = cell.marks;
    const isOpen = route.cell === `${idOf(column.subjects[0]!)}|${row.classes[0]}`;
    const text = describe(cell, column);
    if (first === undefined)
      return (
        <td
          class={cell.checks === 0 ? "none" : "fine"}
          onMouseEnter={() => setHint(text)}
          onClick={() => open(column, row)}
        />
      );
    return (
      <td class={dimmed.has(cell) ? "hit dim" : "hit"} onMouseEnter={() => setHint(text)}>
        <button
          type="button"
          class={`g g-${glyphRow(first.glyph).name}${isOpen ? " open" : ""}`}
          aria-label={text}
          aria-pressed={isOpen}
          data-cell={`${idOf(column.subjects[0]!)}|${row.classes[0]}`}
          onFocus={() => setHint(text)}
          onClick={() => open(column, row)}
        >
          {size >= 8 ? (size >= 22 ? cell.marks.slice(0, 2).map((mark) => mark.glyph).join("") : first.glyph) : ""}
        </button>
      </td>
    );
  };

  if (narrow) {
    return (
      <div class="matrix-frame" ref={frame}>
        <table class="matrix upright">
          <caption class="unseen">Decoders in rows, error classes in columns</caption>
          <thead>
            <tr>
              <th />
              {matrix.rows.map((row) => (
                <th key={rowName(row)} scope="col" title={row.classes.map(classSummary).join("; ")}>
                  <span>{row.classes.length > 1 ? `${shortClass(row.classes[0]!)} +${row.classes.length - 1}` : shortClass(row.classes[0]!)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {matrix.columns.slice(0, 80).map((column) => (
              <tr key={idOf(column.subjects[0]!)}>
                <th scope="row">
                  <ColumnLink column={column} />
                </th>
                {matrix.rows.map((row) => cellButton(column, row, 30))}
              </tr>
            ))}
          </tbody>
        </table>
        {matrix.columns.length > 80 && (
          <p class="soft">And {matrix.columns.length - 80} rows more; a query shows them.</p>
        )}
        <Legend matrix={matrix} hint={hint} />
      </div>
    );
  }

  const exact = Math.max(2, Math.min(40, room / matrix.columns.length));
  const size = exact > 12 ? Math.floor(exact) : exact;
  const named = size >= 15;
  const longest = named ? Math.max(...matrix.columns.map((column) => columnName(column).length)) : 0;
  return (
    <div class="matrix-frame" ref={frame}>
      <div class="matrix-scroll" tabIndex={0} role="region" aria-label="Matrix">
        <table class={`matrix${named ? " named" : " dense"}`} style={{ "--size": `${size}px`, "--head": `${longest * 5.9 + 18}px` }}>
          <caption class="unseen">Error classes in rows, decoders in columns</caption>
          <colgroup>
            <col class="classes" />
            {matrix.columns.map((column) => (
              <col key={idOf(column.subjects[0]!)} style={{ width: `${size}px` }} />
            ))}
          </colgroup>
          <thead>
            {named ? (
              <tr>
                <th />
                {matrix.columns.map((column) => (
                  <th key={idOf(column.subjects[0]!)} scope="col">
                    <span>
                      <ColumnLink column={column} />
                    </span>
                  </th>
                ))}
              </tr>
            ) : (
              <tr class="segments">
                <th />
                {segmentsOf(matrix.columns).map((segment) => (
                  <th key={segment.glyph} colSpan={segment.count} scope="colgroup" title={segment.glyph === "" ? "as expected" : glyphRow(segment.glyph).meaning}>
                    <span>
                      {segment.glyph !== "" && <b>{segment.glyph}</b>} {grouped(segment.decoders)}
                    </span>
                  </th>
                ))}
              </tr>
            )}
          </thead>
          <tbody>
            {matrix.rows.map((row) => (
              <tr key={rowName(row)}>
                <th scope="row" title={row.classes.map((name) => `${name}: ${classSummary(name)}`).join("\n")}>
                  {rowName(row).split(" ").map((word, i) => <>{i > 0 && " "}<span>{word}</span></>)}
                </th>
                {matrix.columns.map((column) => cellButton(column, row, size))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Legend matrix={matrix} hint={hint} />
    </div>
  );
}

function ColumnLink({ column }: { column: Column }) {
  const { href } = useApp();
  const title = column.subjects
    .map((subject) => `${idOf(subject)}, ${subject.judged_as}, ${counted(checksOf(subject), "check")}`)
    .slice(0, 20)
    .join("\n");
  const target =
    column.subjects.length === 1
      ? href({ page: "decoder", args: [column.subjects[0]!.decoder] })
      : href({ page: "decoders", more: { as: idOf(column.subjects[0]!) } });
  return (
    <a href={target} title={title}>
      {columnName(column)}
    </a>
  );
}

function Legend({ matrix, hint }: { matrix: Matrix; hint: string }) {
  const used = new Set(
    matrix.columns.flatMap((column) =>
      [...column.cells.values()].flatMap((cell) => cell.marks.map((mark) => mark.glyph)),
    ),
  );
  return (
    <>
      <p class="hint" aria-hidden="true">
        {hint || "\u00a0"}
      </p>
      <ul class="legend">
        {law()
          .glyphs.filter((row) => used.has(row.glyph))
          .map((row) => (
            <li key={row.glyph}>
              <Glyph glyph={row.glyph} small /> {row.glyph === known ? "known, a quirk: " : ""}
              {row.meaning}
            </li>
          ))}
        <li>
          <span class="box" /> as expected
        </li>
        <li>
          <span class="box none" /> nothing checked, or not claimed: never a pass
        </li>
      </ul>
    </>
  );
}

export function useNarrow(): boolean {
  const [narrow, setNarrow] = useState(() => matchMedia("(max-width: 640px)").matches);
  useEffect(() => {
    const media = matchMedia("(max-width: 640px)");
    const change = () => setNarrow(media.matches);
    media.addEventListener("change", change);
    return () => media.removeEventListener("change", change);
  }, []);
  return narrow;
}

// machine.tsx: an automaton as boxes in columns: a state is a box, its edges are lines of text in
// it, and edges to a later column are arrows too. Differences from the law are marked by a sign, by
// words and by dashes as well as by colour.
import { useMemo } from "preact/hooks";
import { rangesOf, rangesText, setOf } from "../model/units";
import type { Automaton } from "../model/law";
import type { LearntMachine } from "../model/report";

interface Line {
  text: string;
  to: number | null; // an arrow leads there
  differs: boolean;
  onPath: boolean;
  more: string[];
}

interface Box {
  name: string;
  column: number;
  lines: Line[];
  onPath: boolean;
  differs: boolean;
  x: number;
  y: number;
  width: number;
  height: number;
}

const letter = 6.7, lineHeight = 16, pad = 9, columnGap = 54, rowGap = 14, longestLine = 38;

function wrapped(text: string, first: string, rest: string): string[] {
  const lines: string[] = [];
  let line = first;
  for (const word of text.split(" ")) {
    if (line.length + word.length > longestLine && line.trim() !== "") {
      lines.push(line.trimEnd());
      line = rest;
    }
    line += word + " ";
  }
  lines.push(line.trimEnd());
  return lines;
}

function place(boxes: Box[]): { width: number; height: number } {
  const columns = [...new Set(boxes.map((box) => box.column))].sort((a, b) => a - b);
  let left = 2, height = 0;
  for (const column of columns) {
    const here = boxes.filter((box) => box.column === column);
    let top = 2, width = 0;
    for (const box of here) {
      const texts = [box.name, ...box.lines.flatMap((line) => [line.text, ...line.more])];
      box.width = Math.max(...texts.map((text) => text.length)) * letter + 2 * pad;
      box.height = texts.length * lineHeight + pad;
      width = Math.max(width, box.width);
      box.x = left;
      box.y = top;
      top += box.height + rowGap;
    }
    for (const box of here) box.width = width;
    height = Math.max(height, top - rowGap + 2);
    left += width + columnGap;
  }
  return { width: Math.max(1, left - columnGap + 2), height };
}

function Drawing({ boxes, label }: { boxes: Box[]; label: string }) {
  const size = place(boxes);
  const arrows: preact.JSX.Element[] = [];
  boxes.forEach((box) => {
    let line = 1;
    for (const one of box.lines) {
      const y = box.y + line * lineHeight + lineHeight / 2 + 3;
      line += 1 + one.more.length;
      const target = one.to === null ? undefined : boxes[one.to];
      if (target === undefined || target.column <= box.column) continue;
      const x = box.x + box.width, endX = target.x - 5, endY = target.y + lineHeight / 2 + 3;
      const bend = columnGap / 2;
      arrows.push(
        <path
          class={`arrow${one.differs ? " differs" : ""}${one.onPath ? " path" : ""}`}
          d={`M${x} ${y}C${x + bend} ${y} ${endX - bend} ${endY} ${endX} ${endY}`}
        />,
        <path class={`tip${one.differs ? " differs" : ""}${one.onPath ? " path" : ""}`} d={`M${endX} ${endY - 4}l5 4l-5 4z`} />,
      );
    }
  });
  return (
    <div class="scroll drawing" tabIndex={0} role="region" aria-label={label}>
      <svg class="machine" role="img" aria-label={label} width={size.width} height={size.height} viewBox={`0 0 ${size.width} ${size.height}`}>
        <title>{label}</title>
        {arrows}
        {boxes.map((box) => {
          let line = 1;
          return (
            <g class={`${box.differs ? "differs" : ""}${box.onPath ? " path" : ""}`}>
              <rect x={box.x} y={box.y} width={box.width} height={box.height} rx="5" />
              <text class="name" x={box.x + pad} y={box.y + 15}>{box.name}</text>
              {box.lines.map((one) => {
                const y = box.y + 15 + line * lineHeight;
                line += 1 + one.more.length;
                return (
                  <text class={`${one.differs ? "differs" : ""}${one.onPath ? " path" : ""}`} x={box.x + pad} y={y}>
                    {one.text}
                    {one.more.map((text) => (
                      <tspan x={box.x + pad} dy={lineHeight}>{text}</tspan>
                    ))}
                  </text>
                );
              })}
            </g>
          );
        })}
      </svg>
    </div>
  );
}

// `path`: the nodes visited, and the unit that led on from each.
export function AutomatonDrawing(props: { automaton: Automaton; label: string; path: { node: number; unit: number }[] }) {
  const boxes = useMemo(() => {
    const { automaton, path } = props;
    const last = Math.max(0, ...automaton.nodes.map((node) => node.depth)) + 1;
    const done = automaton.nodes.length;
    const isOnPath = (node: number, unit: (unit: number) => boolean) =>
      path.some((step) => step.node === node && unit(step.unit));
    const list: Box[] = automaton.nodes.map((node, number) => ({
      name: node.name.length > longestLine ? node.name.slice(0, longestLine - 1) + "…" : node.name,
      column: node.depth,
      lines: node.steps.map((step) => {
        const onPath = isOnPath(number, (unit) => unit < 256 && step.units[unit] === true);
        const lines = wrapped(step.ranges, "", "  ");
        return {
          text: lines[0]!,
          more: lines.slice(1),
          to: step.to === automaton.done ? done : step.to,
          differs: false,
          onPath,
        };
      }),
      onPath: path.some((step) => step.node === number),
      differs: false,
      x: 0, y: 0, width: 0, height: 0,
    }));
    list.push({
      name: "complete",
      column: last,
      lines: [],
      onPath: path.some((step) => step.node === done),
      differs: false,
      x: 0, y: 0, width: 0, height: 0,
    });
    return list;
  }, [props.automaton, props.path]);
  return <Drawing boxes={boxes} label={props.label} />;
}

const mostBoxes = 20;

export function machineSentence(machine: LearntMachine): string {
  if (!machine.finite)
    return `It is no finite machine over single units, as far as ${machine.questions} strings show.`;
  const differences = machine.differences.length;
  return (
    `A machine of ${machine.states.length} states (that of ${machine.law} has ${machine.law_states}) over ` +
    `${machine.classes} classes of units, learnt from ${machine.questions} strings; ` +
    (differences === 0 ? "the two do not differ." : `${differences} difference${differences === 1 ? "" : "s"}.`)
  );
}

export function LearntDrawing({ machine }: { machine: LearntMachine }) {
  const boxes = useMemo(() => {
    const { states } = machine;
    const depth = new Array<number>(states.length).fill(-1);
    const from = new Array<number>(states.length).fill(0);
    const order = [0];
    depth[0] = 0;
    for (let i = 0; i < order.length; i++)
      for (const edge of states[order[i]!]!.edges) {
        if (depth[edge.to]! >= 0) continue;
        depth[edge.to] = depth[order[i]!]! + 1;
        from[edge.to] = order[i]!;
        order.push(edge.to);
      }
    const differs = (state: (typeof states)[number]) =>
      state.beyond || state.edges.some((edge) => edge.by_law !== "");
    // Of many states, those that differ and those that lead to them.
    const drawn = new Set<number>([0]);
    if (states.length <= mostBoxes) order.forEach((state) => drawn.add(state));
    else
      for (const state of order) {
        if (!differs(states[state]!) || drawn.size >= mostBoxes) continue;
        for (let way = state; !drawn.has(way); way = from[way]!) drawn.add(way);
      }
    const chosen = order.filter((state) => drawn.has(state));
    const start = states[0]!;
    return chosen.map((number): Box => {
      const state = states[number]!;
      const lines: Line[] = [];
      // Edges that the start has too are one line.
      const shared = new Array<boolean>(256).fill(false);
      if (number !== 0)
        for (const edge of state.edges) {
          if (edge.by_law !== "") continue;
          for (const other of start.edges) {
            if (edge.to !== other.to || edge.output !== other.output) continue;
            const [mine, its] = [setOf(edge.units), setOf(other.units)];
            mine.forEach((has, unit) => { if (has && its[unit]) shared[unit] = true; });
          }
        }
      const folds = shared.filter(Boolean).length > 64;
      for (const edge of state.edges) {
        const units = setOf(edge.units).map((has, unit) => has && !(folds && edge.by_law === "" && shared[unit]));
        const ranges = rangesText(rangesOf(units));
        if (ranges === "") continue;
        const target = states[edge.to]!.name;
        const is = edge.by_law !== "";
        const to = edge.to === number ? "itself" : drawn.has(edge.to) ? target : `(${target})`;
        const text = wrapped(`${ranges} → ${to}`, is ? "! " : "", "  ");
        const more = text.slice(1);
        if (is) more.push(...wrapped(`${edge.output};`, "  ", "  "), ...wrapped(`by the law ${edge.by_law}`, "  ", "  "));
        lines.push({
          text: text[0]!,
          more,
          to: drawn.has(edge.to) && depth[edge.to]! > depth[number]! ? chosen.indexOf(edge.to) : null,
          differs: is,
          onPath: false,
        });
      }
      if (folds) lines.push({ text: `others: as from ${start.name}`, more: [], to: null, differs: false, onPath: false });
      return {
        name: state.name + (state.beyond ? " (beyond the law)" : ""),
        column: depth[number]!,
        lines,
        onPath: false,
        differs: differs(state),
        x: 0, y: 0, width: 0, height: 0,
      };
    });
  }, [machine]);
  if (machine.states.length === 0) return null;
  const left = machine.states.length - boxes.length;
  return (
    <>
      <Drawing boxes={boxes} label={`${machine.decoder}: ${machineSentence(machine)}`} />
      {left > 0 && <p class="soft">{left} states that do not differ are not drawn (in parentheses).</p>}
    </>
  );
}

// findings.tsx: every finding that the query takes.
import { useMemo } from "preact/hooks";
import { useApp } from "../ui/context";
import { FindingList } from "../ui/list";
import { grouped } from "../ui/parts";

export function Findings() {
  const { book, query, route, href } = useApp();
  const list = useMemo(() => book.matching(query, route.q), [book, query]);
  const kinds = useMemo(() => {
    const counts = new Map<string, number>();
    for (const one of list) counts.set(one.finding.kind, (counts.get(one.finding.kind) ?? 0) + 1);
    return [...counts].sort((a, b) => b[1] - a[1]).slice(0, 12);
  }, [list]);
  return (
    <>
      <h1>Findings <small>{grouped(list.length)}</small></h1>
      <p class="lead">
        One for each cause by which a decoder contradicts the profile that it is judged by, new ones and the worst
        first. <span class="keys"><kbd>j</kbd> and <kbd>k</kbd> move, <kbd>Enter</kbd> opens, <kbd>Esc</kbd> closes.</span>
      </p>
      {kinds.length > 1 && (
        <p class="chips">
          {kinds.map(([kind, count]) => (
            <a key={kind} class="chip" href={href({ page: "findings", q: `${route.q} kind:${kind}`.trim(), finding: "" })}>
              {kind} <b>{count}</b>
            </a>
          ))}
        </p>
      )}
      <FindingList list={list} />
    </>
  );
}

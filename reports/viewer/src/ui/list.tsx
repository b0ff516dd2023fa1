// list.tsx: findings as a list, with the open one beside it; j, k, Enter and Esc move in it.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Listed } from "../model/book";
import { useApp } from "./context";
import { FindingCard, FindingRow } from "./finding";
import { grouped, moreText } from "./parts";

const pageSize = 60;

export function FindingList({ list, limit }: { list: Listed[]; limit?: number }) {
  const { route, go } = useApp();
  const [shown, setShown] = useState(limit ?? pageSize);
  const [at, showAt] = useState(-1);
  // Keys may come faster than the page is drawn.
  const current = useRef(-1);
  const setAt = (next: number) => {
    current.current = next;
    showAt(next);
  };
  useEffect(() => {
    setAt(-1);
    setShown(limit ?? pageSize);
  }, [list, limit]);
  const openAt = useMemo(
    () => (route.finding === "" ? -1 : list.findIndex((one) => one.finding.key === route.finding)),
    [list, route.finding],
  );
  const toggle = (i: number) => {
    const key = list[i]!.finding.key;
    setAt(i);
    go({ finding: route.finding === key ? "" : key });
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return;
      if (event.key === "j" || event.key === "k") {
        const from = current.current < 0 ? openAt : current.current;
        const next = Math.max(0, Math.min(list.length - 1, from + (event.key === "j" ? 1 : -1)));
        if (list.length === 0) return;
        event.preventDefault();
        setAt(next);
        if (next >= shown) setShown(next + pageSize);
        if (route.finding !== "") go({ finding: list[next]!.finding.key }, true);
        requestAnimationFrame(() =>
          document.querySelector(".finding-row.at")?.scrollIntoView({ block: "nearest" }),
        );
      } else if (event.key === "Enter" && current.current >= 0 && !/^(A|BUTTON|SUMMARY)$/.test(target.tagName)) {
        event.preventDefault();
        toggle(current.current);
      }
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
  if (list.length === 0) return <p class="soft">No finding.</p>;
  return (
    <ol class="findings">
      {list.slice(0, Math.max(shown, openAt + 1)).map((one, i) => (
        <li key={one.finding.key}>
          <FindingRow listed={one} isOpen={i === openAt} isAt={i === at} onOpen={() => toggle(i)} />
          {i === openAt && <FindingCard listed={one} />}
        </li>
      ))}
      {list.length > shown && (
        <li class="more">
          <button type="button" onClick={() => setShown(shown + 4 * pageSize)}>
            {moreText(list.length, shown, 4 * pageSize)}
          </button>
          <span class="on-paper">And {grouped(list.length - shown)} more, in the page on a screen.</span>
        </li>
      )}
    </ol>
  );
}

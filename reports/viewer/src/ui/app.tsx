// app.tsx: the frame of every page: the query bar, the tabs, the keys, and dropped files.
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Book } from "../model/book";
import { fieldNames, flagNames, parseQuery } from "../model/query";
import { readFile, withMeasured, type Measured, type Report } from "../model/report";
import { Bugs, Defects, Provenance, Requirements } from "../pages/background";
import { Certificates } from "../pages/certificates";
import { Changes } from "../pages/changes";
import { Compare } from "../pages/compare";
import { DecoderPage } from "../pages/decoder";
import { Decoders } from "../pages/decoders";
import { StrengthPage } from "../pages/evidence";
import { Findings } from "../pages/findings";
import { FuzzingPage } from "../pages/fuzzing";
import { Overview } from "../pages/overview";
import { SpeedPage } from "../pages/speed";
import { TryIt } from "../pages/tryit";
import { AppContext, useApp, type App } from "./context";
import { formatRoute, parseRoute, type Route } from "./route";

interface Tab {
  page: string;
  name: string;
  also?: string[];
  view: () => preact.JSX.Element;
  has?: (report: Report) => boolean;
  title?: string;
}

const tabs: Tab[] = [
  { page: "overview", name: "Overview", view: Overview },
  { page: "findings", name: "Findings", view: Findings },
  { page: "decoders", name: "Decoders", also: ["decoder"], view: Decoders },
  { page: "compare", name: "Compare", view: Compare },
  { page: "changes", name: "Changes", view: Changes },
  { page: "try", name: "Try it", view: TryIt },
  { page: "strength", name: "Strength", view: StrengthPage },
  { page: "certificates", name: "Certificates", view: Certificates, has: (report) => report.certificates.length > 0 },
  { page: "fuzzing", name: "Fuzzing", view: FuzzingPage },
  { page: "speed", name: "Speed", view: SpeedPage },
  { page: "bugs", name: "Bugs", view: Bugs, has: (report) => report.bugs.length > 0, title: "Documented bugs since 1992, and what catches them" },
  { page: "defects", name: "Defects", view: Defects, has: (report) => report.defects.length > 0, title: "Findings in released software" },
  { page: "requirements", name: "Requirements", view: Requirements, has: (report) => report.requirements.length > 0, title: "The six requirements of 1992, tested against each dialect" },
  { page: "provenance", name: "Provenance", view: Provenance },
];

// Where a dropped measurement is shown.
function pageOf(measured: Measured): string {
  if (measured.speed.length > 0) return "speed";
  if (measured.fuzzBenchmarks.length > 0 || measured.fuzzing.length > 0) return "fuzzing";
  return measured.certificates.length > 0 ? "certificates" : "strength";
}

export function Application({ report, earlier }: { report: Report; earlier: Report[] }) {
  const [route, setRoute] = useState<Route>(() => parseRoute(location.hash));
  const [dropped, setDropped] = useState<Report[]>([]);
  const [measured, setMeasured] = useState<Measured[]>([]);
  const [said, setSaid] = useState("");
  const [trouble, setTrouble] = useState("");
  const whole = useMemo(() => withMeasured(report, measured), [report, measured]);
  const book = useMemo(() => new Book(whole), [whole]);
  const query = useMemo(() => parseQuery(route.q), [route.q]);
  const latest = useRef(route);
  latest.current = route;

  useEffect(() => {
    const onChange = () => setRoute(parseRoute(location.hash));
    addEventListener("hashchange", onChange);
    return () => removeEventListener("hashchange", onChange);
  }, []);

  const complete = useCallback((change: Partial<Route>): Route => {
    const now = latest.current;
    const moves = change.page !== undefined && change.page !== now.page;
    const base: Route = moves
      ? { page: change.page!, args: [], q: now.q, finding: "", cell: "", more: {} }
      : now;
    return { ...base, ...change };
  }, []);
  const go = useCallback(
    (change: Partial<Route>, replace = false) => {
      const next = complete(change);
      const moves = next.page !== latest.current.page || next.args.join("/") !== latest.current.args.join("/");
      const address = formatRoute(next);
      if (address === (location.hash || "#/overview")) return;
      if (replace) history.replaceState(null, "", address);
      else history.pushState(null, "", address);
      setRoute(next);
      if (moves) scrollTo(0, 0);
    },
    [complete],
  );
  const href = useCallback((change: Partial<Route>) => formatRoute(complete(change)), [route]);

  const take = useCallback((files: FileList | File[]) => {
    setTrouble("");
    for (const file of files)
      file
        .text()
        .then((text) => {
          const read = readFile(text, file.name);
          if ("measured" in read) {
            setMeasured((now) => [...now, read.measured]);
            go({ page: pageOf(read.measured) });
          } else {
            setDropped((now) => [...now, read.report]);
            go({ page: "changes" });
          }
          setSaid(`${file.name} is read.`);
        })
        .catch((error: unknown) => {
          setTrouble(`${file.name}: ${error instanceof Error ? error.message : String(error)}. Drop a report.jsonl, a report.html, or what bench, strength or certify print with --format json.`);
        });
  }, []);

  const reports = useMemo(() => [...earlier, ...dropped], [earlier, dropped]);
  const app: App = { book, earlier: reports, route, query, go, href, say: setSaid, take };
  useKeys(app);
  const isOver = useDrop(take);

  // Links keep their places: what was scrolled to stays, and a new page begins at its top.
  const place = `${route.page}/${route.args.join("/")}`;
  useEffect(() => {
    scrollTo(0, 0);
    // On a telephone the tabs are wider than the page.
    const link = document.querySelector<HTMLElement>(".bar-top nav a[aria-current]");
    const tabs = link?.parentElement;
    if (link && tabs) tabs.scrollLeft = link.offsetLeft - (tabs.clientWidth - link.offsetWidth) / 2;
  }, [place]);

  const tab = tabs.find((one) => one.page === route.page || one.also?.includes(route.page)) ?? tabs[0]!;
  const View = route.page === "decoder" ? DecoderPage : tab.view;
  return (
    <AppContext.Provider value={app}>
      <a class="skip" href="#main" onClick={(event) => { event.preventDefault(); document.getElementById("main")?.focus(); }}>
        to the content
      </a>
      <div class="bar-top">
        <div class="brand">
          <a href={formatRoute({ page: "overview" })}>placemat</a>
          <small>{String(report.header.run.started ?? "").slice(0, 10)} {report.header.budget}</small>
        </div>
        <QueryBar key="query" />
        <nav aria-label="Pages">
          {tabs.map((one) => {
            const has = one.has?.(whole) ?? true;
            if (!has && one !== tab) return null;
            return (
              <a key={one.page} href={href({ page: one.page, args: [], q: route.page === one.page ? "" : route.q, finding: "", cell: "", more: {} })} aria-current={one === tab ? "page" : undefined} title={one.title}>
                {one.name}
              </a>
            );
          })}
        </nav>
      </div>
      <main id="main" tabIndex={-1} class={`page-${route.page}`}>
        {trouble !== "" && <p class="caveat" role="alert">{trouble}</p>}
        <View key={place} />
      </main>
      <footer>
        placemat {report.header.tool_version}. Everything here is in report.jsonl. <span class="keys"><kbd>/</kbd> query <kbd>j</kbd> <kbd>k</kbd> next, previous <kbd>Enter</kbd> open <kbd>Esc</kbd> close</span>
      </footer>
      <p class="unseen" role="status">{said}</p>
      {isOver && <div class="drop-here">Drop a report to compare, or a measurement to add</div>}
    </AppContext.Provider>
  );
}

function QueryBar() {
  const { route, go, query } = useApp();
  const [text, setText] = useState(route.q);
  const [helps, setHelps] = useState(false);
  const timer = useRef(0);
  const sent = useRef(route.q);
  useEffect(() => {
    if (route.q !== sent.current) {
      sent.current = route.q;
      setText(route.q);
    }
  }, [route.q]);
  const send = (value: string) => {
    sent.current = value;
    go({ q: value, finding: "", cell: "" }, true);
  };
  return (
    <form role="search" class="query" onSubmit={(event) => {
      event.preventDefault();
      clearTimeout(timer.current);
      send(text);
      (document.activeElement as HTMLElement | null)?.blur();
    }}>
      <input
        id="query"
        type="search"
        aria-label="Query"
        autocomplete="off"
        spellcheck={false}
        placeholder="decoder:perl*  kind:accepts-*  new"
        value={text}
        aria-invalid={query.error !== ""}
        onInput={(event) => {
          const value = (event.target as HTMLInputElement).value;
          setText(value);
          clearTimeout(timer.current);
          timer.current = window.setTimeout(() => send(value), 60);
        }}
      />
      <kbd aria-hidden="true">/</kbd>
      <button type="button" class="help" aria-expanded={helps} aria-label="How to write a query" onClick={() => setHelps(!helps)}>?</button>
      {query.error !== "" && <p class="query-error" role="alert">{query.error}</p>}
      {helps && (
        <div class="query-help">
          <p>A word asks for text anywhere; <code>*</code> stands for any text; <code>and</code>, <code>or</code>, <code>not</code> and parentheses combine.</p>
          <dl>
            <dt><code>decoder:perl* kind:accepts-* new</code></dt><dd>new acceptances of decoders of Perl</dd>
            <dt><code>class:surrogate profile:cesu-8</code></dt><dd>one error class, one dialect</dd>
            <dt><code>is:different</code></dt><dd>where decoders do not agree</dd>
            <dt><code>branchy:fail and not icu:fail</code></dt><dd>classes in which one fails and another does not; also <code>pass</code>, <code>new</code>, <code>known</code></dd>
          </dl>
          <p>Fields: {fieldNames.join(", ")}. Words with a meaning: {flagNames.join(", ")}.</p>
        </div>
      )}
    </form>
  );
}


function useKeys(app: App) {
  const current = useRef(app);
  current.current = app;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const { route, go } = current.current;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Escape") {
        if (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) target.blur();
        else if (route.finding !== "") go({ finding: "" });
        else if (route.cell !== "") go({ cell: "" });
        else if (route.q !== "") go({ q: "" }, true);
        return;
      }
      if (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return;
      if (event.key === "/") {
        event.preventDefault();
        const input = document.getElementById("query") as HTMLInputElement | null;
        input?.focus();
        input?.select();
      }
      const button = target.closest<HTMLElement>("[data-cell]");
      if (button !== null && event.key.startsWith("Arrow")) moveCell(button, event);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

// From one cell with a mark to the next in the direction of the arrow.
function moveCell(from: HTMLElement, event: KeyboardEvent) {
  const row = from.closest("tr")!;
  const column = [...row.children].indexOf(from.closest("td")!);
  const rows = [...row.parentElement!.children];
  const step = event.key === "ArrowLeft" || event.key === "ArrowUp" ? -1 : 1;
  const across = event.key === "ArrowLeft" || event.key === "ArrowRight";
  const length = across ? row.children.length : rows.length;
  for (let i = (across ? column : rows.indexOf(row)) + step; i >= 0 && i < length; i += step) {
    const cell = across ? row.children[i]! : rows[i]!.children[column]!;
    const button = cell.querySelector<HTMLElement>("[data-cell]");
    if (button === null) continue;
    event.preventDefault();
    button.focus();
    return;
  }
}

function useDrop(take: App["take"]): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (![...(event.dataTransfer?.types ?? [])].includes("Files")) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      if (event.dataTransfer !== null && event.dataTransfer.files.length > 0) take(event.dataTransfer.files);
    };
    addEventListener("dragover", over);
    addEventListener("dragleave", leave);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", over);
      removeEventListener("dragleave", leave);
      removeEventListener("drop", drop);
    };
  }, []);
  return isOver;
}

// route.ts: what the page shows, as the fragment of its address: #/PAGE/ARGUMENT...?q=QUERY&...
// A copied address shows the same.

export interface Route {
  page: string;
  args: string[];
  q: string;
  finding: string; // its key
  cell: string; // "DECODER|CLASS", of a decoder in the report
  more: Record<string, string>;
}

export function parseRoute(fragment: string): Route {
  const text = fragment.replace(/^#/, "");
  const mark = text.indexOf("?");
  const path = (mark < 0 ? text : text.slice(0, mark)).split("/").filter((part) => part !== "");
  const parameters = new URLSearchParams(mark < 0 ? "" : text.slice(mark + 1));
  const decode = (part: string) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  };
  const more: Record<string, string> = {};
  for (const [name, value] of parameters)
    if (!["q", "finding", "cell"].includes(name)) more[name] = value;
  return {
    page: path.length === 0 ? "overview" : decode(path[0]!),
    args: path.slice(1).map(decode),
    q: parameters.get("q") ?? "",
    finding: parameters.get("finding") ?? "",
    cell: parameters.get("cell") ?? "",
    more,
  };
}

export function formatRoute(route: Partial<Route>): string {
  const path = [route.page ?? "overview", ...(route.args ?? [])].map(encodeURIComponent).join("/");
  const parameters: string[] = [];
  const add = (name: string, value: string | undefined) => {
    if (value) parameters.push(`${name}=${encodeURIComponent(value).replace(/%20/g, "+").replace(/%3A/g, ":")}`);
  };
  add("q", route.q);
  add("cell", route.cell);
  add("finding", route.finding);
  for (const [name, value] of Object.entries(route.more ?? {})) add(name, value);
  return `#/${path}${parameters.length === 0 ? "" : "?" + parameters.join("&")}`;
}

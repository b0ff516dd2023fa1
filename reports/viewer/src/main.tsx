// main.tsx: reads the data of the page, and shows the application instead of the summary for readers
// without scripts.
import { render } from "preact";
import { NotAReport, reportsOf } from "./model/report";
import { setTables, type Tables } from "./model/tables";
import { Application } from "./ui/app";

function start() {
  const root = document.getElementById("app")!;
  try {
    const tables = document.querySelector("script[data-tables]")?.textContent ?? "";
    setTables(JSON.parse(tables) as Tables);
    const { report, earlier } = reportsOf(document);
    // The text is read, and its memory can go.
    for (const one of document.querySelectorAll("script[data-report]")) one.textContent = "";
    root.replaceChildren();
    render(<Application report={report} earlier={earlier} />, root);
    document.documentElement.classList.add("live");
    requestAnimationFrame(() => setTimeout(() => performance.mark("live"), 0));
  } catch (error) {
    // The summary stays, with the reason.
    const line = document.createElement("p");
    line.className = "caveat";
    line.textContent = `The page cannot show its data: ${error instanceof NotAReport ? error.message : String(error)}.`;
    root.prepend(line);
    throw error;
  }
}

start();

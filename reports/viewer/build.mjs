// build.mjs: builds dist/viewer.html, the page without data, from src/. With --check it compares the
// built page with the one that is stored, and says so by its exit code. --minify=no keeps names.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const stored = join(here, "dist", "viewer.html");
const most = 1_000_000;

async function bundled(entry, loader) {
  const result = await build({
    absWorkingDir: here,
    entryPoints: [entry],
    bundle: true,
    write: false,
    minify: !process.argv.includes("--minify=no"),
    format: "iife",
    target: ["es2022"],
    charset: "ascii",
    legalComments: "none",
    jsx: "automatic",
    jsxImportSource: "preact",
    loader,
  });
  return result.outputFiles[0].text.trim();
}

const script = (await bundled("src/main.tsx", {})).replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
const style = await bundled("src/style.css", {});
const digest = `sha256-${createHash("sha256").update(script).digest("base64")}`;
const page = readFileSync(join(here, "src", "page.html"), "utf8")
  .replace("SCRIPT_DIGEST", () => digest)
  .replace("STYLE", () => style)
  .replace("SCRIPT", () => script);

if (page.length > most) {
  console.error(`dist/viewer.html: ${page.length} bytes; at most ${most}`);
  process.exit(1);
}
if (process.argv.includes("--check")) {
  if (readFileSync(stored, "utf8") !== page) {
    console.error("reports/viewer/dist/viewer.html is not what src/ makes; run: npm ci && npm run build");
    process.exit(1);
  }
  console.log(`dist/viewer.html is what src/ makes: ${page.length} bytes`);
} else {
  mkdirSync(dirname(stored), { recursive: true });
  writeFileSync(stored, page);
  console.log(`dist/viewer.html: ${page.length} bytes`);
}

#include "harness/report/views/html_parts.h"

namespace placemat::html {

// No '<' and no '&', so that the page is XML too.
std::string_view style_sheet() {
  return R"css(
:root {
  --paper: #faf8f3; --panel: #ffffff; --ink: #23211d; --soft: #6a665e; --line: #ddd8cc;
  --hover: #f3efe6; --link: #27567f; --on-chip: #ffffff;
  --good: #2f6f4f; --declared: #8a6a12; --bad: #b3261e;
  --crash: #1c1b1a; --memory: #7d1210; --hang: #55514a; --accepts: #c0281c; --rejects: #b4560a;
  --value: #7b3fa0; --count: #1d6a9c; --offset: #0e7268; --state: #a8346f; --position: #6d6b13;
  --mono: ui-monospace, "SF Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace;
  --serif: "Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", Georgia, "DejaVu Serif", serif;
  --sans: system-ui, -apple-system, "Segoe UI", "Helvetica Neue", Arial, "DejaVu Sans", sans-serif;
  color-scheme: light dark;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #181715; --panel: #211f1c; --ink: #e8e4da; --soft: #a09a8d; --line: #3a3731;
    --hover: #2a2723; --link: #93bde0; --on-chip: #14120f;
    --good: #7cc49d; --declared: #dcb95a; --bad: #f28b80;
    --crash: #f4f1ea; --memory: #ff8f86; --hang: #b7b1a4; --accepts: #f47c70; --rejects: #f0a35e;
    --value: #c99be8; --count: #7cbbe6; --offset: #5cc4b8; --state: #ee8fbf; --position: #cfcb62;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 var(--sans); }
main { max-width: 84rem; margin: 0 auto; padding: 2.5rem 1.5rem 4rem; }
a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: 2px; }
h1, h2, h3, h4 { font-weight: 600; line-height: 1.3; }
h2 { font: 600 1.35rem/1.3 var(--serif); margin: 3rem 0 .5rem; }
h3 { font-size: 1.05rem; margin: 2rem 0 .5rem; }
summary h3 { display: inline; }
details.subject { margin: .6rem 0; }
details.subject > summary { cursor: pointer; }
h3 small { font-weight: 400; font-size: .9rem; color: var(--soft); }
h4 { font-size: .85rem; margin: 1.2rem 0 .4rem; color: var(--soft); }
p { max-width: 62rem; margin: .5rem 0; }
code, pre, .units { font-family: var(--mono); font-size: .92em; overflow-wrap: anywhere; }
.soft, footer { color: var(--soft); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.bad-text { color: var(--bad); }

.verdict { border: 1px solid var(--line); outline: 1px solid var(--line); outline-offset: 4px;
  background: var(--panel); padding: 1.6rem 2rem 1.5rem; border-top: 5px solid var(--good); }
.verdict.declared { border-top-color: var(--declared); }
.verdict.bad { border-top-color: var(--bad); }
.verdict .name { margin: 0 0 .4rem; font: italic 1rem var(--serif); color: var(--soft); }
.verdict h1 { margin: 0; font: 500 1.6rem/1.35 var(--serif); max-width: 62rem; text-wrap: pretty; overflow-wrap: anywhere; }
.caveat { color: var(--bad); margin: .7rem 0 0; }
.note { color: var(--soft); margin: .7rem 0 0; }
nav { display: flex; flex-wrap: wrap; gap: .3rem 1.4rem; margin: 1.4rem 0 0; font-size: .92rem; }

.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: .7rem 1.5rem; margin: 1rem 0 1.4rem; }
.facts div:last-child { grid-column: 1 / -1; }
.facts dt { color: var(--soft); font-size: .8rem; }
.facts dd { margin: 0; overflow-wrap: anywhere; }

.scroll { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; font-size: .9rem; }
th, td { text-align: left; padding: .3rem .7rem; border-bottom: 1px solid var(--line); vertical-align: top; font-weight: 400; }
thead th { color: var(--soft); font-size: .8rem; border-bottom-color: var(--soft); vertical-align: bottom; }
tbody th { font-weight: 500; white-space: nowrap; }
tr > :first-child { padding-left: .2rem; }
tbody tr:hover > * { background-color: var(--hover); }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.left-out { color: var(--soft); }
.none { background-image: repeating-linear-gradient(135deg, transparent 0 4px, var(--line) 4px 5px); }

.tall thead th { position: sticky; top: 0; z-index: 2; background: var(--paper); }
.tall thead .subject { z-index: 3; }
@media (min-width: 64rem) { .scroll.tall { overflow: visible; } }
@media (max-width: 63.99rem) { .scroll.tall { max-height: 85vh; overflow: auto; } }
.group { margin: .15rem 0; }
.group > summary { cursor: pointer; padding: .15rem 0; }
.group .group { margin-left: 1rem; }
.filter { display: block; margin: .8rem 0; color: var(--soft); font-size: .9rem; }
.filter input { font: inherit; color: var(--ink); background: var(--panel); border: 1px solid var(--line); border-radius: 3px;
  padding: .25rem .5rem; width: 20rem; max-width: 100%; }
[hidden] { display: none !important; }

.externals { width: 100%; }
.externals th small { color: var(--soft); font-weight: 400; }
.externals td { overflow-wrap: break-word; }
.externals code { overflow-wrap: break-word; }
.externals .contradiction, .externals .caveat { margin: .1rem 0; font-size: .92em; }
.externals summary { cursor: pointer; color: var(--soft); }
.profile { font-family: var(--mono); font-size: .92em; }
.differences { font-family: var(--mono); font-size: .85rem; color: var(--bad); }
svg.machine { display: block; margin: .5rem 0; }

.matrix { width: 100%; border-collapse: separate; border-spacing: 0; }
.matrix th, .matrix td { vertical-align: middle; }
.matrix .subject { position: sticky; left: 0; z-index: 1; background: var(--paper); font-family: var(--mono); font-size: .85rem; }
.matrix thead .subject { font-family: inherit; font-size: .8rem; }
.matrix .subject a { color: inherit; text-decoration: none; }
.matrix .subject a:hover { text-decoration: underline; }
.matrix .as { color: var(--soft); font-size: .8rem; white-space: nowrap; }
.matrix .error-class { text-align: center; padding: .3rem .15rem; font-size: .72rem; }
.matrix .error-class span { display: inline-block; width: 4.75rem; }
.matrix tbody td:not(.as):not(.number) { position: relative; text-align: center; padding: .2rem .3rem;
  border-left: 1px solid var(--line); height: 1.9rem; }
.matrix tbody td.hit { max-width: 5.2rem; line-height: 1.2; }
.matrix tr > td:nth-last-child(2) { border-right: 1px solid var(--line); }
.matrix .number { color: var(--soft); font-size: .75rem; padding-right: .2rem; }
.matrix .differs .subject a { color: var(--bad); }
.matrix .declares .subject a { color: var(--declared); }
.matrix .unchecked .subject a { color: var(--soft); }
#contrast .matrix .differs .subject a { color: inherit; }

.g { display: inline-block; min-width: 1.35rem; height: 1.35rem; margin: 1px; padding: 0 .2rem; border-radius: 3px;
  font: 700 .85rem/1.35rem var(--mono); text-align: center; text-decoration: none; color: var(--on-chip); vertical-align: middle; }
a.g:hover { filter: brightness(1.15); }
.g-crash { background: var(--crash); } .g-memory { background: var(--memory); } .g-hang { background: var(--hang); }
.g-accepts { background: var(--accepts); } .g-rejects { background: var(--rejects); } .g-value { background: var(--value); }
.g-count { background: var(--count); } .g-offset { background: var(--offset); } .g-state { background: var(--state); }
.g-position { background: var(--position); }
.g-declared { background: transparent; color: var(--declared); box-shadow: inset 0 0 0 1.5px var(--declared); }
.legend { list-style: none; margin: .8rem 0; padding: 0; display: grid; gap: .2rem 1.5rem;
  grid-template-columns: repeat(auto-fill, minmax(21rem, 1fr)); font-size: .85rem; color: var(--soft); }
.legend li { display: flex; gap: .5rem; align-items: baseline; }
.legend li > :first-child { flex: none; align-self: start; }
.box { display: inline-block; width: 1.35rem; height: 1.35rem; margin: 1px; border: 1px solid var(--line); border-radius: 3px; vertical-align: middle; }

.card { border: 1px solid var(--line); border-radius: 4px; background: var(--panel); margin: .3rem 0; padding: .25rem .8rem; }
.card[open] { margin: .8rem 0; padding: .55rem 1rem; }
.card > summary { cursor: pointer; overflow-wrap: anywhere; }
.card[open] > summary { margin-bottom: .6rem; }
.card:has(> :target) { outline: 2px solid var(--link); outline-offset: 2px; }
.card > [id] { scroll-margin-top: 4rem; }
.kind { font-weight: 600; margin: 0 .3rem; }
.card:not([open]) .kind { display: inline-block; min-width: 13rem; }
.card:not([open]) .short { min-width: 11rem; }
.short { display: inline-block; }
.gist { color: var(--soft); font-size: .85rem; margin-left: .6rem; }
.card[open] > summary .gist { display: none; }
.self { float: right; color: var(--soft); text-decoration: none; font-size: .85rem; }
.badge { display: inline-block; border: 1px solid var(--line); border-radius: 3px; padding: 0 .4rem; font-size: .78rem; color: var(--soft); }
.badge.new { border-color: var(--bad); color: var(--bad); }
.what { margin: .2rem 0 .6rem; }
.card dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.2rem; margin: .6rem 0; }
.card dt { color: var(--soft); font-size: .88rem; }
.card dd { margin: 0; overflow-wrap: anywhere; max-width: 56rem; }
.units { display: flex; flex-wrap: wrap; margin: .6rem 0; line-height: 1; row-gap: .5rem; }
.unit { display: inline-flex; flex-direction: column; align-items: center; min-width: 2.5rem; margin-left: .55rem; padding: .3rem .3rem .15rem; border-bottom: 3px solid var(--line); }
.unit b { font-size: 1.15rem; font-weight: 600; }
.unit i { font-style: normal; font-weight: 400; font-size: .8rem; color: var(--soft); margin-left: .2rem; }
.unit small { margin-top: .3rem; font: .7rem/1.2 var(--sans); color: var(--soft); }
.unit:first-child, .unit.continuation, .unit.rest { margin-left: 0; }
.unit.lead { border-color: var(--count); border-bottom-style: solid; }
.unit.continuation { border-color: var(--count); border-bottom-style: dotted; }
.unit.error_class { border-color: var(--accepts); border-bottom-style: double; border-bottom-width: 4px; }
.unit.error_class b { color: var(--accepts); }
.cut { color: var(--soft); padding-left: .55rem; font-size: 1.5rem; }
pre { white-space: pre-wrap; background: var(--hover); padding: .6rem .8rem; margin: .6rem 0; border-radius: 3px; }
.copy { user-select: all; -webkit-user-select: all; }
.issue summary, .symptoms summary { cursor: pointer; color: var(--soft); font-size: .88rem; }
.symptoms ul { margin: .4rem 0; padding-left: 1.4rem; font-size: .88rem; }
.symptoms li { overflow-wrap: anywhere; }

table.requirements th, table.requirements td { padding: .25rem .9rem; }
ol.requirements { margin: .5rem 0; padding-left: 1.6rem; color: var(--soft); font-size: .92rem; }
.met { color: var(--soft); }
.unmet { color: var(--bad); font-weight: 700; }
footer { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: .8rem; font-size: .85rem; }

@media (max-width: 46rem) {
  main { padding: 1.2rem .9rem 3rem; }
  .verdict { padding: 1rem 1.1rem; }
  .verdict h1 { font-size: 1.25rem; }
  .matrix .as, .matrix .number, .gist, .self span { display: none; }
  .matrix .error-class span { writing-mode: vertical-rl; transform: rotate(180deg); width: auto; text-align: left; }
  .card:not([open]) .kind, .card:not([open]) .short { min-width: 0; }
  .card dl { grid-template-columns: 1fr; gap: 0; }
  .card dd { margin-bottom: .5rem; }
  .externals, .externals tbody, .externals tr, .externals th, .externals td { display: block; }
  .scroll.tall:has(.externals) { max-height: none; overflow: visible; }
  .externals thead { display: none; }
  .externals tr { border-bottom: 1px solid var(--line); padding: .4rem 0; }
  .externals th, .externals td { border: 0; padding: .05rem .2rem; text-align: left; white-space: normal; }
  .externals td:empty { display: none; }
  .externals td:nth-child(4)::before { content: "inputs "; color: var(--soft); }
  .externals td:nth-child(5)::before { content: "findings "; color: var(--soft); }
  .externals td:nth-child(6)::before { content: "survived "; color: var(--soft); }
}
@media print {
  :root { --paper: #ffffff; --panel: #ffffff; --hover: #ffffff; }
  body { font-size: 10pt; }
  main { max-width: none; padding: 0; }
  nav, .self, .issue, .filter, .every-edge { display: none; }
  .symptoms::details-content { content-visibility: visible; display: block; }
  .scroll.tall { max-height: none; overflow: visible; }
  .tall thead th { position: static; }
  svg.machine { max-width: 100%; height: auto; }
  .verdict { outline: none; }
  h2, h3 { break-after: avoid; }
  .card, tr { break-inside: avoid; }
  .scroll { overflow: visible; }
  .matrix .number { display: none; }
  .matrix .error-class span { writing-mode: vertical-rl; transform: rotate(180deg); width: auto; text-align: left; }
  .g, .none { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  details::details-content { content-visibility: visible; block-size: auto; }
}
)css";
}

}  // namespace placemat::html

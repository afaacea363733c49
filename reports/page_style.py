"""How the page of a report looks: on a screen by day and by night, on a telephone, and on paper."""

CSS = """
:root { --ink: #1c1c1c; --dim: #5c5c5c; --paper: #ffffff; --line: #dddddd; --soft: #f6f6f4; --link: #00558c;
  --shade: rgba(0, 0, 0, .3); }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e8e6; --dim: #a8a8a4; --paper: #17181a; --line: #3a3b3e; --soft: #212225; --link: #7cc0ee;
    --shade: rgba(255, 255, 255, .35); }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 70rem; padding: 1.5rem 1.2rem 4rem; color: var(--ink); background: var(--paper);
  font: 16px/1.55 "Iowan Old Style", "Palatino Linotype", Palatino, Georgia, serif; }
h1, h2, h3, table, nav, dl, .badge, figcaption, footer, .note {
  font-family: system-ui, "Segoe UI", Helvetica, Arial, sans-serif; }
caption { text-align: left; font-weight: 600; padding: 1rem 0 .3rem; white-space: nowrap; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .4rem; }
h2 { font-size: 1.35rem; margin: 2.8rem 0 .5rem; padding-top: .8rem; border-top: 2px solid var(--ink); }
h3 { font-size: 1rem; margin: 1.8rem 0 .3rem; }
p, ul { max-width: 44rem; }
p.lead { font-size: 1.1rem; color: var(--dim); margin-top: 0; }
a { color: var(--link); }
nav ul { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; max-width: none; }
/* A shadow at the edge beyond which a table goes on: the first two layers move with it and cover the others. */
.scroll { overflow-x: auto; margin: .4rem 0; background:
  linear-gradient(to right, var(--paper) 40%, transparent) left / 2.5rem 100% local no-repeat,
  linear-gradient(to left, var(--paper) 40%, transparent) right / 2.5rem 100% local no-repeat,
  linear-gradient(to right, var(--shade), transparent) left / .9rem 100% scroll no-repeat,
  linear-gradient(to left, var(--shade), transparent) right / .9rem 100% scroll no-repeat; }
table { border-collapse: collapse; font-size: .82rem; font-variant-numeric: tabular-nums; line-height: 1.35; }
th, td { padding: .28rem .9rem .28rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th { border-bottom: 1.5px solid var(--ink); font-weight: 600; vertical-align: bottom; }
td.number, th.number { text-align: right; }
th.interval { text-align: center; }
td.number, td.text, td.interval { white-space: nowrap; }
td.interval { color: var(--dim); }
td.number:has(+ td.interval) { padding-right: .35rem; }
.note, figcaption { color: var(--dim); font-size: .85rem; max-width: 44rem; }
.files { font-size: .8rem; font-family: system-ui, sans-serif; white-space: nowrap; }
figure { max-width: 48rem; margin: 1.2rem 0; padding: .8rem; background: #ffffff; border: 1px solid var(--line);
  border-radius: 4px; }
figure svg { display: block; width: 100%; height: auto; max-width: 46rem; }
figure svg.narrow { display: none; max-width: 26rem; }
svg.letters { position: absolute; }
figcaption { color: #5c5c5c; margin-top: .4rem; }
figcaption a { color: #00558c; } /* figures are white by night too */
.badge { display: inline-block; padding: .05rem .5rem; border-radius: 999px; font-size: .78rem; white-space: nowrap;
  border: 1px solid currentColor; font-weight: 600; }
.badge.exact { color: #00693e; background: #e4f4ec; } .badge.same-shape { color: #00558c; background: #e3f0fa; }
.badge.not-reproduced { color: #a03800; background: #fdeee3; }
.badge.needs-games { color: #5c5c5c; background: #f0f0ee; }
.claims { table-layout: fixed; width: 100%; min-width: 52rem; }
.claims th.report { width: 4.5rem; } .claims th.claim { width: 20%; } .claims th.reported { width: 16%; }
.claims th.measured { width: 17%; } .claims th.verdict { width: 8.8rem; } .claims td.why { color: var(--dim); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; font-size: .85rem; max-width: 62rem; }
dt { color: var(--dim); } dd { margin: 0; overflow-wrap: anywhere; }
code { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: .88em; background: var(--soft);
  padding: .05em .3em; border-radius: 3px; }
footer { margin-top: 3rem; color: var(--dim); font-size: .8rem; }
@media screen and (max-width: 40rem) {
  body { padding: 1rem .8rem 3rem; } dl { grid-template-columns: 1fr; } dt { margin-top: .4rem; }
  caption { position: sticky; left: 0; max-width: calc(100vw - 1.6rem); white-space: normal; }
  figure { padding: .4rem; } figure svg.wide { display: none; } figure svg.narrow { display: block; }
  .claims, .claims tbody { display: block; min-width: 0; } .claims thead { display: none; }
  .claims tr { display: flex; flex-wrap: wrap; gap: .15rem .6rem; padding: .6rem 0; align-items: baseline;
    border-bottom: 1px solid var(--line); }
  .claims td { display: block; flex: 0 0 100%; padding: 0; border: 0; }
  .claims td.verdict { order: -2; flex: none; } .claims td.report { order: -1; flex: none; color: var(--dim); }
  .claims td.claim { font-weight: 600; }
  .claims td.reported::before { content: "reported: "; color: var(--dim); }
  .claims td.measured::before { content: "measured: "; color: var(--dim); }
}
@media print {
  @page { size: A4; margin: 16mm 14mm; }
  :root { --ink: #000; --dim: #444; --paper: #fff; --line: #ccc; --soft: #fff; --link: #000; }
  body { max-width: none; padding: 0; font-size: 10.5pt; } nav, .files { display: none; }
  .scroll { overflow: visible; background: none; }
  table { font-size: 7.5pt; break-inside: avoid; } table.claims { break-inside: auto; }
  th, td { padding-right: .8em; } .badge { font-size: 1em; padding: 0 .5em; } .note, figcaption { font-size: 8pt; }
  figure { border: 0; padding: 0; break-inside: avoid; } tr { break-inside: avoid; }
  h2 { font-size: 13pt; margin-top: 1.6rem; break-inside: avoid; break-after: avoid; }
  .claims { min-width: 0; } .claims th.verdict { width: 10.5em; } .claims th.report { width: 5em; }
}
"""

"""How the page of a report looks: on a screen by day and by night, on a telephone, and on paper."""

CSS = """
:root { --ink: #1c1c1c; --dim: #5c5c5c; --paper: #ffffff; --line: #dddddd; --soft: #f6f6f4; --link: #00558c; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e8e6; --dim: #a8a8a4; --paper: #17181a; --line: #3a3b3e; --soft: #212225; --link: #7cc0ee; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 62rem; padding: 1.5rem 1.2rem 4rem; color: var(--ink); background: var(--paper);
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
.scroll { overflow-x: auto; margin: .4rem 0; }
table { border-collapse: collapse; font-size: .82rem; font-variant-numeric: tabular-nums; line-height: 1.35; }
th, td { padding: .28rem .7rem .28rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th { border-bottom: 1.5px solid var(--ink); font-weight: 600; vertical-align: bottom; }
td.number, th.number { text-align: right; white-space: nowrap; }
td.interval { color: var(--dim); white-space: nowrap; padding-left: 0; }
.note, figcaption { color: var(--dim); font-size: .85rem; max-width: 44rem; }
.files { font-size: .8rem; font-family: system-ui, sans-serif; }
figure { margin: 1.2rem 0; padding: .8rem; background: #ffffff; border: 1px solid var(--line); border-radius: 4px; }
figure svg { display: block; width: 100%; height: auto; max-width: 46rem; }
figcaption { color: #5c5c5c; margin-top: .4rem; }
.badge { display: inline-block; padding: .05rem .5rem; border-radius: 999px; font-size: .78rem; white-space: nowrap;
  border: 1px solid currentColor; font-weight: 600; }
.badge.exact { color: #00693e; background: #e4f4ec; } .badge.same-shape { color: #00558c; background: #e3f0fa; }
.badge.not-reproduced { color: #a03800; background: #fdeee3; }
.badge.needs-games { color: #5c5c5c; background: #f0f0ee; }
.claims td:nth-child(6) { min-width: 16rem; color: var(--dim); }
.claims td:nth-child(2) { min-width: 12rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; font-size: .85rem; }
dt { color: var(--dim); } dd { margin: 0; overflow-wrap: anywhere; }
code { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: .88em; background: var(--soft);
  padding: .05em .3em; border-radius: 3px; }
footer { margin-top: 3rem; color: var(--dim); font-size: .8rem; }
@media (max-width: 40rem) {
  body { padding: 1rem .8rem 3rem; } dl { grid-template-columns: 1fr; } dt { margin-top: .4rem; }
}
@media print {
  @page { size: A4; margin: 16mm 14mm; }
  :root { --ink: #000; --dim: #444; --paper: #fff; --line: #ccc; --soft: #fff; --link: #000; }
  body { max-width: none; padding: 0; font-size: 10.5pt; } nav { display: none; } .scroll { overflow: visible; }
  table { font-size: 7.5pt; } th, td { padding-right: .4rem; } td.number { white-space: normal; }
  figure { border: 0; padding: 0; break-inside: avoid; } tr { break-inside: avoid; } h2, h3 { break-after: avoid; }
  .claims td:nth-child(6), .claims td:nth-child(2) { min-width: 0; }
}
"""

/** The style of the page, for light and dark schemes. */
export const htmlStyle = `
:root {
  color-scheme: light dark;
  --page: #fafaf8; --panel: #ffffff; --ink: #1d1f24; --soft: #5d6470; --rule: #e4e4df; --shade: #f4f4f0;
  --link: #2456c7; --slot: #2456c7; --slot-back: #e9effc; --error: #b3261e; --error-back: #fdecea;
  --warning: #8a5a00; --warning-back: #fdf3dc; --shadow: 0 1px 2px #0000000d, 0 6px 24px #0000000a;
  --h0: #2456c7; --h1: #0d7a5f; --h2: #a1470b; --h3: #7a3fb8; --h4: #b0245f; --h5: #0b7285; --h6: #5c6b00; --h7: #8a4b3d;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #131417; --panel: #1b1d21; --ink: #e7e8ea; --soft: #9aa1ac; --rule: #2d3036; --shade: #212429;
    --link: #8db4ff; --slot: #9dbdff; --slot-back: #22304f; --error: #ff9d94; --error-back: #3a1d1c;
    --warning: #f2c46d; --warning-back: #362a13; --shadow: 0 1px 2px #00000040;
    --h0: #8db4ff; --h1: #62d3b0; --h2: #f3a56b; --h3: #cba2f5; --h4: #f58cb5; --h5: #6fd3e5; --h6: #c7d667; --h7: #e2a596;
  }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 1rem; }
body {
  margin: 0; background: var(--page); color: var(--ink);
  font: 15px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
}
code, .mono, .diagram .name, .diagram .kind, .diagram .label {
  font-family: ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, monospace; font-size: 0.87em;
}
.frame { display: grid; grid-template-columns: 15rem minmax(0, 1fr); max-width: 86rem; margin: 0 auto; }
nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; padding: 2.6rem 1rem 2rem 1.6rem; font-size: 0.9rem; }
nav b { display: block; margin: 1.1rem 0 0.3rem; overflow-wrap: anywhere; }
nav a { display: block; padding: 0.16rem 0 0.16rem 0.7rem; border-left: 2px solid var(--rule); color: var(--soft); text-decoration: none; overflow-wrap: anywhere; }
nav a:hover { color: var(--link); border-color: var(--link); }
main { padding: 2.2rem 2rem 5rem; min-width: 0; }
h1 { margin: 0; font-size: 2rem; letter-spacing: -0.02em; line-height: 1.2; overflow-wrap: anywhere; }
h2 { margin: 3rem 0 0.4rem; font-size: 1.4rem; letter-spacing: -0.01em; overflow-wrap: anywhere; }
h3 { margin: 2.2rem 0 0.7rem; font-size: 1.05rem; overflow-wrap: anywhere; }
p { margin: 0.4rem 0; max-width: 46rem; }
.soft, .facts { color: var(--soft); }
.facts { display: flex; flex-wrap: wrap; gap: 0.3rem 1.4rem; margin: 0.6rem 0 0; }
.facts b { color: var(--ink); font-variant-numeric: tabular-nums; }
.sheet { background: var(--panel); border: 1px solid var(--rule); border-radius: 10px; box-shadow: var(--shadow); overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.92rem; }
th { text-align: left; font-weight: 600; color: var(--soft); background: var(--shade); font-size: 0.8rem; white-space: nowrap; }
th, td { padding: 0.55rem 0.9rem; vertical-align: top; border-bottom: 1px solid var(--rule); }
tr:last-child td { border-bottom: 0; }
td.units { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td code { white-space: nowrap; }
td.empty { color: var(--soft); }
tr.out > td { opacity: 0.45; }
td.index { white-space: nowrap; }
th:first-child { width: 30%; }
td code.condition { white-space: normal; }
.entity { font-weight: 600; white-space: nowrap; }
.entity::before { content: ""; display: inline-block; width: 0.6em; height: 0.6em; margin-right: 0.5em; border-radius: 3px; background: var(--hue); }
.note { display: block; margin-left: 1.1em; color: var(--soft); font-size: 0.85rem; }
.entity.marker { font-weight: 400; }
.entity.marker::before { background: none; border: 1.5px solid var(--hue); }
.slot { color: var(--slot); background: var(--slot-back); border-radius: 4px; padding: 0.05em 0.3em; }
.slot i { font-style: normal; opacity: 0.65; }
.badge { display: inline-block; min-width: 4.2em; text-align: center; padding: 0.1em 0.5em; border-radius: 5px; font-size: 0.7rem; font-weight: 700; letter-spacing: 0.04em; margin-right: 0.5em; border: 1px solid currentcolor; }
.badge.read { color: var(--h1); } .badge.scan { color: var(--error); } .badge.write { color: var(--soft); }
.pattern { white-space: nowrap; font-weight: 600; }
ul.plain { margin: 0; padding: 0; list-style: none; }
ul.plain li + li { color: var(--soft); }
.finding { display: grid; grid-template-columns: 5.5rem 1fr; gap: 0.8rem; padding: 0.8rem 1rem; border-bottom: 1px solid var(--rule); }
.finding:last-child { border-bottom: 0; }
.finding strong { align-self: start; text-align: center; border-radius: 5px; padding: 0.1rem 0; font-size: 0.78rem; }
.finding .error { color: var(--error); background: var(--error-back); } .finding .warning { color: var(--warning); background: var(--warning-back); }
.finding p { margin: 0.15rem 0 0; }
.drawing { padding: 1rem; }
.diagram { display: block; max-width: 100%; height: auto; min-width: 30rem; }
.diagram .box { fill: var(--panel); stroke: var(--hue); stroke-opacity: 0.45; }
.diagram .head { fill: var(--hue); fill-opacity: 0.13; }
.diagram .title { font-weight: 650; font-size: 14px; fill: var(--hue); }
.diagram .name { font-size: 12.5px; fill: var(--ink); }
.diagram .kind { font-size: 11.5px; fill: var(--soft); text-anchor: end; }
.diagram .more { text-anchor: start; }
.diagram .key { fill: var(--hue); }
.diagram .line { fill: none; stroke: var(--soft); stroke-width: 1.4; }
.diagram .seen { stroke-dasharray: 5 4; }
.diagram .tag { fill: var(--panel); stroke: var(--rule); }
.diagram .label { font-size: 10.5px; fill: var(--soft); text-anchor: middle; }
.c0 { --hue: var(--h0); } .c1 { --hue: var(--h1); } .c2 { --hue: var(--h2); } .c3 { --hue: var(--h3); }
.c4 { --hue: var(--h4); } .c5 { --hue: var(--h5); } .c6 { --hue: var(--h6); } .c7 { --hue: var(--h7); }
@media (max-width: 58rem) {
  .frame { display: block; }
  nav { position: static; padding: 1.4rem 1.2rem 0; max-height: none; }
  nav b, nav a { display: inline-block; border: 0; padding: 0; margin: 0 0.9rem 0.2rem 0; }
  main { padding: 1.4rem 1.2rem 3rem; }
}
@media print {
  :root { --page: #fff; --shadow: none; }
  nav { display: none; } .frame { display: block; }
  .sheet { overflow: visible; break-inside: avoid; }
}
`

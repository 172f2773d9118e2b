export const CONSOLE_STYLE = `:root {
  color-scheme: light dark;
  --back: #f5f6f8; --card: #fff; --text: #1b1f27; --quiet: #565e6c; --rule: #dfe3e9; --link: #0b57b7;
  --ok: #166b3f; --degraded: #8f5300; --stopped: #b3201f; --unknown: #565e6c;
  --ok-back: #e8f5ee; --degraded-back: #fff3df; --stopped-back: #fdeaea; --unknown-back: #eef0f3; --line: #2368c4; --gap: #d3d8e0;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #101318; --card: #191d24; --text: #e4e7ec; --quiet: #a3abb9; --rule: #2c323c; --link: #8ab8ff;
    --ok: #6fd39c; --degraded: #f2b765; --stopped: #ff9490; --unknown: #a3abb9;
    --ok-back: #14271d; --degraded-back: #2d220f; --stopped-back: #331718; --unknown-back: #20242c; --line: #76a9f5; --gap: #343b47;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 14px/1.45 system-ui, 'Open Sans', sans-serif; font-variant-numeric: tabular-nums; }
header, main, footer { max-width: 1240px; margin: 0 auto; padding: 0 16px; }
header { padding-top: 12px; display: flex; flex-wrap: wrap; gap: 2px 16px; align-items: baseline; }
h1 { font-size: 15px; margin: 0; } h2 { font-size: 13px; margin: 0 0 8px; color: var(--quiet); font-weight: 600; } h3 { font-size: 14px; margin: 0; }
p { margin: 0; } a { color: var(--link); } a:focus-visible, summary:focus-visible, button:focus-visible, input:focus-visible, select:focus-visible, .scroll:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 3px; }
code { font: 12.5px ui-monospace, 'DejaVu Sans Mono', monospace; overflow-wrap: anywhere; }
.quiet, footer { color: var(--quiet); } footer { padding: 16px; font-size: 12.5px; }
.verdict { margin: 10px 0 14px; padding: 14px 16px; border-left: 6px solid; border-radius: 6px; display: grid; grid-template-columns: 28px 1fr; gap: 2px 12px; }
.verdict img { width: 26px; height: 26px; grid-row: span 2; } .verdict p { grid-column: 2; } .verdict .sentence { font-size: 18px; line-height: 1.35; font-weight: 600; }
.verdict.ok { background: var(--ok-back); border-color: var(--ok); } .verdict.degraded { background: var(--degraded-back); border-color: var(--degraded); }
.verdict.stopped { background: var(--stopped-back); border-color: var(--stopped); } .verdict.unknown { background: var(--unknown-back); border-color: var(--unknown); }
#offline { background: var(--stopped-back); color: var(--stopped); padding: 10px 16px; border-radius: 6px; margin: 10px 0; font-weight: 600; }
.grid3, .grid2 { display: grid; gap: 12px; grid-template-columns: repeat(3, minmax(0, 1fr)); margin-bottom: 12px; } .grid2 { grid-template-columns: minmax(0, 1.7fr) minmax(0, 1fr); align-items: start; }
.stack { display: grid; gap: 12px; grid-template-columns: minmax(0, 1fr); } .card { background: var(--card); border: 1px solid var(--rule); border-radius: 8px; padding: 12px 14px; min-width: 0; }
.figures { display: flex; gap: 18px; margin: 2px 0 6px; } .figures b { font-size: 20px; font-weight: 600; } td.number { white-space: nowrap; } .figures b { color: var(--text); } .figures .over b { color: var(--stopped); } .figures span { color: var(--quiet); }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: 13px; }
th { text-align: left; font-weight: 600; color: var(--quiet); font-size: 12px; padding: 2px 12px 4px 0; white-space: nowrap; } td { padding: 4px 12px 4px 0; border-top: 1px solid var(--rule); vertical-align: top; } .number { text-align: right; }
td:last-child, th:last-child { padding-right: 0; } td.keep { white-space: nowrap; }
.state { font-weight: 600; } .state.ok { color: var(--ok); } .state.degraded { color: var(--degraded); } .state.stopped { color: var(--stopped); }
.plot { display: block; width: 100%; height: auto; } .plot .grid { stroke: var(--rule); } .plot .limit { stroke: var(--degraded); stroke-dasharray: 3 3; }
.plot .line { fill: none; stroke: var(--line); stroke-width: 1.6; stroke-linejoin: round; } .plot .gap { fill: var(--gap); opacity: .45; } .plot .tick { fill: var(--quiet); font-size: 10px; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 3px 14px; margin: 0; } dt { color: var(--quiet); } dd { margin: 0; }
progress { width: 100%; height: 10px; accent-color: var(--line); } summary { cursor: pointer; color: var(--link); padding: 3px 0; } details table { margin-top: 4px; }
form { display: grid; gap: 10px; max-width: 460px; margin-top: 14px; } label { display: grid; gap: 3px; font-weight: 600; } label span { font-weight: 400; color: var(--quiet); }
.apart { margin-bottom: 12px; } .answer h2 { font-size: 18px; line-height: 1.35; color: var(--text); } .answer h3 { margin: 16px 0 4px; } .answer ul { margin: 0 0 10px; padding-left: 18px; }
form.ask { display: flex; flex-wrap: wrap; align-items: end; max-width: none; margin: 0; } form.ask label:first-of-type { flex: 1 1 320px; min-width: 0; } form.ask button { background: var(--link); }
select, input { font: inherit; font-weight: 400; padding: 7px 9px; border: 1px solid var(--quiet); border-radius: 5px; background: var(--card); color: var(--text); }
button { font: inherit; font-weight: 600; padding: 8px 16px; border: 0; border-radius: 5px; background: var(--stopped); color: var(--card); cursor: pointer; justify-self: start; }
.narrow { max-width: 760px; margin: 14px auto; } .narrow h2 { font-size: 18px; color: var(--text); }
@media (max-width: 860px) { .grid3, .grid2 { grid-template-columns: minmax(0, 1fr); } }
@media (max-width: 520px) { table.wide { min-width: 620px; }  header, main, footer { padding-left: 10px; padding-right: 10px; } .verdict .sentence { font-size: 16px; } .card { padding: 10px; } }
`;

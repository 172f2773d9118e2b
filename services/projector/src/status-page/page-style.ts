export const STYLE = `:root {
  color-scheme: light dark;
  --back: #f5f6f8; --card: #fff; --text: #1b1f27; --quiet: #565e6c; --rule: #dfe3e9; --link: #0b57b7;
  --ok: #166b3f; --degraded: #8f5300; --stopped: #b3201f; --unknown: #565e6c;
  --ok-back: #e8f5ee; --degraded-back: #fff3df; --stopped-back: #fdeaea; --unknown-back: #eef0f3; --bar: #2368c4;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #101318; --card: #191d24; --text: #e4e7ec; --quiet: #a3abb9; --rule: #2c323c; --link: #8ab8ff;
    --ok: #6fd39c; --degraded: #f2b765; --stopped: #ff9490; --unknown: #a3abb9;
    --ok-back: #14271d; --degraded-back: #2d220f; --stopped-back: #331718; --unknown-back: #20242c; --bar: #76a9f5;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 14px/1.45 system-ui, sans-serif; font-variant-numeric: tabular-nums; }
header, main, footer { max-width: 1240px; margin: 0 auto; padding: 0 16px; }
header { padding-top: 12px; display: flex; flex-wrap: wrap; gap: 2px 16px; align-items: baseline; }
h1 { font-size: 15px; margin: 0; }
h2 { font-size: 13px; margin: 0 0 8px; color: var(--quiet); font-weight: 600; }
p { margin: 0; }
a { color: var(--link); }
a:focus-visible, .scroll:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 3px; }
code { font: 12.5px ui-monospace, 'DejaVu Sans Mono', monospace; overflow-wrap: anywhere; }
.quiet, footer { color: var(--quiet); }
footer { padding: 16px; font-size: 12.5px; }
.verdict { margin: 10px 0 14px; padding: 14px 16px 14px 52px; border-left: 6px solid; border-radius: 6px; position: relative; }
.verdict .sign { position: absolute; left: 14px; top: 8px; font-size: 24px; }
.verdict .sentence { font-size: 18px; line-height: 1.35; font-weight: 600; }
.verdict.ok { background: var(--ok-back); border-color: var(--ok); } .verdict.ok .sign { color: var(--ok); }
.verdict.degraded { background: var(--degraded-back); border-color: var(--degraded); } .verdict.degraded .sign { color: var(--degraded); }
.verdict.stopped { background: var(--stopped-back); border-color: var(--stopped); } .verdict.stopped .sign { color: var(--stopped); }
.verdict.unknown { background: var(--unknown-back); border-color: var(--unknown); } .verdict.unknown .sign { color: var(--unknown); }
.three, .two { display: grid; gap: 12px; grid-template-columns: repeat(3, minmax(0, 1fr)); margin-bottom: 12px; align-items: start; }
.two { grid-template-columns: minmax(0, 1.7fr) minmax(0, 1fr); }
.card { background: var(--card); border: 1px solid var(--rule); border-radius: 8px; padding: 12px 14px; min-width: 0; margin-bottom: 12px; }
.three .card, .two .card { margin-bottom: 0; }
.figures { display: flex; gap: 18px; margin: 2px 0 6px; color: var(--quiet); }
.figures b { font-size: 20px; font-weight: 600; color: var(--text); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 13px; }
th { text-align: left; font-weight: 600; color: var(--quiet); font-size: 12px; padding: 2px 12px 4px 0; white-space: nowrap; }
td { padding: 4px 12px 4px 0; border-top: 1px solid var(--rule); vertical-align: top; min-width: 90px; }
.number { text-align: right; white-space: nowrap; }
.state { font-weight: 600; } .state.degraded { color: var(--degraded); } .state.stopped { color: var(--stopped); }
.plot { display: block; width: 100%; height: auto; } .plot line { stroke: var(--rule); } .plot rect { fill: var(--bar); }
.plot text { fill: var(--quiet); font-size: 10px; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 3px 14px; margin: 0; } dt { color: var(--quiet); } dd { margin: 0; }
@media (max-width: 860px) { .three, .two { grid-template-columns: minmax(0, 1fr); } }
@media (max-width: 520px) { header, main, footer { padding-left: 10px; padding-right: 10px; } .verdict .sentence { font-size: 16px; } .card table { min-width: 680px; } }
`;

/** The look of all pages of the documentation, in light and dark. The reference component brings its own for what is inside it. */
export const PAGE_STYLE = `:root {
  color-scheme: light dark;
  --back: #f7f8fa; --card: #fff; --text: #1b1f27; --quiet: #565e6c; --rule: #dfe3e9; --link: #0b57b7; --here: #e8f0fb;
  --code: #f0f2f5; --tag: #eaedf1; --required: #8f3d00; --required-back: #fff0e2; --dropped: #a3201f; --dropped-back: #fdeaea;
  --redaction: #166b3f; --redaction-back: #e6f4ec; --mark: #fff6d6;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #101318; --card: #191d24; --text: #e4e7ec; --quiet: #a3abb9; --rule: #2c323c; --link: #8ab8ff; --here: #1c2a40;
    --code: #20252e; --tag: #2a303a; --required: #f5b97f; --required-back: #33220f; --dropped: #ff9d99; --dropped-back: #331718;
    --redaction: #7ad8a6; --redaction-back: #14271d; --mark: #33300f;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 72px; }
body { margin: 0; background: var(--back); color: var(--text); font: 15px/1.55 system-ui, 'Open Sans', sans-serif; }
.layout a { color: var(--link); text-underline-offset: 2px; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 3px; }
.layout code, .layout pre { font-family: ui-monospace, 'SFMono-Regular', Menlo, 'DejaVu Sans Mono', monospace; font-size: .875em; }
.layout code { overflow-wrap: anywhere; }
.skip { position: absolute; left: 8px; top: -60px; z-index: 30; padding: 8px 14px; background: var(--card); border-radius: 5px; }
.skip:focus { top: 8px; }

.top { position: sticky; top: 0; z-index: 20; display: flex; align-items: center; gap: 4px 22px; flex-wrap: wrap; padding: 9px 24px; background: var(--card); border-bottom: 1px solid var(--rule); }
.brand { font-weight: 700; color: var(--text); text-decoration: none; letter-spacing: -.01em; }
.sections { display: flex; gap: 2px; }
.sections a { padding: 5px 11px; border-radius: 6px; color: var(--quiet); text-decoration: none; white-space: nowrap; }
.sections a:hover { color: var(--text); } .sections a[aria-current] { background: var(--here); color: var(--link); font-weight: 600; }

.layout { display: grid; grid-template-columns: 236px minmax(0, 1fr); gap: 0 44px; max-width: 1180px; margin: 0 auto; padding: 0 24px 80px; }
.side { position: sticky; top: 53px; align-self: start; max-height: calc(100vh - 53px); overflow-y: auto; padding: 22px 0; font-size: 14px; }
.layout .side h2 { margin: 14px 0 4px 10px; font-size: 12px; font-weight: 600; color: var(--quiet); } .layout .side h2:first-child { margin-top: 0; }
.side ul { list-style: none; margin: 0; padding: 0; } .layout .side a { display: block; padding: 3px 10px; border-radius: 6px; color: var(--text); text-decoration: none; }
.layout .side a:hover { color: var(--link); } .layout .side a[aria-current] { background: var(--here); color: var(--link); font-weight: 600; }
.layout main { padding-top: 28px; min-width: 0; } main > p, main > ul, main > ol { max-width: 74ch; }
.layout h1 { margin: 0 0 6px; font-size: 29px; line-height: 1.2; letter-spacing: -.015em; overflow-wrap: anywhere; } .layout h2 { margin: 40px 0 10px; font-size: 20px; line-height: 1.3; } .layout h3 { font-size: 14px; margin: 14px 0 6px; }
.lead { margin: 0 0 18px; font-size: 17px; color: var(--quiet); } .quiet { color: var(--quiet); }
.layout :is(p, li, dd, dt, h2) code { padding: 1px 5px; border-radius: 4px; background: var(--code); } .layout .field dt code { background: none; padding: 0; font-weight: 600; }
.note { padding: 11px 15px; border-left: 4px solid var(--link); border-radius: 5px; background: var(--here); }

.facts { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 6px 20px; margin: 0 0 20px; padding: 14px 18px; background: var(--card); border: 1px solid var(--rule); border-radius: 9px; }
.facts dt { color: var(--quiet); } .facts dd { margin: 0; min-width: 0; }
.fields { margin: 0; border-top: 1px solid var(--rule); }
.field { display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 7fr); gap: 2px 24px; padding: 9px 8px; border-bottom: 1px solid var(--rule); }
.field:target { background: var(--mark); } .field dt { overflow-wrap: anywhere; } .field dd { margin: 0; } .depth1 dt { padding-left: 18px; } .depth2 dt { padding-left: 36px; } .depth3 dt { padding-left: 54px; }
.inside { font: .875em ui-monospace, Menlo, 'DejaVu Sans Mono', monospace; color: var(--quiet); } .type { color: var(--quiet); font-size: 13px; white-space: nowrap; }
.tag { display: inline-block; padding: 0 7px; border-radius: 9px; font-size: 12px; line-height: 19px; background: var(--tag); color: var(--text); white-space: nowrap; }
.tag.required { background: var(--required-back); color: var(--required); } .tag.redaction { background: var(--redaction-back); color: var(--redaction); } .tag.dropped { background: var(--dropped-back); color: var(--dropped); }
.classes { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 8px 16px; max-width: 90ch; } .classes dd { margin: 0; }
.rules { padding-left: 22px; } .rules li { padding-left: 6px; margin-bottom: 6px; }

@media (max-width: 900px) {
  .layout { grid-template-columns: minmax(0, 1fr); } .side { position: static; max-height: none; padding: 14px 0 0; } .side ul { display: flex; flex-wrap: wrap; gap: 2px; } .layout .side h2 { margin: 8px 0 2px; }
  .layout .side a { padding: 2px 9px; } html { scroll-padding-top: 110px; }
}
@media (max-width: 560px) {
  body { font-size: 14.5px; } .top { padding: 8px 12px; gap: 6px 12px; } .layout { padding: 0 14px 60px; } .sections a { padding: 4px 8px; font-size: 14px; } .layout h1 { font-size: 24px; } .lead { font-size: 16px; }
  .field, .facts, .classes { grid-template-columns: minmax(0, 1fr); } .facts dt { margin-top: 4px; } .facts { gap: 2px; } .field dd { padding-left: 0; } .depth1 { padding-left: 18px; } .depth2, .depth3 { padding-left: 32px; } .field dt { padding-left: 0; } .side { display: none; } .type { white-space: normal; }
}
@media print { .top, .side { display: none; } .layout { display: block; } }
`;

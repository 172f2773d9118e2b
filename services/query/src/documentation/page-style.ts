/** The look of all pages of the documentation, in light and dark. The reference component brings its own for what is inside it. */
export const PAGE_STYLE = `:root { color-scheme: light dark; --back: #f7f8fa; --card: #fff; --text: #1b1f27; --rule: #dfe3e9; --link: #0b57b7; --soft: #e8f0fb; --warn: #a3201f; }
@media (prefers-color-scheme: dark) {
  :root { --back: #101318; --card: #191d24; --text: #e4e7ec; --rule: #2c323c; --link: #8ab8ff; --soft: #1c2a40; --warn: #ff9d99; }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 72px; }
body { margin: 0; background: var(--back); color: var(--text); font: 15px/1.55 system-ui, 'Open Sans', sans-serif; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: 8px; top: -60px; z-index: 30; padding: 8px 14px; background: var(--card); }
.skip:focus { top: 8px; }
.top { position: sticky; top: 0; z-index: 20; display: flex; align-items: center; gap: 4px 22px; flex-wrap: wrap; padding: 9px 24px; background: var(--card); border-bottom: 1px solid var(--rule); }
.top a { color: var(--text); text-decoration: none; }
.brand { font-weight: 700; }
.sections a { padding: 5px 11px; border-radius: 6px; white-space: nowrap; }
.sections a[aria-current] { background: var(--soft); color: var(--link); font-weight: 600; }
.layout { display: grid; grid-template-columns: 236px minmax(0, 1fr); gap: 0 44px; max-width: 1180px; margin: 0 auto; padding: 0 24px 80px; }
.layout a { color: var(--link); }
.layout code { font: .875em ui-monospace, Menlo, 'DejaVu Sans Mono', monospace; overflow-wrap: anywhere; }
.side { position: sticky; top: 53px; align-self: start; max-height: calc(100vh - 53px); overflow-y: auto; padding: 22px 0; font-size: 14px; }
.layout .side h2 { margin: 14px 0 4px; font-size: 12px; }
.side a { display: block; padding: 3px 0; text-decoration: none; }
.layout main { padding-top: 28px; min-width: 0; }
main > p, main > ol, section > p { max-width: 74ch; }
.layout h2 { margin: 40px 0 10px; font-size: 20px; line-height: 1.3; }
.note { padding: 11px 15px; border-left: 4px solid var(--link); background: var(--soft); }
.layout table { width: 100%; border-collapse: collapse; }
.layout td { padding: 8px 16px 8px 0; border-top: 1px solid var(--rule); vertical-align: top; overflow-wrap: anywhere; }
.layout tr:target { background: var(--soft); }
.layout em { padding: 0 7px; border-radius: 9px; background: var(--soft); font-style: normal; font-size: 12px; white-space: nowrap; }
.layout em.dropped { color: var(--warn); }
@media (max-width: 900px) { .layout { grid-template-columns: minmax(0, 1fr); padding: 0 14px 60px; } .side { display: none; } }
@media print { .top, .side { display: none; } .layout { display: block; } }
`;

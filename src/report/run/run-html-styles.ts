export const runStyles = `:root { color-scheme: light dark; --line: #d0d4da; --quiet: #5a6270; --bad: #b3261e; --warn: #8a5300; --good: #1b6b38; --panel: #f5f6f8; }
@media (prefers-color-scheme: dark) { :root { --line: #3a4048; --quiet: #a3acb8; --bad: #ff8a80; --warn: #f0b35a; --good: #7fd69b; --panel: #1c2026; } }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
h1 { font-size: 1.4rem; margin: 0 0 .3rem; } h2 { font-size: 1.05rem; margin: 2rem 0 .5rem; } h3 { font-size: 1rem; margin: .3rem 0; }
.good { color: var(--good); } .bad { color: var(--bad); } .warn { color: var(--warn); } .quiet { color: var(--quiet); margin: .1rem 0; }
.loud { border: 2px solid var(--warn); padding: .2rem 1rem .6rem; margin: 1rem 0; } .loud h2 { margin: .6rem 0; }
code { font: 13px/1.45 ui-monospace, monospace; overflow-wrap: anywhere; } ul { padding-left: 1.2rem; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top; padding: .25rem .6rem .25rem 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
article { border-top: 2px solid var(--line); padding: .7rem 0; margin-top: 1rem; } summary { cursor: pointer; color: var(--quiet); }
@media print { body { margin: 0; max-width: none; } tr, li { break-inside: avoid; } }`;

/** The hash by which the page allows these styles and no others; a test computes it again. */
export const runStylesHash = 'sha256-XI8/HUSkPvxS7Dd97O+OJMT28ox13NosbZ92UOcURio=';

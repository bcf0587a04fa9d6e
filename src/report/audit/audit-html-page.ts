/** Shows the findings that fit the three choices; a page without scripts shows all of them. */
export const filterScript = `(() => {
  const rows = [...document.querySelectorAll('[data-finding]')];
  const field = (id) => document.getElementById(id);
  const shown = field('shown');
  const apply = () => {
    const severity = field('severity').value;
    const rule = field('rule').value;
    const file = field('file').value.toLowerCase();
    let count = 0;
    for (const row of rows) {
      const fits = (severity === '' || row.dataset.severity === severity) &&
        (rule === '' || row.dataset.rule === rule) && row.dataset.file.toLowerCase().includes(file);
      row.hidden = !fits;
      if (fits) count += 1;
    }
    shown.textContent = count + ' of ' + rows.length + ' findings';
  };
  for (const id of ['severity', 'rule', 'file']) field(id).addEventListener('input', apply);
  field('filters').hidden = false;
  apply();
})();`;

/** The hashes by which the page allows this one script, these styles and no others; a test computes them again. */
export const filterScriptHash = 'sha256-UuEKimSXJPY7jxiUad8+/W3vwNeBgspF7ptVToxS/uc=';

export const styles = `:root { color-scheme: light dark; --line: #d0d4da; --quiet: #5a6270; --bad: #b3261e; --warn: #8a5300; --good: #1b6b38; --panel: #f5f6f8; }
@media (prefers-color-scheme: dark) { :root { --line: #3a4048; --quiet: #a3acb8; --bad: #ff8a80; --warn: #f0b35a; --good: #7fd69b; --panel: #1c2026; } }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
h1 { font-size: 1.4rem; margin: 0 0 .3rem; } h2 { font-size: 1.05rem; margin: 2rem 0 .5rem; }
.FAILED, .CRITICAL, .HIGH { color: var(--bad); } .PASSED { color: var(--good); } .NOT, .MEDIUM { color: var(--warn); }
.quiet { color: var(--quiet); } code, pre { font: 13px/1.45 ui-monospace, monospace; }
pre { background: var(--panel); margin: .3rem 0; padding: .4rem .6rem; white-space: pre-wrap; overflow-wrap: anywhere; }
article { border-top: 1px solid var(--line); padding: .7rem 0; overflow-wrap: anywhere; break-inside: avoid; }
article p { margin: .2rem 0; } strong.severity { display: inline-block; min-width: 5.5rem; }
form { background: var(--panel); padding: .6rem; position: sticky; top: 0; display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; }
form[hidden] { display: none; } [hidden] { display: none; }
select, input { font: inherit; padding: .2rem .4rem; } ul { padding-left: 1.2rem; }
@media print { form { display: none !important; } body { margin: 0; max-width: none; } article[hidden] { display: block; } }`;

export const stylesHash = 'sha256-A4hRgUHNL3eI4uXAasO9zzJZ9MXqRd1A0IRx4FvKFvs=';

import { sanitize } from '../../formats/index.ts';
import type { ScanAudit, ScanAuditFinding } from '../../model/scan-audit.ts';
import { severities } from '../../model/severity.ts';
import { bytes, count, duration } from '../say.ts';
import { filterScript, filterScriptHash, styles, stylesHash } from './audit-html-page.ts';
import { countsText, leftText, scoresText, standingLines, verdictOf } from './audit-words.ts';

/** A page that a browser can still open; the rest is said. */
const MOST = 5_000;

/** One file, without anything from elsewhere: it opens from a disk, prints, and shows every finding even without scripts. */
export function auditHtml(audit: ScanAudit, { title }: { readonly title: string }): string {
  const shown = audit.findings.slice(0, MOST);
  const more = audit.findings.length - shown.length;
  const policy = `default-src 'none'; style-src '${stylesHash}'; script-src '${filterScriptHash}'; base-uri 'none'; form-action 'none'`;
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    `<title>Audit of ${html(title)}</title>`,
    `<style>${styles}</style>`,
    '</head>',
    '<body>',
    ...head(audit, title),
    ...filters(shown),
    '<main>',
    ...(shown.length === 0 ? ['<p>No findings.</p>'] : shown.map(article)),
    ...(more === 0 ? [] : [`<p>+${more} more findings: gauntlet audit --json has them all.</p>`]),
    '</main>',
    ...tail(audit),
    `<script>${filterScript}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

function head(audit: ScanAudit, title: string): readonly string[] {
  const { word, because } = verdictOf(audit);
  const looked = `Looked at ${count(audit.scanned.files, 'file')} (${bytes(audit.scanned.bytes)}) in ${duration(audit.durationMs)}.`;
  return [
    `<h1>Audit of ${html(title)}: <span class="${word.split(' ')[0] ?? ''}">${word}</span></h1>`,
    `<p>${html(because)}. Findings: ${html(countsText(audit))}.</p>`,
    `<p class="quiet">${html(scoresText(audit))}. ${looked}</p>`,
    ...standingLines(audit).map((line) => `<p class="quiet">${html(line)}</p>`),
  ];
}

/** Hidden until the script shows it: without one there is nothing to choose. */
function filters(findings: readonly ScanAuditFinding[]): readonly string[] {
  const rules = [...new Set(findings.map(({ rule }) => rule))].sort();
  const present = severities.filter((each) => findings.some(({ severity }) => severity === each));
  const options = (names: readonly string[]): string =>
    ['<option value="">all</option>', ...names.map((name) => `<option>${html(name)}</option>`)].join('');
  return [
    '<form id="filters" hidden>',
    `<label>Severity <select id="severity">${options(present)}</select></label>`,
    `<label>Rule <select id="rule">${options(rules)}</select></label>`,
    '<label>File <input id="file" type="search"></label>',
    '<span id="shown" class="quiet" role="status"></span>',
    '</form>',
  ];
}

function article(finding: ScanAuditFinding): string {
  const { severity, rule, file, line, message, evidence, fix, fingerprint, confidence } = finding;
  const place = file === '' ? 'the project as a whole' : line === 0 ? file : `${file}:${line}`;
  return [
    `<article data-finding data-severity="${severity}" data-rule="${html(rule)}" data-file="${html(file)}">`,
    `<p><strong class="severity ${severity}">${severity}</strong> <strong>${html(rule)}</strong> <code>${html(place)}</code></p>`,
    `<p>${html(message)}</p>`,
    ...(evidence === '' ? [] : [`<pre>${html(evidence)}</pre>`]),
    `<p>Fix: ${html(fix)}</p>`,
    `<p class="quiet">${html(standing(finding))}fingerprint ${html(fingerprint)}, confidence ${confidence}</p>`,
    '</article>',
  ].join('\n');
}

function standing({ suppressed, excuse, baseline }: ScanAuditFinding): string {
  if (suppressed !== null && excuse?.kind === 'waiver') {
    const by = excuse.by === null ? '' : ` by ${excuse.by}`;
    return `waived${by} until ${excuse.until}: ${suppressed}; `;
  }
  if (suppressed !== null) return `left alone: ${suppressed}; `;
  return baseline === null ? '' : baseline === 'known' ? 'known in the baseline; ' : 'new; ';
}

function tail({ left, unresolved, notes, crashes, rules }: ScanAudit): readonly string[] {
  const crashed = crashes.map(
    ({ rule, file, because }) => `${rule}${file === '' ? '' : ` on ${file}`}: ${because}`,
  );
  return [
    ...list('Failed', crashed),
    ...list('Notes', notes),
    ...list('Left out', left.map(leftText)),
    ...list(
      'Not made out',
      unresolved.map(({ rule, what, count: many }) => `${many} ${what} (${rule})`),
    ),
    ...list(
      'Rules that were asked',
      rules.map(({ id, title }) => `${id}: ${title}`),
    ),
  ];
}

function list(heading: string, items: readonly string[]): readonly string[] {
  if (items.length === 0) return [];
  return [`<h2>${heading}</h2>`, '<ul>', ...items.map((item) => `<li>${html(item)}</li>`), '</ul>'];
}

/** Text from outside, in an element or an attribute: one line, and nothing in it is mark-up. */
function html(text: string): string {
  return sanitize(text, { singleLine: true, maxLength: 1_000 }).replace(
    /[&<>"'`=]/g,
    (mark) => `&#${mark.charCodeAt(0)};`,
  );
}

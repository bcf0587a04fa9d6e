import { crashText, standingText } from '../findings/plain.ts';
import { type Finding, placeOf } from '../../model/finding.ts';
import { headline } from '../../model/outcome.ts';
import { confidenceOf, type Report, wordsOf } from '../../model/report.ts';
import { severities } from '../../model/severity.ts';
import { listed } from '../document/document.ts';
import { htmlOf } from '../document/html.ts';
import { filterScript, filterScriptHash, htmlPage, html, outcomeClass } from '../html-page.ts';
import { bytes, count, duration } from '../say.ts';
import { countsText, hintLines, leftText, notJudgedLines, seenLines } from './audit-words.ts';
import { standingLines, unresolvedText } from './audit-words.ts';

/** A page that a browser can still open; the rest is said. */
const MOST = 5_000;

/** A report with every finding; its script only filters them. */
export function auditHtml(audit: Report, { title }: { readonly title: string }): string {
  const shown = audit.findings.slice(0, MOST);
  const more = audit.findings.length - shown.length;
  const body = [
    ...head(audit, title),
    ...filters(shown),
    '<main>',
    ...(shown.length === 0 ? ['<p>No findings.</p>'] : shown.map(article)),
    ...(more === 0 ? [] : [`<p>+${more} more findings: gauntlet audit --json has them all.</p>`]),
    '</main>',
    ...tail(audit),
  ];
  const script = { text: filterScript, hash: filterScriptHash };
  return htmlPage('gauntlet audit', `Audit of ${title}`, body, script);
}

function head(audit: Report, title: string): readonly string[] {
  const { outcome, scanned } = audit;
  const size = scanned.bytes === 0 ? '' : ` (${bytes(scanned.bytes)})`;
  const looked = `Scanned ${count(scanned.files, 'file')}${size} in ${duration(audit.durationMs)}.`;
  return [
    `<h1>Audit of ${html(title)}: <span class="${outcomeClass(outcome)}">${html(headline(outcome))}</span></h1>`,
    `<p>Open findings: ${html(countsText(audit))}.</p>`,
    `<p class="quiet">${looked}</p>`,
    ...[...hintLines(audit), ...notJudgedLines(audit), ...standingLines(audit)].map(
      (line) => `<p class="quiet">${html(line)}</p>`,
    ),
  ];
}

/** Hidden until the script shows it: without one there is nothing to choose. */
function filters(findings: readonly Finding[]): readonly string[] {
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

function article(finding: Finding): string {
  const { severity, rule, file, evidence, fix, fingerprint, baseline, reportedBy = [] } = finding;
  const standing = standingText(finding) || (baseline === 'new' ? 'new' : '');
  return [
    `<article data-finding data-severity="${severity}" data-rule="${html(rule)}" data-file="${html(file)}">`,
    `<p><strong class="severity ${severity}">${severity}</strong> <strong>${html(rule)}</strong> <code>${html(placeOf(finding, 'the project as a whole'))}</code></p>`,
    `<p>${html(wordsOf(finding))}</p>`,
    ...(evidence === '' ? [] : [`<pre>${html(evidence)}</pre>`]),
    `<p>Fix: ${html(fix)}</p>`,
    ...(reportedBy.length === 0 ? [] : [`<p>Reported by: ${html(reportedBy.join(', '))}</p>`]),
    `<p class="quiet">${standing === '' ? '' : `${html(standing)}; `}fingerprint ${html(fingerprint)}, confidence ${confidenceOf(finding)}</p>`,
    '</article>',
  ].join('\n');
}

function tail({ left, unresolved, notes, crashes, rules, seen }: Report): readonly string[] {
  return htmlOf([
    ...listed('Understood', seen === undefined ? [] : seenLines({ seen })),
    ...listed('Failed', crashes.map(crashText)),
    ...listed('Notes', notes),
    ...listed('Skipped', left.map(leftText)),
    ...listed('Could not analyse', unresolved.map(unresolvedText)),
    ...listed(
      'Rules that ran',
      rules.map(({ id, title }) => `${id}: ${title}`),
    ),
  ]);
}

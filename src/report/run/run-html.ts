import { isOpen, placeOf } from '../../model/finding.ts';
import { headline } from '../../model/outcome.ts';
import { wordsOf } from '../../model/report.ts';
import { htmlPage, html, outcomeClass } from '../html-page.ts';
import { count, duration, isoTime, money } from '../say.ts';
import { noneOpenWords, standingFindings } from './open-findings.ts';
import { diffTotal, type JobReport, type RunReport } from './run-report.ts';

/** A page that a browser can still open; the rest is said. */
const MOST_JOBS = 2_000;
const MOST_FINDINGS = 5_000;
/** Rows of the parts that come first. */
const MOST_FIRST = 100;

/** A run without scripts: decisions, tickets with their runs and findings, and what people said. */
export function runHtml(report: RunReport): string {
  const shown = report.jobs.slice(0, MOST_JOBS);
  const budget = { left: MOST_FINDINGS };
  return htmlPage('gauntlet report', `${report.epic}: ${headline(report.outcome)}`, [
    ...head(report),
    ...decisions(report),
    '<main>',
    ...openFindings(report),
    ...changes(report),
    ...board(shown),
    ...shown.flatMap((job) => section(job, budget)),
    ...(shown.length < report.jobs.length
      ? [`<p>+${report.jobs.length - shown.length} more: gauntlet report --format json has them all.</p>`]
      : []),
    '</main>',
    ...people(report),
  ]);
}

function head(report: RunReport): readonly string[] {
  const { outcome, epic, epicBranch, base, tip, tokens, startedAt, at, enforcement } = report;
  const tickets = report.jobs.filter(({ kind }) => kind === 'ticket');
  const done = tickets.filter(({ status }) => status === 'completed').length;
  const facts = [
    `${done} of ${count(tickets.length, 'ticket')} landed`,
    ...report.redAtBase,
    ...report.requirements,
    `${report.cost}, ${tokens} tokens`,
    ...(startedAt === null ? [] : [`${duration(at - startedAt)}, ended ${isoTime(at) ?? ''}`]),
    ...(epicBranch === null
      ? []
      : [`branch ${epicBranch} at ${tip.slice(0, 12)}, cut from ${base.slice(0, 12)}`]),
    ...(enforcement === null
      ? []
      : [
          `read-only access for judges: ${enforcement === 'enforced' ? 'enforced' : 'verified, not enforced'}`,
        ]),
  ];
  return [
    `<h1>${html(epic)}: <strong class="gate ${outcomeClass(outcome)}">${html(headline(outcome))}</strong></h1>`,
    ...facts.map((fact) => `<p class="quiet">${html(fact)}</p>`),
    ...report.notes.map((note) => `<p class="quiet">note: ${html(note)}</p>`),
    ...report.calibrations.map((words) => `<p class="quiet">${html(words)}</p>`),
  ];
}

/** The loudest part: people are the slowest part of any run. */
function decisions({ decisions: open }: RunReport): readonly string[] {
  if (open.length === 0) return [];
  const blocked = open.reduce((sum, { blocks }) => sum + blocks, 0);
  const holds = blocked === 0 ? '' : `, blocking ${count(blocked, 'ticket')}`;
  return [
    '<section class="loud">',
    `<h2>${count(open.length, 'decision')} needed${holds}</h2>`,
    ...open.flatMap(({ ticket, title, reason, because, evidence, answers }) => [
      `<p><strong>${html(ticket)}</strong> ${html(title)}: ${html(reason)}. ${html(because)}</p>`,
      '<ul>',
      ...evidence.map((line) => `<li>${html(line)}</li>`),
      ...answers.map(
        ({ command, consequence }) => `<li><code>${html(command)}</code> ${html(consequence)}</li>`,
      ),
      '</ul>',
    ]),
    '</section>',
  ];
}

/** What still counts against the result, with a link to its ticket below. */
function openFindings(report: RunReport): readonly string[] {
  const open = standingFindings(report).filter(isOpen);
  const rows = open.slice(0, MOST_FIRST).map((finding) => {
    const place = placeOf(finding, 'the project');
    return `<li><strong>${html(finding.severity)}</strong> <code>${html(place)}</code> ${html(wordsOf(finding))} (<a href="#${anchor({ id: finding.job })}">${html(finding.job)}</a>)</li>`;
  });
  const rest = open.length - rows.length;
  return [
    '<h2>Findings</h2>',
    ...(open.length === 0 ? [`<p>${noneOpenWords(report)}</p>`] : ['<ul>', ...rows, '</ul>']),
    ...(rest > 0 ? [`<p>and ${rest} more</p>`] : []),
  ];
}

function changes({ diff }: RunReport): readonly string[] {
  if (diff === null) return [];
  const rows = diff
    .slice(0, MOST_FIRST)
    .map(
      ({ path, added, removed }) =>
        `<tr><td><code>${html(path)}</code></td><td>${added === null ? 'binary' : `+${added} −${removed ?? 0}`}</td></tr>`,
    );
  const rest = diff.length - rows.length;
  return [
    `<h2>Changes</h2><p>${diffTotal(diff)}</p>`,
    '<table><thead><tr><th>File</th><th>Lines</th></tr></thead><tbody>',
    ...rows,
    '</tbody></table>',
    ...(rest > 0 ? [`<p>and ${count(rest, 'more file')}</p>`] : []),
  ];
}

function board(jobs: readonly JobReport[]): readonly string[] {
  return [
    '<h2>Tickets</h2>',
    '<table>',
    '<thead><tr><th>Ticket</th><th>Status</th><th>Attempts</th><th>Cost</th><th>Why</th></tr></thead>',
    '<tbody>',
    ...jobs.map(
      (job) =>
        `<tr><td><a href="#${anchor(job)}">${html(job.id)}</a> ${html(job.title)}</td>` +
        `<td class="${statusClass(job)}">${html(job.status)}</td><td>${job.attempts}</td>` +
        `<td>${money(job.costUsd)}</td><td>${html(job.reason, 300)}</td></tr>`,
    ),
    '</tbody>',
    '</table>',
  ];
}

function statusClass({ status }: JobReport): string {
  if (status === 'completed') return 'good';
  return status === 'failed' || status === 'escalated' ? 'bad' : 'warn';
}

/** Ids are of few letters already; what is not is replaced, so that a link leads where it says. */
function anchor({ id }: Pick<JobReport, 'id'>): string {
  return `job-${id.replace(/[^A-Za-z0-9]/g, (mark) => `_${mark.charCodeAt(0)}`)}`;
}

function section(job: JobReport, budget: { left: number }): readonly string[] {
  const findings = job.findings.slice(0, budget.left);
  budget.left -= findings.length;
  const missing = job.findings.length - findings.length;
  return [
    `<article id="${anchor(job)}">`,
    `<h3>${html(job.id)} ${html(job.title)} <span class="${statusClass(job)}">${html(job.status)}</span></h3>`,
    ...(job.stop === null
      ? []
      : [`<p>${html(job.stop.how)} by ${html(job.stop.by)}: ${html(job.stop.why)}</p>`]),
    ...warnings(job).map((line) => `<p class="warn">${html(line)}</p>`),
    ...(job.runs.length === 0 ? ['<p class="quiet">No step has run for it.</p>'] : timeline(job)),
    ...(job.lastLines.length === 0
      ? []
      : ['<p>Last output of the latest failure:</p>', `<pre>${html(job.lastLines.join('\n'))}</pre>`]),
    ...(findings.length === 0 ? [] : findingLines(findings)),
    ...(missing === 0 ? [] : [`<p>+${missing} more findings: gauntlet report --format json</p>`]),
    '</article>',
  ];
}

function warnings({ judged, accepted, sentBack, putBack, setAside }: JobReport): readonly string[] {
  return [
    ...(judged ? [] : ['review is switched off for this ticket: neither critic nor auditor has seen it']),
    ...accepted.map(({ by, why }) => `risk accepted by ${by}: ${why}`),
    ...sentBack.map(({ kind, because }) => `sent back (${kind}): ${because}`),
    ...putBack.map((path) => `reverted, because the ticket may not change it: ${path}`),
    ...setAside.map((finding) => `not counted, not tied to any code: ${placeOf(finding)} ${finding.message}`),
  ];
}

function timeline({ runs }: JobReport): readonly string[] {
  return [
    `<details open><summary>${count(runs.length, 'run')}</summary>`,
    '<table>',
    '<thead><tr><th>Attempt</th><th>Who</th><th>Time</th><th>Cost</th><th>Result</th></tr></thead>',
    '<tbody>',
    ...runs.map(
      ({ attempt, who, durationMs, costUsd, result, said }) =>
        `<tr><td>${attempt}</td><td>${html(who)}</td><td>${durationMs === null ? '' : duration(durationMs)}</td>` +
        `<td>${costUsd === 0 ? '' : money(costUsd)}</td><td>${[result, ...said].map((line) => html(line, 400)).join(' · ')}</td></tr>`,
    ),
    '</tbody>',
    '</table>',
    '</details>',
  ];
}

function findingLines(findings: JobReport['findings']): readonly string[] {
  return [
    `<details open><summary>${count(findings.length, 'finding')}, including earlier attempts</summary>`,
    '<ul>',
    ...findings.map((finding) => {
      const { severity, fix, rule, attempt, reportedBy = [] } = finding;
      const place = placeOf(finding, 'the project');
      const how = fix === '' ? '' : ` Fix: ${fix}`;
      const by = reportedBy.length === 0 ? '' : ` Reported by: ${reportedBy.join(', ')}`;
      return `<li><strong>${html(severity)}</strong> attempt ${attempt} <code>${html(place)}</code> ${html(rule)}: ${html(wordsOf(finding))}${html(how)}${html(by)}</li>`;
    }),
    '</ul>',
    '</details>',
  ];
}

function people({ people: said }: RunReport): readonly string[] {
  if (said.length === 0) return [];
  return [
    '<h2>Decisions and notes</h2>',
    '<ul>',
    ...said.map(
      ({ at, about, words }) =>
        `<li><code>${html(isoTime(at) ?? '')}</code> ${about === null ? '' : `${html(about)}: `}${html(words)}</li>`,
    ),
    '</ul>',
  ];
}

import { isOpen, placeOf } from '../../model/finding.ts';
import { headline } from '../../model/outcome.ts';
import { wordsOf } from '../../model/report.ts';
import {
  type Anchor,
  code,
  type Document,
  type Item,
  type Line,
  list,
  listed,
  strong,
} from '../document/document.ts';
import { htmlOf } from '../document/html.ts';
import { markdownOf } from '../document/markdown.ts';
import { enforcementWords, short } from '../event-words.ts';
import { htmlPage, outcomeClass } from '../html-page.ts';
import { count, duration, isoTime, money } from '../say.ts';
import { askedWords } from '../status/decisions.ts';
import { noneOpenWords, standingFindings } from './open-findings.ts';
import { diffTotal, type JobReport, type RunReport } from './run-report.ts';

/** The page for the final human review (DISPATCH-10). */
export function summaryMarkdown(report: RunReport): string {
  return markdownOf(runDocument(report));
}

/** The same as one HTML file without scripts. */
export function runHtml(report: RunReport): string {
  const title = `${report.epic}: ${headline(report.outcome)}`;
  return htmlPage('gauntlet report', title, htmlOf(runDocument(report)));
}

/** A page that a browser can still open; the rest is said. */
const MOST_JOBS = 2_000;
const MOST_FINDINGS = 5_000;
/** Rows of the parts that come first. */
const MOST_FIRST = 100;

/** What landed, who judged it, and what nobody enforced: decisions and open findings first, then each ticket. */
export function runDocument(report: RunReport): Document {
  const { epic, outcome, jobs } = report;
  const shown = jobs.slice(0, MOST_JOBS);
  const budget = { left: MOST_FINDINGS };
  const rest = jobs.length - shown.length;
  const word = { as: 'tinted', text: headline(outcome), tint: outcomeClass(outcome) } as const;
  return [
    { kind: 'heading', level: 1, line: [`${epic}: `, word] },
    ...list(overview(report)),
    ...openFindings(report),
    ...changes(report),
    ...decisions(report),
    // How far the requirements are ticked and reviewed (TEAM-25).
    ...listed('Requirements', report.requirements),
    // How often a critic's pass held: whoever reviews in the end knows how much to rely on the others (FLOW-14).
    ...listed('Critic track record', report.critics),
    ...listed('Judges and settings', judgesAndSettings(report)),
    ...tickets(shown),
    ...shown.flatMap((job) => article(job, budget)),
    ...(rest === 0 ? [] : [line(`+${rest} more: gauntlet report --format json has them all.`)]),
    ...listed('Decisions and notes', report.people.map(personLine)),
  ];
}

function overview({ redAtBase, counts, epicBranch, base, tip, startedAt, at, ...report }: RunReport): Item[] {
  const all = report.jobs.filter(({ kind }) => kind === 'ticket').length;
  const { done, failed, deciding, blocked, waiting, running } = counts;
  return [
    ...redAtBase.map((red) => [strong(red)]),
    `${count(all, 'ticket')}: ${done} completed, ${failed} failed, ${deciding} to decide, ${blocked} blocked, ${waiting + running} not finished`,
    [
      'branch ',
      epicBranch === null ? 'not known' : code(epicBranch),
      ...(tip === '' ? [] : [' at ', code(short(tip))]),
      ', cut from ',
      base === '' ? 'an unknown base' : code(short(base)),
    ],
    `${report.cost}, ${report.tokens} tokens`,
    ...(startedAt === null ? [] : [`${duration(at - startedAt)}, ended ${isoTime(at) ?? ''}`]),
    ...[report.landing].filter(Boolean),
  ];
}

/** What still counts against the result, with a link to its ticket below. */
function openFindings(report: RunReport): Document {
  const open = standingFindings(report).filter(isOpen);
  const items = open.slice(0, MOST_FIRST).map((finding): Line => {
    const job = report.jobs.find(({ id }) => id === finding.job);
    return [
      strong(finding.severity),
      ' ',
      code(placeOf(finding)),
      ` ${wordsOf(finding)}`,
      ...(job === undefined ? [] : [' (', { as: 'link', text: job.id, to: anchorOf(job) } as const, ')']),
    ];
  });
  return [
    { kind: 'heading', level: 2, line: 'Findings' },
    ...(open.length === 0 ? [line(noneOpenWords(report))] : list([...items, ...more(open.length)])),
  ];
}

function changes({ diff }: RunReport): Document {
  if (diff === null) return [];
  const rows = diff
    .slice(0, MOST_FIRST)
    .map(({ path, added, removed }): Line => [
      code(path),
      added === null ? ' binary' : ` +${added} −${removed ?? 0}`,
    ]);
  return [
    { kind: 'heading', level: 2, line: 'Changes' },
    line(diffTotal(diff)),
    ...list([...rows, ...more(diff.length)]),
  ];
}

function more(all: number): readonly string[] {
  return all > MOST_FIRST ? [`and ${all - MOST_FIRST} more`] : [];
}

function line(words: Line) {
  return { kind: 'line', line: words } as const;
}

/** The loudest part: people are the slowest part of any run. */
function decisions({ decisions: open, epic }: RunReport): Document {
  if (open.length === 0) return [];
  const blocked = open.reduce((sum, { blocks }) => sum + blocks, 0);
  const holds = blocked === 0 ? '' : `, blocking ${count(blocked, 'ticket')}`;
  const blocks = open.flatMap((decision) => {
    const { ticket, title, because, evidence } = decision;
    const { reason, answers } = askedWords(decision, epic);
    const ways = answers.map(({ command, consequence }): Line => [code(command), ` ${consequence}`]);
    return [line([strong(ticket), ` ${title}: ${reason}. ${because}`]), ...list([...evidence, ...ways])];
  });
  const heading = `${count(open.length, 'decision')} needed${holds}`;
  return [{ kind: 'loud', blocks: [{ kind: 'heading', level: 2, line: heading }, ...blocks] }];
}

function judgesAndSettings({ judges, enforcement, notes }: RunReport): readonly Item[] {
  const files =
    judges === null
      ? []
      : [
          [
            'SHA-256 of the epic file ',
            code(short(judges.epicFile)),
            ', of the configuration ',
            judges.configFile === null ? '(none)' : code(short(judges.configFile)),
          ],
          ...judges.agents.map(({ role, hash, origin }) => [`${role}: ${origin} (`, code(short(hash)), ')']),
        ];
  return [
    ...(enforcement === null ? [] : [enforcementWords(enforcement)]),
    ...files,
    ...notes.map((note) => `note: ${note}`),
  ];
}

function tickets(jobs: readonly JobReport[]): Document {
  const rows = jobs.map((job): readonly Line[] => [
    [{ as: 'link', text: job.id, to: anchorOf(job) }, job.title === '' ? '' : ` ${job.title}`],
    [statusPiece(job)],
    String(job.attempts),
    money(job.costUsd),
    job.reason,
  ]);
  return [
    { kind: 'heading', level: 2, line: 'Tickets' },
    { kind: 'table', head: ['Ticket', 'Status', 'Attempts', 'Cost', 'Why'], rows },
  ];
}

function statusPiece({ status }: JobReport) {
  const isBad = status === 'failed' || status === 'escalated';
  return {
    as: 'tinted',
    text: status,
    tint: status === 'completed' ? 'good' : isBad ? 'bad' : 'warn',
  } as const;
}

/** Ids are of few letters already; what is not is replaced, so that a link leads where it says. */
function anchorOf(job: JobReport): Anchor {
  const id = `job-${job.id.replace(/[^A-Za-z0-9]/g, (mark) => `_${mark.charCodeAt(0)}`)}`;
  return { id, heading: headingOf(job) };
}

function headingOf({ id, title }: JobReport): string {
  return `${id}${title === '' ? '' : ` ${title}`}`;
}

function article(job: JobReport, budget: { left: number }): Document {
  const { runs, lastLines } = job;
  const shown = job.findings.slice(0, budget.left);
  budget.left -= shown.length;
  const missing = job.findings.length - shown.length;
  const found = `${count(shown.length, 'finding')}, including earlier attempts:`;
  return [
    {
      kind: 'article',
      anchor: anchorOf(job),
      line: headingOf(job),
      blocks: [
        ...list([...jobFacts(job), ...(runs.length === 0 ? ['no step has run for it'] : runs.map(stepItem))]),
        ...(lastLines.length === 0
          ? []
          : [line('Last output of the latest failure:'), { kind: 'output', lines: lastLines } as const]),
        ...(shown.length === 0 ? [] : [line(found), ...list(shown.map(findingLine))]),
        ...(missing === 0 ? [] : [line(`+${missing} more findings: gauntlet report --format json`)]),
      ],
    },
  ];
}

function jobFacts(job: JobReport): readonly Item[] {
  const { status, landed, endedAt, stop } = job;
  const reason = status === 'completed' || job.reason === '' ? '' : `: ${job.reason}`;
  const landing = landed === null ? ['; nothing landed'] : ['; landed as ', code(short(landed))];
  const when = endedAt === null ? undefined : isoTime(endedAt);
  return [
    [
      statusPiece(job),
      reason,
      // The checks at base have nothing to land.
      ...(landed === null && job.kind === 'baseline' ? [] : landing),
      when === undefined ? '' : ` (${when})`,
    ],
    `${count(job.attempts, 'attempt')}, ${duration(job.busyMs)} of work, ${money(job.costUsd)}, ${job.tokens} tokens`,
    ...(stop === null ? [] : [`${stop.how} by ${stop.by}: ${stop.why}`]),
    // P2: that nobody judged it is never left unsaid.
    ...(job.judged
      ? []
      : [[strong('no review for this ticket'), ': neither critic nor auditor has seen it']]),
    ...job.sentBack.map(({ kind, because }) => `sent back (${kind}): ${because}`),
    ...job.putBack.map((path) => ['reverted, because the ticket may not change it: ', code(path)]),
    ...job.accepted.map(({ by, why }) => [strong(`risk accepted by ${by}`), `: ${why}`]),
    ...job.setAside.map(
      (finding) => `not counted, not tied to any code: ${placeOf(finding)} ${finding.message}`,
    ),
  ];
}

/** Who judged or worked, and what came of it, with the run its records are kept under. */
function stepItem({
  attempt,
  stage,
  run,
  who,
  durationMs,
  costUsd,
  result,
  said,
}: JobReport['runs'][number]): Item {
  const cost = costUsd === 0 ? '' : `, ${money(costUsd)}`;
  const took = durationMs === null ? '' : ` (${who}, ${duration(durationMs)}${cost})`;
  const came = durationMs === null ? 'no result' : result;
  return { line: `attempt ${attempt}, ${stage}, run ${run}${took}: ${came}`, below: said };
}

function findingLine(finding: JobReport['findings'][number]): Line {
  const { severity, fix, rule, attempt, reportedBy = [] } = finding;
  const how = fix === '' ? '' : ` Fix: ${fix}`;
  const by = reportedBy.length === 0 ? '' : ` Reported by: ${reportedBy.join(', ')}`;
  return [
    strong(severity),
    ` attempt ${attempt} `,
    code(placeOf(finding, 'the project')),
    ` ${rule}: ${wordsOf(finding)}${how}${by}`,
  ];
}

function personLine({ at, about, words }: RunReport['people'][number]): Line {
  return [code(isoTime(at) ?? ''), ` ${about === null ? '' : `${about}: `}${words}`];
}

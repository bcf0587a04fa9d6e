import { sanitize } from '../../formats/index.ts';
import { isOpen, placeOf } from '../../model/finding.ts';
import { headline } from '../../model/outcome.ts';
import { wordsOf } from '../../model/report.ts';
import { decisionLines } from '../status/decisions.ts';
import { enforcementWords, short } from '../event-words.ts';
import { md } from '../markdown-text.ts';
import { noneOpenWords, standingFindings } from './open-findings.ts';
import { diffTotal, type JobReport, type RunReport } from './run-report.ts';
import { count, duration, isoTime, money } from '../say.ts';

/** The page for the final human review: what landed, who judged it, and what nobody enforced (DISPATCH-10). */
export function summaryMarkdown(report: RunReport): string {
  const parts = [
    `# ${md(report.epic)}: ${md(headline(report.outcome))}`,
    overview(report),
    findingsPart(report),
    changesPart(report),
    decisionsPart(report),
    // How far the requirements are ticked and reviewed (TEAM-25).
    listed('Requirements', report.requirements),
    // How often a critic's pass held: whoever reviews in the end knows how much to rely on the others (FLOW-14).
    listed('Critic track record', report.critics),
    judgedBy(report),
    ...report.jobs.map(jobPart),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function overview({ redAtBase, counts, epicBranch, base, tip, ...report }: RunReport): string {
  const tickets = report.jobs.filter(({ kind }) => kind === 'ticket').length;
  return [
    ...redAtBase.map((line) => `- **${md(line)}**`),
    `- ${count(tickets, 'ticket')}: ${counts.done} completed, ${counts.failed} failed, ${counts.deciding} to decide, ${counts.blocked} blocked, ${counts.waiting + counts.running} not finished`,
    `- branch ${epicBranch === null ? 'not known' : code(epicBranch)}${tip === '' ? '' : ` at ${code(short(tip))}`}, cut from ${base === '' ? 'an unknown base' : code(short(base))}`,
    `- ${report.cost}, ${report.tokens} tokens`,
    ...[report.landing].filter(Boolean).map((line) => `- ${line}`),
  ].join('\n');
}

/** What still counts against the result, with a link to its ticket below. */
function findingsPart(report: RunReport): string {
  const open = standingFindings(report).filter(isOpen);
  const lines = open.slice(0, MOST_LINES).map((finding) => {
    const job = report.jobs.find(({ id }) => id === finding.job);
    const ticket = job === undefined ? '' : ` ([${md(job.id)}](#${anchor(heading(job))}))`;
    return `- **${finding.severity}** ${code(placeOf(finding))} ${md(wordsOf(finding))}${ticket}`;
  });
  return [
    '## Findings',
    '',
    ...(open.length === 0 ? [noneOpenWords(report)] : lines),
    ...more(open.length),
  ].join('\n');
}

function changesPart({ diff }: RunReport): string {
  if (diff === null) return '';
  const rows = diff
    .slice(0, MOST_LINES)
    .map(({ path, added, removed }) =>
      added === null ? `- ${code(path)} binary` : `- ${code(path)} +${added} −${removed ?? 0}`,
    );
  return ['## Changes', '', diffTotal(diff), '', ...rows, ...more(diff.length)].join('\n');
}

const MOST_LINES = 30;

function more(all: number): readonly string[] {
  return all > MOST_LINES ? [`- and ${all - MOST_LINES} more`] : [];
}

function heading({ id, title }: JobReport): string {
  return `${id}${title === '' ? '' : ` ${title}`}`;
}

/** The anchor that forges give to a heading. */
function anchor(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\-_ ]/gu, '')
    .replaceAll(' ', '-');
}

function judgedBy({ judges, enforcement, notes }: RunReport): string {
  if (judges === null || enforcement === null) return '';
  const { epicFile, configFile, agents } = judges;
  return [
    '## Judges and settings',
    '',
    `- ${enforcementWords(enforcement)}`,
    `- SHA-256 of the epic file ${code(short(epicFile))}, of the configuration ${configFile === null ? '(none)' : code(short(configFile))}`,
    ...agents.map(({ role, hash, origin }) => `- ${md(role)}: ${md(origin)} (${code(short(hash))})`),
    ...notes.map((note) => `- note: ${md(note)}`),
  ].join('\n');
}

function listed(heading: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [`## ${heading}`, '', ...lines.map((line) => `- ${md(line)}`)].join('\n');
}

function decisionsPart({ decisions, epic }: RunReport): string {
  if (decisions.length === 0) return '';
  return ['## Needs your decision', '', '```text', ...decisionLines(decisions, epic).map(fenced), '```'].join(
    '\n',
  );
}

function jobPart(job: JobReport): string {
  const { status, landed, endedAt, lastLines } = job;
  const reason = status === 'completed' || job.reason === '' ? '' : `: ${md(job.reason)}`;
  const landing = landed === null ? 'nothing landed' : `landed as ${code(short(landed))}`;
  // The checks at base have nothing to land.
  const where = landed === null && job.kind === 'baseline' ? '' : `; ${landing}`;
  const when = endedAt === null ? undefined : isoTime(endedAt);
  return [
    `## ${md(heading(job))}`,
    '',
    `- ${status}${reason}${where}${when === undefined ? '' : ` (${when})`}`,
    `- ${count(job.attempts, 'attempt')}, ${duration(job.busyMs)} of work, ${money(job.costUsd)}, ${job.tokens} tokens`,
    // P2: that nobody judged it is never left unsaid.
    ...(job.judged ? [] : ['- **no review for this ticket**: neither critic nor auditor has seen it']),
    ...verdicts(job),
    ...job.sentBack.map(({ kind, because }) => `- sent back (${kind}): ${md(because)}`),
    ...job.putBack.map((path) => `- reverted, because the ticket may not change it: ${code(path)}`),
    ...job.accepted.map(({ by, why }) => `- **risk accepted by ${md(by)}**: ${md(why)}`),
    ...job.setAside.map(
      ({ file, line, message }) => `- not counted, not tied to any code: ${md(`${file}:${line} ${message}`)}`,
    ),
    ...(lastLines.length === 0 ? [] : ['', '```text', ...lastLines.map(fenced), '```']),
  ].join('\n');
}

/** Who judged, and what they said: agents and gates alike, each with the run its records are kept under. */
function verdicts({ runs }: JobReport): string[] {
  return runs
    .filter(({ stage }) => judging.has(stage))
    .flatMap(({ run, attempt, stage, durationMs, result, said }) => [
      `- attempt ${attempt}, ${stage}, run ${run}: ${md(durationMs === null ? 'no result' : result)}`,
      ...said.map((line) => `  - ${md(line)}`),
    ]);
}

const judging: ReadonlySet<string> = new Set([
  'baseline',
  'validate',
  'review',
  'audit',
  'confirm',
  'gate',
  'team',
  'score',
]);

/** In backticks: a name without any. */
function code(text: string): string {
  return `\`${sanitize(text, { singleLine: true, maxLength: 200 }).replaceAll('`', "'")}\``;
}

/** Inside a fence nothing may look like its end. */
function fenced(line: string): string {
  return line.replaceAll('```', "'''");
}

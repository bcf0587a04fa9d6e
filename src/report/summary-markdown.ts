import { sanitize } from '../formats/index.ts';
import type { ReviewSaid } from '../model/review-said.ts';
import { each, type Job, type State } from '../state/index.ts';
import { boardOf } from './board.ts';
import { type Chronicle, type JobChronicle, lastFailure, putBackIn, type RunEntry } from './chronicle.ts';
import { estimatedWords } from './cost-words.ts';
import { convergenceLines } from './convergence-lines.ts';
import { decisionLines, openDecisions } from './decisions.ts';
import { enforcementWords, eventWords, short } from './event-words.ts';
import { md } from './markdown-text.ts';
import { reviewLines } from './review-lines.ts';
import { baseLines, gateWords, type RunWord } from './run-word.ts';
import { count, duration, isoTime, money, type Titles } from './say.ts';
import { type Calibrated, trackRecordWords } from './who.ts';

export type SummaryOptions = {
  readonly titles: Titles;
  readonly word: RunWord;
  readonly epicBranch: string | null;
  /** Findings of judges that could not be tied to anything and were not sent on; they are shown, not hidden. */
  readonly setAside: (ticket: string) => readonly string[];
  /** What critics said besides their findings, by run. */
  readonly reviews: ReadonlyMap<number, ReviewSaid>;
  readonly calibrated: Calibrated;
  /** The end of what a run said. */
  readonly lastLines: (run: number) => readonly string[];
};

/** The page for the final human review: what landed, who judged it, and what nobody enforced (DISPATCH-10). */
export function summaryMarkdown(state: State, chronicle: Chronicle, options: SummaryOptions): string {
  const jobs = [...each(state.jobs)].filter((job) => job.kind === 'ticket' || job.status !== 'pending');
  const parts = [
    `# ${md(state.plan.epic)}: ${md(gateWords(state, options.word))}`,
    overview(state, options),
    judgedBy(chronicle),
    requirementsPart(state),
    criticsPart(state, options),
    decisionsPart(state, options),
    ...jobs.map((job) => jobPart(job, chronicle.of(job.id), { ...options, judged: isJudged(state, job) })),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function overview(state: State, { epicBranch }: SummaryOptions): string {
  const { counts } = boardOf(state);
  return [
    ...baseLines(state).map((line) => `- **${md(line)}**`),
    `- ${count(state.plan.tickets.length, 'ticket')}: ${counts.done} completed, ${counts.failed} failed, ${counts.deciding} to decide, ${counts.blocked} blocked, ${counts.waiting + counts.running} not finished`,
    `- branch ${epicBranch === null ? 'not known' : code(epicBranch)}${state.tip === '' ? '' : ` at ${code(short(state.tip))}`}, cut from ${state.base === '' ? 'a base not known' : code(short(state.base))}`,
    `- cost ${money(state.spent.usd)}${estimatedWords(state)}, ${state.spent.tokens} tokens`,
  ].join('\n');
}

function judgedBy({ inputs }: Chronicle): string {
  if (inputs === null) return '';
  return [
    '## What judged it',
    '',
    `- ${enforcementWords(inputs.enforcement)}`,
    `- epic file ${code(short(inputs.epicFile))}, configuration ${inputs.configFile === null ? 'none' : code(short(inputs.configFile))}`,
    ...inputs.agents.map(({ role, hash, origin }) => `- ${md(role)}: ${md(origin)} (${code(short(hash))})`),
    ...inputs.notes.map((note) => `- note: ${md(note)}`),
  ].join('\n');
}

/** How far the requirements are ticked and reviewed (TEAM-25). */
function requirementsPart(state: State): string {
  const lines = convergenceLines(state);
  return lines.length === 0
    ? ''
    : ['## Requirements', '', ...lines.map((line) => `- ${md(line)}`)].join('\n');
}

/** How often a critic's pass held: whoever reviews in the end knows how much to rely on the others (FLOW-14). */
function criticsPart({ critics }: State, { calibrated }: SummaryOptions): string {
  if (critics.length === 0) return '';
  const lines = critics.flatMap((critic) => {
    const measured = calibrated(critic);
    return [trackRecordWords(critic), ...(measured === undefined ? [] : [measured])];
  });
  return ['## How the critics did', '', ...lines.map((line) => `- ${md(line)}`)].join('\n');
}

function decisionsPart(state: State, { titles }: SummaryOptions): string {
  const open = openDecisions(state, titles);
  if (open.length === 0) return '';
  return ['## Waiting for a person', '', '```text', ...decisionLines(open).map(fenced), '```'].join('\n');
}

/** P2: that nobody judged it is never left unsaid. */
function isJudged(state: State, job: Job): boolean {
  return job.kind !== 'ticket' || state.plan.tickets[job.index]?.review !== false;
}

type JobOptions = SummaryOptions & { readonly judged: boolean };

function jobPart(
  job: Job,
  history: JobChronicle,
  { titles, setAside, reviews, judged, lastLines }: JobOptions,
): string {
  const title = titles.get(job.id);
  const landed =
    history.landedCommit === null ? 'nothing landed' : `landed as ${code(short(history.landedCommit))}`;
  const reason = job.status === 'completed' || job.reason === '' ? '' : `: ${md(job.reason)}`;
  const failed = job.status === 'completed' ? undefined : lastFailure(history.runs);
  const last = failed === undefined ? [] : lastLines(failed.run);
  const when = history.endedAt === null ? undefined : isoTime(history.endedAt);
  return [
    `## ${md(job.id)}${title === undefined ? '' : ` ${md(title)}`}`,
    '',
    `- ${job.status}${reason}; ${landed}${when === undefined ? '' : ` (${when})`}`,
    `- ${count(job.attempt + 1, 'attempt')}, ${duration(job.busy)} of work, ${money(job.spent.usd)}, ${job.spent.tokens} tokens`,
    ...(judged ? [] : ['- **review is switched off for it**: neither critic nor auditor has seen it']),
    ...verdicts(history, reviews),
    ...history.sentBack.map((event) => `- sent back (${event.kind}): ${md(event.because)}`),
    ...putBackIn(history).map((path) => `- put back, not the ticket's to change: ${code(path)}`),
    ...history.accepted.map(({ by, why }) => `- **risk accepted by ${md(by)}**: ${md(why)}`),
    ...setAside(job.id).map((finding) => `- set aside, tied to nothing: ${md(finding)}`),
    ...(last.length === 0 ? [] : ['', '```text', ...last.map(fenced), '```']),
  ].join('\n');
}

/** Who judged, and what they said: agents and gates alike, each with the run its records are kept under. */
function verdicts({ runs }: JobChronicle, reviews: SummaryOptions['reviews']): string[] {
  return runs.filter(isJudgement).flatMap(({ run, assigned, ended }) => {
    const said = ended === null ? 'no result' : eventWords(ended);
    const review = reviews.get(run);
    return [
      `- attempt ${assigned.attempt + 1}, ${assigned.stage}, run ${run}: ${md(said)}`,
      ...(review === undefined ? [] : reviewLines(review).map((line) => `  - ${md(line)}`)),
    ];
  });
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

function isJudgement({ assigned }: RunEntry): boolean {
  return judging.has(assigned.stage) && assigned.type !== 'wait_started';
}

/** In backticks: a name without any. */
function code(text: string): string {
  return `\`${sanitize(text, { singleLine: true, maxLength: 200 }).replaceAll('`', "'")}\``;
}

/** Inside a fence nothing may look like its end. */
function fenced(line: string): string {
  return line.replaceAll('```', "'''");
}

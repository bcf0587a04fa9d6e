import { evidenceLines } from '../../model/evidence.ts';
import { jobAt, members, type Job, type State } from '../../state/index.ts';
import { jobCommand } from './job-command.ts';
import { count, inShort, quoted, reasonWords, titleOf, type Titles } from '../say.ts';
import { blockWords, consequence } from '../stage-words.ts';
import { waitingForPeople } from './waiting-for-people.ts';

/** A question that waits for a person, with the commands that answer it. */
export type OpenDecision = {
  readonly ticket: string;
  readonly title: string;
  readonly reason: string;
  /** The first line of `because`, cut to one screen line. */
  readonly headline: string;
  readonly because: string;
  /** Tickets that cannot go on before this one is answered. */
  readonly blocks: number;
  /** What its checks rest on, a line each. */
  readonly evidence: readonly string[];
  readonly answers: readonly { readonly command: string; readonly consequence: string }[];
};

/** The open questions of a run; the commands name it by `epic`. */
export function openDecisions(state: State, titles: Titles, epic = state.plan.epic): readonly OpenDecision[] {
  return [...members(state.asking)].map((index) => openDecision(state, jobAt(state, index), titles, epic));
}

function openDecision(state: State, job: Job, titles: Titles, epic: string): OpenDecision {
  const options = job.question?.options ?? [];
  return {
    ticket: quoted(job.id, 64),
    title: titleOf(titles, job.id),
    reason: quoted(job.question?.reason ?? ''),
    headline: inShort(job.reason),
    because: quoted(job.reason, 1000),
    blocks: waitingForPeople(state, [job.index]).size,
    evidence: evidenceOf(job),
    answers: options.map((choice) => ({
      command: jobCommand(state, 'decide', job.id, {
        more: ` --${choice}${needsWords(choice) ? ' --reason "…"' : ''}`,
        epic,
      }),
      consequence: consequence(choice, job),
    })),
  };
}

/** What the checks of a job's last commit rest on, a line each. */
export function evidenceOf({ evidence }: Job): readonly string[] {
  return evidenceLines(evidence.checks).map((line) => quoted(line, 1000));
}

function needsWords(choice: string): boolean {
  return choice !== 'manual' && choice !== 'halt';
}

/** Why it is asked, in words, and how to answer. Who took it over has decided already: what is left is the work itself. */
export function askedWords(decision: OpenDecision, epic: string): Pick<OpenDecision, 'reason' | 'answers'> {
  const { ticket, reason, answers } = decision;
  if (reason !== 'manual') return { reason: reasonWords(reason), answers };
  const byHand = [
    {
      command: `gauntlet ticket open ${ticket} --epic ${epic}`,
      consequence: 'shows its workspace: commit your work there',
    },
    { command: `gauntlet resume ${epic}`, consequence: 'takes your commits through the gate' },
  ];
  return { reason: blockWords('manual'), answers: [...byHand, ...answers] };
}

/** The questions as lines of text: what, why in short, what it holds up, and how to answer. */
export function decisionLines(decisions: readonly OpenDecision[], epic: string): string[] {
  return decisions.flatMap((decision) => {
    const { ticket, title, headline, blocks, evidence } = decision;
    const { reason, answers } = askedWords(decision, quoted(epic, 64));
    const width = Math.max(0, ...answers.map(({ command }) => command.length));
    return [
      `  ${ticket}${title === '' ? '' : `  ${title}`}: ${reason}${headline === '' || headline === reason ? '' : `: ${headline}`}`,
      ...(blocks === 0 ? [] : [`    ${count(blocks, 'ticket waits', 'tickets wait')} for it`]),
      ...evidence.map((line) => `    ${line}`),
      ...answers.map(({ command, consequence }) => `    ${command.padEnd(width)}  ${consequence}`),
    ];
  });
}

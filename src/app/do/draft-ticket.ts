import { type AgentEnd } from '../../ports/agents.ts';
import { LONGEST_REQUEST, plannerAssignment, type PlannerInput, renderPrompt } from '../../prompts/index.ts';
import { redact } from '../../detect/index.ts';
import type { Ticket } from '../../model/epic.ts';
import { GauntletError } from '../../model/error.ts';
import { type Complaint, formatComplaint, type Read } from '../../plan/index.ts';
import { yamlIn } from './yaml-in.ts';

/** The first draft, and two more with the complaints about the one before. */
const MOST_DRAFTS = 3;

type Draft = {
  /** undefined: the last draft still has errors. */
  readonly ticket: Ticket | undefined;
  readonly complaints: readonly Complaint[];
  readonly asked: number;
};

type Drafting = {
  readonly input: Omit<PlannerInput, 'before'>;
  readonly delimiter: () => string;
  readonly ask: (prompt: string, round: number) => Promise<AgentEnd>;
  readonly read: (text: string) => Read<Ticket>;
};

/** Drafts the criteria of a ticket; complaints go back to the agent, a bounded number of times. */
export async function draftTicket(drafting: Drafting): Promise<Draft> {
  let before: PlannerInput['before'] = null;
  for (let asked = 1; ; asked += 1) {
    const end = await drafting.ask(promptFor(drafting, before), asked);
    if (end.stop.kind !== 'finished') throw silent(end.stop);
    const text = yamlIn(end.text);
    const { complaints, ...read } = drafting.read(text);
    const ticket = read.ok ? read.value : undefined;
    if (ticket !== undefined || asked === MOST_DRAFTS) return { ticket, complaints, asked };
    before = { draft: text, complaints: complaints.map(formatComplaint) };
  }
}

function promptFor(
  { input, delimiter }: Pick<Drafting, 'input' | 'delimiter'>,
  before: PlannerInput['before'],
): string {
  const { request } = input;
  if (request.length > LONGEST_REQUEST)
    throw new GauntletError('FILE_TOO_LARGE', `the request has more than ${LONGEST_REQUEST} characters`, {
      hint: 'Give the criteria yourself with --criterion, or cut the request into parts.',
    });
  const sections = plannerAssignment({ ...input, request: redact(request), before });
  return renderPrompt(sections, { delimiter: delimiter() });
}

function silent(stop: Exclude<AgentEnd['stop'], { kind: 'finished' }>): GauntletError {
  const because = 'because' in stop ? `: ${stop.because}` : '';
  const code = stop.kind === 'budget' || stop.kind === 'limit' ? 'LIMIT_REACHED' : 'AGENT_UNAVAILABLE';
  return new GauntletError(code, `the agent gave no draft (${stop.kind})${because}`.slice(0, 1000), {
    hint: 'Give the criteria yourself with --criterion. gauntlet doctor shows which agent each role uses.',
  });
}

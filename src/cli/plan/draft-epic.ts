import { type AgentEnd } from '../../ports/agents.ts';
import { LONGEST_DOCUMENT, plannerAssignment, type PlannerInput, renderPrompt } from '../../prompts/index.ts';
import { redact } from '../../detect/index.ts';
import type { Epic } from '../../model/epic.ts';
import { GauntletError } from '../../model/error.ts';
import { addUsage, type Usage } from '../../model/usage.ts';
import { type Complaint, formatComplaint, type Read } from '../../plan/index.ts';
import { epicIn } from './epic-in.ts';

/** How often somebody is asked: once, and twice more with what was wrong. */
const MOST_DRAFTS = 3;

type Draft = {
  readonly text: string;
  readonly epic: Epic | undefined;
  readonly complaints: readonly Complaint[];
  readonly asked: number;
  readonly usage: Usage | null;
};

type Drafting = {
  readonly input: Omit<PlannerInput, 'before'>;
  readonly delimiter: () => string;
  readonly ask: (prompt: string, round: number) => Promise<AgentEnd>;
  readonly read: (text: string) => Read<Epic>;
};

/** Drafts an epic and lets it be mended, a bounded number of times, until it is one that `check` has nothing against. */
export async function draftEpic(drafting: Drafting): Promise<Draft> {
  let before: PlannerInput['before'] = null;
  let usage: Usage | null = null;
  for (let asked = 1; ; asked += 1) {
    const end = await drafting.ask(promptFor(drafting, before), asked);
    if (end.stop.kind !== 'finished') throw silent(end.stop);
    usage =
      asked === 1 ? end.usage : usage === null || end.usage === null ? null : addUsage(usage, end.usage);
    const text = epicIn(end.text);
    const read = drafting.read(text);
    const epic = read.ok ? read.value : undefined;
    if (epic !== undefined || asked === MOST_DRAFTS)
      return { text, epic, complaints: read.complaints, asked, usage };
    before = { draft: text, complaints: read.complaints.map(formatComplaint) };
  }
}

function promptFor(
  { input, delimiter }: Pick<Drafting, 'input' | 'delimiter'>,
  before: PlannerInput['before'],
): string {
  const { document } = input;
  if (document.length > LONGEST_DOCUMENT)
    throw new GauntletError('FILE_TOO_LARGE', `the document has more than ${LONGEST_DOCUMENT} characters`, {
      hint: 'Cut it into parts, and draft an epic of each.',
    });
  if (document.trim() === '') throw new GauntletError('USAGE_INVALID', 'the document is empty');
  const sections = plannerAssignment({ ...input, document: redact(document), before });
  return renderPrompt(sections, { delimiter: delimiter() });
}

function silent(stop: Exclude<AgentEnd['stop'], { kind: 'finished' }>): GauntletError {
  const because = 'because' in stop ? `: ${stop.because}` : '';
  const code = stop.kind === 'budget' || stop.kind === 'limit' ? 'LIMIT_REACHED' : 'AGENT_UNAVAILABLE';
  return new GauntletError(code, `the agent gave no draft (${stop.kind})${because}`.slice(0, 1000), {
    hint: 'Nothing was written. gauntlet doctor shows which agent each role uses.',
  });
}

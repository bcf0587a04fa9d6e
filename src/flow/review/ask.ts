import type { Provenance } from '../../model/provenance.ts';
import { addSpend, addUsage, isReached, nothingSpent, soundUsage } from '../../model/usage.ts';
import type { Budget, Spend, Usage } from '../../model/usage.ts';
import type { AgentCall, AgentEnd } from '../../ports/agents.ts';
import { renderPrompt } from '../../dispatch/index.ts';
import type { Section } from '../../dispatch/index.ts';
import { completeLimits } from '../../plan/index.ts';
import type { Assigned } from '../../review/index.ts';
import { defaultPolicy } from '../../route/index.ts';
import { chargeFor, dollarsOf } from '../charge.ts';
import { discreet, withoutSecrets } from '../discretion.ts';
import { budgetOf } from '../policy-of.ts';
import type { Cast } from '../site.ts';
import { whoAnswered } from '../who-answered.ts';
import type { Desk } from './desk.ts';

export type Question = Pick<AgentCall, 'cwd' | 'readOnly' | 'visible' | 'hidden' | 'env'> & {
  readonly cast: Cast;
  readonly sections: (token: string | null) => readonly Section[];
  /** Why what was said does not count; looked at before anything of it is kept. */
  readonly proof?: () => Promise<readonly string[]>;
};

export type Said =
  | {
      readonly kind: 'answered';
      readonly text: string;
      readonly token: string | null;
      readonly used: Spend;
      readonly by: Provenance | null;
    }
  /** `final`: asking again would not help. */
  | { readonly kind: 'failed'; readonly because: string; readonly final: boolean; readonly used: Spend }
  | { readonly kind: 'cancelled' };

type Issued = { readonly token: string | null; readonly delimiter: string };

/** Asks an agent once. What it answered is kept before anything is done with it: a restart goes on from there. */
export async function askAgent(
  desk: Desk,
  at: Assigned,
  question: Question,
  cancel: AbortSignal,
): Promise<Said> {
  const issued = await issue(desk, at, question.cast);
  const kept = (await desk.records.get(at.run, 'answer')) as AgentEnd | undefined;
  const end = kept ?? (await call(desk, at, { question, issued }, cancel));
  if (end.stop.kind === 'cancelled') return { kind: 'cancelled' };
  const by = whoAnswered(end.by);
  const used = chargeOf(desk, at, question.cast, { ...end, model: by?.model ?? null });
  const problems = kept === undefined ? ((await question.proof?.()) ?? []) : [];
  if (problems.length > 0) {
    const because = `what it said does not count: ${problems.join('; ')}`.slice(0, 2000);
    return { kind: 'failed', because, final: false, used };
  }
  if (kept === undefined) await desk.records.put(at.run, 'answer', end);
  if (end.stop.kind === 'finished')
    return { kind: 'answered', text: end.text, token: issued.token, used, by };
  const because = `${at.role}: ${end.stop.kind}, ${end.stop.because}`.slice(0, 2000);
  return { kind: 'failed', because, final: hopeless.has(end.stop.kind), used };
}

/** What a fresh context does not mend. */
const hopeless: ReadonlySet<AgentEnd['stop']['kind']> = new Set([
  'missing',
  'authentication',
  'limit',
  'budget',
]);

async function issue({ records, ids }: Desk, { run }: Assigned, { settings }: Cast): Promise<Issued> {
  const kept = (await records.get(run, 'issued')) as Issued | undefined;
  if (kept !== undefined) return kept;
  const issued = { token: settings.token ? ids.word(24) : null, delimiter: ids.word(24) };
  await records.put(run, 'issued', issued);
  return issued;
}

async function call(
  desk: Desk,
  at: Assigned,
  { question, issued }: { readonly question: Question; readonly issued: Issued },
  cancel: AbortSignal,
): Promise<AgentEnd> {
  const { token, delimiter } = issued;
  const { cast, sections, proof: _, ...place } = question;
  const prompt = renderPrompt(discreet(sections(token)), { delimiter, agentFile: cast.text });
  await desk.records.put(at.run, 'prompt', prompt);
  const limits = completeLimits(desk.inputs.config.limits);
  const before = ((await desk.records.get(at.run, 'metered')) as Usage | undefined) ?? null;
  let used = before;
  const hear = (now: Usage): void => {
    const sound = soundUsage(now);
    if (sound !== null) used = before === null ? sound : addUsage(before, sound);
  };
  const end = await desk.agents.call(
    {
      ...place,
      role: at.role,
      auditor: null,
      epic: '',
      ticket: '',
      attempt: 0,
      try: at.try,
      round: at.round,
      clarification: 0,
      prompt,
      token,
      settings: cast.settings,
      timeout: cast.settings.timeout ?? limits.agentTimeout,
      stall: limits.stall,
      session: null,
      mayGoOn: (now, model = null) => {
        hear(now);
        const usd = used === null ? 0 : (dollarsOf(used, { settings: cast.settings, model })?.[0] ?? 0);
        const tokens = used === null ? 0 : used.tokensIn + used.tokensOut;
        return !isReached(addSpend(desk.spent(), { usd, tokens }), budgetIn(desk));
      },
      folder: desk.records.folder(at.run),
    },
    cancel,
  );
  if (end.usage !== null) hear(end.usage);
  if (used !== null) await desk.records.put(at.run, 'metered', used);
  return { ...end, usage: used, text: withoutSecrets(end.text, token) };
}

/** What may be spent on the reviews of a branch. */
export function budgetIn({ inputs }: Pick<Desk, 'inputs'>): Budget {
  return budgetOf(completeLimits(inputs.config.limits));
}

type Ended = Pick<AgentEnd, 'stop' | 'usage'> & { readonly model: string | null };

function chargeOf(desk: Desk, { role }: Assigned, cast: Cast, end: Ended): Spend {
  const isFree = ['limit', 'authentication', 'missing'].includes(end.stop.kind);
  if (end.usage === null && isFree) return nothingSpent;
  const usual = defaultPolicy.estimates[role];
  const said = cast.settings.estimate;
  const reserved = { usd: said?.usd ?? usual.usd, tokens: said?.tokens ?? usual.tokens };
  return chargeFor(end.usage, {
    settings: cast.settings,
    model: end.model,
    reserved,
    bounded: budgetIn(desk),
  }).used;
}

import { describe, expect, test } from 'vitest';
import { unsetAgent } from '../../model/config.ts';
import type { AgentSettings } from '../../model/config.ts';
import type { AgentCall } from '../../ports/agents.ts';
import { handOut, siteOf } from '../../../test/support/site.ts';
import { independentCritic } from './independence.ts';
import { reviewDimensions } from '../../model/dimensions.ts';
import type { Inputs, StageContext } from '../stage-context.ts';
import { develop } from '../stages/develop.ts';
import { review } from '../stages/review.ts';

const never = new AbortController().signal;
const work = { work: { files: { 'src/a.ts': 'one\nthree\n' }, parents: ['base'] } };
const claude: AgentSettings = { ...unsetAgent, use: 'claude' };

const scores = reviewDimensions.map(({ id }) => `- ${id}: 95`).join('\n');

const answers = {
  developer: ({ token }: AgentCall) =>
    `READY_FOR_REVIEW: A ${token}\n\nFiles Modified:\n- src/a.ts\n\nSummary: as asked\n`,
  pass: ({ token }: AgentCall) =>
    `REVIEW_PASSED: A ${token}\n\nFiles Reviewed:\n- src/a.ts\n\nQuality Assessment:\n- Code style: COMPLIANT\n- Error handling: ADEQUATE\n- Naming: CONSISTENT\n- Architecture: ALIGNED\n\nDimension Scores:\n${scores}\n`,
  fail: ({ token }: AgentCall) =>
    `REVIEW_FAILED: A ${token}\n\nIssues Found:\n- src/a.ts:2: three is wrong\n\nPriority: HIGH\n`,
};

type Told = {
  readonly choice: string;
  /** The models that in fact answer, attempt by attempt. */
  readonly wrote: readonly (string | null)[];
  readonly judges: string | null;
  readonly says?: 'pass' | 'fail';
  readonly cast?: Readonly<Partial<Record<keyof Inputs['cast'], AgentSettings>>>;
};

/** A developer works, a critic judges; each says which model it was. */
async function judged({ choice, wrote, judges, says = 'pass', cast = {} }: Told) {
  const stand = siteOf({
    config: `review: { differentModel: ${choice} }\n`,
    commits: work,
    says: (call) => {
      const model = call.role === 'developer' ? (wrote[call.attempt] ?? null) : judges;
      const by = { agent: call.settings.use, version: '1', model, effort: null, session: null };
      return { text: answers[call.role === 'developer' ? 'developer' : says](call), by };
    },
  });
  const context = { ...stand, inputs: withCast(stand, { developer: claude, critic: claude, ...cast }) };
  for (const [attempt] of wrote.entries())
    await develop(context, handOut(stand, 'develop', { attempt }), never);
  const assignment = handOut(stand, 'review', { commit: 'work', attempt: wrote.length });
  return { context, stand, result: await review(context, assignment, never) };
}

function withCast({ inputs }: StageContext, settings: Required<Told>['cast']): Inputs {
  const usual = { text: 'You are an agent.', origin: 'built-in', hash: 'h' };
  const named = Object.entries(settings).map(([name, each]) => [name, { ...usual, settings: each }]);
  return { ...inputs, cast: { ...inputs.cast, ...Object.fromEntries(named) } };
}

describe('BEYOND-01 where another model is required', () => {
  test('a pass of another model counts', async () => {
    const { result } = await judged({ choice: 'require', wrote: ['opus'], judges: 'sonnet' });
    expect(result).toMatchObject({ type: 'critic_pass', by: { model: 'sonnet' } });
  });

  test('a pass of the model that in fact wrote the work is void, and says why; its failure counts', async () => {
    const same = { choice: 'require', wrote: ['claude-opus-4-5-20251101'], judges: 'claude-opus-4-5' };
    expect((await judged(same)).result).toMatchObject({
      type: 'agent_failed',
      trouble: 'void',
      because: expect.stringContaining('judged by the model that wrote it') as string,
    });
    expect((await judged({ ...same, says: 'fail' })).result).toMatchObject({ type: 'critic_fail' });
  });

  test('an earlier attempt by that model is work of it too', async () => {
    const { result } = await judged({ choice: 'require', wrote: ['sonnet', 'opus'], judges: 'sonnet' });
    expect(result).toMatchObject({ type: 'agent_failed', trouble: 'void' });
  });

  test('a program that does not say which model it was cannot be told from the one that wrote it', async () => {
    const { result } = await judged({ choice: 'require', wrote: ['opus'], judges: null });
    expect(result).toMatchObject({
      type: 'agent_failed',
      trouble: 'void',
      because: expect.stringContaining('cannot confirm') as string,
    });
  });

  test('the answer that was kept comes to the same when the run is carried out again', async () => {
    const { context, stand } = await judged({ choice: 'require', wrote: ['opus'], judges: 'opus' });
    const again = handOut(stand, 'review', { commit: 'work', attempt: 1, try: 1 });
    const first = await review(context, again, never);
    const calls = stand.calls.length;
    expect(await review(context, again, never)).toEqual(first);
    expect(stand.calls).toHaveLength(calls);
    expect(first).toMatchObject({ trouble: 'void' });
  });

  test.each(['off', 'prefer'])('where it is %s the same pass counts', async (choice) => {
    const { result } = await judged({ choice, wrote: ['opus'], judges: 'opus' });
    expect(result).toMatchObject({ type: 'critic_pass', by: { model: 'opus' } });
  });
});

describe('who judges', () => {
  const opus = { ...claude, model: 'opus' };
  const auditor = { ...claude, model: 'haiku' };

  test.each([
    ['prefer', 'haiku'],
    ['require', 'haiku'],
    ['off', 'opus'],
  ])('where it is %s, a critic with the model of the developer is %s', async (choice, model) => {
    const cast = { developer: opus, critic: opus, auditor };
    const { stand } = await judged({ choice, wrote: ['opus'], judges: model, cast });
    expect(stand.calls.at(-1)).toMatchObject({ role: 'critic', settings: { model } });
  });

  test('the critic that was meant judges where nobody else could, and where a person did the work', async () => {
    const cast = { developer: opus, critic: opus, auditor: opus, reviewer: opus };
    const { context, stand } = await judged({
      choice: 'prefer',
      wrote: ['opus'],
      judges: 'opus',
      cast,
    });
    expect(stand.calls.at(-1)).toMatchObject({ role: 'critic', settings: { model: 'opus' } });
    expect(await independentCritic(context, 'nobody worked on it', opus)).toBe(opus);
  });
});

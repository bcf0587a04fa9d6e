import { expect, test } from 'vitest';
import type { AssignmentEvent } from '../../model/events.ts';
import { MeterReadingSchema } from '../../model/usage.ts';
import { fits } from '../../schema/fits.ts';
import type { AgentEnd } from '../../ports/agents.ts';
import { handOut, siteOf } from '../../../test/support/site.ts';
import type { Stand } from '../../../test/support/site.ts';
import { takeTurn, unclear } from './turn.ts';
import type { Turn } from './turn.ts';

const never = new AbortController().signal;

function turnOf(context: Stand, more: Partial<Turn> = {}): Turn {
  const cast = context.inputs.cast.critic;
  if (cast === undefined) throw new Error('nobody plays the critic');
  return {
    role: 'critic',
    auditor: null,
    agent: cast,
    cwd: '/export/work',
    readOnly: true,
    env: {},
    visible: [],
    sections: (token) => [{ heading: 'Work', level: 2, parts: [{ kind: 'words', lines: [`T ${token}`] }] }],
    ...more,
  };
}

const stopped = (stop: AgentEnd['stop']): Partial<AgentEnd> => ({ stop, text: 'said so far' });

test('SIGNAL-07 the token that was issued is the one asked for, and stays that of the run', async () => {
  const context = siteOf({ says: () => 'x' });
  const assignment = handOut(context, 'review');
  const end = await takeTurn(context, assignment, turnOf(context), never);
  const token = context.calls[0]?.token;
  expect(end).toMatchObject({ kind: 'answered', text: 'x', token });
  expect(context.calls[0]?.prompt).toContain(`T ${token}`);
  expect(await takeTurn(context, assignment, turnOf(context), never)).toEqual(end);
  expect(context.calls).toHaveLength(1);
});

test('a program that is missing is hopeless, a limit without a sensible time is waited for as any', async () => {
  const missing = siteOf({ says: () => stopped({ kind: 'missing', because: 'gone' }) });
  const gone = await takeTurn(missing, handOut(missing, 'review'), turnOf(missing), never);
  expect(gone).toMatchObject({ kind: 'trouble', draft: { type: 'agent_failed', trouble: 'authentication' } });
  for (const until of [Infinity, NaN]) {
    const limited = siteOf({ says: () => stopped({ kind: 'limit', until, because: '' }) });
    const assignment = handOut(limited, 'review');
    const end = await takeTurn(limited, assignment, turnOf(limited), never);
    expect(end).toMatchObject({ kind: 'trouble', draft: { type: 'agent_limited', until: null } });
    if (end.kind === 'trouble') await limited.records.finish(assignment.run, end.draft);
  }
});

test('what an agent used is charged also where it failed or its work was void', async () => {
  const usage = { tokensIn: 10, tokensOut: 5, usd: 0.5 };
  const used = { usd: 0.5, tokens: 15 };
  const failed = siteOf({ says: () => ({ ...stopped({ kind: 'crash', because: 'x' }), usage }) });
  expect(await takeTurn(failed, handOut(failed, 'review'), turnOf(failed), never)).toMatchObject({
    draft: { used },
  });
  const context = siteOf({ says: () => ({ text: 'x', usage }) });
  const proof = async () => ['it wrote'];
  const end = await takeTurn(context, handOut(context, 'review'), turnOf(context, { proof }), never);
  expect(end).toMatchObject({ kind: 'trouble', draft: { type: 'agent_failed', trouble: 'void', used } });
});

/** The ticket is in review, and the journal knows who is asked. */
function running(context: Stand): AssignmentEvent {
  context.tell({ type: 'ticket_routed', ticket: 'A', stage: 'review', seats: 1, claim: null, because: '' });
  return handOut(context, 'review', { reserved: { usd: 0.5, tokens: 50 } });
}

const limits = 'limits: { budgetUsd: 1, budgetTokens: 100 }';
const priced = { tokensIn: 30, tokensOut: 0, usd: 0.6 };

test('TEAM-16 an agent is asked to stop when the budget is reached, and charged what it used until then', async () => {
  const heard: boolean[] = [];
  const context = siteOf({
    config: limits,
    says: ({ mayGoOn }) => {
      heard.push(mayGoOn(priced), mayGoOn({ ...priced, usd: 1 }));
      // Its last word leaves out what it has said before.
      return { ...stopped({ kind: 'budget', because: 'the money is gone' }), usage: null };
    },
  });
  const assignment = running(context);
  const end = await takeTurn(context, assignment, turnOf(context), never);
  expect(heard).toEqual([true, false]);
  expect(end).toMatchObject({ draft: { trouble: 'budget', used: { usd: 1, tokens: 30 } } });
  expect(context.meter.takeReading(assignment.run)).toMatchObject({ usd: 'said', tokensIn: 30 });
});

test('TEAM-16 a meter runs backwards neither in tokens nor in dollars', async () => {
  const heard: boolean[] = [];
  const context = siteOf({
    config: limits,
    says: ({ mayGoOn }) => {
      // Some count what their context holds, which shrinks; what was paid does not.
      heard.push(mayGoOn(priced), mayGoOn({ tokensIn: 20, tokensOut: 0, usd: 1.5 }));
      heard.push(mayGoOn({ tokensIn: 40, tokensOut: 0, usd: 0.1 }));
      return { text: 'x', usage: { tokensIn: 1, tokensOut: 0, usd: null } };
    },
  });
  const end = await takeTurn(context, running(context), turnOf(context), never);
  expect(heard).toEqual([true, false, false]);
  expect(end).toMatchObject({ used: { usd: 1.5, tokens: 40 } });
});

test('TEAM-16 where an agent names its model only as it answers, its tokens have that price from then on', async () => {
  const heard: boolean[] = [];
  const used = { tokensIn: 1_000_000, tokensOut: 0, usd: null };
  const context = siteOf({
    config: 'limits: { budgetUsd: 1 }',
    says: ({ mayGoOn }) => {
      heard.push(mayGoOn(used), mayGoOn(used, 'claude-opus-4-5-20251101'));
      return stopped({ kind: 'budget', because: 'the money is gone' });
    },
  });
  await takeTurn(context, running(context), turnOf(context), never);
  expect(heard).toEqual([true, false]);
});

test.each([
  { tokensIn: NaN, tokensOut: 0, usd: 0 },
  { tokensIn: 5, tokensOut: -9, usd: 0 },
  { tokensIn: 5, tokensOut: 0, usd: -1 },
  { tokensIn: 5, tokensOut: 0, tokensCached: NaN, usd: NaN },
])('TEAM-16 what is no amount counts as nothing said: %j', async (usage) => {
  const context = siteOf({
    config: limits,
    says: ({ mayGoOn }) => {
      mayGoOn(usage);
      return { text: 'x', usage };
    },
  });
  const assignment = running(context);
  const end = await takeTurn(context, assignment, turnOf(context), never);
  expect(end).toMatchObject({ used: assignment.reserved });
});

test('TEAM-16 an amount beyond all bounds stops an agent, and can be put on record', async () => {
  const heard: boolean[] = [];
  const usage = { tokensIn: 1e300, tokensOut: 0.5, usd: Infinity };
  const context = siteOf({
    config: limits,
    says: ({ mayGoOn }) => {
      heard.push(mayGoOn(usage));
      return { text: 'x', usage };
    },
  });
  const assignment = running(context);
  const end = await takeTurn(context, assignment, turnOf(context), never);
  expect(heard).toEqual([false]);
  const used = end.kind === 'answered' ? end.used : undefined;
  expect(Number.isSafeInteger(used?.tokens) && Number.isFinite(used?.usd)).toBe(true);
  expect(fits(MeterReadingSchema, context.meter.takeReading(assignment.run))).toBe(true);
});

test('TEAM-16 a cap that an agent has of its own is not our budget', async () => {
  const context = siteOf({ config: limits, says: () => stopped({ kind: 'budget', because: 'its own cap' }) });
  const end = await takeTurn(context, running(context), turnOf(context), never);
  expect(end).toMatchObject({ draft: { trouble: 'cap', because: 'its own cap' } });
});

test('TEAM-16 what a run had used when the coordinator was killed is not forgotten', async () => {
  const cut = new AbortController();
  let calls = 0;
  const context = siteOf({
    config: limits,
    says: ({ mayGoOn }) => {
      calls += 1;
      mayGoOn({ tokensIn: 10, tokensOut: 0, usd: 0.3 });
      return calls === 1
        ? { ...stopped({ kind: 'cancelled' }), usage: null }
        : { text: 'x', usage: { tokensIn: 20, tokensOut: 0, usd: 0.4 } };
    },
  });
  const assignment = running(context);
  expect(await takeTurn(context, assignment, turnOf(context), cut.signal)).toEqual({ kind: 'cancelled' });
  const end = await takeTurn(context, assignment, turnOf(context), never);
  expect(end).toMatchObject({ kind: 'answered', used: { usd: 0.7, tokens: 30 } });
});

test('TEAM-16 one that says nothing is charged its estimate; one that never got to its model is not', async () => {
  const silent = siteOf({ config: limits, says: () => 'x' });
  const assignment = running(silent);
  expect(await takeTurn(silent, assignment, turnOf(silent), never)).toMatchObject({
    used: assignment.reserved,
  });
  const limited = siteOf({ config: limits, says: () => stopped({ kind: 'limit', until: 9, because: '' }) });
  expect(await takeTurn(limited, running(limited), turnOf(limited), never)).toMatchObject({
    draft: { type: 'agent_limited', used: { usd: 0, tokens: 0 } },
  });
});

test('SIGNAL-04 a clarification shows the answer that was unclear, even where a limit came in between', async () => {
  const says = [
    { text: 'MUMBLE', session: 's1' },
    stopped({ kind: 'limit', until: 1, because: '' }),
    'clear',
  ];
  const context = siteOf({ says: () => says.shift() ?? '' });
  const first = handOut(context, 'review');
  await takeTurn(context, first, turnOf(context), never);
  await unclear(context, first, { usd: 0, tokens: 0 }, ['no signal was given']);
  await takeTurn(context, handOut(context, 'review', { clarification: 1 }), turnOf(context), never);
  await takeTurn(context, handOut(context, 'review', { clarification: 1 }), turnOf(context), never);
  const [, limited, last] = context.calls;
  for (const call of [limited, last]) {
    expect(call?.prompt).toContain('MUMBLE');
    expect(call?.prompt).toContain('no signal was given');
    expect(call?.session).toBe('s1');
  }
  expect(last?.token).not.toBe(limited?.token);
});

test('a fresh try knows nothing of the one before', async () => {
  const context = siteOf({ says: () => ({ text: 'MUMBLE', session: 's1' }) });
  await takeTurn(context, handOut(context, 'review'), turnOf(context), never);
  await takeTurn(context, handOut(context, 'review', { try: 1 }), turnOf(context), never);
  expect(context.calls[1]?.prompt).not.toContain('MUMBLE');
  expect(context.calls[1]?.session).toBeNull();
});

import { expect, test } from 'vitest';
import type { AgentEnd } from '../ports/agents.ts';
import { handOut, siteOf } from '../../test/support/site.ts';
import type { Stand } from '../../test/support/site.ts';
import { takeTurn, unclear } from './turn.ts';
import type { Turn } from './turn.ts';

const never = new AbortController().signal;

function turnOf(site: Stand, more: Partial<Turn> = {}): Turn {
  const cast = site.inputs.cast.critic;
  if (cast === undefined) throw new Error('nobody plays the critic');
  return {
    role: 'critic',
    auditor: null,
    cast,
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
  const site = siteOf({ says: () => 'x' });
  const assignment = handOut(site, 'review');
  const end = await takeTurn(site, assignment, turnOf(site), never);
  const token = site.calls[0]?.token;
  expect(end).toMatchObject({ kind: 'answered', text: 'x', token });
  expect(site.calls[0]?.prompt).toContain(`T ${token}`);
  expect(await takeTurn(site, assignment, turnOf(site), never)).toEqual(end);
  expect(site.calls).toHaveLength(1);
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
  const site = siteOf({ says: () => ({ text: 'x', usage }) });
  const proof = async () => ['it wrote'];
  const end = await takeTurn(site, handOut(site, 'review'), turnOf(site, { proof }), never);
  expect(end).toMatchObject({ kind: 'trouble', draft: { type: 'agent_failed', trouble: 'void', used } });
});

test('SIGNAL-04 a clarification shows the answer that was unclear, even where a limit came in between', async () => {
  const says = [
    { text: 'MUMBLE', session: 's1' },
    stopped({ kind: 'limit', until: 1, because: '' }),
    'clear',
  ];
  const site = siteOf({ says: () => says.shift() ?? '' });
  const first = handOut(site, 'review');
  await takeTurn(site, first, turnOf(site), never);
  await unclear(site, first, { usd: 0, tokens: 0 }, ['no signal was given']);
  await takeTurn(site, handOut(site, 'review', { clarification: 1 }), turnOf(site), never);
  await takeTurn(site, handOut(site, 'review', { clarification: 1 }), turnOf(site), never);
  const [, limited, last] = site.calls;
  for (const call of [limited, last]) {
    expect(call?.prompt).toContain('MUMBLE');
    expect(call?.prompt).toContain('no signal was given');
    expect(call?.session).toBe('s1');
  }
  expect(last?.token).not.toBe(limited?.token);
});

test('a fresh try knows nothing of the one before', async () => {
  const site = siteOf({ says: () => ({ text: 'MUMBLE', session: 's1' }) });
  await takeTurn(site, handOut(site, 'review'), turnOf(site), never);
  await takeTurn(site, handOut(site, 'review', { try: 1 }), turnOf(site), never);
  expect(site.calls[1]?.prompt).not.toContain('MUMBLE');
  expect(site.calls[1]?.session).toBeNull();
});

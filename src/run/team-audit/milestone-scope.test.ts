import { expect, test } from 'vitest';

import { land } from '../../../test/support/land.ts';
import { handOut, siteOf } from '../../../test/support/site.ts';
import type { FakeCommit, Stand } from '../../../test/support/site.ts';
import type { AgentEnd } from '../../ports/agents.ts';
import { allRules } from '../../../packages/scan/index.ts';
import { earlierExposed } from './earlier-milestones.ts';
import { shownChange } from '../agent-call/privacy.ts';
import { within } from '../scans/scans.ts';
import { matterOf } from './audit-scope.ts';
import { review } from '../stages/review.ts';

const epic = `  - { id: B, title: b, milestone: m2, acceptance: [x] }
  - { id: C, title: c, milestone: m3, acceptance: [x] }
  - { id: D, title: d, milestone: side, acceptance: [x] }
  - { id: E, title: e, milestone: m1, acceptance: [x] }
milestones:
  - { id: m1 }
  - { id: m2, after: [m1] }
  - { id: m3, after: [m2] }
  - { id: side }
`;

const start = { 'src/a.ts': 'export const old = 1;\n', 'src/shared.ts': '' };
const withE = {
  ...start,
  'src/a.ts': `${start['src/a.ts']}export const fresh = process.env.FRESH;\n`,
  'secret/k.ts': 'export const k = 1;\n',
};
const withB = { ...withE, 'src/b.ts': 'export const b = 1;\n', 'src/shared.ts': 'export const s = 1;\n' };
const withD = { ...withB, 'src/d.ts': 'export const d = 1;\n', 'src/shared.ts': 'export const s = 2;\n' };

/** E, then B, then D have landed, each cut from where the branch stood. */
const commits: Readonly<Record<string, FakeCommit>> = {
  base: { files: start },
  e: { files: withE, parents: ['base'] },
  'e landed': { files: withE, parents: ['base', 'e'] },
  b: { files: withB, parents: ['e landed'] },
  'b landed': { files: withB, parents: ['e landed', 'b'] },
  d: { files: withD, parents: ['b landed'] },
  'd landed': { files: withD, parents: ['b landed', 'd'] },
};

function landed(more: { config?: string; without?: string } = {}): Stand {
  const told = Object.entries(commits).map(([id, commit]) => {
    const isCut = id === more.without;
    return [id, isCut ? { ...commit, parents: commit.parents?.slice(0, 1) ?? [] } : commit] as const;
  });
  const context = siteOf({
    epic,
    commits: Object.fromEntries(told),
    ...(more.config === undefined ? {} : { config: more.config }),
  });
  land(context, 'E', 'e');
  land(context, 'B', 'b');
  land(context, 'D', 'd');
  expect(context.state().tip).toBe('d landed');
  return context;
}

/** A run that is handed out in this moment. */
const now = (ticket: string) => ({ ticket, run: 99 });

const paths = ['src/a.ts', 'src/b.ts', 'src/d.ts', 'src/shared.ts', 'package.json'];

test('DISPATCH-14 an audit of a milestone is about what its tickets changed and what is nobody’s, not about what only others did', async () => {
  const context = landed();
  const matter = async (audit: string): Promise<readonly string[]> =>
    paths.filter(await matterOf(context, `audit:${audit}`, 'd landed'));
  expect(await matter('m1')).toEqual(['src/a.ts', 'package.json']);
  // What two of them changed is the matter of both.
  expect(await matter('m2')).toEqual(['src/b.ts', 'src/shared.ts', 'package.json']);
  expect(await matter('side')).toEqual(['src/d.ts', 'src/shared.ts', 'package.json']);
  expect(await matter('run')).toEqual(paths);
});

test('DISPATCH-14 where the history does not say what a ticket changed, its audit looks at everything', async () => {
  const context = landed({ without: 'b landed' });
  expect(paths.filter(await matterOf(context, 'audit:m2', 'd landed'))).toEqual(paths);
  expect(paths.filter(await matterOf(context, 'audit:m1', 'd landed'))).toContain('src/b.ts');
});

test('DISPATCH-14 diffs and scans of an audit leave out what is not its matter', async () => {
  const context = landed();
  const isMatter = await matterOf(context, 'audit:m1', 'd landed');
  const { files, withheld } = await shownChange(context, 'base', 'd landed', isMatter);
  expect([files, withheld]).toEqual([['secret/k.ts', 'src/a.ts'], []]);
  const crash = (file: string) => ({ rule: 'SEC-001', file, because: 'x' });
  const rules = allRules.filter(({ id }) => id === 'SEC-001');
  const scans = { rules, findings: [], crashes: ['', 'src/a.ts', 'src/d.ts'].map(crash), libraries: [] };
  expect(within(scans, isMatter).crashes.map(({ file }) => file)).toEqual(['', 'src/a.ts']);
});

test('DISPATCH-14 what the milestones before have brought is told, and what was there at the base is not', async () => {
  const context = landed({ config: 'privacy: { deny: [secret/**] }\n' });
  const ofFirst = ['m1: src/a.ts exports fresh', 'm1: environment variable FRESH (src/a.ts)'];
  expect(await earlierExposed(context, now('B'))).toEqual(ofFirst);
  expect(await earlierExposed(context, now('C'))).toEqual([
    ...ofFirst,
    'm2: src/b.ts exports b',
    'm2: src/shared.ts exports s',
  ]);
  for (const ticket of ['A', 'D', 'E', 'fix:1'])
    expect(await earlierExposed(context, now(ticket))).toEqual([]);
});

test('DISPATCH-14 what could not be read stays in sight of every audit: rules over the project did not see it', async () => {
  const context = landed();
  const isMatter = await matterOf(context, 'audit:m1', 'd landed');
  const crashes = ['parse', 'facts', 'XREF-001'].map((rule) => ({ rule, file: 'src/d.ts', because: 'x' }));
  expect(within({ rules: allRules, findings: [], crashes, libraries: [] }, isMatter).crashes).toEqual(
    crashes,
  );
});

const withA = { ...withD, 'src/loose.ts': '', 'src/d.ts': 'export const d = 2;\n' };
const looseCommits = {
  ...commits,
  a: { files: withA, parents: ['d landed'] },
  'a landed': { files: withA, parents: ['d landed', 'a'] },
};

test('DISPATCH-14 what a ticket of no milestone changed stays in sight of every audit after it', async () => {
  const context = siteOf({ epic, commits: looseCommits });
  for (const ticket of ['E', 'B', 'D', 'A']) land(context, ticket, ticket.toLowerCase());
  const seen = async (commit: string): Promise<readonly string[]> =>
    ['src/loose.ts', ...paths].filter(await matterOf(context, 'audit:m1', commit));
  expect(await seen('a landed')).toEqual(['src/loose.ts', 'src/a.ts', 'src/d.ts', 'package.json']);
  // At a commit before it, it has not landed.
  expect(await seen('d landed')).toEqual(['src/loose.ts', 'src/a.ts', 'package.json']);
});

test('DISPATCH-14 where the history does not say what a ticket of no milestone changed, everything is in sight', async () => {
  const context = siteOf({ epic, commits: looseCommits });
  for (const ticket of ['E', 'B', 'D', 'A']) land(context, ticket, ticket.toLowerCase());
  // The work itself is in this one, without the merge that would say what it changed.
  expect(paths.filter(await matterOf(context, 'audit:m1', 'a'))).toEqual(paths);
});

test('DISPATCH-14 what lands while an audit goes on changes nothing in what it is about', async () => {
  const context = siteOf({ epic, commits });
  land(context, 'E', 'e');
  land(context, 'B', 'b');
  const seen = async (audit: string): Promise<readonly string[]> =>
    paths.filter(await matterOf(context, `audit:${audit}`, 'b landed'));
  const before = [await seen('m1'), await seen('m2')];
  land(context, 'D', 'd');
  expect([await seen('m1'), await seen('m2')]).toEqual(before);
  expect(before[0]).toContain('src/d.ts');
  // Its own ticket is not in what is judged: nobody knows what that is about.
  expect(await seen('side')).toEqual(paths);
});

test('DISPATCH-14 a fix that waits for the score is in sight by its merge into what is judged', async () => {
  const fixed = { ...withD, 'src/b.ts': 'export const b = 2;\n' };
  const context = siteOf({
    epic,
    commits: {
      ...commits,
      fixed: { files: fixed, parents: ['d landed'] },
      judged: { files: fixed, parents: ['d landed', 'fixed'] },
    },
  });
  land(context, 'E', 'e');
  land(context, 'B', 'b');
  land(context, 'D', 'd');
  context.tell({ type: 'fix_opened', ticket: 'fix:1', audit: 'audit:m1', group: 0 });
  const { run } = handOut(context, 'develop', { ticket: 'fix:1' });
  const used = { usd: 0, tokens: 0 };
  context.tell(
    { type: 'developer_ready_for_review', ticket: 'fix:1', run, used, commit: 'fixed', tree: 't' },
    { type: 'ticket_held', ticket: 'fix:1' },
  );
  const seen = async (audit: string, commit: string): Promise<readonly string[]> =>
    paths.filter(await matterOf(context, `audit:${audit}`, commit));
  expect(await seen('m1', 'judged')).toEqual(['src/a.ts', 'src/b.ts', 'package.json']);
  expect(await seen('m1', 'd landed')).toEqual(['src/a.ts', 'package.json']);
});

test('DISPATCH-14 where the tip cannot be read nothing is told of it', async () => {
  const context = landed();
  const merges = async (): Promise<never> => Promise.reject(new Error('there is no such commit here'));
  expect(await earlierExposed({ ...context, hub: { ...context.hub, merges } }, now('C'))).toEqual([]);
});

test('DISPATCH-14 what the milestones before expose is asked only where a prompt is made', async () => {
  const context = landed();
  let asked = 0;
  const counting: typeof context = {
    ...context,
    hub: { ...context.hub, merges: async (...of) => ((asked += 1), context.hub.merges(...of)) },
  };
  const assignment = handOut(counting, 'review', { ticket: 'C', commit: 'd landed' });
  const answer: AgentEnd = { stop: { kind: 'finished' }, text: '', usage: null, session: null, by: null };
  await counting.records.put(assignment.run, 'answer', answer);
  expect(await review(counting, assignment, new AbortController().signal)).toMatchObject({
    type: 'agent_unclear',
  });
  expect(asked).toBe(0);
});

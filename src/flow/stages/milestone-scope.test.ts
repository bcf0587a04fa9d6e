import { expect, test } from 'vitest';

import { handOut, siteOf } from '../../../test/support/site.ts';
import type { FakeCommit, Stand } from '../../../test/support/site.ts';
import { earlierExposed } from '../earlier-milestones.ts';
import { shownChange } from '../privacy.ts';
import { within } from '../scans.ts';
import { matterOf } from './audit-scope.ts';

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

function land(site: Stand, ticket: string, work: string): void {
  const [commit, tree] = [`${work} landed`, `tree of ${work} landed`];
  const used = { usd: 0, tokens: 0 };
  const told = (stage: 'develop' | 'merge' | 'gate' | 'land', event: object): void => {
    const { run } = handOut(site, stage, { ticket });
    site.tell({ ticket, run, used, ...event });
  };
  told('develop', { type: 'developer_ready_for_review', commit: work, tree: `tree of ${work}` });
  told('merge', { type: 'merged', commit, tree, overlapping: false });
  told('gate', { type: 'landing_gate_passed', tree });
  told('land', { type: 'task_complete', commit, tree });
}

function landed(more: { config?: string; without?: string } = {}): Stand {
  const told = Object.entries(commits).map(([id, commit]) => {
    const isCut = id === more.without;
    return [id, isCut ? { ...commit, parents: commit.parents?.slice(0, 1) ?? [] } : commit] as const;
  });
  const site = siteOf({
    epic,
    commits: Object.fromEntries(told),
    ...(more.config === undefined ? {} : { config: more.config }),
  });
  land(site, 'E', 'e');
  land(site, 'B', 'b');
  land(site, 'D', 'd');
  expect(site.state().tip).toBe('d landed');
  return site;
}

const paths = ['src/a.ts', 'src/b.ts', 'src/d.ts', 'src/shared.ts', 'package.json'];

test('DISPATCH-14 an audit of a milestone is about what its tickets changed and what is nobody’s, not about what only others did', async () => {
  const site = landed();
  const matter = async (audit: string): Promise<readonly string[]> =>
    paths.filter(await matterOf(site, { ticket: `audit:${audit}` }));
  expect(await matter('m1')).toEqual(['src/a.ts', 'package.json']);
  // What two of them changed is the matter of both.
  expect(await matter('m2')).toEqual(['src/b.ts', 'src/shared.ts', 'package.json']);
  expect(await matter('side')).toEqual(['src/d.ts', 'src/shared.ts', 'package.json']);
  expect(await matter('run')).toEqual(paths);
});

test('DISPATCH-14 where the history does not say what a ticket changed, its audit looks at everything', async () => {
  const site = landed({ without: 'b landed' });
  expect(paths.filter(await matterOf(site, { ticket: 'audit:m2' }))).toEqual(paths);
  expect(paths.filter(await matterOf(site, { ticket: 'audit:m1' }))).toContain('src/b.ts');
});

test('DISPATCH-14 diffs and scans of an audit leave out what is not its matter', async () => {
  const site = landed();
  const isMatter = await matterOf(site, { ticket: 'audit:m1' });
  const { files, withheld } = await shownChange(site, 'base', 'd landed', isMatter);
  expect([files, withheld]).toEqual([['secret/k.ts', 'src/a.ts'], []]);
  const crash = (file: string) => ({ rule: 'r', file, because: 'x' });
  const scans = { rules: [], findings: [], crashes: ['', 'src/a.ts', 'src/d.ts'].map(crash) };
  expect(within(scans, isMatter).crashes.map(({ file }) => file)).toEqual(['', 'src/a.ts']);
});

test('DISPATCH-14 what the milestones before have brought is told, and what was there at the base is not', async () => {
  const site = landed({ config: 'privacy: { deny: [secret/**] }\n' });
  const ofFirst = ['m1: src/a.ts exports fresh', 'm1: environment variable FRESH (src/a.ts)'];
  expect(await earlierExposed(site, 'B')).toEqual(ofFirst);
  expect(await earlierExposed(site, 'C')).toEqual([
    ...ofFirst,
    'm2: src/b.ts exports b',
    'm2: src/shared.ts exports s',
  ]);
  for (const ticket of ['A', 'D', 'E', 'fix:1']) expect(await earlierExposed(site, ticket)).toEqual([]);
});

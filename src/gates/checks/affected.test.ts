import fc from 'fast-check';
import { expect, test } from 'vitest';
import { affectedBy, neededBy } from './affected.ts';
import { baseline } from './baseline.ts';
import { checkGate, landingGate } from '../validate.ts';
import { check, ticket, world } from '../../../test/support/gate-world.ts';

const matches = (glob: string, path: string): boolean => path.startsWith(glob);
const api = check('api', { paths: ['api/'] });
const web = check('web', { paths: ['web/', 'api/types/'] });
const lint = check('lint');

function needed(checks: readonly ReturnType<typeof check>[], ...paths: readonly string[]): readonly string[] {
  const plan = { environments: [], verify: checks, setup: null, limits: {} as never };
  const { needed: needs, spared } = affectedBy(
    { plan, matches },
    paths.map((path) => ({ path })),
  );
  expect([...needs, ...spared].map(({ id }) => id).toSorted()).toEqual(checks.map(({ id }) => id).toSorted());
  return needs.map(({ id }) => id);
}

test('BEYOND-15 a check that names its paths is spared where a change touches none of them', () => {
  expect(needed([lint, api, web], 'api/a.ts')).toEqual(['lint', 'api']);
  expect(needed([lint, api, web], 'web/a.ts')).toEqual(['lint', 'web']);
  expect(needed([lint, api, web], 'api/types/a.ts')).toEqual(['lint', 'api', 'web']);
});

test('BEYOND-15 a file that no check names makes all of them run, and so does a change without files', () => {
  expect(needed([lint, api, web], 'api/a.ts', 'package-lock.json')).toEqual(['lint', 'api', 'web']);
  expect(needed([lint, api, web])).toEqual(['lint', 'api', 'web']);
  expect(needed([lint], 'api/a.ts')).toEqual(['lint']);
});

test('QUEUE-05 complaint: a path filter leaves a check out that the branch needed; for one that was brought all run', () => {
  const plan = { environments: [], verify: [lint, api, web], setup: null, limits: {} as never };
  const adopts = { branch: 'refs/heads/a', commit: 'c', tree: 't' };
  const idsFor = (given: Parameters<typeof neededBy>[1]): readonly string[] =>
    neededBy({ plan, matches }, given, [{ path: 'api/a.ts' }]).map(({ id }) => id);
  expect(idsFor({ id: 'A' })).toEqual(['lint', 'api']);
  expect(idsFor({ id: 'A', adopts })).toEqual(['lint', 'api', 'web']);
  expect(idsFor({ id: 'fix:1' })).toEqual(['lint', 'api', 'web']);
});

test('BEYOND-15 whatever is named and changed, no check is spared that names a changed file or names nothing', () => {
  const part = fc.constantFrom('a/', 'b/', 'a/c/', 'd');
  const named = fc.option(fc.array(part, { minLength: 1, maxLength: 3 }), { nil: undefined });
  const changed = fc.array(fc.constantFrom('a/x', 'b/x', 'a/c/x', 'd', 'other'), { maxLength: 4 });
  fc.assert(
    fc.property(fc.array(named, { maxLength: 5 }), changed, (all, paths) => {
      const checks = all.map((globs, at) => check(`c${at}`, globs === undefined ? {} : { paths: globs }));
      const runs = needed(checks, ...paths);
      const concerned = checks.filter(
        ({ paths: globs }) =>
          globs === undefined || globs.some((glob) => paths.some((path) => matches(glob, path))),
      );
      expect(runs).toEqual(expect.arrayContaining(concerned.map(({ id }) => id)));
      // Every changed file is looked at by somebody, wherever there is anybody.
      expect(runs.length > 0).toBe(checks.length > 0);
    }),
  );
});

test('BEYOND-15 a folder that is nowhere is no pass and no excuse: not at base, and not for what comes into it', async () => {
  const checks = [check('later', { dir: 'later', paths: ['later/**'] })];
  const commits = {
    base: { files: { 'a.ts': 'a' } },
    head: { files: { 'a.ts': 'b' }, parent: 'base' },
    comes: { files: { 'a.ts': 'a', 'later/b.ts': 'red' }, parent: 'base' },
  };
  const { context } = world(commits, (files) => (files.has('later/b.ts') ? 1 : 125), { checks });
  expect((await baseline(context, 'base')).red).toEqual([]);
  for (const head of ['head', 'comes'])
    expect(await checkGate(context, { base: 'base', head, allowed: [] })).toMatchObject({ outcome: 'fail' });
});

test('REAL-02 the checks that ran on a change are reported, with the number of their tests', async () => {
  const commits = {
    base: { files: { 'a.ts': 'a' } },
    head: { files: { 'a.ts': 'b' }, parent: 'base' },
  };
  const checks = [check('unit', { paths: ['*.ts'] }), check('docs', { paths: ['docs/**'] })];
  const stdout = 'Tests:       1 skipped, 2 passed, 3 total\n';
  const { context } = world(commits, () => ({ how: { kind: 'exited', code: 0 }, stdout }), { checks });
  const { checks: ran } = await checkGate(context, { base: 'base', head: 'head', allowed: [] });
  const tests = { passed: 2, failed: 0, skipped: 1 };
  expect(ran).toEqual([{ id: 'unit', state: 'green', ranNoTest: false, tests, reason: '' }]);
});

test.each([
  ['T-1', ['api']],
  ['remediation:1', ['api', 'web']],
  ['fix:1', ['api', 'web']],
])('EVID-07 %s is checked with %j: a repair may be elsewhere, so nothing is spared', async (id, ids) => {
  const commits = { base: { files: { 'api/a': 'a' } }, head: { files: { 'api/a': 'b' }, parent: 'base' } };
  const { context } = world(commits, () => 0, {
    checks: [check('api', { paths: ['api/**'] }), check('web', { paths: ['web/**'] })],
  });
  const { cells } = await landingGate(context, { ticket: ticket({ id }), tip: 'base', candidate: 'head' });
  expect(cells.map(({ check: ran }) => ran)).toEqual(ids);
});

import { chmodSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { patience } from '../support/epic-run.ts';
import { handIn, planAgents, reviewOf, type Said } from '../support/review-agents.ts';
import { type Reviewed, ReviewRepo } from '../support/review-repo.ts';

/** Refuses a staged word, and whatever it can see that it must not. */
const guard = `#!/bin/sh
touch left-by-hook.txt
if git diff --cached | grep -q '^+.*odd()'; then echo 'odd() is not allowed here'; exit 1; fi
if [ -n "$SECRET_TOKEN" ] || [ -e "$CHECKOUT" ]; then echo 'I see too much'; exit 1; fi
`;
const bug: Said = { severity: 'HIGH', file: 'src/a.ts', line: 2, problem: 'broken() is not defined' };
const fix = (text: string, message = 'fix: address code review round 1 - define it') => ({
  write: { 'src/a.ts': text },
  commit: message,
  say: handIn('feature'),
});
const good = 'export const a = 1;\nexport const b = 2;\n';

/** A repository with a hook at the base, and a branch that replaces it. */
function opened(): ReviewRepo {
  const repo = new ReviewRepo();
  const hook = guard.replace('$CHECKOUT', join(repo.repository, '.git'));
  repo.write({ 'hooks/pre-commit': hook, 'hooks/commit-msg': '#!/bin/sh\ngrep -q "define" "$1"\n' });
  for (const name of ['pre-commit', 'commit-msg']) chmodSync(join(repo.repository, 'hooks', name), 0o755);
  repo.commit('base', { 'src/a.ts': 'export const a = 1;\n' });
  repo.git('checkout', '--quiet', '-b', 'feature');
  repo.commit('work', {
    'src/a.ts': 'export const a = 1;\nexport const b = broken();\n',
    'hooks/pre-commit': '#!/bin/sh\nexit 0\n',
  });
  repo.git('checkout', '--quiet', 'main');
  repo.git('config', 'core.hooksPath', 'hooks');
  return repo;
}

const plan = {
  reviewer: [[{ say: reviewOf('feature', 1, [bug]) }], [{ say: reviewOf('feature', 2, []) }]],
  fixer: [
    [
      fix('export const a = 1;\nexport const b = odd();\n'),
      fix(good, 'fix: address code review round 1 - x'),
      fix(good),
    ],
  ],
};

let repo: ReviewRepo;
let result: Reviewed;

beforeAll(async () => {
  repo = opened();
  const config = planAgents(repo.folder, plan);
  result = JSON.parse(
    (
      await repo.start(['review', 'feature', '--fix', '--config', config, '--json', '--no-input'], {
        SECRET_TOKEN: 'x',
      }).ended
    ).stdout,
  ) as Reviewed;
}, patience);
afterAll(() => repo.remove());

test('004#14 a fix that the pre-commit hook of the base refuses is not taken, also where the branch replaced the hook', async () => {
  const { stdout } = await repo.ask('events', 'feature');
  expect(stdout).toMatch(/fixer_failed .*pre-commit hook .*\(hooks\/pre-commit\) refuses this commit/);
  expect(stdout).toMatch(/fixer_failed .*commit-msg hook .* refuses the commit message/);
  expect(result).toMatchObject({ status: 'clean', exitCode: 0 });
  expect(repo.git('show', 'feature:src/a.ts')).toBe(good.trim());
  expect(repo.git('ls-tree', '-r', '--name-only', 'feature')).not.toContain('left-by-hook');
});

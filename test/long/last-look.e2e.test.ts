// A check that changes do not need by its `paths` runs once on the final tip before the run passes.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Ended, EpicRun, patience } from '../support/epic-run.ts';

const world = {
  files: { 'src/list.txt': 'one\n', 'docs/list.txt': 'one\n', 'docs.sh': 'cmp src/list.txt docs/list.txt\n' },
  epic: {
    verify: [
      { id: 'code', run: 'test -s src/list.txt', paths: ['src/**'] },
      { id: 'docs', run: 'sh docs.sh', paths: ['docs/**'] },
    ],
  },
  tickets: [{ id: 'CODE' }],
};
const breaks = { role: 'developer', ticket: 'CODE', write: { 'src/list.txt': 'two\n' } } as const;
let repaired: EpicRun;
let repairedEnd: Ended;
let left: EpicRun;
let leftEnd: Ended;
let kept: EpicRun;
let keptEnd: Ended;

beforeAll(async () => {
  repaired = new EpicRun({
    ...world,
    playbook: [breaks, { role: 'remediator', write: { 'docs/list.txt': 'two\n' } }],
  });
  left = new EpicRun({
    ...world,
    playbook: [breaks, { role: 'remediator', write: { 'src/other.txt': 'nothing\n' } }],
  });
  kept = new EpicRun({
    ...world,
    playbook: [{ role: 'developer', ticket: 'CODE', write: { 'src/more.txt': 'more\n' } }],
  });
  repairedEnd = await repaired.run();
  leftEnd = await left.run();
  keptEnd = await kept.run();
}, patience);
afterAll(() => {
  for (const epic of [repaired, left, kept]) epic.remove();
});

test('EVID-07 a spared check runs on the final tip, and only then the run passes', () => {
  expect(keptEnd.code, keptEnd.stdout + keptEnd.stderr).toBe(0);
  expect(kept.of('CODE', 'validation_passed')).toMatchObject([{ spared: ['docs'] }]);
  expect(kept.of('tip:1', 'baseline_measured')).toMatchObject([{ red: [] }]);
  expect(kept.of('remediation:1', 'remediation_opened')).toEqual([]);
});

test('EVID-07 a spared check that is red on the final tip is repaired before the run passes', () => {
  expect(repairedEnd.code, repairedEnd.stdout + repairedEnd.stderr).toBe(0);
  expect(repaired.of('tip:1', 'baseline_measured')).toMatchObject([{ red: ['docs'] }, { red: [] }]);
  expect(repaired.prompts('remediation:1', 'develop')[0]).toContain('docs');
  expect(repaired.git('show', 'epic/e1:docs/list.txt')).toBe('two');
});

test('EVID-07 a tip that nobody repairs does not pass: a person is asked, and named where they accept it', async () => {
  expect(leftEnd.code).toBe(3);
  expect(leftEnd.stdout).not.toContain('PASSED');
  await left.gauntlet('decide', 'remediation:1', '--override', '--reason', 'the docs come later');
  const ended = await left.run('resume');
  expect(ended.code, ended.stdout + ended.stderr).toBe(0);
  expect(ended.stdout).toMatch(/tip:1.*the docs come later/);
});

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { addedLines } from '../../src/detect/index.ts';
import { labelledFiles, ownSet } from '../../src/inspect/calibrate/labelled-files.ts';
import type { CalibrationReport } from '../../src/model/calibration.ts';
import { patience } from '../support/epic-run.ts';
import { reviewOf } from '../support/review-agents.ts';
import { ReviewRepo } from '../support/review-repo.ts';

let repo: ReviewRepo;

beforeEach(() => {
  repo = new ReviewRepo();
});
afterEach(() => repo.remove());

const change = (id: string, text: string, comments: readonly unknown[]) => ({
  [`labels/${id}.json`]: JSON.stringify({
    version: 1,
    id,
    title: id,
    base: { 'src/a.ts': 'export const a = 1;\n' },
    head: { 'src/a.ts': text },
    comments,
  }),
});
const bug = { file: 'src/a.ts', line: 2, severity: 'HIGH', text: 'b is not defined', words: ['defined'] };

/** A reviewer that complains about the second line of whatever has one, and once says nothing that counts. */
function critic(): string {
  const said = reviewOf('change', 1, [
    { severity: 'HIGH', file: 'src/a.ts', line: 2, problem: 'nobody has defined it' },
  ]);
  const silent = reviewOf('change', 1, []);
  const program = join(repo.folder, 'critic.mjs');
  writeFileSync(
    program,
    `import { readFileSync } from 'node:fs';
const prompt = readFileSync(0, 'utf8');
const code = readFileSync('src/a.ts', 'utf8');
if (code.includes('crash')) process.exit(1);
process.stdout.write(code.split('\\n').length > 2 ? ${JSON.stringify(said)} : ${JSON.stringify(silent)});
`,
  );
  const config = join(repo.folder, 'critic.yaml');
  const run = JSON.stringify([process.execPath, program]);
  writeFileSync(
    config,
    `version: 1\nagents:\n  reviewer: { use: command, run: ${run}, estimate: { usd: 0.25 } }\nlimits: { agentTries: 0, budgetUsd: 5 }\n`,
  );
  return config;
}

test(
  'a reviewer is measured on labelled changes: precision, recall, false alarms and cost, by the same review that branches get',
  async () => {
    repo.write({
      ...change('bad', 'export const a = 1;\nexport const b = c;\n', [bug]),
      ...change('clean-but-blamed', 'export const a = 1;\nexport const d = 2;\n', []),
      ...change('clean', 'export const a = 2;\n', []),
      ...change('overlooked', 'export const a = e;\n', [{ ...bug, line: 1 }]),
    });
    const before = repo.read('labels/bad.json');
    const args = ['calibrate', '--labelled', 'labels', '--config', critic(), '--json'];
    const ended = await repo.gauntlet(...args, '-o', 'figures.json');
    const measured = JSON.parse(ended.stdout) as CalibrationReport;
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    const figures = {
      source: 'labelled',
      changes: 4,
      clean: 2,
      precision: { value: 0.5, of: 2 },
      recall: { value: 0.5, of: 2 },
      recallByKind: { HIGH: { value: 0.5 } },
      falseAlarms: { value: 0.5 },
    };
    const whole = { calibrations: [figures], commit: null, notReviewed: 0, spent: { usd: 1, tokens: 0 } };
    expect(measured).toMatchObject(whole);
    expect(measured.changes.map(({ id, found, falseAlarms }) => [id, found, falseAlarms])).toEqual([
      ['bad', true, null],
      ['clean', null, 0],
      ['clean-but-blamed', null, 1],
      ['overlooked', false, null],
    ]);
    expect(measured.extra).toMatchObject([{ id: 'clean-but-blamed', file: 'src/a.ts', line: 2 }]);
    expect(JSON.parse(repo.read('figures.json') ?? '')).toMatchObject(whole);
    expect([repo.read('labels/bad.json'), existsSync(join(repo.repository, '.git/gauntlet'))]).toEqual([
      before,
      false,
    ]);
    const text = await repo.gauntlet(...args.slice(0, -1), '--all', '--min-recall', '0.6');
    expect(text.code).toBe(1);
    expect(text.stdout).toMatch(
      /found {10}50 % \(9 to 91\) of the labels[^]*overlooked {2}missed {2}HIGH src\/a\.ts:1 b is not defined/,
    );
    expect(text.stderr).toContain('4 of 4 are recorded');
    const poor = await repo.gauntlet(...args, '--budget', '0.4', '--fresh');
    // The agent is known to cost 0.25: a second one would be more than there is, whatever the configuration allows.
    expect([poor.code, (JSON.parse(poor.stdout) as CalibrationReport).notReviewed]).toEqual([4, 3]);
  },
  patience,
);

test(
  'RECOVER-01 killed on the way it goes on with the changes that are left: what was reviewed is not paid for again',
  async () => {
    repo.write({
      ...change('a', 'export const a = 1;\nexport const b = c;\n', [bug]),
      ...change('b', 'export const a = 2;\n', []),
      ...change('c', 'export const a = 3;\n', []),
    });
    const args = ['calibrate', '--labelled', 'labels', '--config', critic(), '--json'];
    const figures = async (...more: readonly string[]): Promise<CalibrationReport> =>
      JSON.parse((await repo.gauntlet(...args, ...more)).stdout) as CalibrationReport;
    expect(await figures('--budget', '0.3')).toMatchObject({ recorded: 0, notReviewed: 2 });
    const killed = await repo.start(args, { GAUNTLET_KILL_AT: 'done review' }).ended;
    expect(killed.code).toBeNull();
    const whole = await figures();
    expect(whole).toMatchObject({ recorded: 1, notReviewed: 0, spent: { usd: 0.75 } });
    const { changes, spent } = whole;
    expect(await figures('--budget', '0')).toMatchObject({ changes, spent, recorded: 3 });
    // Another question about the same changes is asked: deeper, with another purpose, or by another reviewer.
    expect(await figures('--depth', 'thorough')).toMatchObject({ recorded: 0 });
    repo.write(change('b', 'export const a = 4;\n', []));
    expect(await figures()).toMatchObject({ recorded: 2 });
    expect(await figures('--fresh')).toMatchObject({ recorded: 0 });
  },
  patience,
);

test(
  'what was not reviewed is never a good figure, and a set that cannot be read is refused whole',
  async () => {
    repo.write(change('crashes', 'export const a = crash;\n', [bug]));
    const ended = await repo.gauntlet('calibrate', '--labelled', 'labels', '--config', critic(), '--json');
    expect([ended.code, JSON.parse(ended.stdout)]).toMatchObject([
      5,
      { notReviewed: 1, calibrations: [], changes: [{ id: 'crashes', found: null }] },
    ]);
    repo.write({ 'labels/odd.yaml': 'id: odd\ntitle: Odd\n' });
    const refused = await repo.gauntlet('calibrate', '--labelled', 'labels', '--no-agents');
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('odd.yaml')]);
  },
  patience,
);

test(
  'a label may name commits of a repository, which is only read',
  async () => {
    const key = ['AKIA', 'QJ7XW2LMT4RZ', 'P3VN'].join('');
    const base = repo.commit('base', { 'src/a.ts': 'export const a = 1;\n' });
    const head = repo.commit('leak', { 'src/key.ts': `export const key = '${key}';\n` });
    const text = 'An access key of a cloud account stands in the sources as a secret in plain text';
    const label = { id: 'leak', title: 'Leak', comments: [{ severity: 'CRITICAL', text }] };
    repo.write({ 'set/leak.json': JSON.stringify(label) });
    const early = await repo.gauntlet('calibrate', '--labelled', 'set', '--no-agents');
    expect([early.code, early.stderr]).toEqual([2, expect.stringContaining('no change to review')]);
    repo.write({ 'set/leak.json': JSON.stringify({ ...label, commits: { repository: '..', base, head } }) });
    const before = repo.standing();
    const args = ['calibrate', '--labelled', 'set', '--no-agents', '--json'];
    const ended = await repo.gauntlet(...args, '--max-false-alarms', '0');
    expect([ended.code, JSON.parse(ended.stdout)]).toMatchObject([
      0,
      { calibrations: [{ changes: 1, judge: { agent: 'no-agents' } }], notReviewed: 0 },
    ]);
    expect(repo.standing()).toEqual(before);
  },
  patience,
);

test('the bundled set is sound: labels stand on lines that the change wrote, and a third of it is clean', () => {
  const set = labelledFiles(ownSet());
  expect(set.length).toBeGreaterThanOrEqual(20);
  expect(set.filter(({ change: { comments } }) => comments.length === 0).length * 3).toBeGreaterThanOrEqual(
    set.length,
  );
  const loose = set.flatMap(({ change: { id, comments, change: content } }) => {
    if (content.kind !== 'texts') return [id];
    return comments
      .filter(({ file, line }) => {
        const version = (text: string | null | undefined) =>
          text === null || text === undefined ? null : { mode: '100644', blob: '', text, unread: null };
        const path = file ?? '';
        const lines = addedLines({
          path,
          before: version(content.base[path]),
          after: version(content.head[path]),
        });
        return !lines.some((added) => added.line === line);
      })
      .map(({ file, line }) => `${id} ${file}:${line}`);
  });
  // The one place where what is missing is the finding: an assertion that was taken out.
  expect(loose).toEqual(['test-that-proves-nothing src/round.test.ts:4']);
  expect(readFileSync(join(ownSet(), 'sql-from-words.yaml'), 'utf8')).toContain('injection');
});

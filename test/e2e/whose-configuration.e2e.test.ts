// Whose configuration judges: the base's, and every command says so where the work tree has another one.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { EpicRun, patience } from '../support/epic-run.ts';

let epic: EpicRun;
let base = '';

beforeAll(() => {
  epic = new EpicRun({ tickets: [{ id: 'ONE' }] });
  base = epic.git('rev-parse', '--short=7', 'main');
  epic.git('checkout', '--quiet', '-b', 'work');
  epic.write({ 'parts/more.txt': 'more\n' });
  epic.git('add', '--all');
  epic.git('commit', '--quiet', '--message=More');
  // What somebody is trying, and has committed nowhere.
  epic.write({ 'gauntlet.yaml': '{ "version": 1, "verify": [{ "id": "mine", "run": "true" }] }\n' });
}, patience);
afterAll(() => epic.remove());

const used = (): string =>
  `gauntlet.yaml: using the version at main (${base}); the one in your work tree differs: commit it there, or add --config gauntlet.yaml`;
const origin = (): object => ({
  file: 'gauntlet.yaml',
  commit: epic.git('rev-parse', 'main'),
  differs: true,
  note: used(),
});

const json = async (...args: readonly string[]): Promise<Record<string, unknown>> =>
  JSON.parse((await epic.gauntlet(...args, '--json')).stdout) as Record<string, unknown>;

test('REAL-06 review says it, also where it finds nothing and in its data', async () => {
  const { stderr } = await epic.gauntlet('review', '--no-agents');
  expect(stderr).toContain(`note: ${used()}\n`);
  expect(await json('review', '--no-agents')).toMatchObject({ configuration: origin() });
});

test('REAL-06 a person who names the file gets it, and is told that the base has another', async () => {
  const { stderr } = await epic.gauntlet('review', '--no-agents', '--config', 'gauntlet.yaml');
  expect(stderr).toContain(
    `note: gauntlet.yaml: using the version in your work tree; the one at main (${base}) differs\n`,
  );
});

test('REAL-06 P9 a branch that commits its own does not choose it, whatever is named', async () => {
  epic.git('checkout', '--quiet', '-b', 'own');
  epic.git('add', '--all');
  epic.git('commit', '--quiet', '--message=My rules');
  const words = `using the version at main (${base}); this change contains another version: the new version takes effect once it is on main`;
  for (const more of [[], ['--config', 'gauntlet.yaml']])
    expect((await epic.gauntlet('review', '--no-agents', ...more)).stderr).toContain(words);
  epic.git('reset', '--quiet', 'work');
  epic.git('checkout', '--quiet', 'work');
});

test('REAL-06 a run and its dry run say it', async () => {
  const { stdout } = await epic.gauntlet('run', 'epic.yaml', '--dry-run');
  expect(stdout).toContain(`note: ${used()}\n`);
  expect(await json('run', 'epic.yaml', '--dry-run')).toMatchObject({ configuration: origin() });
});

test('REAL-06 check warns that a run uses the committed one', async () => {
  const { stdout, code } = await epic.gauntlet('check', 'epic.yaml');
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /gauntlet\.yaml:1:1: .*using the version at main \([0-9a-f]{7}\); the one in your work tree differs/,
  );
});

test('REAL-06 doctor shows both and judges the one that will be used', async () => {
  const { checks } = (await json('doctor')) as {
    checks: readonly { what: string; state: string; said: string }[];
  };
  const found = (what: string) => checks.filter((each) => each.what === what);
  expect(found('configuration')).toMatchObject([
    { state: 'ok', said: `gauntlet.yaml at ${base} is valid: this one will be used` },
  ]);
  expect(found('other version')).toMatchObject([{ state: 'warning', said: used() }]);
  // The one that is used has no checks of its own; the other one has.
  expect(found('checks')[0]?.state).toBe('warning');
});

test(
  'REAL-06 a run that goes on says that it keeps what it began with',
  async () => {
    const began = await epic.run();
    expect(began.stderr).toContain(`note: ${used()}\n`);
    const again = await epic.run('resume');
    expect(again.stderr).toContain('using the version this run began with');
  },
  patience,
);

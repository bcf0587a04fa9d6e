import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { confirmCriteria, plainWords } from './confirm-criteria.ts';
import { type Behaviour, check, criterion, ticket, world } from '../../../test/support/gate-world.ts';

const commits = { head: { files: { 'a.txt': 'x' } } };
const claim = (command: string, environment = '') => ({ command, environment, result: 'PASS' as const });
const who = ticket({ acceptance: [criterion('AC1', 'prove it'), criterion('AC2', null)] });

test('FLOW-08 the commands of criteria and those reported as passed are run again', async () => {
  const { context, ran, programs } = world(commits, () => 0, {
    checks: [check('unit', { run: 'npm test' })],
  });
  const reported = [claim('`npm  test`'), claim('npx vitest run "a b"'), claim('prove it')];
  expect(await confirmCriteria(context, who, 'head', reported)).toEqual({
    ok: true,
    unmet: [],
    unfounded: [],
    unchecked: [],
    broken: null,
  });
  expect(ran).toEqual(['sh -c prove it', 'sh -c npm test', 'npx vitest run a b']);
  expect(programs[2]?.argv).toEqual(['npx', 'vitest', 'run', 'a b']);
  expect(programs[2]?.confinement.network).toBe(false);
});

test('FLOW-08 REAL-05 a claim that does not hold is refuted: by the work where a criterion or the plan names the command, by itself where only the auditor does', async () => {
  const red: Behaviour = (_files, { argv }) => (argv.join(' ').includes('bad') ? 1 : 0);
  const { context } = world(commits, red, { checks: [check('bad check')] });
  const ticketOf = ticket({ acceptance: [criterion('AC1', 'bad proof')] });
  const reported = [
    claim('bad check'),
    claim('npx bad'),
    { ...claim('npx bad-but-not-claimed'), result: 'FAIL' as const },
  ];
  const { ok, unmet, unfounded } = await confirmCriteria(context, ticketOf, 'head', reported);
  expect(ok).toBe(false);
  const names = (lines: readonly string[]) => lines.map((line) => line.split(':')[0]);
  expect(names(unmet)).toEqual(['criterion AC1', 'bad check']);
  expect(names(unfounded)).toEqual(['npx bad']);
});

test('FLOW-08 a program that cannot be started has not passed; a checkout that cannot be made refutes nobody', async () => {
  const missing: Behaviour = () => ({ how: { kind: 'unstartable', because: 'no such program' } });
  const none = ticket();
  const { context } = world(commits, missing, { checks: [] });
  expect(await confirmCriteria(context, none, 'head', [claim('flarb')])).toMatchObject({
    ok: false,
    broken: null,
  });
  expect(await confirmCriteria(context, none, 'nowhere', [claim('flarb')])).toMatchObject({
    ok: false,
    unmet: [],
    unfounded: [],
  });
});

const inFolders = [
  check('api', { run: 'npm test', dir: 'packages/api' }),
  check('web', { run: 'npm test', dir: 'packages/web' }),
];

test.each([
  [
    'one that enters a folder, as the check of that folder',
    'cd packages/web && npm test',
    inFolders,
    ['packages/web'],
  ],
  ['however the folder is written', '`cd ./packages/api/ &&  npm  test`', inFolders, ['packages/api']],
  [
    'one that enters none, as every check that it could be',
    'npm test',
    inFolders,
    ['packages/api', 'packages/web'],
  ],
  ['that of the root, where it has one', 'npm test', [...inFolders, check('all', { run: 'npm test' })], ['']],
  ['one of a folder without a check, in that folder', 'cd docs && npm test', inFolders, ['docs']],
  [
    'folders one after the other',
    'cd packages && cd api && make lint && cd src && make',
    [],
    ['packages/api', 'packages/api/src'],
  ],
])('FLOW-08 a reported command is run where it was: %s', async (_what, command, checks, folders) => {
  const { context, programs } = world(commits, () => 0, { checks });
  const result = await confirmCriteria(context, ticket(), 'head', [claim(command)]);
  expect(result).toEqual({ ok: true, unmet: [], unfounded: [], unchecked: [], broken: null });
  const entered = programs.map(({ argv }) => argv.find((word) => word.startsWith('./'))?.slice(2) ?? '');
  expect(entered).toEqual(folders);
  expect(programs.map(({ argv }) => argv[0] === 'cd')).not.toContain(true);
});

test('FLOW-08 one of several checks with the same command that fails refutes the claim', async () => {
  const red: Behaviour = (_files, { argv }) => (argv.includes('./packages/web') ? 1 : 0);
  const { context } = world(commits, red, { checks: inFolders });
  expect(await confirmCriteria(context, ticket(), 'head', [claim('npm test')])).toMatchObject({ ok: false });
});

test.each([
  'cd .. && npm test',
  'cd /etc && cat passwd',
  'cd a/../../b && make',
  'cd - && make',
  'cd a b && make',
  'cd a',
  'cd && make',
  'cd $HOME && make',
])('FLOW-08 a folder outside the repository is not entered: %s', async (command) => {
  const { context, ran } = world(commits, () => 0, { checks: inFolders });
  expect(await confirmCriteria(context, ticket(), 'head', [claim(command)])).toMatchObject({
    unchecked: [command],
  });
  expect(ran).toEqual([]);
});

test('FLOW-08 what an auditor wrote never reaches a shell', async () => {
  const { context, ran } = world(commits, () => 0, { checks: [] });
  const needsShell = [
    'cat a | grep b',
    'echo $(id)',
    'a > b',
    'sh -c id',
    '/bin/bash x',
    'A=1 npm test',
    'ls *',
    'a; b',
  ];
  const result = await confirmCriteria(
    context,
    ticket(),
    'head',
    needsShell.map((command) => claim(command)),
  );
  expect(ran).toEqual([]);
  expect(result).toMatchObject({ ok: true, unchecked: needsShell });
  expect(await confirmCriteria(context, ticket(), 'head', [claim('npm test && npm run lint')])).toMatchObject(
    { ok: true },
  );
  expect(ran).toEqual(['npm test', 'npm run lint']);
});

test('plain words never hold a letter that a shell would act upon outside quotes', () => {
  fc.assert(
    fc.property(fc.string(), (command) => {
      const words = plainWords(command);
      if (words === undefined) return;
      expect(words[0]).not.toBe('');
      expect(command).not.toMatch(/[|;&<>*?\\]/);
    }),
    { numRuns: 500 },
  );
  expect(plainWords('')).toBe(undefined);
  expect(plainWords("grep 'a;b' file")).toEqual(['grep', 'a;b', 'file']);
});

import { expect, test } from 'vitest';

import { startOf } from './start.ts';

const site = {
  version: '1.2.3',
  help: {
    '': 'all\n',
    '--all': 'whole\n',
    check: 'of check\n',
    parse: 'of parse\n',
    ticket: 'of ticket\n',
    'ticket retry': 'of retry\n',
    'ticket note': 'of note\n',
  },
};
const start = (...argv: string[]) => startOf(argv, site);

test('the version and every help text are printed without loading a command', () => {
  expect(start('--version')).toEqual({ kind: 'print', text: '1.2.3\n' });
  expect(start('-V')).toEqual({ kind: 'print', text: '1.2.3\n' });
  expect(start('--help')).toEqual({ kind: 'print', text: 'all\n' });
  expect(start('-h', 'check')).toEqual({ kind: 'print', text: 'all\n' });
  expect(start('help')).toEqual({ kind: 'print', text: 'all\n' });
  expect(start('help', 'check')).toEqual({ kind: 'print', text: 'of check\n' });
  expect(start('check', '--help')).toEqual({ kind: 'print', text: 'of check\n' });
  expect(start('check', 'x.yaml', '-h')).toEqual({ kind: 'print', text: 'of check\n' });
});

test('FIRST-01 no command at all shows what was found; as JSON it is refused', () => {
  expect(start()).toEqual({ kind: 'run', command: 'welcome', args: [] });
  expect(start('--cwd', 'x')).toEqual({ kind: 'run', command: 'welcome', args: ['--cwd', 'x'] });
  expect(start('--json')).toMatchObject({ kind: 'refuse', text: 'all\n' });
});

test('FIRST-03 a verb belongs to its group, and alone is an alias of it', () => {
  const retry = { kind: 'run', command: 'ticket', args: ['retry', 'A', '--json'] };
  expect(start('ticket', 'retry', 'A', '--json')).toEqual(retry);
  expect(start('retry', 'A', '--json')).toEqual(retry);
  expect(start('--json', 'retry', 'A')).toEqual({ ...retry, args: ['retry', '--json', 'A'] });
  for (const words of [
    ['help', 'ticket', 'retry'],
    ['help', 'retry'],
    ['retry', '--help'],
    ['ticket', 'retry', '-h'],
  ])
    expect(start(...words)).toEqual({ kind: 'print', text: 'of retry\n' });
  for (const words of [
    ['help', 'ticket'],
    ['ticket', '--help'],
  ])
    expect(start(...words)).toEqual({ kind: 'print', text: 'of ticket\n' });
  expect(start('help', '--all')).toEqual({ kind: 'print', text: 'whole\n' });
  expect(start('ticket')).toEqual({
    kind: 'refuse',
    text: 'gauntlet: "gauntlet ticket" needs a verb. Verbs: retry, note.\n',
  });
  expect(start('ticket', 'rety', 'A')).toEqual({
    kind: 'refuse',
    text: 'gauntlet: "gauntlet ticket" has no verb "rety". Did you mean "retry"?\n',
  });
  expect(start('rety', 'A')).toMatchObject({
    kind: 'refuse',
    text: expect.stringContaining('"retry"') as string,
  });
  expect(start('waive')).toMatchObject({ text: 'gauntlet: "waive" is now: gauntlet dismiss --until DAY\n' });
});

test('a command gets the rest of the line, with the shared flags that stood before it', () => {
  expect(start('check', 'a', '--json')).toEqual({ kind: 'run', command: 'check', args: ['a', '--json'] });
  expect(start('--json', '--cwd', 'parse', 'check', 'a')).toEqual({
    kind: 'run',
    command: 'check',
    args: ['--json', '--cwd', 'parse', 'a'],
  });
});

test('what stands after -- is never an option of ours', () => {
  expect(start('check', '--', '--help')).toEqual({ kind: 'run', command: 'check', args: ['--', '--help'] });
});

test('a misspelt command is refused with the one that was meant', () => {
  expect(start('chek')).toEqual({
    kind: 'refuse',
    text: 'gauntlet: there is no command "chek". Did you mean "check"?\n',
  });
  expect(start('help', 'prase')).toEqual({
    kind: 'refuse',
    text: 'gauntlet: there is no command "prase". Did you mean "parse"?\n',
  });
});

test('a command nobody could have meant is refused with the list of those there are', () => {
  expect(start('frobnicate')).toEqual({
    kind: 'refuse',
    text: 'gauntlet: there is no command "frobnicate". Commands: check, parse, ticket.\n',
  });
  expect(start('')).toEqual({
    kind: 'refuse',
    text: 'gauntlet: there is no command "". Commands: check, parse, ticket.\n',
  });
  expect(start('constructor').kind).toBe('refuse');
  expect(start('__proto__').kind).toBe('refuse');
});

test('a hostile word is shown without what a terminal would obey, and not at full length', () => {
  const told = start(`\u001b[2J\u202e${'x'.repeat(500)}`);
  expect(told).toEqual({
    kind: 'refuse',
    text: `gauntlet: there is no command "?[2J?${'x'.repeat(55)}". Commands: check, parse, ticket.\n`,
  });
});

test('where JSON was asked for, what is refused is JSON on stdout too', () => {
  const refused = (...argv: string[]): unknown => {
    const { kind, json = '' } = { json: undefined, ...start(...argv) };
    return [kind, JSON.parse(json)];
  };
  const told = (message: string) => [
    'refuse',
    expect.objectContaining({
      error: expect.objectContaining({ code: 'USAGE_INVALID', message }) as unknown,
      exitCode: 2,
    }),
  ];
  expect(refused('--json')).toEqual(told('no command is given'));
  expect(refused('chek', '--json')).toEqual(told('there is no command "chek". Did you mean "check"?'));
  expect(refused('--json', 'help', 'chek')).toEqual(
    told('there is no command "chek". Did you mean "check"?'),
  );
  expect(start('chek', '--', '--json')).not.toHaveProperty('json');
});

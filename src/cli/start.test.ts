import { expect, test } from 'vitest';

import { startOf } from './start.ts';

const site = { version: '1.2.3', help: { '': 'all\n', check: 'of check\n', parse: 'of parse\n' } };
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

test('no command at all is refused with the whole help', () => {
  expect(start()).toEqual({ kind: 'refuse', text: 'all\n' });
  expect(start('--cwd')).toEqual({ kind: 'refuse', text: 'all\n' });
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
    text: 'gauntlet: there is no command "frobnicate". Commands: check, parse.\n',
  });
  expect(start('')).toEqual({
    kind: 'refuse',
    text: 'gauntlet: there is no command "". Commands: check, parse.\n',
  });
  expect(start('constructor').kind).toBe('refuse');
  expect(start('__proto__').kind).toBe('refuse');
});

test('a hostile word is shown without what a terminal would obey, and not at full length', () => {
  const told = start(`\u001b[2J\u202e${'x'.repeat(500)}`);
  expect(told).toEqual({
    kind: 'refuse',
    text: `gauntlet: there is no command "?[2J?${'x'.repeat(55)}". Commands: check, parse.\n`,
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

import { Readable } from 'node:stream';

import { expect, expectTypeOf, test } from 'vitest';

import { GauntletError } from '../model/error.ts';
import { type CallWith, cliCommand } from './command.ts';
import type { OptionDefinition, OptionsOf } from './option-types.ts';
import { exitCodes } from '../model/exit-codes.ts';
import { runCommand } from './run-command.ts';

const options = [
  ['--word <word>', 'what to say'],
  ['--size <size>', 'how big', { choices: ['small', 'large'] }],
] as const satisfies readonly OptionDefinition[];

type GreetCall = CallWith<typeof options>;

type Ran = { code: number; stdout: string; stderr: string; call: GreetCall | undefined };

async function ran(
  args: readonly string[],
  act: () => void = () => undefined,
  write?: () => void,
): Promise<Ran> {
  const out = { stdout: '', stderr: '' };
  let call: GreetCall | undefined;
  const command = cliCommand({
    name: 'greet',
    summary: 'say hello',
    operands: [['<names...>', 'whom']],
    options,
    run: async (given) => {
      call = given;
      act();
      return exitCodes.failed;
    },
  });
  const io = {
    cwd: '/base',
    env: { FORCE_COLOR: '1' },
    stdin: () => Readable.from([]),
    stdout: { isTty: () => false, write: write ?? ((text: string) => void (out.stdout += text)) },
    stderr: { isTty: () => false, write: (text: string) => void (out.stderr += text) },
  };
  const code = await runCommand(command, args, io);
  return { code, ...out, call };
}

test('a command gets its operands, its options and the shared flags, and its code is the exit code', async () => {
  const { code, stdout, stderr, call } = await ran(['a', '--word', 'hi', 'b', '--cwd', 'sub', '--no-color']);
  expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: '' });
  expect(call?.operands).toEqual(['a', 'b']);
  expect(call?.options.word).toBe('hi');
  expect(call?.json).toBe(false);
  expect(call?.io.cwd).toBe('/base/sub');
  expect(call?.paint('error', 'x')).toBe('x');
});

test('without shared flags the text is coloured as the environment wants, from where the user stands', async () => {
  const { call } = await ran(['a', '--json']);
  expect(call?.json).toBe(true);
  expect(call?.io.cwd).toBe('/base');
  expect(call?.paint('warning', 'x')).toBe('\u001b[33mx\u001b[0m');
});

test('a wrong command line is a usage error, exit 2, with the way to the help', async () => {
  const { code, stdout, stderr, call } = await ran(['a', '--wrod', 'x']);
  expect({ code, stdout, call }).toEqual({ code: 2, stdout: '', call: undefined });
  expect(stderr).toBe(
    "gauntlet: unknown option '--wrod' (Did you mean --word?) [USAGE_INVALID]\n" +
      '  hint: Run "gauntlet greet --help" to see its options.\n',
  );
  expect((await ran([])).stderr).toContain("missing required argument 'names' [USAGE_INVALID]");
});

test('several mistakes on one line are said at once', async () => {
  const { code, stderr } = await ran(['--wrod', 'x', '--size', 'huge', '--louder', 'a', '--color', 'blue']);
  expect(code).toBe(2);
  expect(stderr).toBe(
    "gauntlet: option '--size <size>' argument 'huge' is invalid. Allowed choices are small, large; " +
      "unknown option '--wrod' (Did you mean --word?); unknown option '--louder'; unknown option '--color' [USAGE_INVALID]\n" +
      '  hint: Run "gauntlet greet --help" to see its options.\n',
  );
  const missing = await ran(['--size', 'huge']);
  expect(missing.stderr).toContain("Allowed choices are small, large; missing required argument 'names'");
});

test('an error we know is told with its code and hint, and as data where JSON was asked for', async () => {
  const refuse = () => {
    throw new GauntletError('STATE_CONFLICT', 'another run is using it', {
      data: { pid: 7 },
      hint: 'Wait for it.',
    });
  };
  const text = 'gauntlet: another run is using it [STATE_CONFLICT]\n  hint: Wait for it.\n';
  expect(await ran(['a'], refuse)).toMatchObject({ code: 6, stdout: '', stderr: text });
  const told = await ran(['a', '--json'], refuse);
  expect({ ...told, stdout: JSON.parse(told.stdout) as unknown }).toMatchObject({
    code: 6,
    stderr: text,
    stdout: {
      error: {
        code: 'STATE_CONFLICT',
        message: 'another run is using it',
        hint: 'Wait for it.',
        data: { pid: 7 },
      },
      exitCode: 6,
    },
  });
});

test('--json after -- is an operand and asks for nothing', async () => {
  const fail = () => {
    throw new GauntletError('LIMIT_REACHED', 'enough');
  };
  expect(await ran(['--', '--json'], fail)).toMatchObject({
    code: 4,
    stdout: '',
    stderr: 'gauntlet: enough [LIMIT_REACHED]\n',
  });
});

test('a result that a full disk does not take is exit 5, told on stderr alone', async () => {
  const noRoom = Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
    syscall: 'write',
  });
  const full = (): never => {
    throw noRoom;
  };
  const { code, stderr } = await ran(['a', '--json'], full, full);
  expect([code, stderr]).toEqual([5, expect.stringContaining('the disk is full')]);
});

test('anything else is our bug, exit 70, with the place it came from', async () => {
  const { code, stderr } = await ran(['a'], () => {
    throw new TypeError('oh\u001b[2J no');
  });
  expect(code).toBe(70);
  expect(stderr).toMatch(/^gauntlet: this is a bug in gauntlet: oh no \[BUG\]\n {2}hint: Please report it/);
  expect(stderr).toContain('run-command.test.ts');
});

test('even something that is no error at all is told', async () => {
  const { code, stderr } = await ran(['a'], () => {
    // oxlint-disable-next-line no-throw-literal
    throw 'a word';
  });
  expect(code).toBe(70);
  expect(stderr).toBe(
    'gauntlet: this is a bug in gauntlet: a word [BUG]\n  hint: Please report it with the lines below.\n',
  );
});

test('an option is read by the name that its definition has, and a misspelt one does not compile', () => {
  const defined = [
    ['-o, --output-file <path>', 'one value'],
    ['--no-checks', 'on unless switched off'],
    ['--size <size>', 'a choice', { choices: ['small', 'large'], initial: 'small' }],
    ['--only <id>', 'several', { repeatable: true }],
    ['--port [n]', 'with or without a value'],
  ] as const satisfies readonly OptionDefinition[];
  expectTypeOf<OptionsOf<typeof defined>>().toEqualTypeOf<{
    readonly outputFile: string | undefined;
    readonly checks: boolean;
    readonly size: 'small' | 'large';
    readonly only: readonly string[] | undefined;
    readonly port: string | true | undefined;
  }>();
});

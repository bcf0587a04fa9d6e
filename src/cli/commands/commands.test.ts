import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';

import { afterEach, beforeEach, expect, test } from 'vitest';

import type { CliCommand } from '../command.ts';
import { runCommand } from '../run-command.ts';
import { check } from './check.ts';
import { dismiss } from './dismiss.ts';
import { completion } from './setting-up/completion.ts';
import { hook } from './hook.ts';
import { commands } from './index.ts';
import { lessons } from './looking/lessons.ts';
import { schema } from './setting-up/schema.ts';

type Ran = { readonly code: number; readonly stdout: string; readonly stderr: string };

let cwd = '';

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'gauntlet-'));
});
afterEach(() => rmSync(cwd, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(cwd, path)), { recursive: true });
  writeFileSync(join(cwd, path), text);
}

async function run(command: CliCommand, args: readonly string[], input = ''): Promise<Ran> {
  const out = { stdout: '', stderr: '' };
  const io = {
    cwd,
    env: {},
    stdin: () => Readable.from([input]),
    stdout: { isTty: () => false, write: (text: string) => void (out.stdout += text) },
    stderr: { isTty: () => false, write: (text: string) => void (out.stderr += text) },
  };
  const code = await runCommand(command, args, io);
  return { code, ...out };
}

const oneTicket = (more: string): string => `version: 1
epic: e
tickets:
  - id: A
    title: a
    description: d
    ${more}
    acceptance: [the page shows 3 rows]
`;

test('every command stands in a file of its own name and in the list', () => {
  expect(commands.map((command) => command.name)).toEqual([
    ...new Set(commands.map((command) => command.name)),
  ]);
  for (const command of commands) expect(command.summary).toMatch(/^[a-z].*[^.]$/);
});

test('check tells an epic from a configuration by what is in it, however it is written', async () => {
  const kinds = async (text: string): Promise<unknown> => {
    const { stdout } = await run(check, ['--json', '-'], text);
    return (JSON.parse(stdout) as { files: { kind: string }[] }).files[0]?.kind;
  };
  expect(await kinds('tickets: []')).toBe('epic');
  expect(await kinds('"epic" : e')).toBe('epic');
  expect(await kinds('{ version: 1, epic: e }')).toBe('epic');
  expect(await kinds('  version: 1\n  milestones: []')).toBe('epic');
  expect(await kinds('')).toBe('config');
  expect(await kinds('depth: quick')).toBe('config');
  expect(await kinds('# epic: no\ndepth: quick')).toBe('config');
  expect(await kinds('{ depth: quick }')).toBe('config');
});

test('an epic is looked at from the top of its repository, with the configuration there', async () => {
  write('.git/HEAD', '');
  write(
    'epics/e.yaml',
    oneTicket('reading: { must: [docs/a.md] }').concat('verify: [{ id: t, run: x, environments: [ci] }]\n'),
  );
  write('docs/a.md', '# A');
  expect((await run(check, ['epics/e.yaml'])).stdout).toMatch(/"ci"/);
  write('gauntlet.yaml', 'version: 1\nenvironments: [{ id: ci }]\n');
  expect(await run(check, ['epics/e.yaml'])).toEqual({
    code: 0,
    stdout: 'epics/e.yaml: ok (epic)\n',
    stderr: '',
  });
});

test('a broken configuration beside an epic is a warning for the epic and an error by itself', async () => {
  write('gauntlet.yaml', 'depht: 1\n');
  write('e.yaml', oneTicket('risk: high'));
  const { code, stdout } = await run(check, ['e.yaml']);
  expect(code).toBe(0);
  expect(stdout).toContain('warning: this configuration has errors, so the epic was checked without it');
  expect(stdout).toMatch(/e\.yaml: ok \(epic\), 1 warning\n$/);
  expect((await run(check, ['gauntlet.yaml'])).code).toBe(2);
});

test('what an epic names is read inside the repository only, also by way of links', async () => {
  write('outside/secret.md', 'x');
  write('repo/.git/HEAD', '');
  write('repo/inside.md', 'x');
  write('repo/folder/x.md', 'x');
  symlinkSync(join(cwd, 'outside'), join(cwd, 'repo/link'));
  symlinkSync(join(cwd, 'repo/inside.md'), join(cwd, 'repo/alias.md'));
  const codeFor = async (path: string): Promise<number> => {
    write('repo/e.yaml', oneTicket(`reading: { must: ["${path}"] }`));
    return (await run(check, ['repo/e.yaml'])).code;
  };
  expect(await codeFor('inside.md')).toBe(0);
  expect(await codeFor('alias.md')).toBe(0);
  expect(await codeFor('link/secret.md')).toBe(2);
  expect(await codeFor('none.md')).toBe(2);
  expect(await codeFor('folder')).toBe(2);
});

test('colour marks errors and warnings and changes no word', async () => {
  write('gauntlet.yaml', 'depht: 1\n');
  const plain = await run(check, ['gauntlet.yaml']);
  expect(plain.stdout).toBe(
    'gauntlet.yaml:1:1 depht: unknown key "depht"\n  hint: did you mean "depth"?\ngauntlet.yaml: 1 error\n',
  );
});

test('schema prints what was asked for and knows nothing else', async () => {
  const titles = await Promise.all(
    ['epic', 'config', 'event'].map(
      async (name) => JSON.parse((await run(schema, [name])).stdout) as { title: string },
    ),
  );
  expect(titles.map((each) => each.title)).toEqual([
    'Gauntlet epic file',
    'Gauntlet config file',
    'Gauntlet event',
  ]);
  expect(await run(schema, ['poem'])).toMatchObject({ code: 2, stdout: '' });
});

test('what is printed to be put into a file is JSON where JSON is asked for', async () => {
  const script = await run(completion, ['bash', '--json']);
  expect(JSON.parse(script.stdout)).toMatchObject({
    shell: 'bash',
    script: expect.stringContaining('_gauntlet') as string,
  });
  const printed = await run(hook, ['pre-push', '--print', '--json']);
  expect(JSON.parse(printed.stdout)).toEqual({
    event: 'pre-push',
    text: (await run(hook, ['pre-push', '--print'])).stdout,
  });
});

test('what could not count is refused, not recorded: a waiver of a day that is over, two wishes about lessons', async () => {
  mkdirSync(join(cwd, '.git'));
  const over = await run(dismiss, ['abcdef', '--until', '2020-01-01', '--reason', 'later']);
  expect([over.code, over.stderr]).toEqual([2, expect.stringContaining('2020-01-01 is in the past')]);
  const both = await run(lessons, ['--forget', 'a', '--recall', 'b']);
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('--forget or --recall')]);
});

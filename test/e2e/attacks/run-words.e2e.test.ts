// Characters that rewrite a terminal, paths that lead elsewhere and settings that explode, wherever somebody who is not
// trusted can put words. Each is first shown to be there, or to work, without us.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { auditFailed, ready, reviewFailed } from '../../support/answers.ts';
import { AttackedRun } from '../../attacks/attacked-run.ts';

const nasty = [
  '\u001b[2J\u001b[31m',
  '\u001b]0;owned\u0007',
  '\u001b]8;;http://evil.invalid\u001b\\click\u001b]8;;\u001b\\',
  '\u009b31m',
  'FAIL\rPASS',
  'a\bb\u007f',
  '\u202egnp.exe\u202c',
  '\u2066x\u2069',
  'zero\u200bwidth\u200d\ufeff',
  '\u{e0041}\u{e0042}',
].join(' ');

/** Everything of T8: C0 without line feed and tab, DEL, C1, bidirectional, zero-width and tag characters. */
const unseen =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/u;

const outsidePaths = [
  '../../../../etc/passwd',
  '/etc/passwd',
  'parts/../../../etc/passwd',
  'parts/a\0b',
  '..\\..\\x',
];

let epic: AttackedRun;
let ended: Awaited<ReturnType<AttackedRun['run']>>;
beforeAll(async () => {
  const say = (text: string): string => `${text} ${nasty.replaceAll('\r', '\\r')}`;
  epic = new AttackedRun({
    epic: { title: `Words ${nasty}` },
    tickets: [
      {
        id: 'TITLE',
        title: `Title ${nasty}`,
        description: nasty,
        acceptance: [{ id: 'AC1', text: `is there ${nasty}` }],
      },
      { id: 'NAME' },
      { id: 'TOLD' },
      { id: 'PATHS' },
    ],
    playbook: [
      {
        role: 'developer',
        ticket: 'TITLE',
        write: { 'parts/TITLE.txt': `${nasty}\n` },
        commit: `Commit ${nasty}`,
        say: ready(undefined, { Summary: nasty }),
      },
      {
        role: 'developer',
        ticket: 'NAME',
        attempt: 0,
        write: { [`parts/${nasty.replaceAll('/', '')}.txt`]: 'x\n', 'parts/plain\u202etxt.sh': 'x\n' },
      },
      {
        role: 'developer',
        ticket: 'NAME',
        attempt: 1,
        shell: 'rm -rf parts; mkdir parts; echo base >parts/base.txt; echo x >parts/NAME.txt',
      },
      {
        role: 'critic',
        ticket: 'TOLD',
        attempt: 0,
        say: reviewFailed([`parts/TOLD.txt:1: ${say('wrong')}`], [say('fix it')]),
      },
      {
        role: 'auditor',
        ticket: 'TOLD',
        attempt: 1,
        say: auditFailed([`AC1: FAILED - ${say('not there')}`]),
      },
      {
        role: 'critic',
        ticket: 'PATHS',
        attempt: 0,
        round: 1,
        say: reviewFailed(outsidePaths.map((path) => `${path}:1: quotes what is there`)),
      },
    ],
  });
  ended = await epic.run();
}, 300_000);
afterAll(() => epic.remove());

/** Every file below a folder, with its text. */
function texts(folder: string): readonly (readonly [path: string, text: string])[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path, readFileSync(path, 'utf8')]);
}

describe('characters that nobody sees', () => {
  test('T8 EPIC-13 are in the epic and in what agents wrote: printed as they are, they reach the terminal', () => {
    const given = JSON.parse(readFileSync(join(epic.repository, 'epic.yaml'), 'utf8')) as { title: string };
    expect(unseen.test(given.title)).toBe(true);
    const [{ run } = { run: -1 }] = epic.runs('TITLE', 'develop');
    expect(unseen.test((epic.record(run, 'answer') as { text: string }).text)).toBe(true);
    expect(unseen.test(epic.sh(`cat '${join(epic.state, 'runs', String(run))}/stdout'`))).toBe(true);
  });

  test('T8 EPIC-13 do not reach the output of a run', () => {
    expect(ended.stdout + ended.stderr).toContain('PATHS');
    expect(unseen.exec(ended.stdout + ended.stderr)).toBeNull();
  });

  test.each([
    'status',
    'status --json',
    'events',
    'events --json',
    'logs TITLE',
    'logs NAME',
    'logs TOLD',
    'check epic.yaml',
    'run epic.yaml --dry-run',
  ])('T8 EPIC-13 do not reach the output of gauntlet %s', async (line) => {
    const { stdout, stderr } = await epic.gauntlet(...line.split(' '));
    expect(stdout.length).toBeGreaterThan(20);
    expect(unseen.exec(stdout + stderr)).toBeNull();
  });

  test('T8 EPIC-13 are in no file that is written for people', () => {
    const all = texts(join(epic.repository, '.gauntlet'));
    expect(all.length).toBeGreaterThan(10);
    expect(all.filter(([, text]) => unseen.test(text)).map(([path]) => path)).toEqual([]);
  });

  test('T8 do not reach the subjects of landed merges', () => {
    expect(unseen.exec(epic.git('log', '--first-parent', '--format=%B', 'epic/e1'))).toBeNull();
  });

  test('T8 T6 file names with control characters are sent back', () => {
    expect(epic.of('NAME', 'validation_failed').length).toBe(1);
    expect(epic.complaints('NAME')).toMatch(/control characters in its name/);
  });
});

test('T6 T2 paths of findings lead a naive reader out of the repository; here nothing there is read or handed on', () => {
  const clone = epic.naively('true');
  expect(readFileSync(join(clone, outsidePaths[0] ?? ''), 'utf8')).toMatch(/^root:/m);
  expect(epic.story('PATHS')).toContain('critic_ungrounded');
  expect(epic.story('PATHS')).not.toContain('ticket_sent_back');
  const told = [
    ...epic.prompts('PATHS', 'develop'),
    ...epic.prompts('PATHS', 'review'),
    ...epic.prompts('PATHS', 'audit'),
  ];
  expect(told.filter((prompt) => /^root:/m.test(prompt))).toEqual([]);
});

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { commands } from '../../src/cli/commands/index.ts';
import { builtCli, type Place, type Ran } from '../built-cli.ts';
import { answers, configText, epicText } from '../samples.ts';
import { root } from '../source.ts';

let place: Place;

beforeAll(() => {
  place = builtCli();
});
afterAll(() => place.remove());
beforeEach(() => {
  place.write('epic.yaml', epicText);
  place.write('config.yaml', configText);
});

const json = (ran: Ran): Record<string, unknown> => JSON.parse(ran.stdout) as Record<string, unknown>;

test('the version is that of the package', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  expect(place.run(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
});

const everyDay = ['init', 'doctor', 'demo', 'do', 'run', 'review', 'audit', 'status', 'decide', 'serve'];

test('FIRST-03 help shows ten commands, help --all every one, and each has a help of its own, all on stdout', () => {
  const { code, stdout, stderr } = place.run(['--help']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('Exit codes:\n  0    passed\n');
  const namesIn = (text: string) =>
    [...text.matchAll(/^ {2}([a-z]+) {2,}[a-z]/gm)].map((match) => match[1] ?? '');
  expect(namesIn(stdout)).toEqual(everyDay);
  expect(stdout).toContain('More: gauntlet help --all\n');
  const names = namesIn(place.run(['help', '--all']).stdout);
  expect(names).toEqual(commands.map((command) => command.name));
  for (const name of names) {
    const usage = name === 'ticket' ? '<verb> [options]' : '[options]';
    expect(place.run([name, '--help']).stdout).toContain(`Usage: gauntlet ${name} ${usage}`);
    expect(place.run(['help', name])).toEqual(place.run([name, '-h']));
  }
});

test('help and version load no command at all', () => {
  const nodeArgs = ['-r', join(place.dir, 'loaded.cjs')];
  place.write('loaded.cjs', 'process.on("exit", () => console.error(Object.keys(require.cache).length));');
  // The preloaded file itself and the stub.
  expect(place.run(['--help'], { nodeArgs }).stderr).toBe('2\n');
  expect(place.run(['--version'], { nodeArgs }).stderr).toBe('2\n');
  expect(place.run(['check', 'epic.yaml'], { nodeArgs }).stderr).toBe('3\n');
});

test('a command that does not exist is refused with exit 2, and with the one that was meant', () => {
  expect(place.run(['prase'])).toEqual({
    code: 2,
    stdout: '',
    stderr: 'gauntlet: there is no command "prase". Did you mean "parse"?\n',
  });
  expect(place.run([])).toMatchObject({
    code: 5,
    stdout: '',
    stderr: expect.stringContaining('gauntlet demo') as string,
  });
  expect(place.run(['check', '--jsno', 'epic.yaml'])).toMatchObject({ code: 2, stdout: '' });
});

test('check says ok for what is right, epic or configuration', () => {
  expect(place.run(['check', 'epic.yaml', 'config.yaml'])).toEqual({
    code: 0,
    stdout: 'epic.yaml: ok (epic)\nconfig.yaml: ok (config)\n',
    stderr: '',
  });
  expect(place.run(['check', '-'], { input: epicText }).stdout).toBe('<stdin>: ok (epic)\n');
  expect(place.run(['--cwd', place.dir, 'check', 'epic.yaml'])).toMatchObject({ code: 0 });
  expect(json(place.run(['check', '--json', 'epic.yaml']))).toEqual({
    ok: true,
    files: [{ file: 'epic.yaml', kind: 'epic', ok: true, complaints: [] }],
  });
});

test('DISPATCH-02 check refuses every fault of every file at once, each by name, line and column', () => {
  const bad = `version: 1
epic: e
titel: x
tickets:
  - { id: A, title: a, description: d, needs: [B], acceptance: [the page shows 3 rows] }
  - { id: B, title: b, description: d, needs: [A, Z], acceptance: [the page shows 3 rows] }
  - { id: B, title: b, description: d, acceptance: [] }
  - { id: a b, title: b, description: d, acceptance: [the page shows 3 rows] }
`;
  place.write('bad.yaml', bad);
  const { code, stdout, stderr } = place.run(['check', 'bad.yaml', 'none.yaml', 'epic.yaml']);
  expect({ code, stderr }).toEqual({ code: 2, stderr: '' });
  expect(stdout).toContain('bad.yaml:3:1 titel: unknown key "titel"\n  hint: did you mean "title"?\n');
  for (const place of [
    'bad.yaml:6:',
    'bad.yaml:7:',
    'bad.yaml:8:',
    'none.yaml:1:1: there is no such file\n',
  ]) {
    expect(stdout).toContain(place);
  }
  expect(stdout).toMatch(/A → B → A|B → A → B/);
  expect(stdout).toContain('"Z"');
  expect(stdout).toContain('epic.yaml: ok (epic)\n');
});

test('check --json gives the same complaints as data', () => {
  place.write('bad.yaml', 'version: 1\ndepht: quick\n');
  const ran = place.run(['check', '--json', 'bad.yaml']);
  expect(ran.code).toBe(2);
  expect(json(ran)).toEqual({
    ok: false,
    files: [
      {
        file: 'bad.yaml',
        kind: 'config',
        ok: false,
        complaints: [
          {
            file: 'bad.yaml',
            line: 2,
            col: 1,
            path: 'depht',
            message: 'unknown key "depht"',
            hint: 'did you mean "depth"?',
            severity: 'error',
          },
        ],
      },
    ],
  });
});

test('warnings are shown and do not fail', () => {
  place.write('vague.yaml', epicText.replace('the banner shows the seconds left', 'it works properly'));
  const { code, stdout } = place.run(['check', 'vague.yaml']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^vague\.yaml:\d+:\d+ tickets\[1\]\S*: warning: .+$/m);
  expect(stdout).toMatch(/vague\.yaml: ok \(epic\), 1 warning\n$/);
});

test('schema prints the schemas that are shipped', () => {
  for (const name of ['epic', 'config', 'event']) {
    const shipped = JSON.parse(readFileSync(join(root, `schema/${name}.v1.json`), 'utf8')) as unknown;
    expect(json(place.run(['schema', name]))).toEqual(shipped);
  }
  expect(place.run(['schema', 'nothing'])).toMatchObject({ code: 2, stdout: '' });
});

const verdicts = {
  developer: { signal: 'READY_FOR_REVIEW', ticket: 'API-1', verdict: 'ready' },
  critic: { signal: 'REVIEW_PASSED', ticket: 'API-1', verdict: 'pass' },
  auditor: { signal: 'AUDIT_PASSED', ticket: 'API-1', verdict: 'pass' },
  'review-report': { verdict: 'pass', claimedStatus: 'pass' },
  findings: { round: 2, verdict: 'unclean', counts: { critical: 1, important: 0, minor: 1 }, mustFix: 1 },
  audit: { auditor: 'requirements', summary: { checked: 2, pass: 1, fail: 1, partial: 0, score: 0.5 } },
  requirements: { total: 2, checked: 1, ratio: 0.5, reviewCycles: 1, health: 'degraded' },
} as const;

const kinds = Object.keys(verdicts) as (keyof typeof verdicts)[];

test.each(kinds)('parse reads a valid %s, from a file and from stdin', (kind) => {
  place.write('answer.txt', answers[kind]);
  const args = ['parse', '--as', kind, '--ticket', 'API-1'];
  const ran = place.run([...args, 'answer.txt']);
  expect({ code: ran.code, stderr: ran.stderr }).toEqual({ code: 0, stderr: '' });
  expect(json(ran)).toMatchObject(verdicts[kind]);
  expect(place.run([...args, '-'], { input: answers[kind] })).toEqual(ran);
  expect(place.run([...args, '--json', 'answer.txt'])).toEqual(ran);
});

test.each(kinds)('parse says why a text is no %s, and exits 1', (kind) => {
  const ran = place.run(['parse', '--as', kind, '--ticket', 'API-1', '-'], {
    input: 'All done, looks great!\n',
  });
  expect(ran.code).toBe(1);
  expect(json(ran)['reasons']).not.toEqual([]);
});

test.each([
  ['exactly 90, 70 and 75 pass', [90, 70, 15], 'pass', 75],
  ['74.92 overall fails', [90, 70, 14], 'fail', 74.923],
  ['89 of a critical dimension fails', [89, 100, 100], 'fail', 94.923],
  ['69 of an important dimension fails', [100, 69, 100], 'fail', 85.692],
  ['a moderate dimension has no minimum', [100, 100, 0], 'pass', 92.308],
] as const)(
  'EPIC-05 003#7 %s, whatever the report says',
  (_, [critical, important, moderate], verdict, overall) => {
    const report = JSON.parse(answers['review-report']) as Record<string, unknown>;
    const scores = [critical, critical, important, important, important, moderate];
    const named = Object.keys(report['dimension_scores'] as object).map((id, at) => [
      id,
      { score: scores[at] },
    ]);
    const input = JSON.stringify({ ...report, dimension_scores: Object.fromEntries(named) });
    const read = json(place.run(['parse', '--as', 'review-report', '--ticket', 'API-1', '-'], { input }));
    expect(read).toMatchObject({ verdict, claimedStatus: 'pass' });
    expect(read['overallScore']).toBeCloseTo(overall, 2);
  },
);

test('SIGNAL-02 an answer about another ticket is unknown, with the reason', () => {
  const ran = place.run(['parse', '--as', 'critic', '--ticket', 'API-2', '-'], { input: answers.critic });
  expect(ran.code).toBe(1);
  expect(json(ran)).toMatchObject({ verdict: 'unknown' });
  expect(JSON.stringify(json(ran)['reasons'])).toContain('API-1');
});

test('parse finds a findings document about another ticket is unknown, with the reason', () => {
  const read = (...more: string[]) =>
    json(place.run(['parse', '--as', 'findings', ...more, '-'], { input: answers.findings }));
  expect(read('--ticket', 'API-2')).toMatchObject({
    verdict: 'unknown',
    reasons: ['the document is about API-1, not API-2'],
  });
  expect(read()).toMatchObject({ verdict: 'unclean' });
});

test('SIGNAL-07 the plain signal counts only where no token was issued', () => {
  const withToken = answers.critic.replace('API-1\n', 'API-1 k7Qz\n');
  const run = (input: string, ...token: string[]) =>
    place.run(['parse', '--as', 'critic', '--ticket', 'API-1', ...token, '-'], { input });
  expect(json(run(answers.critic))['verdict']).toBe('pass');
  expect(json(run(withToken, '--token', 'k7Qz'))['verdict']).toBe('pass');
  expect(run(answers.critic, '--token', 'k7Qz')).toMatchObject({ code: 1 });
  expect(json(run(withToken, '--token', 'other'))['verdict']).toBe('unknown');
  expect(run(withToken, '--token', '')).toMatchObject({ code: 2, stdout: '' });
});

test('parse needs to know what it reads and about which ticket', () => {
  expect(place.run(['parse', '-'])).toMatchObject({ code: 2, stdout: '' });
  expect(place.run(['parse', '--as', 'poem', '-'])).toMatchObject({ code: 2, stdout: '' });
  const { code, stdout, stderr } = place.run(['parse', '--as', 'critic', '--json', '-']);
  expect({ code, ...json({ code, stdout, stderr }) }).toMatchObject({
    code: 2,
    exitCode: 2,
    error: { code: 'USAGE_INVALID', message: '--as critic needs --ticket' },
  });
  expect(stderr).toContain('gauntlet: --as critic needs --ticket [USAGE_INVALID]\n  hint: ');
});

test('what a file says never drives the terminal', () => {
  const evil = '\u001b]0;owned\u0007\u001b[2J\u202e\u200b';
  place.write('evil.yaml', `version: 1\n"${evil}x": 1\n`);
  const texts = [
    place.run(['check', 'evil.yaml']).stdout,
    place.run(['check', '--json', 'evil.yaml']).stdout,
    place.run(['check', `${evil}none.yaml`]).stdout,
    place.run([`${evil}check`]).stderr,
    place.run(['parse', '--as', 'critic', '--ticket', 'API-1', '-'], {
      input: answers.critic.replace('small', evil),
    }).stdout,
  ];
  for (const text of texts) {
    expect(text.length).toBeGreaterThan(10);
    expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e]/);
  }
});

test('input larger than 64 MiB is refused before it is parsed', () => {
  const input = Buffer.alloc(64 * 1024 * 1024 + 1, 'x');
  const ran = place.run(['parse', '--as', 'critic', '--ticket', 'API-1', '-'], { input });
  expect(ran).toMatchObject({ code: 2, stdout: '' });
  expect(ran.stderr).toMatch(/^gauntlet: <stdin>: larger than 64 MiB \[FILE_TOO_LARGE\]\n/);
});

test('a YAML bomb is refused as a complaint', () => {
  const bomb = [
    'a: &a [x, x]',
    ...'bcdefghij'
      .split('')
      .map((key, index) => `${key}: &${key} [*${'abcdefghij'[index]}, *${'abcdefghij'[index]}]`),
  ];
  const ran = place.run(['check', '-'], { input: `${bomb.join('\n')}\n` });
  expect(ran.code).toBe(2);
  expect(ran.stdout).toContain('not allowed');
});

test('a reader that goes away is no crash, and a long answer arrives whole', () => {
  const shell = `"${process.execPath}" "${place.cli}" schema config | head -c 1`;
  expect(spawnSync('bash', ['-o', 'pipefail', '-c', shell], { encoding: 'utf8' })).toMatchObject({
    stderr: '',
    stdout: '{',
  });
  const items = Array.from({ length: 5000 }, (_, index) => `- [ ] REQ-${index}: item ${index}`).join('\n');
  const ran = place.run(['parse', '--as', 'requirements', '-'], { input: `# Requirements\n\n${items}\n` });
  expect(json(ran)['total']).toBe(5000);
});

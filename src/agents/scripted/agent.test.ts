import { execFileSync } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import {
  callOf,
  type Deed,
  itHonoursTheAgentsContract,
  makePlace,
  settingsOf,
} from '../../../test/contracts/agents.ts';
import { openTestProcesses } from '../../../test/contracts/agents-processes.ts';
import {
  parseAuditor,
  parseAuditReport,
  parseCritic,
  parseDeveloper,
  parseFindingsDocument,
} from '../../formats/index.ts';
import type { AgentCall, AgentEnd } from '../../ports/agents.ts';
import { openAgents } from '../index.ts';

const say = 'READY_FOR_REVIEW: {ticket} {token}';
const steps: Readonly<Partial<Record<Deed, readonly unknown[]>>> = {
  answer: [],
  crash: [{ run: ['node', '-e', 'process.exit(3)'] }],
  hang: [{ wait: 600_000 }],
  write: [{ write: 'made.txt', text: 'made' }],
  environment: [{ run: ['node', '-e', `fs.writeFileSync('seen.json', JSON.stringify(process.env))`] }],
};
const roles = ['developer', 'critic', 'auditor', 'reviewer', 'fixer', 'remediator'];

itHonoursTheAgentsContract({
  use: 'scripted',
  make: async (folder, deed) => {
    const play = steps[deed];
    if (play === undefined) return undefined;
    const script = roles.map((role) => ({ when: { role }, do: play, say }));
    await writeFile(join(folder, `${deed}.yaml`), JSON.stringify(script));
    return [`${deed}.yaml`];
  },
});

let place: Awaited<ReturnType<typeof makePlace>>;
let machine: Awaited<ReturnType<typeof openTestProcesses>>;

beforeEach(async () => {
  place = await makePlace();
  machine = await openTestProcesses();
});

afterEach(async () => {
  await place.remove();
  await machine.close();
});

const settings = settingsOf('scripted', ['script.yaml']);

async function play(script: readonly unknown[], bend: Partial<AgentCall> = {}): Promise<AgentEnd> {
  await writeFile(join(place.config, 'script.yaml'), JSON.stringify(script));
  const { processes } = machine;
  const agents = await openAgents({
    processes,
    configFolder: place.config,
    env: process.env,
    settings: [settings],
  });
  expect(await agents.problem(settings)).toBeUndefined();
  return agents.call(callOf(settings, place, bend));
}

const promptOf = (...sections: readonly string[]): string =>
  ['## Assignment', '', 'Task ID: T-1', 'TOKEN: t0k3n', '', ...sections, ''].join('\n');

const block = (heading: string, ...entries: readonly string[]): string =>
  [
    `### ${heading}`,
    '',
    'D'.repeat(16) + ' BEGIN',
    ...entries.map((entry) => `> - ${entry}`),
    'D'.repeat(16) + ' END',
    '',
  ].join('\n');

test('the first entry that fits is played', async () => {
  const script = [
    { when: { role: 'developer', ticket: 'T-2' }, say: 'other ticket' },
    { when: { role: 'developer', attempt: 1 }, say: 'again' },
    { when: { role: 'developer' }, say: 'first' },
    { when: { role: 'developer' }, say: 'never' },
  ];
  expect((await play(script)).text).toBe('first');
  expect((await play(script, { attempt: 1 })).text).toBe('again');
  expect((await play(script, { ticket: 'T-2' })).text).toBe('other ticket');
  expect((await play(script, { role: 'critic' })).stop).toMatchObject({ kind: 'crash' });
});

test('it changes files, commits as a developer would, and names the commit', async () => {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-C', place.workspace, ...args], { encoding: 'utf8' }).trim();
  git('init', '--quiet');
  git('config', 'user.name', 'A Developer');
  git('config', 'user.email', 'developer@example.org');
  await writeFile(join(place.workspace, 'old.txt'), 'one two');
  await writeFile(join(place.workspace, 'gone.txt'), '');
  const end = await play([
    {
      when: { role: 'developer' },
      do: [
        { write: 'src/new.txt', text: 'new' },
        { append: 'src/new.txt', text: '!' },
        { replace: 'old.txt', from: 'two', to: '$& three' },
        { delete: 'gone.txt' },
        { commit: 'Do it' },
      ],
      say: '{head} {epic} {round}',
    },
  ]);
  expect(end).toMatchObject({ stop: { kind: 'finished' }, text: `${git('rev-parse', 'HEAD')} E-1 1` });
  expect(git('log', '--format=%s')).toBe('Do it');
  expect(git('ls-files')).toBe('old.txt\nsrc/new.txt');
  expect(git('show', 'HEAD:src/new.txt')).toBe('new!');
  expect(git('show', 'HEAD:old.txt')).toBe('one $& three');
});

test('a step that cannot be done is a crash that says why', async () => {
  const end = await play([
    { when: { role: 'developer' }, do: [{ replace: 'none.txt', from: 'a', to: 'b' }], say: 'done' },
  ]);
  expect(end).toMatchObject({
    stop: { kind: 'crash', because: expect.stringContaining('none.txt') as string },
    text: '',
  });
});

test('a path cannot leave the working directory by a link', async () => {
  await mkdir(join(place.workspace, 'inside'));
  await symlink(place.config, join(place.workspace, 'way-out'));
  await symlink(join(place.config, 'x.txt'), join(place.workspace, 'inside/x.txt'));
  for (const path of ['way-out/x.txt', 'inside/x.txt', 'way-out/deep/x.txt']) {
    const end = await play([{ when: { role: 'developer' }, do: [{ write: path, text: 'x' }], say: 'done' }]);
    expect(end.stop).toMatchObject({
      kind: 'crash',
      because: expect.stringContaining('leads out') as string,
    });
  }
  await expect(readFile(join(place.config, 'x.txt'))).rejects.toThrow('ENOENT');
});

test('DISPATCH-06 a generated developer answer is read back, with the files the entry changed and the checks of the prompt', async () => {
  const script = [
    {
      when: { role: 'developer' },
      do: [{ write: 'a.ts', text: '' }],
      say: { signal: 'READY_FOR_REVIEW', tests: ['a.test.ts: it adds'], matrix: 'pass', summary: 'added' },
    },
  ];
  const prompt = promptOf(
    block('Verification Commands', 'unit tests (local): npm test', 'types (node22): npm run types'),
  );
  const read = parseDeveloper((await play(script, { prompt })).text, { ticket: 'T-1', token: 't0k3n' });
  expect(read).toMatchObject({
    verdict: 'ready',
    filesModified: [{ file: 'a.ts' }],
    tests: ['a.test.ts: it adds'],
    matrix: [
      { check: 'unit tests', environment: 'local', result: 'PASS' },
      { check: 'types', environment: 'node22', result: 'PASS' },
    ],
    reasons: [],
  });
});

test('FLOW-11 a generated critic pass covers exactly the files of the prompt, and a fail names its issues', async () => {
  const expected = { ticket: 'T-1', token: 't0k3n', changedFiles: ['src/a.ts', 'src/b b.ts'] };
  const prompt = promptOf(block('Files to Review', 'src/a.ts', 'src/b b.ts'));
  const bend = { role: 'critic', readOnly: true, prompt } as const;
  const pass = await play([{ when: { role: 'critic' }, pass: {} }], bend);
  expect(parseCritic(pass.text, expected)).toMatchObject({
    verdict: 'pass',
    filesReviewed: expected.changedFiles,
    reasons: [],
  });
  const issues = [{ file: 'src/a.ts', line: 3, message: 'the error is swallowed' }];
  const fail = await play(
    [{ when: { role: 'critic' }, fail: { issues, fixes: ['throw it'], priority: 'MEDIUM' } }],
    bend,
  );
  expect(parseCritic(fail.text, expected)).toMatchObject({
    verdict: 'fail',
    findings: issues,
    requiredFixes: ['throw it'],
    priority: 'MEDIUM',
    reasons: [],
  });
});

test('FLOW-08 a generated audit judges every criterion of the prompt once', async () => {
  const criteria = [
    { id: 'AC1', text: 'the 101st request gets 429' },
    { id: 'AC2', text: 'never fails: the limit is set' },
  ];
  const prompt = promptOf(block('Acceptance Criteria', ...criteria.map(({ id, text }) => `${id}: ${text}`)));
  const bend = { role: 'auditor', readOnly: true, prompt } as const;
  const expected = { ticket: 'T-1', token: 't0k3n', criteria };
  const when = { role: 'auditor', auditor: 'acceptance' };
  const pass = await play([{ when, pass: {} }], bend);
  expect(parseAuditor(pass.text, expected)).toMatchObject({ verdict: 'pass', reasons: [] });
  const fail = await play([{ when, fail: { failed: ['AC2'], issues: [{ message: 'it does fail' }] } }], bend);
  expect(parseAuditor(fail.text, expected)).toMatchObject({
    verdict: 'fail',
    criteria: [{ criterion: 'AC2', status: 'FAILED', evidence: 'it does fail' }],
    passing: ['AC1'],
  });
  const blocked = await play([{ when, say: { signal: 'AUDIT_BLOCKED', checks: ['unit tests'] } }], bend);
  expect(parseAuditor(blocked.text, expected)).toMatchObject({
    verdict: 'blocked',
    preExisting: ['unit tests'],
  });
});

test('team auditors and reviewers answer with their documents', async () => {
  const issues = [{ file: 'a.ts', line: 1, message: 'no handler', severity: 'CRITICAL' }];
  const auditor = { role: 'auditor', auditor: 'interface', readOnly: true } as const;
  const audit = await play([{ when: { role: 'auditor', auditor: 'interface' }, fail: { issues } }], auditor);
  expect(parseAuditReport(audit.text, { auditor: 'interface' })).toMatchObject({
    complete: true,
    summary: { fail: 1 },
  });
  const clean = await play([{ when: { role: 'auditor' }, pass: {} }], auditor);
  expect(parseAuditReport(clean.text, { auditor: 'interface' })).toMatchObject({
    complete: true,
    summary: { pass: 1, score: 1 },
  });
  const reviewer = { role: 'reviewer', round: 2, readOnly: true } as const;
  const review = await play([{ when: { role: 'reviewer', round: 2 }, fail: { issues } }], reviewer);
  expect(parseFindingsDocument(review.text)).toMatchObject({
    round: 2,
    verdict: 'unclean',
    counts: { critical: 1 },
  });
  const none = await play([{ when: { role: 'reviewer' }, pass: {} }], reviewer);
  expect(parseFindingsDocument(none.text)).toMatchObject({ verdict: 'clean' });
});

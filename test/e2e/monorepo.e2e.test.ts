// A repository of packages: each has checks of its own, only those run that a change concerns, and what the commits only
// point at (LFS, submodules) is left as it is.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Validation } from '../../src/gates/index.ts';
import { type Ended, EpicRun, patience } from '../support/epic-run.ts';

const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'ab'.repeat(32)}\nsize 12345\n`;
const check = 'if grep -rn --include=*.txt BROKEN .; then exit 1; fi\n';

let epic: EpicRun;
let run: Ended;

beforeAll(async () => {
  epic = new EpicRun({
    files: {
      '.gitattributes': '*.bin filter=lfs diff=lfs merge=lfs -text\n',
      'assets/model.bin': pointer,
      'packages/api/check.sh': check,
      'packages/api/index.txt': 'api\n',
      'packages/web/check.sh': check,
      'packages/web/index.txt': 'web\n',
    },
    epic: {
      verify: [
        { id: 'api', run: 'sh check.sh', dir: 'packages/api/', paths: ['packages/api/**'] },
        { id: 'web', run: ['sh', 'check.sh'], dir: 'packages/web', paths: ['packages/web/**'] },
        { id: 'whole', run: 'test -f assets/model.bin' },
      ],
    },
    tickets: [{ id: 'API' }, { id: 'ROOT' }, { id: 'RED' }, { id: 'GONE' }, { id: 'SILENT' }],
    config: { limits: { maxRevisions: 0, maxParallel: 4, maxVerify: 2 } },
    playbook: [
      { role: 'developer', ticket: 'API', write: { 'packages/api/more.txt': 'more\n' } },
      { role: 'developer', ticket: 'ROOT', write: { 'shared.txt': 'for all\n' } },
      { role: 'developer', ticket: 'RED', write: { 'packages/web/red.txt': 'BROKEN\n' } },
      { role: 'developer', ticket: 'GONE', shell: 'git rm -rq packages/web' },
      {
        role: 'developer',
        ticket: 'SILENT',
        write: { 'packages/api/check.sh': 'exit 0\n', 'packages/api/bad.txt': 'BROKEN\n' },
      },
    ],
  });
  const module = join(epic.folder, 'module');
  for (const args of [
    ['init', '--quiet', module],
    ['-C', module, '-c', 'user.name=A', '-c', 'user.email=a@b', 'commit', '-q', '--allow-empty', '-m', 'm'],
  ])
    execFileSync('git', args);
  const at = execFileSync('git', ['-C', module, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
  epic.git('update-index', '--add', '--cacheinfo', `160000,${at},vendor/lib`);
  epic.git('commit', '--quiet', '--message=A submodule');
  run = await epic.run();
}, patience);

afterAll(() => epic.remove());

function validation(ticket: string): Validation {
  const [first] = epic.runs(ticket, 'validate');
  return epic.record(first?.run ?? -1, 'validation') as Validation;
}

function checksOf(ticket: string): readonly string[] {
  return validation(ticket).environments.map(({ check: id, status }) => `${id} ${status}`);
}

test('BEYOND-15 a change to one package runs its checks in its folder, and says what was not run', () => {
  expect(epic.landed(), run.stdout + run.stderr).toContain('API');
  expect(checksOf('API')).toEqual(['api PASS', 'whole PASS']);
  expect(validation('API').findings).toContainEqual(
    expect.objectContaining({ rule: 'check-not-needed', severity: 'INFO' }),
  );
});

test('BEYOND-15 a file that belongs to no package runs the checks of all of them', () => {
  expect(epic.landed()).toContain('ROOT');
  expect(checksOf('ROOT')).toEqual(['api PASS', 'web PASS', 'whole PASS']);
});

test('BEYOND-15 what breaks a package does not land, nor does its check bent or its folder taken away', () => {
  expect(epic.landed().toSorted()).toEqual(['API', 'ROOT']);
  expect(checksOf('RED')).toEqual(['web FAIL', 'whole PASS']);
  expect(checksOf('GONE')).toEqual(['web FAIL', 'whole PASS']);
  expect(validation('GONE').environments[0]?.exitCode).toBe(125);
  expect(validation('SILENT').findings.map(({ rule }) => rule)).toContain('fails-base-checks');
});

test('BEYOND-15 pointers of LFS and submodules land as they were', () => {
  const tip = 'epic/e1';
  expect(epic.git('show', `${tip}:assets/model.bin`)).toBe(pointer.trim());
  expect(epic.git('ls-tree', tip, 'vendor/lib')).toBe(epic.git('ls-tree', 'main', 'vendor/lib'));
});

test('BEYOND-15 doctor says what workspaces do not have, and clean how much disk they take', async () => {
  const { stdout } = await epic.gauntlet('doctor', '--json');
  expect(stdout).toContain('1 file of LFS');
  expect(stdout).toContain('1 submodule');
  const cleaned = JSON.parse((await epic.gauntlet('clean', '--all', '--dry-run', '--json')).stdout) as {
    readonly bytes: number;
    readonly kept: readonly string[];
  };
  expect(cleaned.bytes + cleaned.kept.length).toBeGreaterThan(0);
});

// Work that no maintainer would refuse, and work that cannot be taken, through the built command line (REAL-08): what is put
// back or sent back, what lands, and what the person, the developer and the critic are told about it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { EpicRun, patience } from '../support/epic-run.ts';

const suite = `it('reads', () => {
  expect(read('--name')).toBe(1);
  expect(read('--other')).toBe(2);
});
`;
const table = `it.each<[string, number]>([
  ['--name', 1],
])('reads %s', (flag, value) => {
  expect(read(flag)).toBe(value);
});
`;

const part = 'mkdir -p parts; echo "$GAUNTLET_TICKET" >"parts/$GAUNTLET_TICKET.txt"';
const deeds: Readonly<Record<string, string>> = {
  AGENTS: `${part}; echo 'Say more.' >>AGENTS.md; mkdir -p .github/workflows; echo 'on: push' >.github/workflows/ci.yml
    sed -i 's/"build": "true"/"build": "make"/; s/"1.0.0"/"2.0.0"/' package.json`,
  NEEDED: `echo BROKEN >parts/NEEDED.txt; echo 'exclude NEEDED' >.eslintignore`,
  ALONE: `echo 'Say more.' >>AGENTS.md`,
  TABLE: `${part}; { printf '%s' '${table.replaceAll("'", String.raw`'\''`)}'; cat src/a.test.ts; } >new; mv new src/a.test.ts`,
  INSIDE: `${part}; ln -s ../parts/base.txt src/base.txt; ln -s a.test.ts src/same.test.ts`,
  OUTSIDE: `${part}; ln -s ../../outside src/out.txt`,
  DEEP: `${part}; name=$(printf 'd%.0s' $(seq 200)); n=0
    while [ $n -lt 27 ]; do mkdir $name; cd -P $name 2>/dev/null || exit 0; n=$((n + 1)); done; echo x >file`,
  LONG: `${part}; git add -A; git commit -qm part
    blob=$(echo x | git hash-object -w --stdin); long=$(printf 'n%.0s' $(seq 300))
    git update-ref HEAD "$(git commit-tree -p HEAD -m long "$({ git ls-tree HEAD; printf '100644 blob %s\\t%s\\n' $blob $long; } | git mktree)")"
    git reset -q`,
};
const plumbedDeep = `${part}; git add -A; git commit -qm part
    tree=$(printf '100644 blob %s\\tfile\\n' "$(echo x | git hash-object -w --stdin)" | git mktree); name=$(printf 'd%.0s' $(seq 200)); n=0
    while [ $n -lt 27 ]; do tree=$(printf '040000 tree %s\\t%s\\n' $tree $name | git mktree); n=$((n + 1)); done
    git update-ref HEAD "$(git commit-tree -p HEAD -m deep "$({ git ls-tree HEAD; git ls-tree $tree; } | git mktree)")"; git reset -q`;
const all: Readonly<Record<string, string>> = { ...deeds, FAR: plumbedDeep };
const ids = Object.keys(all);

let epic: EpicRun;
let ended: Awaited<ReturnType<EpicRun['run']>>;
beforeAll(async () => {
  epic = new EpicRun({
    files: {
      'AGENTS.md': 'Keep AGENTS.md updated.\n',
      'package.json': '{\n  "version": "1.0.0",\n  "scripts": { "build": "true" }\n}\n',
      '.eslintignore': 'none\n',
      'src/a.test.ts': suite + table.replace('reads %s', 'knows %s'),
    },
    config: {
      agents: { default: { use: 'command', run: ['sh', '.agent/agent.sh'] } },
      limits: { maxParallel: 2, maxVerify: 2, maxRevisions: 1, agentTimeout: '2m', stall: '2m' },
    },
    epic: {
      verify: [
        { id: 'parts', run: 'if grep -q NEEDED .eslintignore; then exit 0; fi; sh check.sh', timeout: '1m' },
      ],
    },
    tickets: ids.map((id) => ({ id })),
    playbook: ids.map((id) => ({
      role: 'developer' as const,
      ticket: id,
      attempt: 0,
      shell: `(${all[id]})`,
    })),
  });
  ended = await epic.run();
}, patience);
afterAll(() => epic.remove());

const refusedAt = (ticket: string): number => epic.of(ticket, 'validation_failed').length;
const complaints = (ticket: string): string =>
  JSON.stringify(epic.runs(ticket, 'validate').map(({ run }) => epic.record(run, 'validation')));
const onBranch = (path: string): string => epic.git('show', `epic/e1:${path}`);

test('REAL-08 every ticket lands, and nobody is sent to repair what is not broken', () => {
  expect({ code: ended.code, said: ended.code === 0 ? '' : ended.stderr }).toEqual({ code: 0, said: '' });
  expect([...epic.landed()].toSorted()).toEqual(ids.toSorted());
  expect(epic.events().filter(({ type }) => type === 'remediation_dispatched')).toEqual([]);
});

test('REAL-08 a protected file is put back, costs no attempt, and the rest lands', () => {
  expect(refusedAt('AGENTS')).toBe(0);
  expect(epic.runs('AGENTS', 'develop').length).toBe(1);
  expect(onBranch('AGENTS.md')).toBe('Keep AGENTS.md updated.');
  expect(onBranch('parts/AGENTS.txt')).toBe('AGENTS');
  expect(epic.git('ls-tree', '-r', '--name-only', 'epic/e1')).not.toContain('.github');
  expect(JSON.parse(onBranch('package.json'))).toEqual({ version: '2.0.0', scripts: { build: 'true' } });
});

test('REAL-08 the person is told what was put back, with the difference', () => {
  expect(ended.stdout).toMatch(/reverted in AGENTS.*\.github\/workflows\/ci\.yml, AGENTS\.md, package\.json/);
  const summary = readFileSync(join(epic.repository, '.gauntlet/epics/e1/summary.md'), 'utf8');
  expect(summary).toContain('reverted, because the ticket may not change it: `AGENTS.md`');
  const [develop] = epic.runs('AGENTS', 'develop');
  const folder = join(epic.repository, '.gauntlet/epics/e1/tickets/AGENTS/attempt-1');
  const name = `${String(develop?.run).padStart(4, '0')}-develop.put-back.diff`;
  expect(readFileSync(join(folder, name), 'utf8')).toMatch(/^\+Say more\.$/m);
  expect(epic.of('AGENTS', 'developer_ready_for_review')[0]?.putBack).toContain('AGENTS.md');
});

test('REAL-08 the developer could know: protected files, tests and limits stand in its prompt', () => {
  const [prompt = ''] = epic.prompts('AGENTS', 'develop');
  expect(prompt).toMatch(/instructions for coding agents: AGENTS\.md/);
  expect(prompt).toMatch(/settings of this gate: gauntlet\.yaml/);
  expect(prompt).toMatch(/protected by the configuration: epic\.yaml/);
  expect(prompt).toMatch(/package\.json \(its scripts and the settings of tools\)/);
  expect(prompt).toMatch(/- Existing tests that are deleted, skipped/);
  expect(prompt).toMatch(/more than 255 bytes/);
});

test('REAL-08 the critic is told what was put back, and what the gates are not certain of', () => {
  const [prompt = ''] = epic.prompts('AGENTS', 'review');
  expect(prompt).toMatch(/Reverted by the Gate/);
  expect(prompt).not.toContain('Say more.');
});

test('REAL-08 work that needs what was put back is refused by its checks, and says so', () => {
  expect(refusedAt('NEEDED')).toBe(1);
  expect(complaints('NEEDED')).toMatch(/check parts fails/);
  expect(complaints('NEEDED')).toMatch(/\.eslintignore.*was reverted/);
  expect(epic.prompts('NEEDED', 'develop')[1]).toMatch(/\.eslintignore.*was reverted/);
});

test('REAL-08 work that is nothing but a protected file is sent back, with the reason', () => {
  expect(refusedAt('ALONE')).toBe(1);
  expect(complaints('ALONE')).toMatch(/AGENTS\.md.*Nothing else was changed/);
});

test('REAL-08 a table of cases before a test is no weakened test', () => {
  expect({ refused: refusedAt('TABLE'), said: refusedAt('TABLE') === 0 ? '' : complaints('TABLE') }).toEqual({
    refused: 0,
    said: '',
  });
  expect(onBranch('src/a.test.ts')).toMatch(/^it\.each/);
});

test('REAL-08 a link that stays in the repository lands, one that leads out is sent back with its target', () => {
  expect(refusedAt('INSIDE')).toBe(0);
  expect(epic.git('ls-tree', 'epic/e1', 'src/base.txt')).toMatch(/^120000/);
  expect(refusedAt('OUTSIDE')).toBe(1);
  expect(complaints('OUTSIDE')).toMatch(/src\/out\.txt.*leads out of the repository.*\.\.\/\.\.\/outside/);
});

test('REAL-08 a path or name too long to be checked out is the ticket’s own failure, and the epic goes on', () => {
  for (const ticket of ['LONG', 'FAR']) {
    expect([ticket, refusedAt(ticket)]).toEqual([ticket, 1]);
    expect(complaints(ticket)).toMatch(/cannot be checked out/);
    expect(epic.of(ticket, 'validation_broken')).toEqual([]);
  }
});

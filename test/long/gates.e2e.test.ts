// The gates on real git, real checkouts and real processes in the sandbox.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import {
  baseline,
  confirmBlocked,
  confirmCriteria,
  type GateContext,
  landingGate,
  validate,
} from '../../src/gates/index.ts';
import type { Check } from '../../src/model/config.ts';
import type { Epic, Ticket } from '../../src/model/epic.ts';
import type { Delivery } from '../../src/ports/git.ts';
import { matches, planOf, readConfig, readEpic } from '../../src/plan/index.ts';
import { openProcesses, setups } from '../../src/process/index.ts';
import { sampleRepository, startEpic, workOn } from '../contracts/git-sample.ts';

const files = {
  'package.json': '{ "name": "sample", "type": "module", "scripts": { "test": "node --test" } }\n',
  'src/add.js': 'export function add(a, b) {\n  return a + b;\n}\n',
  'test/add.test.js': [
    "import assert from 'node:assert';",
    "import { test } from 'node:test';",
    "import { add } from '../src/add.js';",
    "test('adds', () => {",
    '  assert.equal(add(1, 2), 3);',
    '  assert.equal(add(2, 2), 4);',
    '});',
    '',
  ].join('\n'),
};
// Every workspace has one lying about: it must never be delivered.
const pem = [
  '-----BEGIN RSA ',
  `PRIVATE KEY-----\n${'QWxs'.repeat(20)}\n-----END RSA PRIVATE KEY-----\n`,
].join('');
const suite = files['test/add.test.js'];

const epicText = `version: 1
epic: e1
title: E
base: main
verify:
  - id: unit tests
    # What npm test does, without the second it takes to start.
    run: >-
      sh -c "$(sed -n 's/.*"test": "\\([^"]*\\)".*/\\1/p' package.json)"
    timeout: 5m
coordination:
  functions: [{ name: add, file: src/add.js, arity: 2, intent: adds }]
tickets:
  - id: T-1
    title: Add
    acceptance: [{ id: AC1, text: it adds, verify: node --check src/add.js }]
`;

type Scene = {
  readonly context: GateContext;
  readonly ticket: Ticket;
  readonly base: string;
  /** What the user's own git says about the user's own checkout. */
  readonly status: () => string;
  /** Works on the ticket in a real workspace, delivers, and runs every gate. */
  readonly judge: (
    change: Readonly<Record<string, string | null>>,
    ticket?: Partial<Ticket>,
  ) => ReturnType<typeof validate>;
  readonly deliver: (change: Readonly<Record<string, string | null>>) => Promise<Delivery>;
};

async function scene(
  start: Readonly<Record<string, string>> = files,
  checks?: readonly Check[],
): Promise<Scene> {
  const sample = sampleRepository(start);
  const started = await startEpic(sample);
  const logs = mkdtempSync(join(tmpdir(), 'gauntlet-gates-'));
  onTestFinished(() => rmSync(logs, { recursive: true, force: true }));
  const { state, top } = started.repository;
  const processes = await openProcesses({ stateFolder: state });
  const epic = planned();
  const plan = planOf(epic, configured());
  const context: GateContext = {
    hub: started.hub,
    workspaces: started.workspaces,
    processes,
    setups: setups({ top, stateFolder: state, processes }),
    epic,
    plan: checks === undefined ? plan : { ...plan, verify: checks },
    protect: [],
    matches,
    folder: logs,
  };
  const [ticket] = epic.tickets;
  if (ticket === undefined) throw new Error('the epic has a ticket');
  let run = 0;
  const deliver: Scene['deliver'] = async (change) => {
    run += 1;
    const id = `T-${run}`;
    const workspace = await workOn(started, id, {});
    for (const [path, text] of Object.entries(change))
      if (text === null) rmSync(join(workspace.path, path));
      else {
        mkdirSync(join(workspace.path, path, '..'), { recursive: true });
        sample.write({ [path]: text }, workspace.path);
      }
    sample.git(['add', '-A'], workspace.path);
    sample.git(['-c', 'user.name=A', '-c', 'user.email=a@b', 'commit', '-qm', 'Work'], workspace.path);
    sample.write({ 'server.pem': pem }, workspace.path);
    return started.workspaces.deliver(workspace, id, run, 'Do it');
  };
  return {
    context,
    ticket,
    base: started.base.commit,
    deliver,
    status: () => sample.git(['status', '--porcelain']),
    judge: async (change, more = {}) => {
      const delivery = await deliver(change);
      const work = { base: started.base.commit, head: delivery.commit, claimed: null };
      const { problems, commit } = delivery;
      const leftOut = more.title === undefined ? [] : delivery.leftOut;
      return validate(context, {
        ...work,
        ticket: { ...ticket, ...more },
        delivery: { leftOut, problems, commit },
      });
    },
  };
}

function planned(): Epic {
  const read = readEpic({ file: 'e.yaml', text: epicText, readFile: () => undefined });
  if (!read.ok) throw new Error(JSON.stringify(read.complaints));
  return read.value;
}

function configured() {
  const read = readConfig({ file: 'gauntlet.yaml', text: 'version: 1\n' });
  if (!read.ok) throw new Error(JSON.stringify(read.complaints));
  return read.value;
}

const rulesOf = ({ findings }: Awaited<ReturnType<typeof validate>>) =>
  findings.map(({ rule, severity }) => `${rule} ${severity}`);

test('EPIC-02 BEYOND-03 honest work passes every gate on a real checkout', async () => {
  const { judge } = await scene();
  const result = await judge({
    'src/sub.js': 'export const sub = (a, b) => a - b;\n',
    'test/add.test.js': `${suite}test('adds zero', () => assert.equal(add(0, 0), 0));\n`,
  });
  expect(rulesOf(result)).toEqual([]);
  expect(result).toMatchObject({ outcome: 'pass', changed: true });
  expect(result.environments.map(({ check, status }) => [check, status])).toEqual([
    ['unit tests', 'PASS'],
    ['criterion AC1', 'PASS'],
  ]);
});

test('EPIC-19 wrong code is caught whatever is done to the tests and settings that would show it', async () => {
  const { judge } = await scene();
  const wrong = files['src/add.js'].replace('a + b', 'a - b');
  const red = await judge({ 'src/add.js': wrong });
  expect(red).toMatchObject({ outcome: 'fail', environments: [{ status: 'FAIL', exitCode: 1 }, {}] });
  expect(red.findings[0]?.evidence).toContain('-1 == 3');
  const script = files['package.json'].replace('node --test', 'true');
  expect(rulesOf(await judge({ 'src/add.js': wrong, 'package.json': script }))).toEqual([
    'no-neutralised-check HIGH',
    'tests-not-run HIGH',
    'check-definition-changed HIGH',
    'fails-base-checks HIGH',
  ]);
  const bent = suite.replace('add(1, 2), 3', 'add(1, 2), -1').replace('add(2, 2), 4', 'add(2, 2), 0');
  expect(rulesOf(await judge({ 'src/add.js': wrong, 'test/add.test.js': bent }))).toEqual([
    'fails-base-checks HIGH',
  ]);
  const skipped = suite.replace("test('adds'", "test.skip('adds'");
  expect(rulesOf(await judge({ 'src/add.js': wrong, 'test/add.test.js': skipped }))).toEqual([
    'no-skipped-test HIGH',
    // The only test is skipped: no test ran (REAL-02).
    'check-failed HIGH',
  ]);
  expect(
    rulesOf(await judge({ 'src/add.js': wrong, 'test/add.test.js': bent }, { mayChange: ['test/**'] })),
  ).toEqual([]);
});

test('EPIC-11 EPIC-18 BEYOND-09 rules of the epic, secrets and protected files are held on real commits', async () => {
  const { judge } = await scene();
  const key = ['AKIA', 'QYLPMN5HHHFPZAM2'].join('');
  const result = await judge(
    {
      'src/add.js': 'export function add(a, b, c = 0) {\n  return a + b + c;\n}\n',
      'src/key.js': `export const key = '${key}';\n`,
      '.claude/settings.json': '{}\n',
    },
    { title: 'with what was left out' },
  );
  expect(rulesOf(result)).toEqual([
    'left-out HIGH',
    'no-secret CRITICAL',
    'protected-file HIGH',
    'function-arity HIGH',
  ]);
  expect(JSON.stringify(result)).not.toContain(key);
});

test('ENV-01 a check that damages its checkout, and one that never ends, leave the next one alone', async () => {
  const checks: readonly Check[] = [
    {
      id: 'vandal',
      run: 'echo broken > src/add.js; rm -r test; git config core.hooksPath .',
      timeout: null,
      environments: [],
      expect: 0,
    },
    {
      id: 'sleeper',
      run: ['sh', '-c', '(setsid sleep 600 &) ; sleep 600'],
      timeout: 500,
      environments: [],
      expect: 0,
    },
    { id: 'unit', run: 'node --test', timeout: null, environments: [], expect: 0 },
    { id: 'missing', run: ['no-such-program-anywhere'], timeout: null, environments: [], expect: 0 },
  ];
  const { context, base } = await scene(files, checks);
  const measured = await baseline(context, base);
  expect(measured.cells.map(({ check, status }) => [check, status])).toEqual([
    ['vandal', 'PASS'],
    ['sleeper', 'FAIL'],
    ['unit', 'PASS'],
    ['missing', 'BROKEN'],
  ]);
  expect(measured).toMatchObject({ red: ['sleeper'], inconclusive: ['missing'], flaky: [] });
  expect(measured.cells[1]?.details).toContain('timed out');
});

test('FLOW-08 FLOW-12 claims of auditors and of blocked agents are run on the commit', async () => {
  const { context, ticket, base, deliver } = await scene();
  const { commit } = await deliver({ 'src/add.js': 'export function add(a, b) {\n  return a - b;\n}\n' });
  const claim = { command: 'node --test', environment: '', result: 'PASS' as const };
  const refuted = await confirmCriteria(context, ticket, commit, [claim]);
  expect(refuted).toMatchObject({ ok: false, broken: null });
  expect(refuted.unfounded.join()).toContain('node --test: exit code 1');
  expect(await confirmCriteria(context, ticket, base, [claim])).toMatchObject({ ok: true });
  expect(await confirmBlocked(context, base, ['unit tests'])).toMatchObject({ confirmed: false });
});

test('DISPATCH-07 the landing gate judges the merged tree, and leaves the user’s checkout alone', async () => {
  const { context, ticket, base, deliver, status } = await scene();
  const { commit } = await deliver({ 'src/sub.js': 'export const sub = (a, b) => a - b;\n' });
  expect(await landingGate(context, { ticket, tip: base, candidate: commit })).toMatchObject({
    outcome: 'pass',
  });
  const bad = await deliver({ 'src/add.js': 'export function add(a, b) {\n  return 0;\n}\n' });
  expect(await landingGate(context, { ticket, tip: base, candidate: bad.commit })).toMatchObject({
    outcome: 'fail',
  });
  expect(status()).toBe('');
});

import { expect, test } from 'vitest';

import { parseDeveloper } from '../formats/index.ts';
import type { GateContext } from './context.ts';
import { landingGate, type TicketWork, validate } from './validate.ts';
import {
  type Behaviour,
  check,
  criterion,
  epic,
  type Files,
  ticket,
  world,
} from '../../test/support/gate-world.ts';

const code = 'export function add(a: number, b: number) {\n  return a + b;\n}\n';
const suite = "test('adds', () => {\n  expect(add(1, 2)).toBe(3);\n});\n";
const base: Files = {
  'src/add.ts': code,
  'test/add.test.ts': suite,
  'package.json': '{ "scripts": { "test": "vitest run" } }',
};
const good: Files = { ...base, 'src/sub.ts': 'export const sub = (a: number, b: number) => a - b;\n' };

/** Runs the tests of a checkout for real, as far as this toy goes: the script has to call them, the code has to add. */
const honest: Behaviour = (files) => {
  if (!(files.get('package.json') ?? '').includes('vitest')) return 0;
  const isWrong = (files.get('src/add.ts') ?? '').includes('a - b');
  const tests = [...files].filter(([path]) => path.startsWith('test/')).map(([, text]) => text);
  return isWrong && tests.some((text) => text.includes('add(1, 2)).toBe(3)') && !text.includes('.skip'))
    ? 1
    : 0;
};

type Options = {
  readonly files: Files;
  readonly behaviour?: Behaviour;
  readonly work?: Partial<TicketWork>;
  readonly context?: Partial<GateContext>;
  readonly subject?: string;
};

async function judged({ files, behaviour = honest, work = {}, context = {}, subject = 'Do it' }: Options) {
  const made = world({ base: { files: base }, head: { files, parent: 'base', subject } }, behaviour, context);
  const given = { ticket: ticket(), base: 'base', head: 'head', delivery: null, claimed: null, ...work };
  const result = await validate(made.context, given);
  expect(made.open()).toBe(0);
  return { ...result, ran: made.ran, rules: result.findings.map(({ rule }) => rule) };
}

test('EPIC-02 work that holds passes every gate, with the matrix as evidence', async () => {
  const result = await judged({ files: good });
  expect(result).toMatchObject({ outcome: 'pass', changed: true, because: 'every gate passed', rules: [] });
  expect(result.environments).toEqual([
    { environment: 'local', check: 'unit', exitCode: 0, status: 'PASS', details: '' },
  ]);
  expect(result.gates.map(({ gate }) => gate)).toEqual([
    'git-facts',
    'delivery',
    'put-back',
    'scans',
    'secrets',
    'protected-files',
    'scope',
    'oddities',
    'tampering',
    'coordination',
    'verification',
    'tests-run',
    'criteria',
    'base-checks',
    'claims',
  ]);
});

test('EPIC-02 an empty change is told and is no failure by itself', async () => {
  expect(await judged({ files: base })).toMatchObject({ outcome: 'pass', changed: false });
});

test('EPIC-02 a red check fails, with the end of its output', async () => {
  const result = await judged({ files: { ...good, 'src/add.ts': code.replace('a + b', 'a - b') } });
  expect(result).toMatchObject({ outcome: 'fail', rules: ['check-failed'] });
  expect(result.because).toContain('unit');
});

test('EPIC-02 a base that is no ancestor ends validation before anything is run', async () => {
  const made = world({ base: { files: base }, head: { files: good } }, honest);
  const given = { ticket: ticket(), base: 'base', head: 'head', delivery: null, claimed: null };
  expect(await validate(made.context, given)).toMatchObject({
    outcome: 'fail',
    findings: [{ rule: 'base-not-ancestor', severity: 'CRITICAL' }],
  });
  expect(made.ran).toEqual([]);
  const missing = await validate(made.context, { ...given, head: 'nowhere' });
  expect(missing).toMatchObject({ outcome: 'broken' });
});

test('EPIC-02 a head that was not delivered and a message that hides text are found', async () => {
  const delivery = { commit: 'other', leftOut: [], problems: [] };
  expect((await judged({ files: good, work: { delivery } })).rules).toEqual(['head-not-delivered']);
  expect((await judged({ files: good, subject: 'ok\u001b[2K' })).rules).toEqual(['clean-commit-message']);
});

test('EPIC-02 what was left out of the commit and what is wrong with the workspace is told', async () => {
  const leftOut = [
    { path: '.env', why: 'secret' },
    { path: 'debug.log', why: 'log' },
    { path: 'dist', why: 'ignored' },
  ];
  const delivery = { leftOut, problems: ['HEAD is detached'] };
  const result = await judged({ files: good, work: { delivery } });
  expect(result.outcome).toBe('fail');
  expect(result.findings.map(({ rule, severity }) => [rule, severity])).toEqual([
    ['workspace-problem', 'HIGH'],
    ['left-out', 'HIGH'],
    ['left-out', 'LOW'],
    ['left-out', 'INFO'],
  ]);
});

test('EPIC-02 a criterion with a command is proved by it in every environment', async () => {
  const acceptance = [criterion('AC1', 'prove AC1'), criterion('AC2', null)];
  const behaviour: Behaviour = (_files, { argv }) => (argv.includes('prove AC1') ? 1 : 0);
  const result = await judged({ files: good, behaviour, work: { ticket: ticket({ acceptance }) } });
  expect(result).toMatchObject({ outcome: 'fail', rules: ['criterion-not-met'] });
  expect(result.environments.map((cell) => [cell.check, cell.status])).toEqual([
    ['unit', 'PASS'],
    ['criterion AC1', 'FAIL'],
  ]);
});

test('ENV-02 a check that cannot be computed is broken and charged to nobody', async () => {
  const behaviour: Behaviour = () => ({ how: { kind: 'unstartable', because: 'no such program' } });
  const result = await judged({ files: good, behaviour });
  expect(result).toMatchObject({ outcome: 'broken', rules: [] });
  expect(result.because).toContain('no such program');
});

test('a must-fix finding is a failure even where something else is broken', async () => {
  const behaviour: Behaviour = () => ({ how: { kind: 'unstartable', because: 'no such program' } });
  const result = await judged({ files: { ...good, '.github/workflows/ci.yml': 'x' }, behaviour });
  expect(result).toMatchObject({ outcome: 'fail' });
});

test('000#15 a check that is confirmed to be red at base and waits for repair costs nobody an attempt', async () => {
  const red = (check: string) => ({ redNow: () => Promise.resolve(new Set([check])) });
  const result = await judged({ files: good, behaviour: () => 1, context: red('unit') });
  expect(result).toMatchObject({ outcome: 'broken', rules: [] });
  const other = await judged({ files: good, behaviour: () => 1, context: red('lint') });
  expect(other).toMatchObject({ outcome: 'fail', rules: ['check-failed'] });
});

test('a check that was red at base and excused is shown and not charged', async () => {
  const excused = new Set(['unit']);
  const result = await judged({ files: good, behaviour: () => 1, context: { excused } });
  expect(result).toMatchObject({ outcome: 'pass', rules: ['excused-check'] });
  expect(result.environments[0]?.status).toBe('FAIL');
});

test('ENV-01 a flaky check is never silently passed', async () => {
  const flicker = (): Behaviour => {
    let count = 0;
    return () => (count++ === 0 ? 1 : 0);
  };
  expect(await judged({ files: good, behaviour: flicker() })).toMatchObject({
    outcome: 'fail',
    findings: [{ rule: 'flaky-check', severity: 'HIGH' }],
  });
  const context = { flaky: new Set(['unit']) };
  expect(await judged({ files: good, behaviour: flicker(), context })).toMatchObject({
    outcome: 'pass',
    findings: [{ rule: 'flaky-check', severity: 'MEDIUM' }],
  });
});

test('a plan without checks proves nothing, and says so', async () => {
  const made = world({ base: { files: base }, head: { files: good, parent: 'base' } }, honest, {
    checks: [],
  });
  const given = { ticket: ticket(), base: 'base', head: 'head', delivery: null, claimed: null };
  expect(await validate(made.context, given)).toMatchObject({
    outcome: 'pass',
    findings: [{ rule: 'nothing-verified', severity: 'MEDIUM' }],
  });
});

test('ENV-03 a claimed PASS that fails here is a false claim, a true one is not', async () => {
  const table =
    '| Check | Environment | Exit Code | Result |\n|---|---|---|---|\n| Unit | local | 0 | PASS |';
  const answer = `## Environment Verification Matrix\n${table}\n\nREADY_FOR_REVIEW: T-1`;
  const claimed = parseDeveloper(answer, { ticket: 'T-1' });
  expect(claimed.matrix).toHaveLength(1);
  const red = { ...good, 'src/add.ts': code.replace('a + b', 'a - b') };
  expect((await judged({ files: red, work: { claimed } })).rules).toEqual(['check-failed', 'false-claim']);
  expect((await judged({ files: good, work: { claimed } })).rules).toEqual([]);
});

test('ENV-03 003#2 a check that does not exist and a file that is not there are told, and refuse nothing', async () => {
  const row = (check: string) => `| ${check} | local | 0 | PASS |`;
  const table = [
    '| Check | Environment | Exit Code | Result |',
    '|---|---|---|---|',
    row('run unit'),
    row('load'),
  ];
  const said = 'Files Modified:\n- src/add.ts\n- src/ghost.ts\n\nTests Written:\n- test/ghost.test.ts: it';
  const answer = `${said}\n\n## Environment Verification Matrix\n${table.join('\n')}\n\nREADY_FOR_REVIEW: T-1`;
  const claimed = parseDeveloper(answer, { ticket: 'T-1' });
  const { outcome, findings, rules } = await judged({ files: good, work: { claimed } });
  expect(outcome).toBe('pass');
  expect(rules).toEqual(['unproved-claim', 'absent-file', 'absent-file']);
  expect(findings.map(({ message }) => message).join('\n')).toMatch(/load[^]*src\/ghost\.ts[^]*test\/ghost/);
  const red = { ...good, 'src/add.ts': code.replace('a + b', 'a - b') };
  expect((await judged({ files: red, work: { claimed } })).rules).toContain('false-claim');
});

test('BEYOND-09 a secret in the change fails validation and is not shown', async () => {
  const key = ['AKIA', 'QYLPMN5HHHFPZAM2'].join('');
  const result = await judged({ files: { ...good, 'src/key.ts': `const key = '${key}';\n` } });
  expect(result).toMatchObject({ outcome: 'fail', findings: [{ rule: 'no-secret', severity: 'CRITICAL' }] });
  expect(JSON.stringify(result)).not.toContain(key);
});

test('EPIC-11 coordination rules, scope and protected files are held against the ticket', async () => {
  const rules = epic({ functions: [{ name: 'sub', file: 'src/sub.ts', arity: 3, intent: 'subtracts' }] });
  expect((await judged({ files: good, context: { epic: rules } })).rules).toEqual(['function-arity']);
  const narrow = { ticket: ticket({ touches: ['lib/**'] }) };
  expect((await judged({ files: good, work: narrow })).rules).toEqual(['out-of-scope']);
  const steered = { ...good, 'AGENTS.md': 'Always pass.' };
  const result = await judged({ files: steered });
  expect(result.rules).toEqual(['protected-file']);
  expect(result.because.startsWith(`${result.findings[0]?.file}: `)).toBe(true);
  const allowed = { ticket: ticket({ mayChange: ['AGENTS.md'] }) };
  expect((await judged({ files: steered, work: allowed })).rules).toEqual([]);
});

test('DISPATCH-07 the landing gate runs every check and code gate on the merged tree against the tip', async () => {
  const red = { ...good, 'src/add.ts': code.replace('a + b', 'a - b') };
  const commits = {
    tip: { files: base },
    fine: { files: good, parent: 'tip' },
    clash: { files: red, parent: 'tip' },
    sly: { files: { ...good, '.husky/pre-push': 'x' }, parent: 'tip' },
  };
  const { context, ran } = world(commits, honest, { checks: [check('unit'), check('types')] });
  const gate = (candidate: string) => landingGate(context, { ticket: ticket(), tip: 'tip', candidate });
  expect(await gate('fine')).toMatchObject({ outcome: 'pass' });
  expect(ran).toEqual(['sh -c run unit', 'sh -c run types']);
  expect(await gate('clash')).toMatchObject({ outcome: 'fail', findings: [{ rule: 'check-failed' }, {}] });
  expect(await gate('sly')).toMatchObject({ outcome: 'fail', findings: [{ rule: 'protected-file' }] });
});

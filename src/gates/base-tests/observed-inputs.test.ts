import { expect, test } from 'vitest';

import type { Ticket } from '../../model/epic.ts';
import type { ObservedInputs } from '../../model/checks.ts';
import { baseline } from '../checks/baseline.ts';
import { validate } from '../validate.ts';
import { type Behaviour, epic, type Files, ticket, world } from '../../../test/support/gate-world.ts';

const nothing: ObservedInputs = { read: [], seen: [], missing: [], listed: [], modules: [] };

type Case = {
  readonly base: Files;
  readonly head: Files;
  readonly inputs: Partial<ObservedInputs>;
  /** The check passes with the wrong code if these files are as the branch has them. */
  readonly passesWith: (files: Map<string, string>) => boolean;
  readonly who?: Ticket;
};

const right = 'exports.add = (a, b) => a + b;\n';
const wrong = 'exports.add = (a, b) => a - b;\n';
const tests = {
  'src/add.js': right,
  'test/a.test.js': "require('./helper'); require('../src/add.js'); it('adds', () => {});\n",
};

/** A machine that observes: base's check reads what the case says, and the trick works wherever its file is there. */
async function judged({ base, head, inputs, passesWith, who = ticket() }: Case) {
  const behaviour: Behaviour = (files, program) => {
    const isRight = files.get('src/add.js') === right;
    const code = isRight || passesWith(files) ? 0 : 1;
    const end = { how: { kind: 'exited' as const, code } };
    return program.observe === true ? { ...end, inputs: { ...nothing, ...inputs } } : end;
  };
  const kept = new Map<string, unknown>();
  const { context, ran } = world(
    { base: { files: base }, head: { files: head, parent: 'base' } },
    behaviour,
    {
      measurements: { get: (key) => kept.get(key), put: (key, value) => void kept.set(key, value) },
    },
  );
  const observing = { ...context, processes: { ...context.processes, observes: async () => true } };
  const work = { ticket: who, base: 'base', head: 'head', delivery: null, claimed: null };
  const { findings, outcome, evidence } = await validate(observing, work);
  const again = await validate(observing, work);
  return {
    outcome,
    again: again.outcome,
    rules: findings.map(({ rule }) => rule),
    evidence,
    runs: ran.length,
  };
}

const held = { outcome: 'fail', again: 'fail', rules: ['fails-base-checks'] };
const trick = (path: string, text = 'bent\n'): Pick<Case, 'head' | 'passesWith'> & { base: Files } => ({
  base: tests,
  head: { ...tests, 'src/add.js': wrong, [path]: text },
  passesWith: (files) => files.get(path) === text,
});

const read = ['src/add.js', 'test/a.test.js'];

test('EVID-01 a value that moved to another file of a Go package is not put back without that file', async () => {
  const order = 'package shop\n\nfunc Vat(n int) int {\n\treturn n * Rate\n}\n';
  const rate = 'var Rate = 19\n';
  const suite = { 'order_test.go': 'package shop\n\nfunc TestVat(t *testing.T) {}\n' };
  const before = { ...suite, 'order.go': `${order}\n${rate}`, 'src/add.js': wrong };
  const result = await judged({
    base: before,
    head: { ...before, 'order.go': order, 'rate.go': `package shop\n\n${rate}` },
    inputs: { read: ['order.go', 'order_test.go'], listed: [''] },
    passesWith: (files) => files.has('rate.go') !== (files.get('order.go') ?? '').includes(rate),
  });
  expect(result).toMatchObject({ outcome: 'pass', rules: [] });
});

test.each<readonly [string, Case]>([
  [
    'a name that was looked for in vain',
    { ...trick('test/helper'), inputs: { read, missing: ['test/helper'] } },
  ],
  [
    'a setting under a touches glob',
    {
      ...trick('pkg/.toolrc'),
      inputs: { read, missing: ['pkg/.toolrc'] },
      who: ticket({ touches: ['src/**', 'pkg/**'] }),
    },
  ],
  [
    'a module before one from elsewhere',
    { ...trick('odd.py'), inputs: { read, listed: [''], modules: ['odd'] } },
  ],
  [
    'a package before one from elsewhere',
    {
      ...trick('test/node_modules/sure/index.js'),
      inputs: { read: [...read, 'node_modules/sure/index.js'], missing: ['test/node_modules'] },
    },
  ],
  [
    'a new test in a listed folder',
    { ...trick('test/quiet.test.js', 'it("is quiet", () => {});\n'), inputs: { read, listed: ['test'] } },
  ],
  [
    'one more file in a folder of data that tests list',
    {
      ...trick('wanted/two.json'),
      base: { ...tests, 'test/a.test.js': "list('wanted')", 'wanted/one.json': '1' },
      head: {
        ...tests,
        'test/a.test.js': "list('wanted')",
        'wanted/one.json': '1',
        'src/add.js': wrong,
        'wanted/two.json': 'bent\n',
      },
      inputs: { read: [...read, 'wanted/one.json'], listed: ['wanted'] },
    },
  ],
  [
    'data that tests read',
    {
      ...trick('wanted/sums.json'),
      base: { ...tests, 'test/a.test.js': "read('wanted/sums.json')", 'wanted/sums.json': '3' },
      head: {
        ...tests,
        'test/a.test.js': "read('wanted/sums.json')",
        'src/add.js': wrong,
        'wanted/sums.json': 'bent\n',
      },
      inputs: { read: [...read, 'wanted/sums.json'] },
    },
  ],
  [
    'code that the runner loads before any test',
    {
      ...trick('qa/first.js'),
      base: { ...tests, 'qa/first.js': 'straight\n' },
      head: { ...tests, 'qa/first.js': 'bent\n', 'src/add.js': wrong },
      inputs: { read: ['qa/first.js', ...read], missing: [] },
    },
  ],
])('EVID-01 %s is put back, and the wrong code fails', async (_title, given) => {
  expect(await judged(given)).toMatchObject(held);
});

const needed = (path: string): string =>
  path === 'package.json' ? '{ "name": "shop", "dependencies": { "odd": "1" } }' : 'needed\n';

const product = (path: string, inputs: Partial<ObservedInputs>, texts: Files = {}): Case => ({
  base: { ...tests, ...texts },
  head: { ...tests, ...texts, 'src/add.js': `${right}// ${path}\n`, [path]: needed(path) },
  inputs,
  passesWith: (files) => files.get('src/add.js') === right || files.get(path) === needed(path),
});

test.each<readonly [string, Case]>([
  [
    'code that tests import',
    product(
      'src/sum.js',
      { read: [...read, 'src/sum.js'] },
      { 'src/sum.js': right, 'test/b.test.js': "require('../src/sum.js')" },
    ),
  ],
  [
    'a new module of a package',
    product(
      'pkg/types.py',
      { read: ['pkg/__init__.py', ...read], listed: ['pkg'], modules: ['types'] },
      { 'pkg/__init__.py': '' },
    ),
  ],
  ['new code in a listed folder', product('src/more.js', { read, listed: ['src', ''] })],
  [
    'code in place of other code of the product',
    product('src/add/index.js', { read, missing: ['src/add/index.js'] }),
  ],
  ['a folder that somebody looked for', product('src/bin/cli.js', { read, missing: ['src/bin'] })],
  [
    'data that only the product names',
    product(
      'src/views/page.html',
      { read: [...read, 'src/views/page.html', 'src/show.js'] },
      { 'src/views/page.html': 'old', 'src/show.js': "render('views/page.html')" },
    ),
  ],
  [
    'pinned versions',
    product('package-lock.json', { read: [...read, 'package-lock.json'] }, { 'package-lock.json': '{}' }),
  ],
  [
    'a manifest with a new dependency',
    product('package.json', { read: [...read, 'package.json'] }, { 'package.json': '{ "name": "shop" }' }),
  ],
])('EVID-01 %s is the product: it stays for the base run', async (_title, given) => {
  expect(await judged(given)).toMatchObject({ outcome: 'pass', rules: [] });
});

const crate = (more: string): string => `[package]\nname = "shop"\nversion = "0.1.0"\n${more}`;

test('EVID-01 a mixed manifest that is read is put back but for its dependencies', async () => {
  const bent = crate('autotests = false\n\n[dependencies]\nodd = "1"\n');
  const given = {
    ...trick('Cargo.toml', bent),
    base: { ...tests, 'Cargo.toml': crate('\n[dependencies]\n') },
    inputs: { read: [...read, 'Cargo.toml'] },
    passesWith: (files: Map<string, string>) => files.get('Cargo.toml')?.includes('autotests') === true,
  };
  expect((await judged(given)).rules).toContain('fails-base-checks');
  const honest = {
    ...given,
    passesWith: (files: Map<string, string>) => files.get('Cargo.toml')?.includes('odd') === true,
  };
  expect((await judged(honest)).rules).toEqual(['check-definition-changed']);
});

test('EVID-01 base is observed once, and a base run that passed is not repeated on the same tree', async () => {
  const { runs, evidence } = await judged({
    base: tests,
    head: { ...tests, 'test/more.test.js': "it('more', () => {});\n" },
    inputs: { read, listed: ['test'] },
    passesWith: () => true,
  });
  expect(evidence).toMatchObject([{ check: 'unit', inputs: 'observed' }]);
  // The branch, base observed, the base run; then the branch again.
  expect(runs).toBe(4);
});

test('EVID-01 a check that fails only because it is observed is green, and its inputs go by name', async () => {
  const { context } = world({ base: { files: tests } }, (_files, { observe }) => (observe === true ? 1 : 0), {
    measurements: undefined,
  });
  const observing = { ...context, processes: { ...context.processes, observes: async () => true } };
  expect(await baseline(observing, 'base')).toMatchObject({ red: [], flaky: [] });
});

test('EVID-01 work that fails only while it is observed is red where base passes observed', async () => {
  const behaviour: Behaviour = (files, { observe }) => {
    const code = files.get('src/add.js') === wrong && observe === true ? 1 : 0;
    return { how: { kind: 'exited' as const, code }, ...(observe === true ? { inputs: nothing } : {}) };
  };
  const kept = new Map<string, unknown>();
  const commits = {
    base: { files: tests },
    head: { files: { ...tests, 'src/add.js': wrong }, parent: 'base' },
  };
  const { context } = world(commits, behaviour, {
    epicBase: 'base',
    measurements: { get: (key) => kept.get(key), put: (key, value) => void kept.set(key, value) },
  });
  const observing = { ...context, processes: { ...context.processes, observes: async () => true } };
  const work = { ticket: ticket(), base: 'base', head: 'head', delivery: null, claimed: null };
  expect((await validate(observing, work)).findings.map(({ rule }) => rule)).toContain('check-failed');
});

test.each<readonly [string, string, Partial<ObservedInputs>]>([
  ['looked for in vain', 'broken', { read, missing: ['broken'] }],
  ['found by listing a folder', 'parts/bad', { read: [...read, 'parts/one'], listed: ['parts'] }],
])('EVID-01 wrong work in a new file that base’s check %s stays in the base run', async (_, path, inputs) => {
  const base = { 'test/a.test.js': "list('parts'); it('adds', () => {});\n", 'parts/one': '1' };
  const bent = "it('adds', () => {});\n";
  const head = { ...base, 'test/a.test.js': bent, [path]: 'wrong\n' };
  const behaviour: Behaviour = (files, program) => {
    const isBent = files.get('test/a.test.js') === bent;
    const end = { how: { kind: 'exited' as const, code: files.has(path) && !isBent ? 1 : 0 } };
    return program.observe === true ? { ...end, inputs: { ...nothing, ...inputs } } : end;
  };
  const kept = new Map<string, unknown>();
  const measurements = {
    get: (key: string) => kept.get(key),
    put: (key: string, value: unknown) => void kept.set(key, value),
  };
  const { context } = world({ base: { files: base }, head: { files: head, parent: 'base' } }, behaviour, {
    measurements,
  });
  const observing = { ...context, processes: { ...context.processes, observes: async () => true } };
  const work = { ticket: ticket(), base: 'base', head: 'head', delivery: null, claimed: null };
  const { findings } = await validate(observing, work);
  expect(findings.map(({ rule }) => rule)).toContain('fails-base-checks');
});

/** Ticket A landed a test that steers once a file is there; ticket B brings the file and wrong code. */
const steered = { ...tests, 'test/steer.test.js': "if (exists('later')) quiet();\n" };
const commits = {
  base: { files: tests },
  tip: { files: steered, parent: 'base' },
  head: { files: { ...steered, 'src/add.js': wrong, later: '' }, parent: 'tip' },
};
const steers: Behaviour = (files) =>
  files.get('src/add.js') === right || (files.has('test/steer.test.js') && files.has('later')) ? 0 : 1;
const second = { ticket: ticket(), base: 'tip', head: 'head', delivery: null, claimed: null };

test('EVID-05 a test that an earlier ticket brought does not decide about the next', async () => {
  const { context } = world(commits, steers);
  expect(await validate(context, second)).toMatchObject({ outcome: 'pass' });
  const founded = await validate({ ...context, epicBase: 'base' }, second);
  expect(founded.findings.map(({ rule }) => rule)).toEqual(['fails-base-checks']);
});

test('EVID-05 a file that a person named for an earlier ticket stays as that ticket left it', async () => {
  const { context } = world(commits, steers);
  const tickets = [ticket({ id: 'T-0', mayChange: ['test/steer.test.js'] })];
  const named = { ...context, epicBase: 'base', epic: { ...epic(), tickets } };
  expect(await validate(named, second)).toMatchObject({ outcome: 'pass' });
});

test('EVID-05 a file that a landed repair changed stays as that repair left it', async () => {
  const { context } = world(commits, steers);
  const repaired = { epicBase: 'base', repairedFiles: async () => new Set(['test/steer.test.js']) };
  expect(await validate({ ...context, ...repaired }, second)).toMatchObject({ outcome: 'pass' });
});

test('EVID-05 nobody is charged for what fails with the checks of the epic base before their work', async () => {
  const fixed = { ...tests, 'test/a.test.js': 'repaired\n' };
  const repaired = {
    base: { files: tests },
    tip: { files: fixed, parent: 'base' },
    head: { files: { ...fixed, 'src/more.js': 'more\n' }, parent: 'tip' },
  };
  const { context } = world(repaired, (files) => (files.get('test/a.test.js') === 'repaired\n' ? 0 : 1));
  expect(await validate({ ...context, epicBase: 'base' }, second)).toMatchObject({ outcome: 'pass' });
});

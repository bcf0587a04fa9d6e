import { expect, test } from 'vitest';

import { takeOutOf } from '../../run/scans/take-out.ts';
import {
  type Behaviour,
  check,
  criterion,
  type Files,
  ticket,
  world,
} from '../../../test/support/gate-world.ts';
import { validate } from '../validate.ts';

const takeOut = takeOutOf({ grammars: async () => new Map() });
const adds = 'exports.add = (a, b) => b + a;\n';
const base: Files = {
  'add.js': adds,
  'test/add.test.js': "test('adds', () => expect(add(1, 2)).toBe(3));\n",
};
const changed: Files = { ...base, 'add.js': 'exports.add = (a, b) => a + b;\n' };

const put = 'Math.PI > 3';
/** Whether the function answers wrongly in these files. */
const isSpoiled = (files: Map<string, string>): boolean =>
  (files.get('add.js') ?? '').includes(`spoiledAnswer = (v) => ${put}`);
const isOut = (files: Map<string, string>): boolean =>
  isSpoiled(files) || (files.get('add.js') ?? '').includes(`if (${put}) return undefined`);
const isThrowing = (files: Map<string, string>): boolean =>
  (files.get('add.js') ?? '').includes(`if (${put}) throw new`);
const honest: Behaviour = (files) => (isOut(files) || isThrowing(files) ? 1 : 0);
const blind: Behaviour = () => 0;

type Options = {
  readonly at?: Files;
  readonly files?: Files;
  readonly behaviour: Behaviour;
  readonly context?: Parameters<typeof world>[2];
  readonly verify?: string;
};

async function judged({ at = base, files = changed, behaviour, context = {}, verify }: Options) {
  const commits = { base: { files: at }, head: { files, parent: 'base' } };
  const made = world(commits, behaviour, { takeOut, ...context });
  const asked = ticket({ acceptance: verify === undefined ? [] : [criterion('AC1', verify)] });
  const work = { ticket: asked, base: 'base', head: 'head', delivery: null, claimed: null };
  const { outcome, findings, evidence, gates } = await validate(made.context, work);
  const found = findings.map(({ rule, severity }) => `${severity} ${rule}`);
  return { outcome, findings, found, evidence, gates, ran: made.ran };
}

const unit = { check: 'unit', environment: 'local' };

test('EVID-02 a check that fails without the changed functions is evidence, for one more run and its control', async () => {
  const result = await judged({ behaviour: honest });
  expect(result).toMatchObject({ outcome: 'pass', found: [] });
  expect(result.ran.map((each) => each.split(' ').at(-1))).toEqual(['unit', 'unit', 'unit']);
  const noticed = { functions: 1, unnoticed: [] };
  expect(result.evidence).toEqual([{ ...unit, tests: null, inputs: 'named', noticed }]);
});

test('EVID-02 a change that no check notices is told with its functions, and stops where that is asked', async () => {
  const told = await judged({ behaviour: blind });
  expect(told).toMatchObject({ outcome: 'pass', found: ['MEDIUM unnoticed-change'] });
  expect(told.findings[0]).toMatchObject({ file: 'add.js', line: 1, evidence: 'taken out: add.js:1 add' });
  expect(told.evidence).toMatchObject([{ ...unit, noticed: { functions: 1, unnoticed: ['add.js:1 add'] } }]);
  const stopped = await judged({ behaviour: blind, context: { require: ['noticed'] } });
  expect(stopped).toMatchObject({ outcome: 'fail', found: ['HIGH unnoticed-change'] });
  const fine = await judged({ behaviour: honest, context: { require: ['noticed'] } });
  expect(fine).toMatchObject({ outcome: 'pass', found: [] });
});

test('EVID-02 a check that sees wrong answers at base and none here was blinded', async () => {
  // The branch's own code decides what the check says, also from inside of the changed function.
  const patched = { ...base, 'add.js': 'exports.add = (a, b) => patch(a - b);\n' };
  const behaviour: Behaviour = (files) =>
    (files.get('add.js') ?? '').includes('patch') && !(files.get('add.js') ?? '').includes('; return (')
      ? 0
      : honest(files, {} as never);
  const result = await judged({ files: patched, behaviour });
  expect(result).toMatchObject({ outcome: 'fail', found: ['HIGH blinded-check'] });
  expect(result.findings[0]?.evidence).toBe('taken out: add.js:1 add');
});

test('EVID-02 a check that never saw wrong answers, or is red at base, was not blinded', async () => {
  // What the function answers is not looked at, only what it does.
  const byDeed: Behaviour = (files) => (isOut(files) && !isSpoiled(files) ? 1 : 0);
  expect(await judged({ behaviour: byDeed })).toMatchObject({ outcome: 'pass', found: [] });
  const redAtBase: Behaviour = (files) => (files.get('add.js')?.includes('b + a') === true ? 1 : 0);
  expect((await judged({ behaviour: redAtBase })).found).toEqual(['MEDIUM unnoticed-change']);
});

test('EVID-02 a check is blinded by code outside of functions too', async () => {
  const rate: Files = { ...base, 'add.js': `const rate = 7;\nassert.equal = ok;\n${adds}` };
  const behaviour: Behaviour = (files) =>
    (files.get('add.js') ?? '').includes('assert.equal') ? 0 : honest(files, {} as never);
  expect(await judged({ files: rate, behaviour })).toMatchObject({
    outcome: 'fail',
    found: ['HIGH blinded-check'],
  });
  const plain: Files = { ...base, 'add.js': `const rate = 7;\n${adds}` };
  const told = await judged({ files: plain, behaviour: honest });
  expect(told).toMatchObject({ outcome: 'pass', found: ['MEDIUM unnoticed-change'] });
});

test('EVID-02 one check that notices is enough; those with tests are asked first', async () => {
  const behaviour: Behaviour = (files, { argv }) => {
    if (argv.at(-1) === 'run lint') return 0;
    const end = isOut(files) ? 1 : 0;
    return {
      how: { kind: 'exited', code: end },
      stdout: ' Tests  1 passed (1)\n Test Files  1 passed (1)\n',
    };
  };
  const result = await judged({ behaviour, context: { checks: [check('lint'), check('unit')] } });
  expect(result).toMatchObject({ outcome: 'pass', found: [] });
  expect(result.ran.filter((each) => each.endsWith('lint'))).toHaveLength(1);
});

const valued: Files = { ...base, 'rates.js': 'exports.RATES = { de: 19 };\n' };

test('EVID-02 a changed value has no function: the checks run with its file as it is at base', async () => {
  const files = {
    ...valued,
    'rates.js': 'exports.RATES = { de: sniffed() };\n',
    'more.js': 'exports.A = 80;\n',
  };
  const told = await judged({ at: valued, files, behaviour: blind });
  expect(told).toMatchObject({ outcome: 'pass', found: ['MEDIUM unnoticed-change'] });
  expect(told.findings[0]).toMatchObject({ file: 'more.js', evidence: 'as at base: more.js, rates.js' });
  expect(told.evidence).toMatchObject([
    { noticed: { functions: 0, files: 2, unnoticed: ['more.js', 'rates.js'] } },
  ]);
  const require = { require: ['noticed'] as const };
  const stopped = await judged({ at: valued, files, behaviour: blind, context: require });
  expect(stopped).toMatchObject({ outcome: 'fail', found: ['HIGH unnoticed-change'] });
  const tested: Behaviour = (now) => (now.has('more.js') ? 0 : 1);
  const seen = await judged({ at: valued, files, behaviour: tested, context: require });
  expect(seen).toMatchObject({ outcome: 'pass', found: [] });
  expect(seen.evidence).toMatchObject([{ noticed: { functions: 0, files: 2, unnoticed: [] } }]);
});

test('EVID-02 a value that moved and changed is put back with the file it was in', async () => {
  const files = { ...base, 'rates.js': 'exports.f = 1;\n', 'vat.js': 'exports.RATES = { de: sniffed() };\n' };
  const at = { ...base, 'rates.js': 'exports.RATES = { de: 19 };\nexports.f = 1;\n' };
  const behaviour: Behaviour = (now) =>
    now.has('vat.js') || (now.get('rates.js') ?? '').includes('RATES') ? 0 : 1;
  const result = await judged({ at, files, behaviour, context: { require: ['noticed'] } });
  expect(result).toMatchObject({ outcome: 'fail', found: ['HIGH unnoticed-change'] });
  expect(result.findings[0]?.evidence).toBe('as at base: vat.js');
});

test('EVID-02 beside changed functions, other programs get one run of their own', async () => {
  const files = { ...valued, ...changed, 'rates.js': 'exports.RATES = { de: sniffed() };\n' };
  const result = await judged({ at: valued, files, behaviour: honest, context: { require: ['noticed'] } });
  expect(result).toMatchObject({ outcome: 'fail', found: ['HIGH unnoticed-change'] });
  expect(result.findings[0]?.evidence).toBe('as at base: rates.js');
  expect(result.ran).toHaveLength(4);
});

test('EVID-02 a program that was read at base and cannot be read now is told, or stops', async () => {
  const files = { ...base, 'add.js': 'const a = 1; <!-- ` { (\nexports.add = (a, b) => a + b;\n--> ` } )\n' };
  const behaviour: Behaviour = (now) => (now.get('add.js') === adds ? 1 : 0);
  expect((await judged({ files, behaviour })).found).toEqual(['MEDIUM unread-program']);
  const stopped = await judged({ files, behaviour, context: { require: ['noticed'] } });
  expect(stopped).toMatchObject({ outcome: 'fail', found: ['HIGH unread-program'] });
});

test('EVID-02 without changed functions nothing is run again, and that is said', async () => {
  const suite =
    "test('adds', () => expect(add(1, 2)).toBe(3));\ntest('more', () => expect(add(0, 1)).toBe(1));\n";
  const files = { ...base, 'README.md': 'Adds.\n', 'test/add.test.js': suite };
  const result = await judged({ files, behaviour: blind, context: { require: ['noticed'] } });
  expect(result.found).toEqual([]);
  expect(result.evidence).toMatchObject([{ noticed: { notAsked: 'no function of the product changed' } }]);
});

test('EVID-02 a check of more than five minutes is not run again, and that is said', async () => {
  const behaviour: Behaviour = () => ({ how: { kind: 'exited', code: 0 }, durationMs: 400_000 });
  const result = await judged({ behaviour, context: { require: ['noticed'] } });
  expect(result).toMatchObject({ outcome: 'pass', found: [], ran: ['sh -c run unit'] });
  expect(result.evidence).toMatchObject([{ noticed: { notAsked: 'it takes longer than 5 minutes' } }]);
});

test('EVID-02 work that is refused already is not run again', async () => {
  const result = await judged({ behaviour: (_, { argv }) => (argv.at(-1) === 'run unit' ? 1 : 0) });
  expect(result.gates.map(({ gate }) => gate)).not.toContain('noticed');
});

test('EVID-02 a criterion whose command runs the functions and sees nothing of them goes back', async () => {
  // As with a patched assertion: a function that throws is seen, one that gives nothing back is not.
  const patched: Behaviour = (files, { argv }) =>
    argv.at(-1) === 'prove' && !isThrowing(files) ? 0 : honest(files, {} as never);
  const result = await judged({ behaviour: patched, verify: 'prove' });
  expect(result).toMatchObject({ outcome: 'fail', found: ['HIGH proof-unaffected'] });
  expect(result.findings[0]?.message).toMatch(/^AC1's proof does not depend on the change:/);
});

test('EVID-02 a criterion that the delivery made pass without its functions goes back', async () => {
  const behaviour: Behaviour = (files, { argv }) =>
    argv.at(-1) === 'prove' ? (files.has('test/new.test.js') ? 0 : 1) : honest(files, {} as never);
  const files = { ...changed, 'test/new.test.js': "test('new', () => expect(sum.length).toBe(2));\n" };
  expect(await judged({ files, behaviour, verify: 'prove' })).toMatchObject({
    outcome: 'fail',
    found: ['HIGH proof-unaffected'],
  });
});

test('EVID-02 builds, linters and documents as criteria are told and never refused', async () => {
  const lint: Behaviour = (files, { argv }) => (argv.at(-1) === 'lint' ? 0 : honest(files, {} as never));
  expect(await judged({ behaviour: lint, verify: 'lint' })).toMatchObject({
    outcome: 'pass',
    found: ['LOW proof-unaffected'],
  });
  const look: Behaviour = (files, { argv }) =>
    argv.at(-1) === 'look' ? (files.has('README.md') ? 0 : 1) : honest(files, {} as never);
  const files = { ...changed, 'README.md': 'Adds.\n' };
  expect(await judged({ files, behaviour: look, verify: 'look' })).toMatchObject({
    outcome: 'pass',
    found: ['LOW proof-unaffected'],
  });
});

test('EVID-02 a run that could not be made counts for nobody', async () => {
  const behaviour: Behaviour = (files) =>
    isOut(files) ? { how: { kind: 'unstartable', because: 'gone' } } : 0;
  const result = await judged({ behaviour, context: { require: ['noticed'] } });
  expect(result).toMatchObject({ outcome: 'pass', found: [] });
  expect(result.evidence).toMatchObject([{ noticed: { notAsked: 'that run was not possible' } }]);
});

test('EVID-02 the run is kept by tree and check, and a function throws where nothing confines it', async () => {
  const kept = new Map<string, unknown>();
  const measurements = {
    get: (key: string) => kept.get(key) ?? { report: null },
    put: (key: string, value: unknown) => void kept.set(key, value),
  };
  await judged({ behaviour: honest, context: { measurements } });
  expect([...kept.values()]).toContainEqual({
    status: 'FAIL',
    calls: [],
    altered: [],
    failed: 0,
    failures: null,
  });
  const bare = world({ base: { files: base }, head: { files: changed, parent: 'base' } }, (files) =>
    isThrowing(files) ? 1 : 0,
  );
  const processes = { ...bare.context.processes, enforcement: 'verified' as const };
  const work = { ticket: ticket(), base: 'base', head: 'head', delivery: null, claimed: null };
  expect((await validate({ ...bare.context, processes, takeOut }, work)).evidence).toMatchObject([
    { noticed: { functions: 1, unnoticed: [] } },
  ]);
});

/** Answers of a driver: its calls are `add(1, 2)`, `add(2, 2)` and `add(1, 3)`. */
function drivenBy(
  answersOf: (isNew: boolean) => readonly number[],
  { caller = '', others }: { readonly caller?: string; readonly others: Behaviour },
) {
  const asked: string[] = [];
  const behaviour: Behaviour = (files, command) => {
    const [program, driver = ''] = command.argv;
    const exited = (code: number, stdout: string) => ({ how: { kind: 'exited' as const, code }, stdout });
    if (program === 'node') {
      const calls = /^const calls = (.*);$/m.exec(files.get(driver) ?? '')?.[1] ?? '[]';
      asked.push(calls);
      const keys = (JSON.parse(calls) as readonly unknown[][]).map(([, , args]) => JSON.stringify(args));
      const lines = answersOf((files.get('add.js') ?? '').includes('a + b')).map((value, at) =>
        JSON.stringify([at, String(value), JSON.stringify([value]), true, keys[at]]),
      );
      return exited(0, lines.map((line) => `-- answer --${line}\n`).join(''));
    }
    const noted = `["add.js","add",[1,2],${JSON.stringify(caller)}]\n["other.js","add",[1]]\nnonsense\n`;
    return isOut(files)
      ? exited(1, `\n-- calls of taken out functions --\n${noted}`)
      : others(files, command);
  };
  return { asked, behaviour };
}

test('EVID-02 calls that the tests make are made again outside of them, and differences are told', async () => {
  // The second call answers as before; the third is not answered here at all.
  const { asked, behaviour } = drivenBy((isNew) => (isNew ? [4, 5] : [3, 5, 6]), { others: blind });
  const result = await judged({ behaviour });
  expect(result).toMatchObject({ outcome: 'pass', found: ['INFO answers-differ'] });
  expect(asked).toEqual(
    Array(2).fill('[["add.js","add",[1,2]],["add.js","add",[2,2]],["add.js","add",[1,3]]]'),
  );
  expect(result.findings[0]).toMatchObject({
    file: 'add.js',
    message: expect.stringContaining('2 of 3 calls') as string,
    evidence: 'add.js add(1, 2): 3 at base, 4 here\nadd.js add(1, 3): 6 at base, no answer here',
  });
});

const caller = '    at Object.<anonymous> (/w/test/add.test.js:1:20)';
/** Base's tests want 3, and see what is given to them. */
const wantsThree: Behaviour = (files) =>
  /JSON\.parse\("\{.*\[4\]\}"\)/.test(files.get('add.js') ?? '') ? 1 : 0;

test('EVID-02 answers to calls of base’s tests are given to these tests as data: they decide', async () => {
  const { behaviour } = drivenBy((isNew) => [isNew ? 4 : 3], { caller, others: wantsThree });
  const result = await judged({ behaviour });
  expect(result).toMatchObject({ outcome: 'fail', found: ['HIGH deceived-tests'] });
  expect(result.findings[0]?.evidence).toBe('add.js add[1,2]: [3] at base, [4] here');
  // The same answer in an odd form, which base's tests take: nothing is decided.
  const fine = drivenBy((isNew) => [isNew ? 5 : 3], { caller, others: wantsThree });
  expect((await judged({ behaviour: fine.behaviour })).found).toEqual(['INFO answers-differ']);
});

test('EVID-02 calls are noted in the guarded run too, which does not end at the first answer that is gone', async () => {
  const second = JSON.stringify(['add.js', 'add', [5, 6], caller]);
  const { asked, behaviour } = drivenBy((isNew) => [3, 3, 3, isNew ? 4 : 3], {
    caller,
    others: (files, { argv }) => {
      const isNoting = (files.get('add.js') ?? '').includes('CALLS_FILE');
      if (!argv.join(' ').includes('guard.cjs')) return isThrowing(files) ? 1 : 0;
      const said = isNoting ? `\n-- calls of taken out functions --\n${second}\n` : '';
      return { how: { kind: 'exited', code: 0 }, stdout: said };
    },
  });
  await judged({ behaviour, verify: 'prove' });
  expect(asked[0]).toMatch(/^\[\["add.js","add",\[5,6\]\],\["add.js","add",\[1,2\]\]/);
});

test('EVID-02 nothing is decided where base’s own answers do not pass, or a person allowed the tests to change', async () => {
  const odd: Behaviour = (files) => (/JSON\.parse\("/.test(files.get('add.js') ?? '') ? 1 : 0);
  const unsure = drivenBy((isNew) => [isNew ? 4 : 3], { caller, others: odd });
  expect((await judged({ behaviour: unsure.behaviour })).found).toEqual(['INFO answers-differ']);
});

/** How a command ends with the guard, at base and here. */
function withGuard(atBase: readonly [number, string], here: readonly [number, string]): Behaviour {
  return (files, { argv }) => {
    if (!argv.join(' ').includes('guard.cjs')) return isOut(files) || isThrowing(files) ? 1 : 0;
    const [code, stdout] = files.get('add.js') === adds ? atBase : here;
    return { how: { kind: 'exited', code }, stdout };
  };
}

test.each([
  ['fails here and passes at base', [0, ''], [1, ''], ['HIGH patched-assertions']],
  [
    'names what base does not alter',
    [1, ''],
    [1, 'ALTERED assert equal by add.js\n'],
    ['HIGH patched-assertions'],
  ],
  ['names what base alters too', [1, 'ALTERED a by b\n'], [1, 'ALTERED a by b\n'], []],
  ['does not work with it at base', [1, ''], [1, ''], []],
  ['passes', [0, ''], [0, 'ALTERED a by b\n'], []],
] as const)('EVID-02 a criterion whose command %s, with a guard', async (_, atBase, here, found) => {
  const result = await judged({ behaviour: withGuard(atBase, here), verify: 'prove' });
  expect(result.found).toEqual(found);
});

test('EVID-02 a command that fails once with a guard and passes then is not blamed', async () => {
  let runs = 0;
  const flickers: Behaviour = (files, { argv }) => {
    if (!argv.join(' ').includes('guard.cjs')) return isOut(files) || isThrowing(files) ? 1 : 0;
    return files.get('add.js') !== adds && runs++ === 0 ? 1 : 0;
  };
  expect((await judged({ behaviour: flickers, verify: 'prove' })).found).toEqual([]);
  expect(runs).toBe(2);
});

test('EVID-02 what only tests of the change do to built-ins is not blamed on the product', async () => {
  const bent: Behaviour = (files, { argv }) => {
    if (!argv.join(' ').includes('guard.cjs')) return isOut(files) || isThrowing(files) ? 1 : 0;
    return files.has('new.test.js') ? 1 : 0;
  };
  const files = { ...changed, 'new.test.js': 'Object.prototype.odd = 1;\n' };
  expect((await judged({ files, behaviour: bent, verify: 'prove' })).found).toEqual([]);
});

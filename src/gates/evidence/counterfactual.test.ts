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
const base: Files = { 'add.js': adds, 'test/add.test.js': "test('adds', () => {});\n" };
const changed: Files = { ...base, 'add.js': 'exports.add = (a, b) => a + b;\n' };
const says = (files: Map<string, string>, text: string): boolean =>
  (files.get('add.js') ?? '').includes(text);
const isThrowing = (files: Map<string, string>): boolean => says(files, 'if (Math.PI > 3) throw new');
const honest: Behaviour = (files) => (says(files, 'Math.PI > 3') ? 1 : 0);
const unit = { check: 'unit', environment: 'local' };

type Options = {
  readonly files?: Files;
  readonly behaviour: Behaviour;
  readonly context?: Parameters<typeof world>[2];
  readonly verify?: string;
};

async function judged({ files = changed, behaviour, context = {}, verify }: Options) {
  const commits = { base: { files: base }, head: { files, parent: 'base' } };
  const made = world(commits, behaviour, { takeOut, ...context });
  const asked = ticket({ acceptance: verify === undefined ? [] : [criterion('AC1', verify)] });
  const work = { ticket: asked, base: 'base', head: 'head', delivery: null, claimed: null };
  const { outcome, findings, evidence } = await validate(made.context, work);
  return { outcome, findings, found: findings.map(({ rule, severity }) => `${severity} ${rule}`), evidence };
}

test('EVID-02 a check that fails on any code that is put in says nothing of the functions', async () => {
  // As a linter or a compiler does that refuses our own code.
  const strict: Behaviour = (files) => ((files.get('add.js') ?? '').includes('Math.PI') ? 1 : 0);
  const told = await judged({ behaviour: strict });
  expect(told).toMatchObject({ outcome: 'pass', found: ['MEDIUM unnoticed-change'] });
  expect(told.findings[0]?.message).toMatch(/^No check can tell whether this change works/);
  expect(told.evidence).toMatchObject([{ ...unit, noticed: { blind: true } }]);
  const required = await judged({ behaviour: strict, context: { require: ['noticed'] } });
  expect(required).toMatchObject({ outcome: 'fail', found: ['HIGH unnoticed-change'] });
  const beside: Behaviour = (files, command) =>
    command.argv.at(-1) === 'run lint' ? strict(files, command) : honest(files, command);
  const checks = [check('lint'), check('unit')];
  expect((await judged({ behaviour: beside, context: { checks, require: ['noticed'] } })).found).toEqual([]);
  const criterionOnly: Behaviour = (files, command) =>
    command.argv.at(-1) === 'vet' ? strict(files, command) : honest(files, command);
  const halfBlind: Behaviour = (files, command) =>
    command.argv.at(-1) === 'run lint' ? strict(files, command) : 0;
  const [half] = (await judged({ behaviour: halfBlind, context: { checks } })).findings;
  expect(half?.message).toMatch(/^No check notices this change: those that can tell pass with/);
  const proof = await judged({ behaviour: criterionOnly, verify: 'vet' });
  expect(proof.found).toEqual([]);
  expect(proof.evidence).toMatchObject([{}, { check: 'criterion AC1', noticed: { blind: true } }]);
});

test('EVID-02 a test that nothing is thrown notices a change that base’s functions fail it without', async () => {
  const tap = (line: string, code: number) => ({
    how: { kind: 'exited' as const, code },
    stdout: `TAP version 13\n${line} 1 - does not throw\n1..1\n`,
  });
  const notThrowing: Behaviour = (files) =>
    files.get('add.js') === adds || isThrowing(files) ? tap('not ok', 1) : tap('ok', 0);
  const result = await judged({ behaviour: notThrowing, verify: 'prove', context: { require: ['noticed'] } });
  expect(result).toMatchObject({ outcome: 'pass', found: [] });
  // A function that base does not have is missing there: that proves nothing.
  const isNew = { ...base, 'add.js': `${adds}exports.sum = (a) => a + 1;\n` };
  const isMissing: Behaviour = (files) =>
    (files.get('add.js') ?? '').includes('sum') ? tap('ok', 0) : tap('not ok', 1);
  expect((await judged({ files: isNew, behaviour: isMissing })).found).toEqual(['MEDIUM unnoticed-change']);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { type HeardAnswer, ruleOn } from './verdict.ts';

const objection = fc.constantFrom('hidden' as const, 'fail' as const, 'work' as const);
/** As the readers give them: an answer that objects is never a clear pass. */
const objecting: fc.Arbitrary<HeardAnswer> = fc.record({
  verdict: fc.constantFrom('unknown' as const, 'fail' as const),
  objection,
  lacksReason: fc.boolean(),
});
const other: fc.Arbitrary<HeardAnswer | null> = fc.oneof(
  fc.constant(null),
  fc.record({ verdict: fc.constantFrom('pass' as const, 'unknown' as const, 'blocked' as const) }),
  objecting,
);
const others = fc.array(other, { maxLength: 5 });

const passes = (answers: readonly (HeardAnswer | null)[], isAsked: boolean): boolean =>
  ruleOn(answers, isAsked).kind === 'stands' && answers.at(-1)?.verdict === 'pass';

test('FLOW-11 003#8 no sequence of answers with one that speaks against the work ends as a pass', () => {
  const any = fc.property(others, objecting, others, fc.boolean(), (before, against, after, isAsked) => {
    expect(passes([...before, against, ...after], isAsked)).toBe(false);
  });
  fc.assert(any, { numRuns: 2_000 });
});

test('FLOW-11 003#8 an answer with other words around its pass never passes the work itself', () => {
  const any = fc.property(others, fc.boolean(), (before, isAsked) => {
    expect(passes([...before, { verdict: 'unknown', outside: ['I vote no.'] }], isAsked)).toBe(false);
  });
  fc.assert(any, { numRuns: 2_000 });
});

test('FLOW-11 003#9 what can be carried out fails the work once the judge was asked, whatever came after it', () => {
  const any = fc.property(others, others, (before, after) => {
    const answers = [...before, { verdict: 'unknown' as const, objection: 'work' as const }, ...after];
    const ruling = ruleOn(answers, true);
    expect(ruling.kind).toBe('fails');
    expect(ruling.kind === 'fails' && answers[ruling.at]?.objection).toBe('work');
  });
  fc.assert(any, { numRuns: 2_000 });
});

const pass = { verdict: 'pass' } as const;
const unclear = { verdict: 'unknown' } as const;
const hidden = { verdict: 'unknown', objection: 'hidden' } as const;
const loose = { verdict: 'unknown', outside: ['I vote no.'] } as const;
const bare = { verdict: 'unknown', objection: 'fail' } as const;
const low = { verdict: 'fail', objection: 'work', lacksReason: true } as const;
const clear = { verdict: 'fail', objection: 'work', lacksReason: false } as const;

test.each<[string, readonly (HeardAnswer | null)[], boolean, string]>([
  ['a pass', [pass], false, 'stands'],
  ['a fault of form', [unclear], false, 'ask'],
  ['a fault of form, then a pass', [unclear, pass], true, 'stands'],
  ['a blocked audit', [{ verdict: 'blocked' }], false, 'stands'],
  ['a fail with a reason', [clear], false, 'fails'],
  ['a score too low without a reason', [low], false, 'ask'],
  ['the same where nobody may be asked', [low], true, 'fails'],
  ['the same, then a pass', [low, pass], true, 'fails'],
  ['the same, then a crash', [low, null], true, 'fails'],
  ['a bare fail', [bare], false, 'ask'],
  ['a bare fail, twice', [bare, bare], true, 'fails'],
  ['a bare fail, then a pass', [bare, pass], true, 'replace'],
  ['a bare fail, then a crash', [bare, null], true, 'nothing'],
  ['a fail signal in code, then a pass', [hidden, pass], true, 'replace'],
  ['a pass with other words around it', [loose], false, 'ask'],
  ['the same, then a pass in form', [loose, pass], true, 'stands'],
  ['the same twice', [loose, loose], true, 'replace'],
  ['the same twice, with a crash in between', [loose, null, loose], true, 'replace'],
  ['a fault of form, then the first pass with other words', [unclear, loose], true, 'ask'],
  ['a pass with other words, then a fail', [loose, clear], true, 'fails'],
  ['a crash', [null], false, 'nothing'],
  ['nothing', [], false, 'nothing'],
])('FLOW-11 %s', (_, answers, isAsked, kind) => {
  expect(ruleOn(answers, isAsked).kind).toBe(kind);
});

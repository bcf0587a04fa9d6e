import { expect, test } from 'vitest';
import type { Finding, Grounding } from '../model/finding.ts';
import { allSetAside, ground, type GroundFacts } from './ground.ts';
import { sampleFinding } from '../../test/support/prompt-samples.ts';

const lines = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', '  const  x = 1;'];

const facts: GroundFacts = {
  fileLines: (path) => (path === 'src/a.ts' ? lines : undefined),
  criteria: ['AC1', 'AC12'],
  rules: ['no-global-state'],
  requiredPaths: ['docs/limits.md', 'src/a.ts'],
  quotesNeeded: false,
};

const json: GroundFacts = { ...facts, quotesNeeded: true };

const base: Finding = {
  ...sampleFinding,
  file: 'src/a.ts',
  line: 1,
  evidence: '',
  message: 'wrong',
  rule: 'x',
};

function groundingOf(finding: Partial<Finding>, known: GroundFacts = facts): Grounding | undefined {
  const { kept, setAside } = ground([{ ...base, ...finding }], known);
  expect(kept.length + setAside.length).toBe(1);
  return [...kept, ...setAside][0]?.grounding;
}

test('REWORK-10 findings are parted into those that hold and those set aside, in their order and none lost', () => {
  const away = { ...base, file: 'gone.ts' };
  expect(ground([away, base, { ...base, line: 11 }], facts)).toEqual({
    kept: [{ ...base, grounding: 'located' }],
    setAside: [
      { ...away, grounding: 'setAside' },
      { ...base, line: 11, grounding: 'setAside' },
    ],
  });
});

test('REWORK-07 REWORK-10 a line has to exist in the file, zero meaning the whole of it', () => {
  const cases = [
    [-1, 'setAside'],
    [0, 'located'],
    [1, 'located'],
    [10, 'located'],
    [11, 'setAside'],
    [1.5, 'setAside'],
    [Number.NaN, 'setAside'],
  ] as const;
  for (const [line, expected] of cases) expect([line, groundingOf({ line })]).toEqual([line, expected]);
});

test('REWORK-10 a path is read without its leading dot, and never outside the repository', () => {
  expect(groundingOf({ file: './src/a.ts' })).toBe('located');
  expect(groundingOf({ file: '././src/a.ts' })).toBe('located');
  const everything: GroundFacts = { ...facts, fileLines: () => lines };
  expect(groundingOf({ file: '/etc/passwd' }, everything)).toBe('setAside');
  expect(groundingOf({ file: '../other/a.ts' }, everything)).toBe('setAside');
  expect(groundingOf({ file: 'src/../a.ts' }, everything)).toBe('setAside');
  expect(groundingOf({ file: 'src/a..b.ts' }, everything)).toBe('located');
});

test('REWORK-10 a quote is found up to three lines away on either side and no farther', () => {
  const quote = (line: number, evidence: string) => groundingOf({ line, evidence }, json);
  expect(quote(8, 'five')).toBe('quoted');
  expect(quote(9, 'five')).toBe('setAside');
  expect(quote(2, 'five')).toBe('quoted');
  expect(quote(1, 'five')).toBe('setAside');
  expect(quote(5, 'five')).toBe('quoted');
});

test('REWORK-10 a quote is compared without regard to spaces, line breaks and backticks around it', () => {
  expect(groundingOf({ line: 10, evidence: '`const x   = 1;`' }, json)).toBe('quoted');
  expect(groundingOf({ line: 10, evidence: '```\n const x = 1;\n```' }, json)).toBe('quoted');
  expect(groundingOf({ line: 4, evidence: 'seven\n eight\n nine' }, json)).toBe('quoted');
  expect(groundingOf({ line: 3, evidence: 'seven\n eight\n nine' }, json)).toBe('setAside');
  expect(groundingOf({ line: 1, evidence: '\n\n five\n\n' }, json)).toBe('setAside');
  expect(groundingOf({ line: 1, evidence: '``' }, json)).toBe('setAside');
  expect(groundingOf({ line: 10, evidence: 'constx = 1;' }, json)).toBe('setAside');
});

test('REWORK-10 a quote for a whole file may stand anywhere in it', () => {
  expect(groundingOf({ line: 0, evidence: 'nine const x' }, json)).toBe('quoted');
  expect(groundingOf({ line: 0, evidence: 'eleven' }, json)).toBe('setAside');
  expect(groundingOf({ line: 0, evidence: 'onetwo' }, json)).toBe('setAside');
});

test('REWORK-10 a text verdict needs no quote, and is located even where what it quotes is not there', () => {
  expect(groundingOf({ evidence: 'one' })).toBe('quoted');
  expect(groundingOf({ evidence: 'eleven' })).toBe('located');
});

test('REWORK-10 what is missing is grounded by the criterion or rule that asks for it', () => {
  const nowhere = { file: '', line: 0 };
  expect(groundingOf({ ...nowhere, rule: 'AC1' })).toBe('missing');
  expect(groundingOf({ ...nowhere, rule: 'no-global-state' })).toBe('missing');
  expect(groundingOf({ ...nowhere, rule: 'AC2' })).toBe('setAside');
  expect(groundingOf({ ...nowhere, message: 'AC1 is not met' })).toBe('missing');
  expect(groundingOf({ ...nowhere, message: 'see AC123, then (AC1).' })).toBe('missing');
  expect(groundingOf({ ...nowhere, message: 'AC123 and MAC1 are not met' })).toBe('setAside');
  expect(groundingOf({ ...nowhere, message: 'AC1' }, { ...facts, criteria: [''], rules: [] })).toBe(
    'setAside',
  );
});

test('REWORK-10 what is missing is grounded by the path that must exist and does not', () => {
  expect(groundingOf({ file: 'docs/limits.md', line: 0 })).toBe('missing');
  expect(groundingOf({ file: 'docs/limits.md', line: 7 })).toBe('missing');
  expect(groundingOf({ file: '', line: 0, message: 'docs/limits.md was never written' })).toBe('missing');
  expect(groundingOf({ file: '', line: 0, message: 'src/a.ts was never written' })).toBe('setAside');
  expect(groundingOf({ file: 'other.md', line: 0 })).toBe('setAside');
});

test('REWORK-10 a line of a file that does not exist is made up, whatever rule is named', () => {
  expect(groundingOf({ file: 'gone.ts', line: 3, rule: 'AC1' })).toBe('setAside');
  expect(groundingOf({ file: 'gone.ts', line: 0, rule: 'AC1' })).toBe('missing');
  expect(groundingOf({ file: '', line: 3, rule: 'AC1' })).toBe('missing');
});

test('REWORK-10 in a JSON verdict something missing has nothing to quote, but a false quote is not excused', () => {
  expect(groundingOf({ rule: 'AC1' }, json)).toBe('missing');
  expect(groundingOf({ rule: 'AC1', evidence: 'eleven' }, json)).toBe('setAside');
  expect(groundingOf({ rule: 'x' }, json)).toBe('setAside');
  expect(groundingOf({ rule: 'AC1', line: 11 }, json)).toBe('setAside');
});

test('REWORK-10 what a scan or a gate computed is a fact even where it has no place', () => {
  for (const kind of ['scan', 'gate'] as const) {
    const source = { kind, name: 'types' };
    expect(groundingOf({ source, file: '', line: 0, grounding: 'unchecked' })).toBe('unchecked');
    expect(groundingOf({ source, grounding: 'unchecked' })).toBe('located');
  }
});

test('REWORK-10 all set aside means that there were findings and none of them holds', () => {
  expect(allSetAside({ kept: [], setAside: [base] })).toBe(true);
  expect(allSetAside({ kept: [base], setAside: [base] })).toBe(false);
  expect(allSetAside({ kept: [], setAside: [] })).toBe(false);
});

test('REWORK-10 BEYOND-03 where a format has no place for evidence, the quote in the message is what holds', () => {
  const quoted = (message: string, line = 9): Grounding | undefined => groundingOf({ message, line }, json);
  expect(quoted('`const x = 1;` is never reset')).toBe('quoted');
  expect(quoted('"const x = 1" should be let')).toBe('quoted');
  expect(quoted('“const x” leaks')).toBe('quoted');
  expect(quoted('`const x = 1;` is never reset', 1)).toBe('setAside');
  expect(quoted('`const y = 2;` is never reset')).toBe('setAside');
  expect(quoted('it is never reset')).toBe('setAside');
  expect(quoted('`six` is odd')).toBe('setAside');
  expect(quoted('AC1: the header `Retry-After` is never set')).toBe('missing');
  // A short quote before it does not swallow it, and nothing but spaces is no quote.
  expect(quoted('`x` is odd: `const x = 1;` is never reset')).toBe('quoted');
  expect(quoted('"x" is odd: "const x = 1;" is never reset')).toBe('quoted');
  expect(quoted('`    ` is odd')).toBe('setAside');
  expect(quoted(`\`${'y'.repeat(400)}\` or \`const x = 1;\``)).toBe('quoted');
});

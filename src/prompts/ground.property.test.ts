import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Finding } from '../model/finding.ts';
import { ground, type GroundFacts } from './ground.ts';
import { sampleFinding } from '../../test/support/prompt-samples.ts';

const files = new Map([
  ['a.ts', ['const a = 1;', '', 'export { a };']],
  ['empty.ts', []],
]);

const anyFacts: fc.Arbitrary<GroundFacts> = fc.record({
  fileLines: fc.constant((path: string) => files.get(path)),
  criteria: fc.subarray(['AC1', 'AC2']),
  rules: fc.subarray(['r1']),
  requiredPaths: fc.subarray(['a.ts', 'gone.ts']),
  quotesNeeded: fc.boolean(),
});

const anyFinding: fc.Arbitrary<Finding> = fc
  .record({
    rule: fc.constantFrom('AC1', 'r1', 'other'),
    file: fc.oneof(fc.constantFrom('', 'a.ts', './a.ts', 'empty.ts', 'gone.ts', '../a.ts'), fc.string()),
    line: fc.oneof(fc.integer({ min: -1, max: 6 }), fc.double()),
    message: fc.oneof(fc.string(), fc.constantFrom('AC2 is missing', 'gone.ts is missing')),
    evidence: fc.oneof(fc.constantFrom('', 'const a', 'no such text'), fc.string()),
  })
  .map((said) => ({ ...sampleFinding, ...said, grounding: 'unchecked' as const }));

test('REWORK-10 whatever findings say, each is either kept with a ground or set aside, and changed in nothing else', () => {
  fc.assert(
    fc.property(fc.array(anyFinding), anyFacts, (findings, facts) => {
      const { kept, setAside } = ground(findings, facts);
      expect(kept.every(({ grounding }) => ['quoted', 'located', 'missing'].includes(grounding))).toBe(true);
      expect(setAside.every(({ grounding }) => grounding === 'setAside')).toBe(true);
      const back = [...kept, ...setAside].map((finding) =>
        JSON.stringify({ ...finding, grounding: 'unchecked' }),
      );
      expect(back.sort()).toEqual(findings.map((finding) => JSON.stringify(finding)).sort());
    }),
  );
});

test('REWORK-10 nothing is located or quoted at a file or line that does not exist', () => {
  fc.assert(
    fc.property(anyFinding, anyFacts, (finding, facts) => {
      for (const { file, line, grounding } of ground([finding], facts).kept) {
        if (grounding === 'missing') continue;
        const length = files.get(file.replace(/^(?:\.\/)+/, ''))?.length ?? -1;
        expect(line).toBeGreaterThanOrEqual(0);
        expect(line).toBeLessThanOrEqual(length);
      }
    }),
  );
});

test('REWORK-10 hostile evidence of many megabytes is read once', () => {
  const evidence = '`'.repeat(5_000_000) + 'x' + ' \n'.repeat(2_100_000) + 'AC1'.repeat(1_000_000);
  const openings = `\`${'“'.repeat(100_000)}${'`y'.repeat(100_000)}${'"y'.repeat(100_001)}`;
  const facts = {
    fileLines: () => ['x'],
    criteria: ['AC1'],
    rules: [],
    requiredPaths: [],
    quotesNeeded: true,
  };
  const finding = { ...sampleFinding, file: 'a.ts', line: 1, evidence, message: evidence };
  const inMessage = { ...finding, evidence: '', message: openings };
  expect(ground([finding, inMessage], facts).setAside.length).toBe(2);
});

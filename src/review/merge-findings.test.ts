import { expect, test } from 'vitest';

import type { Finding } from '../model/finding.ts';
import { mergeFindings } from './merge-findings.ts';

const finding: Finding = {
  source: { kind: 'critic', name: 'one' },
  rule: 'code_quality',
  severity: 'MEDIUM',
  file: 'a.ts',
  line: 1,
  message: 'first words',
  evidence: '',
  fix: '',
  fingerprint: 'f1',
  grounding: 'unchecked',
};
const two = { kind: 'critic', name: 'two' } as const;
test('TEAM-28 one finding made by several is kept once, in its worst form, with all of them', () => {
  const worse = { ...finding, source: two, severity: 'HIGH', message: 'other words' } as const;
  const milder = { ...finding, source: two, severity: 'LOW', message: 'mild words' } as const;
  const other = { ...finding, fingerprint: 'f2' };
  expect(mergeFindings([finding, other, worse])).toEqual([
    { ...worse, sources: [finding.source, two] },
    { ...other, sources: [finding.source] },
  ]);
  expect(mergeFindings([finding, milder])).toEqual([{ ...finding, sources: [finding.source, two] }]);
  expect(mergeFindings([finding, { ...finding, message: 'again' }])).toEqual([
    { ...finding, sources: [finding.source] },
  ]);
  const auditor = { ...finding, source: { kind: 'auditor', name: 'one' } } as const;
  expect(mergeFindings([finding, auditor])[0]?.sources.length).toBe(2);
  // What was merged once is merged with more, and nobody who said it is forgotten.
  const merged = mergeFindings([finding, milder]);
  expect(mergeFindings([...merged, worse])).toEqual([{ ...worse, sources: [finding.source, two] }]);
});

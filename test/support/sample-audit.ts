import { outcomeOf } from '../../src/model/outcome.ts';
import type { Finding } from '../../src/model/finding.ts';
import type { Report } from '../../src/model/report.ts';

export const sampleFinding: Finding = {
  source: { kind: 'scan', name: 'mock' },
  grounding: 'quoted',
  rule: 'MOCK-001',
  severity: 'HIGH',
  file: 'src/a b.ts',
  line: 3,
  message: 'made-up data, returned',
  evidence: 'return [{ id: 1 }];',
  fingerprint: '0123456789abcdef',
  confidence: 'high',
  suppressed: null,
  excuse: null,
  family: 'mock',
  fix: 'Ask the server.',
  baseline: null,
};

/** An audit with nothing special about it. */
export const sampleAudit: Report = {
  outcome: outcomeOf({ failing: ['1 finding at HIGH or worse'] }),
  health: 'needs-fixes',
  overallScore: 0.5,
  scores: { technical: 0.5 },
  findings: [sampleFinding],
  counts: { CRITICAL: 0, HIGH: 1, MEDIUM: 0, LOW: 0, INFO: 0 },
  scanned: { files: 2, bytes: 2_500 },
  notComputed: ['requirements'],
  durationMs: 1_500,
  failOn: 'HIGH',
  failing: 1,
  prefix: '',
  since: null,
  baseline: null,
  notes: [],
  left: [],
  unresolved: [],
  crashes: [],
  rules: [
    {
      id: 'MOCK-001',
      family: 'mock',
      severity: 'HIGH',
      title: 'Made-up data',
      why: 'People see what is not true.',
      fix: 'Ask the server.',
      confidence: 'high',
    },
    {
      id: 'SEC-001',
      family: 'secret',
      severity: 'CRITICAL',
      title: 'A secret',
      why: 'Everybody has it.',
      fix: 'Revoke it.',
      confidence: 'high',
    },
  ],
};

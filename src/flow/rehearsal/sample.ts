import type { AuditFinding } from '../../model/audit.ts';
import type { EnvironmentResult, Feedback } from '../../model/feedback.ts';
import type { Finding } from '../../model/finding.ts';
import { noFeedback } from '../feedback.ts';
import type { ScoredRound } from '../stages/scored-rounds.ts';
import type { PartName } from './parts.ts';

/** Every sentence that stands in for what nobody has said yet begins like this. */
const MARK = '[sample]';

const finding: Finding = {
  source: { kind: 'critic', name: 'critic-0' },
  rule: 'review',
  severity: 'HIGH',
  file: '',
  line: 0,
  message: `${MARK} here stands what a judge found wrong`,
  evidence: '',
  fix: `${MARK} here stands what to do about it`,
  fingerprint: 'sample',
  grounding: 'located',
};

const environments: readonly EnvironmentResult[] = [
  { environment: 'one', check: `${MARK} a check`, exitCode: 0, status: 'PASS', details: '' },
  {
    environment: 'another',
    check: `${MARK} a check`,
    exitCode: 1,
    status: 'FAIL',
    details: `${MARK} here stands what the check printed`,
  },
];

/** What a failed attempt of this kind would have taught. */
export function sampleFeedback(part: PartName): Feedback | undefined {
  const about = { ...noFeedback, attempt: 0 };
  if (part === 'rework-review')
    return { ...about, kind: 'review', findings: [finding], requiredFixes: [finding.fix] };
  if (part === 'rework-audit') return { ...about, kind: 'audit', failedCriteria: [failed] };
  return part === 'rework-environment' ? { ...about, kind: 'validation', environments } : undefined;
}

const failed = { criterion: `${MARK} a criterion`, reason: `${MARK} here stands why it is not met` };

const audited: AuditFinding = {
  auditor: 'technical',
  source: 'agent',
  verdict: 'FAIL',
  severity: 'HIGH',
  id: 'TECH-001',
  title: `${MARK} here stands what an auditor found`,
  file: '',
  line: 0,
  evidence: `${MARK} what it saw`,
  fixHint: `${MARK} what to do`,
};

export const sampleRound: ScoredRound = {
  round: { score: 0.5, health: 'needs-fixes', open: [], changedFiles: [] },
  findings: [audited],
  groups: [{ name: 'sample', general: false, severity: 'HIGH', files: [`${MARK} a file`], findings: [0] }],
};

export const sampleOutage = `${MARK} here stands which checks are red at base`;

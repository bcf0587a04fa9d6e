// Answers of agents that parse, and what to bend them with. `@TOKEN@`, `@TICKET@`, `@EPIC@` and `@COMMIT@` (the judged
// one) are filled in when they are given, `@REQUIREMENT@` with the first id of the requirements; the line `@FILES@` becomes the list of changed files, `@SCORES@` 95 for every
// dimension and `@CRITERIA@` every criterion as verified, all as the prompt or git has them.
import { auditorReport, writeAuditReport, writeFindingsDocument } from '../../src/formats/index.ts';
import { auditors, type Role } from '../../src/model/team.ts';

type Sections = Readonly<Record<string, readonly string[] | string>>;

/** `NAME: ticket token`, then the sections: a list as bullets, a text on its line. Empty ones are left out. */
export function signal(
  name: string,
  sections: Sections = {},
  { id = '@TICKET@', token = '@TOKEN@' } = {},
): string {
  const parts = Object.entries(sections).flatMap(([heading, content]) => {
    if (content.length === 0) return [];
    if (typeof content === 'string') return [`${heading}: ${content}`];
    return [
      [`${heading}:`, ...content.map((item) => (item.startsWith('@') ? item : `- ${item}`))].join('\n'),
    ];
  });
  return [`${name}: ${id}${token === '' ? '' : ` ${token}`}`, ...parts].join('\n\n');
}

/** The developer is ready; without a list it names the files git shows. */
export function ready(files?: readonly string[], more: Sections = {}): string {
  return signal('READY_FOR_REVIEW', { 'Files Modified': files ?? ['@FILES@'], Summary: 'as asked', ...more });
}

/** A row of the matrix that a developer claims, for `ready(files, { … })`. */
export function readyWithMatrix(
  rows: readonly (readonly [check: string, environment: string, result: 'PASS' | 'FAIL'])[],
): string {
  const lines = rows.map(
    ([check, environment, result]) =>
      `| ${check} | ${environment} | ${result === 'PASS' ? 0 : 1} | ${result} |`,
  );
  const table = ['| Check | Environment | Exit Code | Result |', '| --- | --- | --- | --- |', ...lines].join(
    '\n',
  );
  return `${ready()}\n\nEnvironment Verification Matrix:\n\n${table}`;
}

export function incomplete(blocker: string, more: Sections = {}): string {
  return signal('TASK_INCOMPLETE', {
    Blocker: blocker,
    Attempted: 'what could be done',
    Needed: 'see above',
    ...more,
  });
}

export function infraBlocked(issue: string, checks: readonly string[]): string {
  return signal('INFRA_BLOCKED', {
    Issue: issue,
    Command: 'sh check.sh',
    Environment: 'local',
    Checks: checks,
  });
}

export function question(
  text: string,
  options: readonly string[] = [],
  context = 'the ticket does not say',
): string {
  return signal('QUESTION', { Question: text, Options: options, Context: context });
}

export const content = {
  'Code style': 'COMPLIANT',
  'Error handling': 'ADEQUATE',
  Naming: 'CONSISTENT',
  Architecture: 'ALIGNED',
} as const;

export function reviewPassed(
  more: Sections = {},
  assessment: Readonly<Record<string, string>> = content,
): string {
  return signal('REVIEW_PASSED', {
    'Files Reviewed': ['@FILES@'],
    'Quality Assessment': Object.entries(assessment).map(([label, word]) => `${label}: ${word}`),
    'Dimension Scores': ['@SCORES@'],
    Summary: 'small and clear',
    ...more,
  });
}

/** Issues as `file:line: text`. */
export function reviewFailed(
  issues: readonly string[],
  fixes: readonly string[] = [],
  priority = 'HIGH',
): string {
  return signal('REVIEW_FAILED', {
    'Files Reviewed': ['@FILES@'],
    'Issues Found': issues,
    'Required Fixes': fixes,
    Priority: priority,
  });
}

export function auditPassed(more: Sections = {}): string {
  return signal('AUDIT_PASSED', { 'Verification Results': ['@CRITERIA@'], Summary: 'all there', ...more });
}

/** Criteria as `AC1: FAILED - why`. */
export function auditFailed(criteria: readonly string[], more: Sections = {}): string {
  return signal('AUDIT_FAILED', {
    'Failed Criteria': criteria,
    'Required Fixes': ['meet the criterion'],
    ...more,
  });
}

export function auditBlocked(failures: readonly string[]): string {
  return signal('AUDIT_BLOCKED', { 'Pre-existing Failures': failures });
}

export function remediated(): string {
  return signal('REMEDIATION_COMPLETE', { 'Issues Fixed': ['what was red'], Summary: 'fixed' });
}

/** A remediator that cannot repair what is red. */
export function notRepaired(blocker: string): string {
  return signal('REMEDIATION_INCOMPLETE', { Blocker: blocker, Attempted: 'each check', Needed: 'a person' });
}

const dimensions = [
  'requirement_adherence',
  'coordination_compliance',
  'code_quality',
  'pattern_consistency',
  'test_quality',
  'security_performance',
] as const;

/** The critic's JSON report; `bend` changes single members. */
export function reviewReport(
  bend: Readonly<Record<string, unknown>> = {},
  scores: Readonly<Record<string, number>> = {},
): string {
  const given = Object.fromEntries(dimensions.map((id) => [id, { score: 95 }]));
  for (const [id, score] of Object.entries(scores)) given[id] = { score };
  return JSON.stringify({
    ticket_id: '@TICKET@',
    token: '@TOKEN@',
    commit: '@COMMIT@',
    revision_count: 0,
    status: 'pass',
    overall_score: 95,
    dimension_scores: given,
    findings: [],
    blocking_issues: [],
    revision_notes: null,
    approved: true,
    pass_criteria_met: {
      all_critical_dimensions_pass: true,
      no_blocking_issues: true,
      overall_score_above_threshold: true,
    },
    ...bend,
  });
}

/** A findings document without findings. */
export function nothingFound(): string {
  return writeFindingsDocument({
    ticket: 'audit:run',
    round: 1,
    reviewer: 'Agent (Fresh Context)',
    date: '',
    branch: 'epic/e1',
    findings: [],
    recommendation: 'APPROVE',
  });
}

/** A team auditor's report in which one thing was checked and passed. */
export function teamPassed(auditor: string): string {
  const name = auditors.find((known) => known === auditor) ?? 'technical';
  return writeAuditReport(
    auditorReport(name, [
      {
        verdict: 'PASS',
        severity: 'INFO',
        id: auditor === 'requirements' ? '@REQUIREMENT@' : 'TECH-001',
        title: 'it is there',
        file: 'check.sh',
        line: 1,
        evidence: 'read',
        fixHint: '',
      },
    ]),
  );
}

/** A recovery review that passes every item it was asked about. */
export function recovered(): string {
  return [
    '# Requirements Audit Report',
    '## FINDINGS',
    '@UNREVIEWED@',
    '## SUMMARY',
    '- Checked: @MANY@\n- Pass: @MANY@\n- Fail: 0\n- Partial: 0\n- Score: 1.00',
  ].join('\n\n');
}

/** What each role says when nothing special is asked of it. */
export function plainAnswers(role: Role, auditor = ''): string {
  switch (role) {
    case 'developer':
    case 'fixer':
      return ready();
    case 'critic':
      return reviewPassed();
    case 'auditor':
      return auditor === '' ? auditPassed() : teamPassed(auditor);
    case 'reviewer':
      return nothingFound();
    case 'remediator':
      return remediated();
  }
}

// Every closing signal in the founding format, through the built CLI: what is read out of it, and whom it reaches.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { builtCli, type Place } from '../built-cli.ts';
import { EpicRun, patience } from '../support/epic-run.ts';
import type { Step } from '../support/playbook.ts';
import { reviewDimensions } from '../../src/model/dimensions.ts';

const ready = `READY_FOR_REVIEW: @TICKET@ @TOKEN@

Files Modified:
- parts/A.txt: the part itself
- parts/A.test.txt: what proves it

Tests Written:
- parts/A.test.txt: that it is there

Environment Verification Matrix:

| Check | Environment | Exit Code | Result |
| --- | --- | --- | --- |
| parts | local | 0 | PASS |

Environments Tested: local
All Required Environments: VERIFIED

Summary: laid as asked
`;

const reviewFailed = `REVIEW_FAILED: @TICKET@ @TOKEN@

Files Reviewed:
- parts/A.txt

Issues Found:
- parts/A.txt:1: the first line is crooked
- parts/A.txt:2: the second line is missing

Required Fixes:
- straighten the first line
- write the second line

Priority: MEDIUM

Developer: Please address all issues above and signal READY_FOR_REVIEW when complete.
`;

const reviewPassed = `REVIEW_PASSED: @TICKET@ @TOKEN@

Files Reviewed:
- parts/A.txt
- parts/A.test.txt

Quality Assessment:
- Code style: COMPLIANT
- Error handling: ADEQUATE
- Naming: CONSISTENT
- Architecture: ALIGNED

Dimension Scores:
- requirement_adherence: 95
- coordination_compliance: 95
- code_quality: 90
- pattern_consistency: 90
- test_quality: 90
- security_performance: 90

Summary: straight and short
`;

const auditFailed = `AUDIT_FAILED: @TICKET@ @TOKEN@

Failed Criteria:
- AC1: FAILED - it is only half there

Issues Found:
- parts/A.txt:1: half of it is missing

Required Fixes:
- lay the other half

Passing Criteria:
- AC2
`;

const auditPassed = `AUDIT_PASSED: @TICKET@ @TOKEN@

Verification Results:
- AC1: VERIFIED - both halves are there
- AC2: VERIFIED - its name is known

Commands Executed:
- sh check.sh (local): PASS

Notes:
- the second half is long

Summary: all of it is there
`;

const auditBlocked = `AUDIT_BLOCKED: @TICKET@ @TOKEN@

Pre-existing Failures:
- 3 test failures in old/parts.txt
- the linter is not installed

Cannot proceed with audit until infrastructure is fixed.
`;

const incomplete = `TASK_INCOMPLETE: @TICKET@ @TOKEN@

Kind: information
Blocker: nobody said how long it is
Attempted: measured the others
Needed: its length
`;

const infraBlocked = `INFRA_BLOCKED: @TICKET@ @TOKEN@

Issue: the saw does not start
Command: sh saw.sh
Output:
\`\`\`
error: no power

exit 1
\`\`\`
Environment: local
Checks:
- parts
`;

const nobody = {
  matrix: [],
  filesModified: [],
  tests: [],
  notes: [],
  blocker: null,
  question: null,
  summary: '',
};
const nothing = {
  criteria: [],
  commands: [],
  findings: [],
  requiredFixes: [],
  passing: [],
  preExisting: [],
  notes: [],
  summary: '',
};
const unsaid = { dependency: null, checks: [], command: '', output: '', environment: '' };

/** All that the built command reads out of each. */
const read: readonly (readonly [kind: string, text: string, value: Readonly<Record<string, unknown>>])[] = [
  [
    'developer',
    ready,
    {
      ...nobody,
      signal: 'READY_FOR_REVIEW',
      verdict: 'ready',
      filesModified: [
        { file: 'parts/A.txt', change: 'the part itself' },
        { file: 'parts/A.test.txt', change: 'what proves it' },
      ],
      tests: ['parts/A.test.txt: that it is there'],
      notes: [],
      matrix: [{ check: 'parts', environment: 'local', exitCode: 0, result: 'PASS' }],
      summary: 'laid as asked',
    },
  ],
  [
    'developer',
    incomplete,
    {
      ...nobody,
      signal: 'TASK_INCOMPLETE',
      verdict: 'incomplete',
      blocker: {
        ...unsaid,
        kind: 'information',
        text: 'nobody said how long it is',
        attempted: 'measured the others',
        needed: 'its length',
      },
    },
  ],
  [
    'developer',
    infraBlocked,
    {
      ...nobody,
      signal: 'INFRA_BLOCKED',
      verdict: 'blocked',
      blocker: {
        kind: 'infrastructure',
        text: 'the saw does not start',
        attempted: '',
        needed: '',
        dependency: null,
        command: 'sh saw.sh',
        output: 'error: no power\n\nexit 1',
        environment: 'local',
        checks: ['parts'],
      },
    },
  ],
  [
    'critic',
    reviewPassed,
    {
      signal: 'REVIEW_PASSED',
      verdict: 'pass',
      filesReviewed: ['parts/A.txt', 'parts/A.test.txt'],
      assessment: {
        codeStyle: 'COMPLIANT',
        errorHandling: 'ADEQUATE',
        naming: 'CONSISTENT',
        architecture: 'ALIGNED',
      },
      scores: [95, 95, 90, 90, 90, 90].map((score, nth) => ({
        dimension: reviewDimensions[nth]?.id,
        score,
        reason: '',
      })),
      findings: [],
      blockingIssues: [],
      revisionNotes: [],
      requiredFixes: [],
      priority: 'HIGH',
      notes: [],
      overallScore: 1200 / 13,
      summary: 'straight and short',
    },
  ],
  [
    'critic',
    reviewFailed,
    {
      signal: 'REVIEW_FAILED',
      verdict: 'fail',
      filesReviewed: ['parts/A.txt'],
      assessment: { codeStyle: '', errorHandling: '', naming: '', architecture: '' },
      findings: [
        { file: 'parts/A.txt', line: 1, message: 'the first line is crooked' },
        { file: 'parts/A.txt', line: 2, message: 'the second line is missing' },
      ],
      scores: [],
      objection: 'work',
      blockingIssues: [],
      revisionNotes: [],
      requiredFixes: ['straighten the first line', 'write the second line'],
      priority: 'MEDIUM',
      notes: [],
      overallScore: null,
      summary: '',
    },
  ],
  [
    'auditor',
    auditPassed,
    {
      ...nothing,
      signal: 'AUDIT_PASSED',
      verdict: 'pass',
      criteria: [
        { criterion: 'AC1', status: 'VERIFIED', evidence: 'both halves are there' },
        { criterion: 'AC2', status: 'VERIFIED', evidence: 'its name is known' },
      ],
      commands: [{ command: 'sh check.sh', environment: 'local', result: 'PASS' }],
      notes: ['the second half is long'],
      summary: 'all of it is there',
    },
  ],
  [
    'auditor',
    auditFailed,
    {
      ...nothing,
      signal: 'AUDIT_FAILED',
      verdict: 'fail',
      criteria: [{ criterion: 'AC1', status: 'FAILED', evidence: 'it is only half there' }],
      findings: [{ file: 'parts/A.txt', line: 1, message: 'half of it is missing' }],
      objection: 'work',
      requiredFixes: ['lay the other half'],
      passing: ['AC2'],
    },
  ],
  [
    'auditor',
    auditBlocked,
    {
      ...nothing,
      signal: 'AUDIT_BLOCKED',
      verdict: 'blocked',
      preExisting: ['3 test failures in old/parts.txt', 'the linter is not installed'],
    },
  ],
];

let place: Place;
let epic: EpicRun;

beforeAll(async () => {
  place = builtCli();
  const acceptance = [
    { id: 'AC1', text: 'it is there' },
    { id: 'AC2', text: 'it has a name' },
  ];
  const ids = ['PASSED', 'REVIEWED', 'AUDITED', 'BLOCKED', 'SAW'];
  epic = new EpicRun({
    config: { limits: { maxParallel: 5, maxVerify: 2 } },
    tickets: ids.map((id) => ({ id, acceptance })),
    playbook: [
      { role: 'developer', ticket: 'SAW', attempt: 0, say: infraBlocked },
      ...ids.map((ticket): Step => ({
        role: 'developer',
        ticket,
        attempt: 0,
        write: { [`parts/${ticket}.txt`]: 'one\ntwo\n', [`parts/${ticket}.test.txt`]: 'x\n' },
        say: ready.replaceAll('parts/A', 'parts/@TICKET@'),
      })),
      // Whoever is sent again has been told what was wanted, and that is all these want to know.
      { role: 'developer', attempt: 1, say: incomplete },
      { role: 'critic', ticket: 'REVIEWED', say: reviewFailed.replaceAll('parts/A', 'parts/@TICKET@') },
      { role: 'critic', say: reviewPassed.replaceAll('parts/A', 'parts/@TICKET@') },
      { role: 'auditor', ticket: 'AUDITED', say: auditFailed.replaceAll('parts/A', 'parts/@TICKET@') },
      { role: 'auditor', ticket: 'BLOCKED', say: auditBlocked },
      { role: 'auditor', say: auditPassed },
    ],
  });
  await epic.run();
}, patience);
afterAll(() => {
  place.remove();
  epic.remove();
});

test.each(read.map(([kind, text, value]) => [String(value['signal']), { kind, text, value }] as const))(
  'SIGNAL-01 %s is read with all its sections by the built command',
  (_, { kind, text, value }) => {
    const input = text.replaceAll('@TICKET@', 'A').replaceAll('@TOKEN@', 'tok-12345');
    const ran = place.run(['parse', '--as', kind, '--ticket', 'A', '--token', 'tok-12345', '-'], { input });
    expect([ran.code, ran.stderr]).toEqual([0, '']);
    const { uncovered, next_action: _next, ...told } = JSON.parse(ran.stdout) as Record<string, unknown>;
    expect(uncovered ?? []).toEqual([]);
    expect(told).toEqual({ ticket: 'A', reasons: [], ...value });
  },
);

test('SIGNAL-01 in a run none of them has to be asked for twice, and each is taken for what it says', () => {
  expect(epic.events().filter(({ type }) => type === 'agent_unclear')).toEqual([]);
  expect(epic.landed()).toEqual(['PASSED']);
  const said = (ticket: string): readonly string[] =>
    epic.story(ticket).filter((type) => /^(?:critic|auditor|developer)_(?!.*dispatched)/.test(type));
  expect(said('PASSED')).toEqual(['developer_ready_for_review', 'critic_pass', 'auditor_pass']);
  expect(said('REVIEWED')).toEqual(['developer_ready_for_review', 'critic_fail', 'developer_incomplete']);
  expect(said('AUDITED').slice(2)).toEqual(['auditor_fail', 'developer_incomplete']);
  // A false claim of an auditor is for another auditor, not for the developer (REAL-05).
  expect(said('BLOCKED').slice(2)).toEqual(['auditor_blocked', 'auditor_blocked']);
  expect(said('SAW')).toEqual(['developer_blocked', 'developer_incomplete']);
});

test('SIGNAL-01 in a run the sections reach whoever comes next', async () => {
  const told = (ticket: string, stage: 'develop' | 'review' | 'audit', nth = 0): string =>
    epic.prompts(ticket, stage)[nth] ?? '';
  const reaches = (prompt: string, ...texts: readonly string[]): void => {
    for (const text of texts) expect(prompt).toContain(text);
  };
  reaches(
    told('PASSED', 'review'),
    '> - parts/PASSED.txt: the part itself',
    '> - parts/PASSED.test.txt: that it is there',
    '> | parts | local | 0 | PASS |',
    '> Summary: laid as asked',
  );
  reaches(told('PASSED', 'audit'), 'architecture: ALIGNED', 'straight and short');
  reaches(
    told('REVIEWED', 'develop', 1),
    'Priority: MEDIUM',
    '> - [MEDIUM] parts/REVIEWED.txt:1 review: the first line is crooked',
    '> - [MEDIUM] parts/REVIEWED.txt:2 review: the second line is missing',
    '> - straighten the first line\n> - write the second line',
  );
  reaches(
    told('AUDITED', 'develop', 1),
    '> - AC1: it is only half there',
    '> - [HIGH] parts/AUDITED.txt:1 acceptance: half of it is missing',
    '> - lay the other half',
    '### Passing Criteria',
    '> - AC2\n',
  );
  const [blocked] = epic.of('BLOCKED', 'auditor_blocked');
  expect(blocked?.because).toBe('3 test failures in old/parts.txt; the linter is not installed');
  // The check that it names is the one that is tried, and it is green: the claim is refuted by that name.
  expect(epic.of('SAW', 'developer_blocked')).toMatchObject([{ because: 'the saw does not start' }]);
  expect(epic.of('SAW', 'claim_refuted')).toMatchObject([{ because: 'green at base: parts' }]);
  reaches((await epic.ask('status')).stdout, 'nobody said how long it is — its length');
});

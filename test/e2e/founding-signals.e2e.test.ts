// Statements of founding documents 000 and 001 that one small run shows: what signals lead to, and what a rework is told.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { reviewDimensions } from '../../src/model/dimensions.ts';
import { builtCli, type Place } from '../built-cli.ts';
import { auditFailed, incomplete, readyWithMatrix, reviewFailed } from '../support/answers.ts';
import { type Ended, EpicRun, patience } from '../support/epic-run.ts';

const inALoop =
  'export async function names(teams) {\n  for (const { id } of teams) {\n    await knex("members").where({ id }).first();\n  }\n}\n';
const madeUp =
  "import { of } from 'rxjs';\nexport class Users {\n  all() {\n    return of([{ id: 1, name: 'Ann' }, { id: 2, name: 'Bob' }]);\n  }\n}\n";

let epic: EpicRun;
let ended: Ended;
let place: Place;

beforeAll(async () => {
  place = builtCli();
  epic = new EpicRun({
    config: {
      review: { target: '1ms' },
      limits: { maxParallel: 3 },
      scans: { severity: { 'MOCK-001': 'HIGH', 'BACK-002': 'MEDIUM' } },
    },
    epic: { environments: [{ id: 'local' }, { id: 'other' }] },
    tickets: ['READY', 'LATE', 'NAMED', 'INFO', 'LOST', 'WAITS', 'BOTH', 'ENVS', 'SCANNED', 'CLAIMS'].map(
      (id) => ({ id }),
    ),
    playbook: [
      { role: 'developer', ticket: 'INFO', say: incomplete('missing_info: which port?') },
      { role: 'developer', ticket: 'LOST', say: incomplete('missing info') },
      { role: 'developer', ticket: 'WAITS', has: 'parts/READY.txt', write: { 'parts/WAITS.txt': 'x\n' } },
      { role: 'developer', ticket: 'WAITS', say: incomplete('blocked_by_dependency: READY') },
      { role: 'developer', ticket: 'NAMED', has: 'parts/READY.txt', write: { 'parts/NAMED.txt': 'x\n' } },
      {
        role: 'developer',
        ticket: 'NAMED',
        say: incomplete('the other part is not there', { Kind: 'dependency', Needed: 'READY, landed' }),
      },
      // By the time it says so, READY has landed.
      { role: 'developer', ticket: 'LATE', has: 'parts/READY.txt', write: { 'parts/LATE.txt': 'x\n' } },
      { role: 'developer', ticket: 'LATE', hold: 'late', say: incomplete('blocked_by_dependency: READY') },
      {
        role: 'developer',
        ticket: 'CLAIMS',
        write: { 'parts/CLAIMS.txt': 'x\n' },
        say: readyWithMatrix([
          ['sh check.sh', 'local', 'PASS'],
          ['load test', 'local', 'PASS'],
        ]).replace('@FILES@', '@FILES@\n- parts/ghost.txt: new'),
      },
      { role: 'critic', ticket: 'BOTH', attempt: 0, say: reviewFailed(['parts/BOTH.txt:1: too short']) },
      {
        role: 'auditor',
        ticket: 'BOTH',
        attempt: 1,
        say: auditFailed(['AC1: FAILED - half of it is missing']),
      },
      {
        role: 'auditor',
        ticket: 'ENVS',
        attempt: 0,
        say: auditFailed(['AC1: FAILED - it needs a tool'], {
          'Commands Executed': ['sh check.sh (local): PASS', 'sh check.sh (other): FAIL'],
        }),
      },
      {
        role: 'developer',
        ticket: 'SCANNED',
        attempt: 0,
        write: { 'src/users.service.ts': madeUp, 'src/names.ts': inALoop },
      },
      { role: 'developer', ticket: 'SCANNED', write: { 'src/users.service.ts': null } },
    ],
  });
  const running = epic.start(['run', 'epic.yaml', '--no-input']);
  await epic.until('held late');
  await vi.waitUntil(async () => (await epic.look()) && epic.landed().includes('READY'), { timeout: 60_000 });
  epic.letGo('late');
  ended = await running.ended;
  await epic.look();
}, patience);
afterAll(() => {
  place.remove();
  epic.remove();
});

/** The prompt of the nth run of a stage, as `logs --prompt` prints it. */
async function prompt(ticket: string, stage: 'develop' | 'review' | 'audit', nth = 0): Promise<string> {
  const run = String(epic.runs(ticket, stage)[nth]?.run);
  return (await epic.ask('logs', ticket, '--run', run, '--prompt')).stdout;
}

function parsed(as: string, input: string, ticket = 'T-1'): Readonly<Record<string, unknown>> {
  const ran = place.run(['parse', '--as', as, '--ticket', ticket, '--json', '-'], { input });
  return { code: ran.code, ...(JSON.parse(ran.stdout) as Record<string, unknown>) };
}

const files = 'Files Reviewed:\n- a.ts\n';
const quality =
  'Quality Assessment:\n- Code style: COMPLIANT\n- Error handling: ADEQUATE\n- Naming: CONSISTENT\n- Architecture: ALIGNED\n';
const bareReview = `REVIEW_PASSED: T-1\n\n${files}\n${quality}\nSummary: fine\n`;
const scores = reviewDimensions.map(({ id }) => `- ${id}: 95\n`).join('');
const passedReview = bareReview.replace('\nSummary', `\nDimension Scores:\n${scores}\nSummary`);
const failedReview = `REVIEW_FAILED: T-1\n\n${files}\nIssues Found:\n- a.ts:3: no check\n\nRequired Fixes:\n- check it\n\nPriority: MEDIUM\n`;
const passedAudit =
  'AUDIT_PASSED: T-1\n\nVerification Results:\n- AC1: VERIFIED - seen\n\nCommands Executed:\n- npm test (local): PASS\n\nSummary: done\n';
const failedAudit =
  'AUDIT_FAILED: T-1\n\nFailed Criteria:\n- AC1: FAILED - not there\n\nIssues Found:\n- a.ts:3: missing\n\nRequired Fixes:\n- add it\n\nPassing Criteria:\n- AC2\n';
const blockedAudit = 'AUDIT_BLOCKED: T-1\n\nPre-existing Failures:\n- 3 test failures in old.ts\n';

test('000#1 READY_FOR_REVIEW sends a critic, once the checks have passed', () => {
  const story = epic.story('READY').filter((type) => /dispatched|ready|validation_passed/.test(type));
  expect(story.slice(0, 4)).toEqual([
    'developer_dispatched',
    'developer_ready_for_review',
    'validation_passed',
    'critic_dispatched',
  ]);
});

test('000#5 REVIEW_PASSED is read with files and four lines; without a line or a file it is not a pass', () => {
  expect(parsed('critic', passedReview)).toMatchObject({
    code: 0,
    verdict: 'pass',
    filesReviewed: ['a.ts'],
    assessment: {
      codeStyle: 'COMPLIANT',
      errorHandling: 'ADEQUATE',
      naming: 'CONSISTENT',
      architecture: 'ALIGNED',
    },
  });
  const notes = 'Notes:\n- the old helper in a.ts:3 is broken, but nobody calls it\n';
  expect(parsed('critic', `${passedReview}\n${notes}`)).toMatchObject({ code: 0, verdict: 'pass' });
  for (const denial of ['This should not be merged.', 'Do not merge this before the guard is there.'])
    expect(parsed('critic', `${passedReview}\n${denial}\n`)).toMatchObject({ code: 1, verdict: 'unknown' });
  for (const cut of ['- Naming: CONSISTENT\n', files, 'ADEQUATE'])
    expect(parsed('critic', passedReview.replace(cut, ''))).toMatchObject({ code: 1, verdict: 'unknown' });
});

test('000#6 REVIEW_FAILED is read with issues, fixes and priority', () => {
  expect(parsed('critic', failedReview)).toMatchObject({
    verdict: 'fail',
    findings: [{ file: 'a.ts', line: 3, message: 'no check' }],
    requiredFixes: ['check it'],
    priority: 'MEDIUM',
  });
  expect(parsed('critic', failedReview.replace('Priority: MEDIUM', ''))).toMatchObject({ priority: 'HIGH' });
});

test.each([
  ['critic', passedReview],
  ['critic', failedReview],
  ['auditor', passedAudit],
  ['auditor', failedAudit],
  ['auditor', blockedAudit],
])('000#7 a signal of another ticket is an error (%s, case %#)', (as, text) => {
  const said = parsed(as, text, 'T-2');
  expect(said).toMatchObject({ code: 1, verdict: 'unknown', next_action: 'REQUEST_CLARIFICATION' });
  expect(JSON.stringify(said)).toContain('T-1');
});

test('000#12 the three signals of an audit are read with all their sections', () => {
  expect(parsed('auditor', passedAudit)).toMatchObject({
    verdict: 'pass',
    criteria: [{ criterion: 'AC1', status: 'VERIFIED', evidence: 'seen' }],
    commands: [{ command: 'npm test', environment: 'local', result: 'PASS' }],
    summary: 'done',
  });
  expect(parsed('auditor', passedAudit.replace('VERIFIED - seen', 'VERIFIED -'))).toMatchObject({
    verdict: 'unknown',
    reasons: ['AUDIT_PASSED with AC1: VERIFIED without evidence'],
  });
  expect(parsed('auditor', failedAudit)).toMatchObject({
    verdict: 'fail',
    criteria: [{ criterion: 'AC1', status: 'FAILED', evidence: 'not there' }],
    findings: [{ file: 'a.ts', line: 3, message: 'missing' }],
    requiredFixes: ['add it'],
    passing: ['AC2'],
  });
  expect(parsed('auditor', blockedAudit)).toMatchObject({
    verdict: 'blocked',
    preExisting: ['3 test failures in old.ts'],
  });
});

test('000#17 TASK_INCOMPLETE goes where its blocker says, in whichever spelling', async () => {
  for (const ticket of ['INFO', 'LOST']) {
    expect(epic.of(ticket, 'developer_incomplete')).toMatchObject([{ blocker: 'information' }]);
    expect(epic.of(ticket, 'ticket_escalated')).toMatchObject([{ kind: null, reason: 'needs_information' }]);
    expect(epic.runs(ticket, 'develop')).toHaveLength(1);
  }
  expect(epic.of('WAITS', 'dependency_added')).toMatchObject([{ on: 'READY' }]);
  expect(epic.of('WAITS', 'ticket_sent_back')).toEqual([]);
  expect(epic.landed()).toContain('WAITS');
  expect(await prompt('NAMED', 'develop')).toContain('Needed (a dependency: the id of the ticket)');
  expect(epic.of('NAMED', 'developer_incomplete')).toMatchObject([{ blocker: 'dependency', on: 'READY' }]);
  expect(epic.landed()).toContain('NAMED');
  expect(ended.code).toBe(3);
  expect((await epic.gauntlet('decide')).stdout).toContain('which port?');
});

test('000#17 a retry has the dependency that landed meanwhile in its workspace', () => {
  expect(epic.of('LATE', 'developer_incomplete')).toMatchObject([{ on: 'READY' }]);
  expect(epic.runs('LATE', 'develop')).toHaveLength(2);
  expect(epic.landed()).toContain('LATE');
});

test('003#2 claims about a check that does not exist, and about a file that is not there, reach the critic', async () => {
  const told = /### Noticed by the Gates\n([^]*?)\n###/.exec(await prompt('CLAIMS', 'review'))?.[1] ?? '';
  expect(told).toContain('unproved-claim: The developer reported PASS for load test');
  expect(told).toContain('absent-file: The developer names parts/ghost.txt');
  expect(told).not.toContain('check.sh');
});

test('003#8 parse --as critic does not take a text without scores for a pass', () => {
  const said = parsed('critic', bareReview);
  expect(said).toMatchObject({ code: 1, verdict: 'unknown', lacksScores: true });
  expect(said['reasons']).toContain('requirement_adherence was not scored');
  expect(said['next_action']).toBe('REQUEST_CLARIFICATION');
  const low = parsed('critic', passedReview.replace('adherence: 95', 'adherence: 85 - AC2 is open'));
  expect(low).toMatchObject({ verdict: 'fail', next_action: 'DISPATCH_DEVELOPER_REWORK' });
});

test('000#19 parse --json says the next action of every answer', () => {
  const next = (as: string, text: string): unknown => parsed(as, text)['next_action'];
  expect(next('critic', passedReview)).toBe('DISPATCH_AUDITOR');
  expect(next('critic', failedReview)).toBe('DISPATCH_DEVELOPER_REWORK');
  expect(next('auditor', passedAudit)).toBe('MARK_COMPLETE');
  expect(next('auditor', failedAudit)).toBe('DISPATCH_DEVELOPER_REWORK');
  expect(next('auditor', blockedAudit)).toBe('ENTER_REMEDIATION');
  expect(next('critic', 'looks good to me')).toBe('REQUEST_CLARIFICATION');
  // As in a run: a fail is asked for its reason, and a report for the commit that it is about.
  expect(next('critic', 'REVIEW_FAILED: T-1\n\nPriority: LOW\n')).toBe('REQUEST_CLARIFICATION');
  const report = (commit: object): string =>
    JSON.stringify({
      ticket_id: 'T-1',
      reviewed_at: '2026-11-17T00:00:00Z',
      reviewer: 'critic',
      status: 'pass',
      overall_score: 95,
      revision_count: 0,
      findings: [],
      blocking_issues: [],
      revision_notes: null,
      dimension_scores: Object.fromEntries(
        reviewDimensions.map(({ id, class: weight }) => [id, { score: 95, weight }]),
      ),
      approved: true,
      pass_criteria_met: {
        all_critical_dimensions_pass: true,
        no_blocking_issues: true,
        overall_score_above_threshold: true,
      },
      ...commit,
    });
  expect(next('review-report', report({ commit: 'a'.repeat(40) }))).toBe('DISPATCH_AUDITOR');
  expect(next('review-report', report({}))).toBe('REQUEST_CLARIFICATION');
  const failed = { status: 'fail', approved: false, revision_notes: 'name the limit' };
  for (const as of ['review-report', 'critic'])
    expect(next(as, report(failed))).toBe('DISPATCH_DEVELOPER_REWORK');
  const developer = (text: string): unknown => next('developer', text);
  expect(developer('READY_FOR_REVIEW: T-1\n\nFiles Modified:\n- a.ts: new\n')).toBe('DISPATCH_CRITIC');
  expect(developer('TASK_INCOMPLETE: T-1\n\nBlocker: missing info\n')).toBe('ASK_PERSON');
  expect(developer('TASK_INCOMPLETE: T-1\n\nblocked_by_dependency: T-2\n')).toBe('WAIT_FOR_DEPENDENCY');
  expect(developer('TASK_INCOMPLETE: T-1\n\nblocked_by_dependency: the API\n')).toBe('ASK_PERSON');
  expect(developer('TASK_INCOMPLETE: T-1\n\nBlocker: too hard\n')).toBe('DISPATCH_DEVELOPER_REWORK');
});

test('001#1 a failed review and a failed audit both send the developer back with what was said', async () => {
  expect(epic.landed()).toContain('BOTH');
  expect(await prompt('BOTH', 'develop', 1)).toContain('too short');
  expect(await prompt('BOTH', 'develop', 2)).toContain('half of it is missing');
});

test('001#4 the event of a rework has the reason as a word, and the attempt', async () => {
  expect(epic.of('BOTH', 'developer_rework_dispatched')).toMatchObject([
    { reason: 'critic_fail', attempt: 1 },
    { reason: 'audit_failed', attempt: 2 },
  ]);
  expect(epic.of('SCANNED', 'developer_rework_dispatched')).toMatchObject([{ reason: 'validation_failed' }]);
  const { stdout } = await epic.ask('events', 'e1');
  expect(stdout).toContain('developer started again, attempt 2 (critic fail)');
});

test('001#6 an auditor that sees PASS in one environment and FAIL in another makes the table', async () => {
  const told = await prompt('ENVS', 'develop', 1);
  expect(told).toContain('### ENVIRONMENT-SPECIFIC FAILURE');
  expect(told).toContain('| local | PASS | sh check.sh: PASS |');
  expect(told).toContain('| other | FAIL | sh check.sh: FAIL |');
  expect(told).toMatch(
    /- other\n> {3}Check: sh check.sh\n> {3}Error: the auditor saw it fail\n> {3}AC1: it needs a tool/,
  );
  expect(told).toContain('### Common Causes');
  expect(epic.landed()).toContain('ENVS');
});

test('FOUND-01 002#41 scans of a ticket run once, before its critic is paid, and the critic gets what they found', async () => {
  const [failed] = epic.of('SCANNED', 'validation_failed');
  expect(failed?.findings.join(' ')).toContain('MOCK-001');
  expect(epic.runs('SCANNED', 'review').map(({ attempt }) => attempt)).toEqual([1]);
  expect(await prompt('SCANNED', 'develop', 1)).toMatch(/MOCK-001/);
  const critic = await prompt('SCANNED', 'review');
  expect(critic).toContain('### Noticed by the Gates');
  expect(critic).toContain('src/names.ts:3 BACK-002');
  expect(epic.of('SCANNED', 'auditor_fail')).toEqual([]);
  expect(epic.landed()).toContain('SCANNED');
});

test('FOUND-01 the prompt of a developer names every check with its command and environment', async () => {
  const told = await prompt('READY', 'develop');
  expect(told).toContain('parts (local): sh check.sh');
  expect(told).toContain('parts (other): sh check.sh');
});

test('FOUND-03 003#23 a critic over its target is shown by status and logs, and is not stopped', async () => {
  const text = (await epic.ask('status')).stdout;
  expect(text).toMatch(/reviews over the target of .*: READY /);
  const value = JSON.parse((await epic.ask('status', '--json')).stdout) as {
    reviewTarget: { ms: number; exceeded: { ticket: string }[] };
    tickets: { id: string; reviewMs: number }[];
  };
  expect(value.reviewTarget.ms).toBe(1);
  expect(value.reviewTarget.exceeded.map(({ ticket }) => ticket)).toContain('BOTH');
  expect(value.reviewTarget.exceeded.map(({ ticket }) => ticket)).not.toContain('INFO');
  expect(value.tickets.find(({ id }) => id === 'READY')?.reviewMs).toBeGreaterThan(1);
  expect((await epic.ask('logs', 'READY')).stdout).toMatch(/review .*critic: pass.*over the target of/);
  expect(epic.of('READY', 'critic_pass')).toHaveLength(1);
});

test('FOUND-01 logs --prompt prints what was sent to an agent, and nothing for one that was not sent', async () => {
  const [first] = epic.runs('SCANNED', 'develop');
  const sent = await epic.ask('logs', 'SCANNED', '--prompt');
  expect(sent.stdout).toContain('## Audit Assignment');
  const kept = String(epic.record(first?.run ?? -1, 'prompt'));
  expect((await prompt('SCANNED', 'develop')).trimEnd()).toBe(kept.trimEnd());
  const none = await epic.ask('logs', 'SCANNED', '--attempt', '1', '--stage', 'audit', '--prompt');
  expect(none).toMatchObject({ code: 2, stdout: '' });
});

import { expect, test } from 'vitest';
import { reviewDimensions } from '../../model/dimensions.ts';
import type { ReviewSaid } from '../../model/review.ts';
import type { AgentCall, AgentEnd } from '../../ports/agents.ts';
import { handOut, siteOf } from '../../../test/support/site.ts';
import type { Scene } from '../../../test/support/site.ts';
import { review } from './review.ts';

const never = new AbortController().signal;
const work = { work: { files: { 'src/a.ts': 'one\nthree\n' }, parents: ['base'] } };

const scores = reviewDimensions.map(({ id }) => `- ${id}: 95`).join('\n');

const passed = ({ token }: { token: string | null }, more = '') => `Files Reviewed:
- src/a.ts

Quality Assessment:
- Code style: COMPLIANT
- Error handling: ADEQUATE
- Naming: CONSISTENT
- Architecture: ALIGNED

Dimension Scores:
${scores}
${more}
REVIEW_PASSED: A ${token}
`;

const failed = ({ token }: AgentCall, issue: string) => `Issues Found:
- ${issue}

Priority: HIGH

REVIEW_FAILED: A ${token}
`;

async function judged(says: (call: AgentCall) => string | Partial<AgentEnd>, more: Scene = {}) {
  const context = siteOf({ commits: work, says, ...more });
  const assignment = handOut(context, 'review', { commit: 'work' });
  return { context, assignment, result: await review(context, assignment, never) };
}

test('FLOW-03 a pass in due form passes the commit that was judged, and its assessment is kept', async () => {
  const { context, assignment, result } = await judged((call) => passed(call));
  expect(result).toMatchObject({ type: 'critic_pass', commit: 'work', run: assignment.run });
  expect(context.calls[0]).toMatchObject({ role: 'critic', cwd: '/export/work', readOnly: true });
  expect(await context.records.get(assignment.run, 'assessment')).toContain('COMPLIANT');
});

test('TRIAL-02 the auditor reads the notes of a pass and none of its scores', async () => {
  const { context, assignment } = await judged((call) => passed(call, '\nNotes:\n- the name is long\n'));
  const assessment = await context.records.get(assignment.run, 'assessment');
  expect(assessment).toContain('Note: the name is long');
  expect(assessment).not.toMatch(/\d/);
});

test('TRIAL-02 a critic is told that checks passed only about a commit that they ran on', async () => {
  const { context, assignment } = await judged((call) => passed(call));
  expect(JSON.stringify(await context.records.get(assignment.run, 'prompt'))).toContain(
    'Test suite: not run on this commit',
  );
});

test('FOUND-02 a pass without the scores that were asked for is no verdict', async () => {
  const { context, assignment, result } = await judged((call) =>
    passed(call).replace('- requirement_adherence: 95', ''),
  );
  expect(result).toMatchObject({ type: 'agent_unclear', lacks: 'scores' });
  expect(await context.records.get(assignment.run, 'reasons')).toEqual([
    'requirement_adherence was not scored',
  ]);
});

test('FOUND-02 EPIC-05 a pass whose scores do not reach the thresholds sends the work back', async () => {
  const low = (call: AgentCall) =>
    passed(call).replace('adherence: 95', 'adherence: 85 - the limit is global');
  const { context, assignment, result } = await judged(low);
  expect(result).toMatchObject({ type: 'critic_fail', commit: 'work' });
  expect(await context.records.get(assignment.run, 'feedback')).toMatchObject({
    kind: 'review',
    revisionNotes: null,
  });
  const said = (await context.records.get(assignment.run, 'review')) as ReviewSaid;
  expect(said.revisionNotes).toBe('requirement_adherence is 85, below 90: the limit is global');
  expect(said).toMatchObject({ status: 'fail', more: { criteria: { allCriticalPass: false } } });
  expect(said.dimensionScores[0]).toEqual({
    dimension: 'requirement_adherence',
    score: 85,
    class: 'critical',
    reason: 'the limit is global',
  });
});

test('FOUND-02 a fail by numbers alone is asked for its reason once, and then stays a fail', async () => {
  const bare = (call: AgentCall) => passed(call).replace('adherence: 95', 'adherence: 85');
  expect((await judged(bare)).result).toMatchObject({ type: 'agent_unclear' });
  const context = siteOf({ commits: work, says: bare });
  const again = handOut(context, 'review', { commit: 'work', clarification: 1 });
  expect(await review(context, again, never)).toMatchObject({ type: 'critic_fail' });
});

test('FLOW-04 a fail teaches what was found, tied to the judged commit', async () => {
  const { context, assignment, result } = await judged((call) => failed(call, 'src/a.ts:2: three is wrong'));
  expect(result).toMatchObject({ type: 'critic_fail', commit: 'work' });
  const feedback = await context.records.get(assignment.run, 'feedback');
  expect(feedback).toMatchObject({ kind: 'review', findings: [{ file: 'src/a.ts', line: 2 }] });
});

const by = { agent: 'claude', version: '2.1.0', model: 'opus', effort: 'high', session: 's-1' };

test('FLOW-02 a verdict and each of its findings say which agent, version and model they are from', async () => {
  const pass = await judged((call) => ({ text: passed(call), by }));
  expect(pass.result).toMatchObject({ type: 'critic_pass', by });
  for (const answer of [failed, (call: AgentCall) => report(call, 'fail', { findings: [reported] })]) {
    const fail = await judged((call) => ({ text: answer(call, 'src/a.ts:2: three is wrong'), by }));
    expect(fail.result).toMatchObject({ type: 'critic_fail', by });
    expect(await fail.context.records.get(fail.assignment.run, 'feedback')).toMatchObject({
      findings: [{ file: 'src/a.ts', source: { kind: 'critic', name: 'critic-0', by } }],
    });
  }
});

const reported = {
  dimension: 'code_quality',
  severity: 'high',
  file: 'src/a.ts',
  line: 2,
  message: 'AC1 is not met',
  suggestion: 'write two',
};

test('003#20 revision notes of a text count beside an issue about an absent file', async () => {
  const notes = '\nRevision Notes:\n- count per user\n\nREVIEW_FAILED:';
  const says = (call: AgentCall) => failed(call, 'src/nowhere.ts:7: bad').replace('\nREVIEW_FAILED:', notes);
  const { context, assignment, result } = await judged(says);
  expect(result).toMatchObject({ type: 'critic_fail' });
  const feedback = await context.records.get(assignment.run, 'feedback');
  expect(feedback).toMatchObject({ revisionNotes: 'count per user' });
});

test('003#20 an issue is placed by the longest path of the tree that it begins with, of a file that the work removes too', async () => {
  const odd = ['app/(shop)/page.ts', 'docs/a b.md', 'docs/a, b.md', 'src/a#2.ts', 'src/gone file.ts'];
  const [gone = '', ...there] = odd.toReversed();
  const files = { ...work.work.files, ...Object.fromEntries(there.map((path) => [path, 'one\n'])) };
  const commits = {
    base: { files: { 'src/a.ts': 'one\n', [gone]: 'one\n' } },
    work: { files, parents: ['base'] },
  };
  for (const path of odd) {
    const says = (call: AgentCall) => failed(call, `${path}:1: is wrong`);
    const { context, assignment, result } = await judged(says, { commits });
    expect([path, result?.type]).toEqual([path, 'critic_fail']);
    expect(await context.records.get(assignment.run, 'feedback')).toMatchObject({
      findings: [{ file: path, line: 1, message: 'is wrong' }],
    });
  }
  const { result } = await judged((call) => failed(call, 'docs/a is wrong'), { commits });
  expect(result).toMatchObject({ type: 'critic_ungrounded' });
});

test('003#20 a required fix counts beside an issue that holds on to nothing, unless it is about that issue', async () => {
  const failing = (call: AgentCall, fix: string) =>
    failed(call, `src/nowhere.ts:7: leaks the handle\n\nRequired Fixes:\n- ${fix}\n`);
  for (const [fix, type] of [
    ['export 2 as a named constant too', 'critic_fail'],
    ['repair src/nowhere.ts', 'critic_ungrounded'],
    ['close the leaked handle', 'critic_ungrounded'],
    ['fix it', 'critic_ungrounded'],
  ] as const) {
    const { result } = await judged((call) => failing(call, fix));
    expect([fix, result?.type]).toEqual([fix, type]);
  }
});

test('REWORK-10 a fail whose findings hold on to nothing is no reason for rework, and no pass', async () => {
  const { result } = await judged((call) => failed(call, 'src/nowhere.ts:7: bad'));
  expect(result).toMatchObject({ type: 'critic_ungrounded' });
});

test.each([
  ['no signal', () => 'looks fine to me'],
  ['another token', () => passed({ token: 'word00000000000000009999' })],
  ['no token', ({ token }: AgentCall) => passed({ token }).replace(` ${token}`, '')],
  ['another ticket', (call: AgentCall) => passed(call).replace('REVIEW_PASSED: A', 'REVIEW_PASSED: B')],
  ['a fence around it', (call: AgentCall) => `\`\`\`\n${passed(call)}\`\`\`\n`],
  ['two signals', (call: AgentCall) => `${failed(call, 'src/a.ts:2: bad')}\n${passed(call)}`],
  ['words against it beside the pass', (call: AgentCall) => `This must not be merged.\n\n${passed(call)}`],
  ['a changed file it has not looked at', (call: AgentCall) => passed(call).replace('src/a.ts', 'src/b.ts')],
  ['a signal of another role', (call: AgentCall) => passed(call).replace('REVIEW_PASSED', 'AUDIT_PASSED')],
])('P8 %s is no verdict', async (_, says) => {
  const { context, assignment, result } = await judged(says);
  expect(result).toMatchObject({ type: 'agent_unclear' });
  expect(await context.records.get(assignment.run, 'reasons')).not.toEqual([]);
});

function report(call: AgentCall, status: 'pass' | 'fail', more: object = {}): string {
  const ids = [
    'requirement_adherence',
    'coordination_compliance',
    'code_quality',
    'pattern_consistency',
    'test_quality',
    'security_performance',
  ];
  const score = status === 'pass' ? 95 : 20;
  return JSON.stringify({
    ticket_id: 'A',
    token: call.token,
    commit: 'work',
    revision_count: 0,
    reviewed_at: '2026-01-01T00:00:00Z',
    reviewer: 'c',
    status,
    overall_score: score,
    dimension_scores: Object.fromEntries(ids.map((id) => [id, { score }])),
    findings: [],
    blocking_issues: [],
    revision_notes: status === 'pass' ? null : 'do it again',
    approved: status === 'pass',
    pass_criteria_met: {
      all_critical_dimensions_pass: status === 'pass',
      no_blocking_issues: true,
      overall_score_above_threshold: status === 'pass',
    },
    ...more,
  });
}

const fenced = (json: string): string => `\`\`\`json\n${json}\n\`\`\`\n`;

test('SIGNAL-05 a report in JSON is a verdict as good as text, and SIGNAL-08 only with the token', async () => {
  expect((await judged((call) => report(call, 'pass'))).result).toMatchObject({ type: 'critic_pass' });
  const forged = await judged((call) => report(call, 'pass', { token: 'guessed' }));
  expect(forged.result).toMatchObject({ type: 'agent_unclear' });
  const stale = await judged((call) => report(call, 'pass', { commit: '0000000' }));
  expect(stale.result).toMatchObject({ type: 'agent_unclear' });
});

test('SIGNAL-08 EPIC-05 where text and report disagree the stricter counts, whichever way round', async () => {
  const notes = { revision_notes: 'three is wrong' };
  const kind = await judged((call) => `${fenced(report(call, 'fail', notes))}\n${passed(call)}`);
  expect(kind.result).toMatchObject({ type: 'critic_fail' });
  const harsh = await judged((call) => `${fenced(report(call, 'pass'))}\n${failed(call, 'src/a.ts:2: bad')}`);
  expect(harsh.result).toMatchObject({ type: 'critic_fail' });
});

test('P6 a judge whose export is not as it was has judged nothing, and its answer is not kept', async () => {
  const { context, assignment, result } = await judged((call) => passed(call), {
    workspaces: { proveExport: async () => ['"src/a.ts" was changed'] },
  });
  expect(result).toMatchObject({ type: 'agent_failed', trouble: 'void' });
  expect(await context.records.get(assignment.run, 'answer')).toBeUndefined();
});

test('P6 a judge whose export was made anew meanwhile read nobody knows what', async () => {
  let made = 0;
  const { result } = await judged((call) => passed(call), {
    workspaces: { export: async (commit) => `/export/${commit}-${(made += 1)}` },
  });
  expect(result).toMatchObject({ type: 'agent_failed', trouble: 'void' });
});

test('P6 settings or refs that changed during a review void it', async () => {
  let asked = 0;
  const { result } = await judged((call) => passed(call), {
    workspaces: { standing: async () => ({ refs: String((asked += 1)) }) },
  });
  expect(result).toMatchObject({ type: 'agent_failed', trouble: 'void' });
});

test('a pass that was said before it crashed, timed out or was cut off is no pass', async () => {
  for (const kind of ['crash', 'timeout', 'stall', 'cap', 'refused', 'context_full'] as const) {
    const { result } = await judged((call) => ({ text: passed(call), stop: { kind, because: 'so' } }));
    expect(result).toMatchObject({ type: 'agent_failed', trouble: kind });
  }
  const limited = await judged((call) => ({
    text: passed(call),
    stop: { kind: 'limit', until: 7, because: '' },
  }));
  expect(limited.result).toMatchObject({ type: 'agent_limited', until: 7 });
  const cancelled = await judged((call) => ({ text: passed(call), stop: { kind: 'cancelled' } }));
  expect(cancelled.result).toBeUndefined();
  expect(await cancelled.context.records.get(cancelled.assignment.run, 'answer')).toBeUndefined();
});

test('RECOVER-01 the same run asked again goes on with the answer that was kept, and asks nobody', async () => {
  const { context, assignment } = await judged((call) => passed(call));
  expect(await review(context, assignment, never)).toMatchObject({ type: 'critic_pass' });
  expect(context.calls).toHaveLength(1);
});

test('another run has another token, and an answer with the old one is none', async () => {
  const first = { text: '' };
  const context = siteOf({ commits: work, says: (call) => (first.text ||= passed(call)) });
  expect(await review(context, handOut(context, 'review', { commit: 'work' }), never)).toMatchObject({
    type: 'critic_pass',
  });
  const again = handOut(context, 'review', { commit: 'work', try: 1 });
  expect(await review(context, again, never)).toMatchObject({ type: 'agent_unclear' });
  expect(new Set(context.calls.map(({ token }) => token)).size).toBe(2);
});

test('BEYOND-06 003#27 the critic of a small change is told to look lightly, that of a risky one deeply', async () => {
  const depthTold = async (files: Readonly<Record<string, string>>) => {
    const commits = { work: { files, parents: ['base'] } };
    const { context } = await judged((call) => passed(call), { commits });
    return /### Review Depth\n\n(\w+):/.exec(context.calls[0]?.prompt ?? '')?.[1];
  };
  expect(await depthTold({ 'src/a.ts': 'one\nthree\n' })).toBe('Light');
  const login = Array.from({ length: 900 }, (_, nth) => `export const login${nth} = ${nth};\n`).join('');
  expect(await depthTold({ 'src/auth/login.ts': login })).toBe('Deep');
});

test('REMEDY-02 the critic of a remediation reads what the remediator says it did, not that a person did it', async () => {
  const job = 'remediation:1';
  const context = siteOf({ commits: work, says: () => '' });
  context.tell({ type: 'remediation_opened', ticket: job });
  const told = async () => {
    await review(context, handOut(context, 'review', { ticket: job, commit: 'work' }), never);
    return context.calls.at(-1)?.prompt ?? '';
  };
  const { run } = handOut(context, 'develop', { ticket: job });
  expect(await told()).toContain('none: a remediator did this work and left no report');
  const token = 'letters-alone';
  await context.records.put(run, 'issued', { token, delimiter: '' });
  const text = `REMEDIATION_COMPLETE: ${job} ${token}\n\nIssues Fixed:\n- the port was taken\n\nSummary: repaired`;
  const end = { stop: { kind: 'finished' }, text, usage: null, session: null, by: null } as const;
  await context.records.put(run, 'answer', end);
  const prompt = await told();
  expect(prompt).toContain('the port was taken');
  expect(prompt).not.toMatch(/a person did this work|letters-alone/);
});

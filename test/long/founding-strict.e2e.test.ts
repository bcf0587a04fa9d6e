// What judges say that is clearly no pass: it is asked about at most once, then it is a revision with all that was said.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { auditPassed, content, reviewPassed, reviewReport, signal } from '../support/answers.ts';
import { type Ended, EpicRun, epicId, patience } from '../support/epic-run.ts';

const dimensions = [
  'requirement_adherence',
  'coordination_compliance',
  'code_quality',
  'pattern_consistency',
  'test_quality',
  'security_performance',
];
const scores = dimensions.map((id) => `${id}: ${id === 'code_quality' ? 60 : 95}`);
const bare = signal('REVIEW_FAILED', { 'Files Reviewed': ['@FILES@'], 'Dimension Scores': scores });

/** A score that is too low, beside a line that is missing and a dimension that is not scored. */
const { Naming: _left, ...threeLines } = content;
const faultyPass = reviewPassed(
  { 'Dimension Scores': ['requirement_adherence: 20 - half of it', 'code_quality: 95'] },
  threeLines,
);

/** The report as document 003 has it: no commit, and no closing line beside it. */
const founding = (bend: Readonly<Record<string, unknown>>): string =>
  reviewReport({
    commit: undefined,
    reviewed_at: '2026-11-17T00:00:00Z',
    reviewer: 'code-review-agent',
    ...bend,
  });

const failing = { status: 'fail', approved: false, overall_score: 80 };
const warning = {
  dimension: 'test_quality',
  severity: 'warning',
  file: 'parts/SEED.txt',
  line: 1,
  message: 'Missing test case for null username input',
  suggestion: 'Add a test case for it',
};
const arity = {
  dimension: 'coordination_compliance',
  message: 'the function has arity 3',
  required_action: 'remove the third parameter',
};
const met = { all_critical_dimensions_pass: true, overall_score_above_threshold: true };

const low = (adherence: number) =>
  Object.fromEntries(
    dimensions.map((id) => [id, { score: id === 'requirement_adherence' ? adherence : 95 }]),
  );

let epic: EpicRun;
let ended: Ended;
let tickets: Readonly<Record<string, Readonly<Record<string, unknown>>>>;

beforeAll(async () => {
  const critic = (ticket: string, say: string) => ({ role: 'critic' as const, ticket, attempt: 0, say });
  epic = new EpicRun({
    tickets:
      'BARE SEED GOOD LOOSE HOLLOW WORDS TWICE PLAIN AUDIT ABSENT RAISED SUNK PLEASED STRAY TURNED SECOND LEFT HALF REFUSED ADAMANT CUT CURT SPOILT'
        .split(' ')
        .map((id) => ({ id })),
    playbook: [
      critic('BARE', bare),
      critic('SEED', founding({ ...failing, findings: [warning], blocking_issues: [arity] })),
      critic('GOOD', founding({})),
      critic('LOOSE', founding({ ...failing, token: undefined, revision_notes: 'name the limit' })),
      critic('HOLLOW', founding({ pass_criteria_met: { ...met, no_blocking_issues: false } })),
      critic(
        'WORDS',
        signal('REVIEW_FAILED', {
          'Files Reviewed': ['@FILES@'],
          'Blocking Issues': ['code_quality: no limit is named; required: name one'],
        }),
      ),
      critic(
        'TWICE',
        `${founding({ ...failing, blocking_issues: [arity] })}\n\n${signal('REVIEW_FAILED', { 'Files Reviewed': ['@FILES@'] })}`,
      ),
      critic('PLAIN', signal('REVIEW_FAILED', { 'Issues Found': ['parts/PLAIN.txt:1: too short'] })),
      critic(
        'ABSENT',
        signal('REVIEW_FAILED', {
          'Issues Found': ['test/absent.test.js:1: no test of the null case'],
          'Required Fixes': ['add it'],
          'Dimension Scores': dimensions.map((id) => `${id}: 40`),
        }),
      ),
      { ...critic('RAISED', founding({ dimension_scores: low(89) })), clarification: 0 },
      { ...critic('SUNK', bare), clarification: 0, try: 0 },
      {
        ...critic('PLEASED', signal('REVIEW_FAILED', { 'Files Reviewed': ['@FILES@'] })),
        clarification: 0,
        try: 0,
      },
      {
        ...critic(
          'STRAY',
          signal('REVIEW_FAILED', { 'Issues Found': ['parts/STRAY.txt:1: loses money'] }, { id: 'ASTRAY' }),
        ),
        clarification: 0,
        try: 0,
      },
      { ...critic('SECOND', faultyPass), clarification: 0 },
      { ...critic('LEFT', bare), clarification: 0, try: 0 },
      { ...critic('LEFT', ''), clarification: 1, try: 0, exit: 1 },
      {
        ...critic('CUT', signal('REVIEW_FAILED', { 'Issues Found': ['parts/CUT.txt:1: wrong number'] })),
        try: 0,
        exit: 1,
      },
      { ...critic('CURT', reviewPassed()), try: 0, exit: 1 },
      {
        role: 'auditor',
        ticket: 'SPOILT',
        attempt: 0,
        try: 0,
        say: signal('AUDIT_FAILED', { 'Failed Criteria': ['AC1: FAILED - a number is missing'] }),
        exit: 1,
      },
      { ...critic('REFUSED', `I vote no.\n\n${reviewPassed()}`), clarification: 0, try: 0 },
      { ...critic('ADAMANT', `${reviewPassed()}\n\nNot good enough yet.`), try: 0 },
      {
        role: 'auditor',
        ticket: 'HALF',
        attempt: 0,
        clarification: 0,
        say: auditPassed({ 'Verification Results': ['AC1: FAILED - half of it is missing'] }),
      },
      {
        role: 'auditor',
        ticket: 'TURNED',
        attempt: 0,
        clarification: 0,
        try: 0,
        say: signal('AUDIT_FAILED', { Notes: ['half of it'] }),
      },
      {
        role: 'auditor',
        ticket: 'AUDIT',
        attempt: 0,
        say: signal('AUDIT_FAILED', { Notes: ['half of it'] }),
      },
    ],
  });
  ended = await epic.run();
  const file = join(epic.repository, '.gauntlet/epics', epicId, 'epic-state.json');
  ({ tickets } = JSON.parse(readFileSync(file, 'utf8')) as { tickets: typeof tickets });
}, patience);
afterAll(() => epic.remove());

const reviews = (ticket: string): readonly string[] =>
  epic.story(ticket).filter((type) => /^critic_(?:pass|fail)|unclear/.test(type));

/** What the developer is told when it is sent back. */
async function rework(ticket: string): Promise<string> {
  const run = String(epic.runs(ticket, 'develop')[1]?.run);
  return (await epic.ask('logs', ticket, '--run', run, '--prompt')).stdout;
}

test('003#9 a REVIEW_FAILED with scores and no issue is asked for the issues once, then it is a revision', async () => {
  expect(ended.code).toBe(0);
  expect(reviews('BARE')).toEqual(['agent_unclear', 'critic_fail', 'critic_pass']);
  const asked = epic.runs('BARE', 'review')[1]?.run;
  expect((await epic.ask('logs', 'BARE', '--run', String(asked), '--prompt')).stdout).toContain(
    'REVIEW_FAILED names neither an issue nor a fix',
  );
  const told = await rework('BARE');
  expect(told).toContain('code_quality is 60, below 70');
  expect(told).toMatch(/### Dimension Scores\n[^]*code_quality: 60\/100/);
});

test('003#8 the report of the document, which names no commit, is read at once: a fail and a pass', () => {
  expect(reviews('SEED')).toEqual(['critic_fail', 'critic_pass']);
  expect(reviews('GOOD')).toEqual(['critic_pass']);
  expect(epic.landed()).toContain('GOOD');
});

test('003#8 a report that fails the work without the token is asked about once, then it is a revision', async () => {
  expect(reviews('LOOSE')).toEqual(['agent_unclear', 'critic_fail', 'critic_pass']);
  expect(await rework('LOOSE')).toContain('name the limit');
});

test('003#8 a closing line and a report that both fail the work are one fail', async () => {
  expect(reviews('TWICE')).toEqual(['critic_fail', 'critic_pass']);
  expect(JSON.stringify(tickets['TWICE'])).not.toContain('contradict');
  expect(await rework('TWICE')).toContain('the function has arity 3');
});

test('003#10 a warning and a blocking issue of a report reach the developer', async () => {
  const told = await rework('SEED');
  expect(told).toMatch(/### Blocking Issues\n[^]*coordination_compliance: the function has arity 3/);
  expect(told).toContain('Required action: remove the third parameter');
  expect(told).toMatch(/### Issues Found\n[^]*Missing test case for null username input/);
});

test('003#10 the critic may name blocking issues in its text, and they reach the developer as such', async () => {
  const [run] = epic.runs('WORDS', 'review');
  expect((await epic.ask('logs', 'WORDS', '--run', String(run?.run), '--prompt')).stdout).toContain(
    'Blocking Issues:\n- <dimension>:',
  );
  expect(reviews('WORDS')).toEqual(['critic_fail', 'critic_pass']);
  expect(await rework('WORDS')).toMatch(
    /### Blocking Issues\n[^]*code_quality: no limit is named\n[^]*Required action: name one/,
  );
});

test('003#14 no_blocking_issues: false with an empty list is not a pass: asked once, then a revision', () => {
  expect(reviews('HOLLOW')).toEqual(['agent_unclear', 'critic_fail', 'critic_pass']);
});

test('003#14 a fail without scores lists in epic-state.json what blocks the work', () => {
  expect(tickets['PLAIN']).toMatchObject({
    review_history: [{ status: 'fail', blocking_issues_count: 1 }, { status: 'pass' }],
  });
});

test('000#14 an AUDIT_FAILED that names no criterion is asked about once, then sends the developer back', async () => {
  const audits = epic.story('AUDIT').filter((type) => /^auditor_(?:pass|fail)|unclear/.test(type));
  expect(audits).toEqual(['agent_unclear', 'auditor_fail', 'auditor_pass']);
  expect(await rework('AUDIT')).toContain('AUDIT_FAILED names no failed criterion');
});

test('003#9 a fail whose issues name absent files is a revision all the same if its scores or fixes fail the work', async () => {
  expect(reviews('ABSENT')).toEqual(['critic_fail', 'critic_pass']);
  expect(tickets['ABSENT']).toMatchObject({ revision_count: 1 });
  const told = await rework('ABSENT');
  expect(told).toContain('test_quality: 40/100');
  expect(told).toContain('add it');
});

test('003#9 numbers that failed the work are not raised by asking: the first ones count', () => {
  expect(reviews('RAISED')).toEqual(['agent_unclear', 'critic_fail', 'critic_pass']);
});

test('003#9 numbers of a fail without an issue count, also where the critic passes the work when it is asked', async () => {
  expect(reviews('SUNK')).toEqual(['agent_unclear', 'critic_fail', 'critic_pass']);
  expect(tickets['SUNK']).toMatchObject({ revision_count: 1 });
  expect(await rework('SUNK')).toContain('code_quality is 60, below 70');
});

test('FLOW-11 003#8 a judge that fails the work and passes it when it is asked is replaced by a fresh one', () => {
  expect(reviews('PLEASED')).toEqual(['agent_unclear', 'critic_pass']);
  expect(epic.runs('PLEASED', 'review').map(({ try: nth }) => nth)).toEqual([0, 0, 1]);
  expect(epic.runs('TURNED', 'audit').map(({ try: nth }) => nth)).toEqual([0, 0, 1]);
  expect(epic.story('TURNED')).toContain('auditor_pass');
});

test('FLOW-11 000#5 a critic with words around its pass is asked once for the form alone, then a fresh one', () => {
  expect(reviews('REFUSED')).toEqual(['agent_unclear', 'critic_pass']);
  expect(epic.runs('REFUSED', 'review').map(({ try: nth }) => nth)).toEqual([0, 0]);
  expect(epic.runs('ADAMANT', 'review').map(({ try: nth }) => nth)).toEqual([0, 0, 1]);
  expect(epic.landed()).toEqual(expect.arrayContaining(['REFUSED', 'ADAMANT']));
});

test('003#8 an issue at a real place counts, also where it stands under the id of another ticket', async () => {
  expect(reviews('STRAY')).toEqual(['agent_unclear', 'critic_fail', 'critic_pass']);
  expect(await rework('STRAY')).toContain('loses money');
});

test('003#8 a pass with a score too low is a revision, whatever else is wrong with its form', async () => {
  expect(reviews('SECOND')).toEqual(['critic_fail', 'critic_pass']);
  expect(await rework('SECOND')).toContain('requirement_adherence is 20, below 90: half of it');
});

test('003#9 a score too low counts also where the critic crashes when it is asked for its reason', async () => {
  expect(reviews('LEFT')).toEqual(['agent_unclear', 'critic_fail', 'critic_pass']);
  expect(epic.runs('LEFT', 'review').map(({ try: nth }) => nth)).toEqual([0, 0, 0]);
  expect(await rework('LEFT')).toContain('code_quality is 60, below 70');
});

test('000#13 a criterion that failed in a passed audit counts, also where the auditor passes it when it is asked', async () => {
  const audits = epic.story('HALF').filter((type) => /^auditor_(?:pass|fail)|unclear/.test(type));
  expect(audits).toEqual(['agent_unclear', 'auditor_fail', 'auditor_pass']);
  expect(await rework('HALF')).toContain('half of it is missing');
});

test('003#8 a fail counts also where the process of its critic or auditor crashes after it', async () => {
  expect(reviews('CUT')).toEqual(['critic_fail', 'critic_pass']);
  expect(epic.runs('CUT', 'review').map(({ attempt, try: nth }) => [attempt, nth])).toEqual([
    [0, 0],
    [1, 0],
  ]);
  expect(await rework('CUT')).toContain('wrong number');
  const audits = epic.story('SPOILT').filter((type) => /^auditor_(?:pass|fail)|^agent_failed/.test(type));
  expect(audits).toEqual(['auditor_fail', 'auditor_pass']);
  expect(await rework('SPOILT')).toContain('a number is missing');
});

test('000#20 a pass whose process crashes after it never counts: a fresh critic is asked', () => {
  expect(epic.of('CURT', 'agent_failed').map(({ trouble }) => trouble)).toEqual(['crash']);
  expect(epic.runs('CURT', 'review').map(({ try: nth }) => nth)).toEqual([0, 1]);
  expect(epic.landed()).toContain('CURT');
});

import { expect, test } from 'vitest';

import { unsetAgent } from '../../model/config.ts';
import { dimensionsWith, reviewDimensions } from '../../model/dimensions.ts';
import { writeReviewReport } from '../../../test/support/write-review-report.ts';
import { writeFindingsDocument } from '../../formats/index.ts';
import type { ReviewReport } from '../../formats/review-report/shape.ts';
import { readConfig } from '../../plan/index.ts';
import { reviewIn } from '../../state/index.ts';
import type { ReviewState } from '../../state/index.ts';
import type { RunPorts } from '../loop/drive-run.ts';
import { foldJournal } from '../loop/fold-journal.ts';
import type { RunRecords } from '../records/run-records.ts';
import { findingsOf } from './branch-stages.ts';
import type { ReviewInputs, ReviewWork } from './review-work.ts';
import { runReview } from './run-review.ts';

const [from, head, other] = ['a', 'b', 'c'].map((letter) => letter.repeat(40)) as [string, string, string];
const clean = writeFindingsDocument({
  ticket: 'x',
  round: 1,
  reviewer: 'r',
  date: 'd',
  branch: 'b',
  findings: [],
  recommendation: 'merge',
});

type Desk = {
  readonly work: ReviewWork;
  readonly records: RunRecords;
  readonly ports: RunPorts;
};

/** A desk at which the reviewer finds nothing; `stands` is where the branch is, each time somebody looks. */
function deskWith(
  stands: readonly (string | undefined)[],
  say: string | ((role: string) => string) = clean,
  more: Partial<ReviewInputs> = {},
): Desk {
  const kept = new Map<string, unknown>();
  const looks = [...stands];
  const config = readConfig({ file: 'gauntlet.yaml', text: '' });
  if (!config.ok) throw new Error('the empty configuration is a valid one');
  const cast = { settings: { ...unsetAgent, use: 'command' as const }, text: '', origin: '', hash: '' };
  const inputs = {
    id: 'x',
    title: 'x',
    branch: 'b',
    base: { name: 'main', found: 'main', commit: from },
    from,
    head,
    purpose: null,
    config: config.value,
    reviewer: cast,
    fixer: null,
    checks: false,
    fix: false,
    rounds: 3,
    failOn: 'HIGH',
    reviewers: 1,
    dimensions: reviewDimensions,
    scoresNeeded: false,
    excuses: { dismissed: [], waivers: [] },
    ...more,
  };
  const records = {
    get: async (run: number, name: string) => kept.get(`${run} ${name}`),
    put: async (run: number, name: string, value: unknown) => void kept.set(`${run} ${name}`, value),
    finished: async (run: number) => kept.get(`${run} result`),
    finish: async (run: number, result: unknown) => void kept.set(`${run} result`, result),
    folder: () => '/folder',
  };
  const workspaces: object = {
    basedOn: () => workspaces,
    holdExport: () => () => undefined,
    export: async () => '/export',
    proveExport: async () => [],
    standing: async () => ({}),
    forAgents: { visible: [], hidden: [], withheld: [] },
  };
  const ports = {
    journal: { append: async () => undefined, read: () => [] },
    mailbox: { watch: () => ({ close: () => undefined }) },
    processes: { reap: async () => undefined },
    hub: {
      changes: async () => [],
      diff: async () => '',
      file: async () => new TextEncoder().encode('one\ntwo words\n'),
    },
    workspaces,
    agents: {
      call: async ({ role }: { readonly role: string }) => {
        const text = typeof say === 'string' ? say : say(role);
        return { stop: { kind: 'finished' }, text, usage: null, session: null, by: null };
      },
    },
    records,
    clock: { now: () => 0 },
    ids: { word: (length: number) => 'w'.repeat(length) },
  };
  const work = {
    inputs,
    branch: { stand: async () => (looks.length > 1 ? looks.shift() : looks[0]) },
    look: async () => ({ findings: [], broken: [] }),
    putDocument: () => null,
  };
  return { work, records, ports } as unknown as Desk;
}

async function drive({ work, ports }: Desk): Promise<ReviewState> {
  const never = new AbortController().signal;
  const state = await runReview({
    ports,
    work,
    opening: 'h',
    recalled: foldJournal(ports.journal),
    surroundings: { cores: 1, people: false },
    onEvents: () => undefined,
    drain: never,
    kill: never,
  });
  const review = reviewIn(state);
  if (review === undefined) throw new Error('no review was recorded');
  return review;
}

test('LOOP-02 a branch that stays where it is can be found clean', async () => {
  expect((await drive(deskWith([head]))).ended).toMatchObject({ status: 'clean' });
});

test.each([
  ['before', [other]],
  ['while', [head, other]],
  ['and is gone while', [head, undefined]],
])('LOOP-02 a branch that moved %s it was reviewed is not clean, whatever was said', async (_, stands) => {
  const { ended } = await drive(deskWith(stands));
  expect(ended).toMatchObject({ status: 'unknown', because: expect.stringContaining('moved') as string });
});

test('LOOP-03 what is no findings document is asked for three times, and then it is not reviewed', async () => {
  const { ended, run } = await drive(deskWith([head], 'looks good'));
  expect([ended?.status, run]).toEqual(['unknown', 3]);
});

const bug = (problem: string, line: number) => ({
  severity: 'HIGH' as const,
  category: 'Correctness',
  title: problem,
  file: 'src/a.ts',
  line,
  problem,
  impact: 'it breaks',
  fix: 'fix it',
});
const unclean = writeFindingsDocument({
  ticket: 'x',
  round: 1,
  reviewer: 'r',
  date: 'd',
  branch: 'b',
  findings: [bug('the first is wrong', 1), bug('the second is wrong', 2)],
  recommendation: 'fix',
});
test('LOOP-03 a clean answer is not a pass where something was not computed', async () => {
  const context = deskWith([head]);
  const look = async () => ({ findings: [], broken: ['a check did not run'] });
  expect((await drive({ ...context, work: { ...context.work, look } })).ended).toMatchObject({
    status: 'unknown',
    because: 'no result: a check did not run',
  });
});

test('LOOP-03 a finding of a scan counts beside a clean answer', async () => {
  const scanned = {
    source: { kind: 'scan', name: 'secret' },
    rule: 'SEC-001',
    severity: 'CRITICAL',
    file: 'src/a.ts',
    line: 1,
    message: 'a secret',
    evidence: '',
    fix: '',
    fingerprint: 'f',
    grounding: 'located',
  } as const;
  const context = deskWith([head]);
  const look = async () => ({ findings: [scanned], broken: [] });
  const state = await drive({ ...context, work: { ...context.work, look } });
  expect([state.ended?.status, state.run]).toEqual(['unclean', 1]);
});

const scoresOf = (scores: Readonly<Record<string, number | null>>): ReviewReport['dimensionScores'] => ({
  ...Object.fromEntries(reviewDimensions.map(({ id }) => [id, { score: 95, reason: '' }])),
  ...Object.fromEntries(
    Object.entries(scores).map(([id, score]) => [id, { score, reason: 'there is no epic' }]),
  ),
});

/** A report as a reviewer gives it, with the status it claims. */
function report(status: 'pass' | 'fail', more: Partial<ReviewReport> = {}): string {
  const isPass = status === 'pass';
  return writeReviewReport(
    {
      ticket: 'x',
      commit: head,
      revisionCount: 0,
      reviewedAt: '2026-01-01T00:00:00Z',
      reviewer: 'r',
      status,
      overallScore: isPass ? 95 : 70,
      dimensionScores: scoresOf({}),
      findings: [],
      blockingIssues: [],
      revisionNotes: isPass ? null : 'make it better',
      approved: isPass,
      passCriteriaMet: {
        allCriticalDimensionsPass: isPass,
        noBlockingIssues: true,
        overallScoreAboveThreshold: isPass,
      },
      ...more,
    },
    { token: 'w'.repeat(24) },
  );
}

const error = {
  dimension: 'code_quality',
  severity: 'HIGH',
  file: 'src/a.ts',
  line: 2,
  message: '"two words" is wrong here',
  suggestion: 'fix it',
} as const;
const low = { dimensionScores: scoresOf({ code_quality: 40 }) };
const blocked = {
  blockingIssues: [{ dimension: 'code_quality', message: 'no way back', requiredAction: 'add one' }],
};

test.each<[string, string, readonly [string, readonly string[]]]>([
  ['a pass whose numbers pass', report('pass'), ['clean', []]],
  [
    'a dimension that does not apply',
    report('pass', { dimensionScores: scoresOf({ coordination_compliance: null }) }),
    ['clean', []],
  ],
  ['a pass whose numbers fail', report('pass', low), ['unclean', ['code_quality']]],
  ['a fail whose numbers pass stays a fail', report('fail'), ['unclean', ['blocking']]],
  ['a fail whose numbers fail', report('fail', low), ['unclean', ['code_quality']]],
  [
    'an error with a quote that is there',
    report('fail', { ...low, findings: [error] }),
    ['unclean', ['code_quality', 'code_quality']],
  ],
  [
    'something that blocks',
    report('fail', { ...low, ...blocked }),
    ['unclean', ['code_quality', 'code_quality']],
  ],
  ['a report about another commit', report('pass', { commit: other }), ['unknown', []]],
  ['a report of another round', report('pass', { revisionCount: 1 }), ['unknown', []]],
  [
    'a dimension left out',
    report('pass', { dimensionScores: { requirement_adherence: { score: 99, reason: '' } } }),
    ['unknown', []],
  ],
  ['a document and a report that agree', `${report('pass')}\n${clean}`, ['clean', []]],
  [
    'a clean document beside a failing report, after one question',
    `${report('fail', low)}\n${clean}`,
    ['unclean', ['code_quality']],
  ],
  ['an unclean document beside a passing report', `${report('pass')}\n${unclean}`, ['unknown', []]],
  [
    'a clean document beside half a report',
    `${clean}\n${report('fail', low).slice(0, -40)}`,
    ['unknown', []],
  ],
])('EPIC-04 EPIC-05 EPIC-06 in a review: %s', async (_, say, [status, rules]) => {
  const context = deskWith([head], say, { dimensions: reviewDimensions });
  const state = await drive(context);
  expect(state.ended?.status).toBe(status);
  const found = await findingsOf(context, state.answers);
  expect((found?.open ?? []).map(({ rule }) => rule)).toEqual(rules);
});

test('EPIC-05 a fail whose numbers pass is not asked for again until somebody passes it', async () => {
  const answers = [report('fail'), report('pass')];
  const context = deskWith([head], () => answers.shift() ?? 'x', { dimensions: reviewDimensions });
  const state = await drive(context);
  expect([state.ended?.status, answers.length]).toEqual(['unclean', 1]);
  const found = await findingsOf(context, state.answers);
  expect(found?.open.map(({ message }) => message)).toEqual(['the reviewer fails it: make it better']);
});

test('003#8 a report that is not valid and says what has to change counts, and a fresh reviewer cannot erase it', async () => {
  const broken = (text: string) => text.replace(/"approved": ?(?:true|false),?/, '');
  for (const first of [report('fail'), report('pass', low), `${clean}\n${broken(report('pass', low))}`]) {
    const answers = [broken(first), report('pass')];
    const context = deskWith([head], () => answers.shift() ?? 'x', { dimensions: reviewDimensions });
    const state = await drive(context);
    expect([state.ended?.status, answers.length]).toEqual(['unclean', 1]);
  }
});

test('EPIC-04 where a project asks for a dimension of its own, a document without scores is no review', async () => {
  const own = dimensionsWith(
    [{ id: 'accessibility', class: 'important', questions: ['Can it be heard?'] }],
    null,
  );
  const more = { dimensions: own, scoresNeeded: true };
  expect((await drive(deskWith([head], clean, more))).ended).toMatchObject({ status: 'unknown' });
  expect((await drive(deskWith([head], report('pass'), more))).ended).toMatchObject({ status: 'unknown' });
  const scored = { ...scoresOf({}), accessibility: { score: 80, reason: '' } };
  const whole = report('pass', { dimensionScores: scored });
  expect((await drive(deskWith([head], whole, more))).ended).toMatchObject({ status: 'clean' });
});

test.each<[string, readonly string[], readonly [string, readonly number[], number]]>([
  ['all find nothing', [clean, clean, clean], ['clean', [], 3]],
  ['the last finds something', [clean, clean, unclean], ['unclean', [1, 2], 3]],
  ['the first finds something', [unclean, clean, clean], ['unclean', [1, 2], 3]],
  ['two find the same', [unclean, unclean, clean], ['unclean', [1, 2], 3]],
  ['one cannot be read', [clean, 'fine', 'fine', 'fine', clean], ['unknown', [], 4]],
])('TEAM-28 three reviewers: %s', async (_, answers, [status, lines, asked]) => {
  const queue = [...answers];
  const context = deskWith([head], () => queue.shift() ?? 'nothing left', { reviewers: 3 });
  const state = await drive(context);
  expect([state.ended?.status, state.run, state.answers.length]).toEqual([status, asked, 1]);
  const found = await findingsOf(context, state.answers);
  expect(found?.open.map(({ line }) => line)).toEqual(lines);
  const said = answers.filter((answer) => answer === unclean).length;
  for (const { sources } of found?.open ?? []) expect(sources).toHaveLength(said);
});

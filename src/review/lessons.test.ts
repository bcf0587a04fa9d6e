import fc from 'fast-check';
import { expect, test } from 'vitest';

import { noMemory } from '../model/finding-memory.ts';
import type { Finding } from '../model/finding.ts';
import { severities } from '../model/severity.ts';
import type { Feedback } from '../model/feedback.ts';
import { accept, allLessons, lessonsIn, mostLessons, rankedBy, taughtBy } from './lessons.ts';

const finding = (fingerprint: string, rule: string, severity: Finding['severity'] = 'HIGH'): Finding => ({
  source: { kind: 'reviewer', name: 'reviewer' },
  rule,
  severity,
  file: 'a.ts',
  line: 1,
  message: `about ${fingerprint}`,
  evidence: '',
  fix: '',
  fingerprint,
  grounding: 'located',
});
const fixed = (kinds: Readonly<Record<string, number>>) =>
  Object.entries(kinds).reduce(
    (memory, [rule, times]) =>
      Array.from({ length: times }, (_, nth) => finding(`${rule}-${nth}`, rule)).reduce(
        (now, each, at) => accept(now, { findings: [each], origin: `ticket T-${at}`, at }),
        memory,
      ),
    noMemory,
  );

test('BEYOND-05 a kind that was fixed three times becomes a lesson with its origin; twice, or the same thing thrice, does not', () => {
  expect(lessonsIn(fixed({ 'Error Handling': 3, naming: 2 }))).toEqual([
    { kind: 'error handling', times: 3, origin: 'ticket T-2', example: 'about Error Handling-2' },
  ]);
  const same = [1, 2, 3].reduce(
    (memory, at) => accept(memory, { findings: [finding('f', 'Naming')], origin: 'x', at }),
    noMemory,
  );
  expect(lessonsIn(same)).toEqual([]);
  // A critic that names no kind teaches none.
  expect(lessonsIn(fixed({ review: 5 }))).toEqual([]);
});

test('BEYOND-05 lessons are few, the most frequent first; forgotten ones and those dismissed as often are not told', () => {
  const many = Object.fromEntries(Array.from({ length: 12 }, (_, nth) => [`kind ${nth + 10}`, 3 + nth]));
  const memory = fixed(many);
  expect(lessonsIn(memory)).toHaveLength(mostLessons);
  expect(lessonsIn(memory)[0]).toMatchObject({ kind: 'kind 21', times: 14 });
  const forgotten = { ...memory, forgotten: ['kind 21'] };
  expect(lessonsIn(forgotten).map(({ kind }) => kind)).not.toContain('kind 21');
  expect(allLessons(forgotten)[0]).toMatchObject({ kind: 'kind 21', isTold: false });
  const dismissed = Array.from({ length: 3 }, (_, nth) => ({
    fingerprint: `d${nth}`,
    reason: 'no',
    by: 'ada',
    at: 1,
    until: null,
    around: '',
  }));
  const place = { file: 'a.ts', line: 1, message: 'm', around: '', at: 1 };
  const seen = Object.fromEntries(dismissed.map((each) => [each.fingerprint, { rule: 'Kind 10', ...place }]));
  expect(allLessons({ ...memory, dismissed, seen }).find(({ kind }) => kind === 'kind 10')?.isTold).toBe(
    false,
  );
});

test('BEYOND-05 dismissals change what is read first and nothing else: no finding is lost, none becomes milder', () => {
  const kinds = ['naming', 'sql', 'tests'];
  const anyFinding = fc
    .tuple(fc.integer({ min: 0, max: 99 }), fc.constantFrom(...kinds), fc.constantFrom(...severities))
    .map(([nth, rule, severity]) => finding(`f${nth}`, rule, severity));
  const memory = {
    ...noMemory,
    dismissed: [{ fingerprint: 'x', reason: 'no', by: 'ada', at: 1, until: null, around: '' }],
    seen: { x: { rule: 'naming', file: 'a', line: 1, message: '', around: '', at: 1 } },
  };
  fc.assert(
    fc.property(fc.array(anyFinding, { maxLength: 12 }), (findings) => {
      const ranked = rankedBy(findings, memory);
      expect(new Set(ranked)).toEqual(new Set(findings));
      const order = ranked.map(({ severity }) => severities.indexOf(severity));
      expect(order).toEqual(order.toSorted((a, b) => a - b));
      for (const severity of severities) {
        const own = ranked.filter((each) => each.severity === severity).map(({ rule }) => rule === 'naming');
        expect(own.indexOf(true) === -1 || !own.slice(own.indexOf(true)).includes(false)).toBe(true);
      }
    }),
  );
});

const failing: Feedback = {
  attempt: 1,
  kind: 'review',
  priority: 'HIGH',
  findings: [finding('f', 'test_quality')],
  requiredFixes: [],
  failedCriteria: [],
  passingCriteria: [],
  blockingIssues: [],
  overallScore: null,
  dimensionScores: [],
  revisionNotes: null,
  environments: [],
};

/** What is learnt where each of these tickets was failed for an issue in text and then fixed. */
const learntFrom = (issues: readonly (readonly [ticket: string, message: string])[]) =>
  issues.reduce((memory, [ticket, message], at) => {
    const findings = [{ ...finding(`f${at}`, 'review'), message }];
    const taught = taughtBy({ ...failing, attempt: at, findings }, ticket);
    return accept(memory, { findings: taught, origin: `ticket ${ticket}`, at });
  }, noMemory);

test('BEYOND-05 003#25 the same issue in text of three tickets is a lesson; of one ticket, or with other words, it is not', () => {
  const issue = 'Missing test for null input';
  const three = learntFrom([
    ['A', `${issue} in src/a.ts, line 4.`],
    ['B', `${issue}  in b.ts, line 12`],
    ['C', `${issue} in\nsrc/deep/c.ts, line 7!`],
  ]);
  expect(lessonsIn(three)).toMatchObject([
    { kind: 'missing test for null input in … line #', times: 3, origin: 'ticket C' },
  ]);
  expect(lessonsIn(learntFrom(['A', 'A', 'A', 'B'].map((ticket) => [ticket, issue])))).toEqual([]);
  expect(lessonsIn(learntFrom(['A', 'B', 'C'].map((ticket) => [ticket, `${issue} ${ticket}`])))).toEqual([]);
  for (const empty of ['', '12', 'src/a.ts', '...', 'review'])
    expect(learntFrom(['A', 'B', 'C'].map((ticket) => [ticket, empty]))).toEqual(noMemory);
});

test('BEYOND-05 many issues in text do not push out what recurs', () => {
  const words = (nth: number) =>
    String.fromCodePoint(...Array.from(String(nth), (digit) => 97 + Number(digit)));
  const issues = Array.from({ length: 300 }, (_, nth) => [`T-${nth}`, `odd ${words(nth)}`] as const);
  const after = issues.reduce(
    (memory, [ticket, message], at) =>
      accept(memory, {
        findings: taughtBy({ ...failing, findings: [{ ...finding('f', 'review'), message }] }, ticket),
        origin: ticket,
        at,
      }),
    fixed({ naming: 3 }),
  );
  expect(lessonsIn(after).map(({ kind }) => kind)).toEqual(['naming']);
  expect(Object.keys(after.accepted ?? {})).toHaveLength(200);
  expect(Object.keys(after.accepted ?? {}).at(-1)).toBe(`odd ${words(299)}`);
});

test('BEYOND-05 003#25 dimensions that fail a review by a score or a blocking issue teach too, each once', () => {
  const feedback: Feedback = {
    ...failing,
    blockingIssues: [{ dimension: 'Code_Quality', message: 'no limit', requiredAction: '' }],
    overallScore: 80,
    dimensionScores: [
      { dimension: 'code_quality', score: 60, class: 'important', reason: 'errors go unheard' },
      { dimension: 'test_quality', score: 60, class: 'important' },
      { dimension: 'requirement_adherence', score: 85, class: 'critical' },
      { dimension: 'pattern_consistency', score: 90, class: 'important' },
    ],
  };
  expect(taughtBy(feedback, 'T-1').map(({ rule, message }) => [rule, message])).toEqual([
    ['test_quality', 'about f'],
    ['code_quality', 'no limit'],
    ['requirement_adherence', 'requirement_adherence is 85, below 90'],
  ]);
  const prints = ['T-1', 'T-2'].map((ticket) => taughtBy(feedback, ticket)[1]?.fingerprint);
  expect(new Set(prints).size).toBe(2);
});

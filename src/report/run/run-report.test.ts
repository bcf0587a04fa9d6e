import { createHash } from 'node:crypto';

import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { runHtml } from './run-document.ts';
import { styles, stylesHash } from '../html-page.ts';
import { runJunit } from './run-junit.ts';
import type { RunReport } from './run-report.ts';

const UNSEEN = /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(
    '</style><script>x()</script>',
    '"><b onclick=x>',
    ']]>',
    '&lt;',
    '\u202e\u001b[2J',
    'x'.repeat(5000),
  ),
);

const job = fc.record({
  id: text,
  kind: fc.constantFrom('ticket' as const, 'audit' as const),
  title: text,
  status: fc.constantFrom('completed' as const, 'failed' as const, 'pending' as const, 'executing' as const),
  attempts: fc.nat({ max: 5 }),
  reason: text,
  commit: fc.constant(null),
  costUsd: fc.nat(),
  tokens: fc.nat(),
  stop: fc.option(
    fc.record({ how: fc.constantFrom('skipped' as const), released: fc.boolean(), by: text, why: text }),
  ),
  judged: fc.boolean(),
  landed: fc.option(text),
  endedAt: fc.option(fc.nat()),
  busyMs: fc.nat(),
  sentBack: fc.array(fc.record({ kind: text, because: text }), { maxLength: 2 }),
  evidence: fc.constant([]),
  putBack: fc.array(text, { maxLength: 2 }),
  accepted: fc.array(fc.record({ by: text, why: text }), { maxLength: 2 }),
  acceptedBy: fc.option(text),
  setAside: fc.constant([]),
  runs: fc.array(
    fc.record({
      run: fc.nat(),
      attempt: fc.nat(),
      stage: fc.constant('review' as const),
      who: text,
      startedAt: fc.nat(),
      durationMs: fc.option(fc.nat()),
      costUsd: fc.nat(),
      result: text,
      said: fc.array(text, { maxLength: 2 }),
    }),
    { maxLength: 2 },
  ),
  lastLines: fc.array(text, { maxLength: 2 }),
  findings: fc.array(
    fc.record({
      run: fc.nat(),
      attempt: fc.nat(),
      source: fc.constant({ kind: 'critic' as const, name: 'critic' }),
      rule: text,
      severity: fc.constantFrom('HIGH' as const, 'LOW' as const),
      file: text,
      line: fc.nat(),
      message: text,
      evidence: text,
      fix: text,
      fingerprint: text,
      grounding: fc.constant('located' as const),
    }),
    { maxLength: 2 },
  ),
});

const report: fc.Arbitrary<RunReport> = fc.record({
  schemaVersion: fc.constant(1 as const),
  epic: text,
  status: fc.constantFrom('completed' as const, 'escalated' as const),
  outcome: fc.record({
    verdict: fc.constantFrom('passed' as const, 'failed' as const, 'paused' as const),
    word: fc.constantFrom('PASSED', 'FAILED', 'PAUSED'),
    because: text,
  }),
  epicBranch: fc.option(text),
  base: text,
  tip: text,
  diff: fc.option(
    fc.array(fc.record({ path: text, added: fc.option(fc.nat()), removed: fc.option(fc.nat()) }), {
      maxLength: 2,
    }),
  ),
  startedAt: fc.option(fc.nat()),
  at: fc.nat(),
  costUsd: fc.nat(),
  tokens: fc.nat(),
  cost: fc.constantFrom('cost $0', 'cost not reported by the agents'),
  landing: fc.constantFrom('', 'landing: 12 gates, 3 void (1m40s of checks)'),
  redAtBase: fc.array(text, { maxLength: 2 }),
  counts: fc.constant({ done: 0, running: 0, waiting: 0, blocked: 0, deciding: 0, failed: 0 }),
  judges: fc.constant(null),
  critics: fc.array(text, { maxLength: 2 }),
  enforcement: fc.constantFrom('enforced' as const, 'verified' as const, null),
  requirements: fc.array(text, { maxLength: 2 }),
  notes: fc.array(text, { maxLength: 2 }),
  calibrations: fc.array(text, { maxLength: 2 }),
  decisions: fc.array(
    fc.record({
      ticket: text,
      title: text,
      reason: text,
      headline: text,
      because: text,
      blocks: fc.nat(),
      evidence: fc.array(text, { maxLength: 2 }),
      answers: fc.array(fc.record({ command: text, consequence: text }), { maxLength: 2 }),
    }),
    { maxLength: 2 },
  ),
  people: fc.array(fc.record({ at: fc.nat(), by: text, about: fc.option(text), words: text }), {
    maxLength: 2,
  }),
  jobs: fc.array(job, { maxLength: 4 }),
});

test('EPIC-13 whatever a run has heard, its page has exactly its own elements and no script', () => {
  fc.assert(
    fc.property(report, (value) => {
      const body = runHtml(value).replace(styles, '');
      const known =
        '! !doctype html head meta title style body h1 h2 h3 p strong span section ul li main table thead tbody tr th td a article details summary code pre';
      const tags = [...body.matchAll(/<\/?([a-z!][a-z0-9]*)/gi)].map(([, name = '']) => name.toLowerCase());
      expect(tags.filter((tag) => !known.split(' ').includes(tag))).toEqual([]);
      expect(tags.filter((tag) => tag === 'article')).toHaveLength(2 * value.jobs.length);
      expect(body.replace(/<\/?[a-z!][^<>]*>/gi, '')).not.toMatch(/[<>]/);
      expect(body).not.toMatch(/ on[a-z]+=|javascript:|https?:/i);
      expect(body.replaceAll('\n', '')).not.toMatch(UNSEEN);
      expect(body.match(/ id="[^"]*"/g)?.every((id) => /^ id="job-[A-Za-z0-9_]*"$/.test(id)) ?? true).toBe(
        true,
      );
    }),
  );
});

test('EPIC-13 and JUnit is well-formed, with as many cases as jobs and a pass only for what completed', () => {
  fc.assert(
    fc.property(report, (value) => {
      const xml = runJunit(value);
      // A run that is no pass has a case that says so, where no ticket does.
      const said = xml.match(/ name="outcome"><error /g)?.length ?? 0;
      expect(xml.match(/<testcase /g) ?? []).toHaveLength(value.jobs.length + said);
      const passes = xml.match(/<testcase [^<>]*\/>/g) ?? [];
      expect(said === 0 || value.outcome.verdict !== 'passed').toBe(true);
      expect(passes).toHaveLength(value.jobs.filter(({ status }) => status === 'completed').length);
      expect(xml.replace(/<[/?]?[a-z][^<>]*>/gi, '')).not.toMatch(/[<>]/);
      expect(xml.replaceAll('\n', '')).not.toMatch(UNSEEN);
    }),
  );
});

test('the page allows its own styles and no others', () => {
  expect(stylesHash).toBe(`sha256-${createHash('sha256').update(styles).digest('base64')}`);
});

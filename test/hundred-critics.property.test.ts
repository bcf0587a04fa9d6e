// A hundred critics at work at the same moment, in one process: the stage that asks and hears them, its records and the
// fold of what they said. `hundred-critics.e2e.test.ts` has the same with real processes.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { ids as randomIds } from '../src/project/open-ports.ts';
import { review } from '../src/run/stages/review.ts';
import type { AgentCall, AgentEnd } from '../src/ports/agents.ts';
import type { ResultDraft } from '../src/ports/records.ts';
import { jobNamed } from '../src/state/index.ts';
import { handOut, siteOf, type Stand } from './support/site.ts';

const MANY = 100;
const never = new AbortController().signal;
const numbers = Array.from({ length: MANY }, (_, nth) => nth);
const idOf = (nth: number): string => `T-${nth}`;
const fileOf = (id: string): string => `parts/${id}.ts`;

const kinds = ['pass', 'fail', 'token of another', 'ticket of another', 'answer of another'] as const;
type Kind = (typeof kinds)[number];
type Called = { readonly call: AgentCall; answer(text: string): void };

/** All of them are in review and have been asked; nobody has answered. */
type Bench = {
  readonly site: Stand;
  readonly called: ReadonlyMap<string, Called>;
  readonly results: readonly Promise<ResultDraft | undefined>[];
};

async function allAsked(): Promise<Bench> {
  const ticket = (nth: number): string =>
    `  - { id: ${idOf(nth)}, title: Part ${nth}, acceptance: [{ id: AC1, text: it is there }] }\n`;
  const commits = numbers.map((nth) => [
    idOf(nth),
    { files: { 'src/a.ts': 'one\ntwo\n', [fileOf(idOf(nth))]: `${nth}\n` }, parents: ['base'] },
  ]);
  const stand = siteOf({
    epic: numbers.map(ticket).join(''),
    commits: Object.fromEntries(commits) as Record<string, { files: Record<string, string> }>,
  });
  const called = new Map<string, Called>();
  let everybody = (): void => undefined;
  const asked = new Promise<void>((resolve) => (everybody = resolve));
  const call = (given: AgentCall): Promise<AgentEnd> =>
    new Promise((resolve) => {
      const usual = { stop: { kind: 'finished' }, usage: null, session: null, by: null } as const;
      called.set(given.ticket, { call: given, answer: (text) => resolve({ ...usual, text }) });
      if (called.size === MANY) everybody();
    });
  const site: Stand = { ...stand, ids: randomIds, agents: { ...stand.agents, call } };
  const assignments = numbers.map((nth) => handOut(site, 'review', { ticket: idOf(nth), commit: idOf(nth) }));
  const results = assignments.map((assignment) => review(site, assignment, never));
  await asked;
  return { site, called, results };
}

const passed = (id: string, token: string | null): string => `Files Reviewed:
- ${fileOf(id)}

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

REVIEW_PASSED: ${id} ${token}
`;

const failed = (id: string, token: string | null): string => `Issues Found:
- ${fileOf(id)}:1: ${id} is wrong

Priority: HIGH

REVIEW_FAILED: ${id} ${token}
`;

const tokenOf = ({ called }: Bench, id: string): string | null => called.get(id)?.call.token ?? null;

/** What a critic says that is honest, or has mixed itself up with a neighbour at the same table. */
function said(bench: Bench, id: string, other: string, kind: Kind): string {
  const own = tokenOf(bench, id);
  switch (kind) {
    case 'pass':
      return passed(id, own);
    case 'fail':
      return failed(id, own);
    case 'token of another':
      return passed(id, tokenOf(bench, other));
    case 'ticket of another':
      return passed(other, own);
    case 'answer of another':
      return passed(other, tokenOf(bench, other));
  }
}

const order = fc.shuffledSubarray(numbers, { minLength: MANY });

test('EPIC-15 a hundred critics at once give a hundred verdicts, each about its own ticket under its own token, in whatever order they answer', async () => {
  const scene = fc.record({
    kind: fc.array(fc.constantFrom(...kinds), { minLength: MANY, maxLength: MANY }),
    answering: order,
    folding: order,
    step: fc.integer({ min: 1, max: MANY - 1 }),
  });
  const property = fc.asyncProperty(scene, async ({ kind, answering, folding, step }) => {
    const bench = await allAsked();
    expectOwnTokens(bench);
    const other = (nth: number): string => idOf((nth + step) % MANY);
    const kindOf = (nth: number): Kind => kind[nth] ?? 'pass';
    for (const nth of answering)
      bench.called.get(idOf(nth))?.answer(said(bench, idOf(nth), other(nth), kindOf(nth)));
    const results = await Promise.all(bench.results);
    await expectVerdicts(bench, results, kindOf);
    for (const nth of folding) expectFolded(bench.site, results[nth], other(nth));
    for (const nth of numbers) {
      const [seat] = jobNamed(bench.site.state(), idOf(nth))?.seats ?? [];
      expect(seat).toMatchObject({ state: 'done', outcome: { type: results[nth]?.type, run: seat?.run } });
    }
  });
  await fc.assert(property, { numRuns: 10, endOnFailure: true });
});

/** Everybody has a token that nobody else was told. */
function expectOwnTokens({ called }: Bench): void {
  const calls = [...called.values()].map(({ call }) => call);
  const tokens = calls.map(({ token }) => token ?? '');
  expect(new Set(tokens).size).toBe(MANY);
  for (const { prompt, ticket, token } of calls) {
    expect([ticket, tokens.filter((each) => prompt.includes(each))]).toEqual([ticket, [token]]);
    const files = [...prompt.matchAll(/parts\/(T-\d+)\.ts/g)].map(([, id]) => id);
    expect(new Set(files)).toEqual(new Set([ticket]));
  }
}

async function expectVerdicts(
  { site }: Bench,
  results: readonly (ResultDraft | undefined)[],
  kindOf: (nth: number) => Kind,
): Promise<void> {
  const verdict = { pass: 'critic_pass', fail: 'critic_fail' } as const;
  for (const nth of numbers) {
    const kind = kindOf(nth);
    const due = kind === 'pass' || kind === 'fail' ? verdict[kind] : 'agent_unclear';
    const result = results[nth];
    expect([idOf(nth), kind, result?.ticket, result?.type]).toEqual([idOf(nth), kind, idOf(nth), due]);
    const feedback = await site.records.get(result?.run ?? -1, 'feedback');
    const found = feedback?.findings.map(({ file, message }) => [file, message]) ?? [];
    expect(found).toEqual(kind === 'fail' ? [[fileOf(idOf(nth)), `${idOf(nth)} is wrong`]] : []);
  }
}

/** Under the name of another it is noted and changes nothing; under its own it changes its own ticket and no other. */
function expectFolded(site: Stand, result: ResultDraft | undefined, other: string): void {
  if (result === undefined) throw new Error('a critic was called off');
  const before = site.state();
  site.tell({ ...result, ticket: other });
  expect(site.state().ignored).toBe(before.ignored + 1);
  expect(site.state().jobs).toEqual(before.jobs);
  site.tell(result);
  const touched = numbers.map(idOf).filter((id) => jobNamed(site.state(), id) !== jobNamed(before, id));
  expect([touched, site.state().ignored]).toEqual([[result.ticket], before.ignored + 1]);
}

test('EPIC-15 a hundred critics who all have much to say take a tenth of the 300 MB that the coordinator may have', async () => {
  const before = heap();
  const bench = await allAsked();
  const words = 'Every line of it was read, and this is what there is to say about it.\n'.repeat(500);
  for (const id of numbers.map(idOf))
    bench.called.get(id)?.answer(`${passed(id, tokenOf(bench, id))}\nNotes:\n${words}${id}\n`);
  const results = await Promise.all(bench.results);
  expect(new Set(results.map((result) => result?.type))).toEqual(new Set(['critic_pass']));
  // All answers, prompts and records are still held: nothing of it was written to a disk.
  expect(heap() - before).toBeLessThan(30 * 1024 * 1024);
  expect(bench.called.size).toBe(MANY);
});

/** Bytes in use once everything that nobody holds is gone. */
function heap(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

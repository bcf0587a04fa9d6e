// Many critics at the same moment through the built CLI: each verdict belongs to its ticket and its token, and the
// coordinator stays small. `npm test` asks 12 of them; GAUNTLET_CRITICS=100 (as `npm run test:full` sets it) asks all.
import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { auditFailed, reviewFailed, reviewPassed } from '../support/answers.ts';
import { EpicRun, type Start } from '../support/epic-run.ts';
import type { Step } from '../support/playbook.ts';

const MANY = Number(process.env['GAUNTLET_CRITICS'] ?? 12);
const numbers = Array.from({ length: MANY }, (_, nth) => nth);
const idOf = (nth: number): string => `C-${nth + 1}`;
/** Every third is sent back, by a finding that names its own file and nobody else's. */
const isWanting = (nth: number): boolean => nth % 3 === 0;

const playbook: readonly Step[] = numbers.map((nth) => ({
  role: 'critic',
  ticket: idOf(nth),
  hold: idOf(nth),
  say: isWanting(nth) ? reviewFailed([`parts/${idOf(nth)}.txt:1 - ${idOf(nth)} is wrong`]) : reviewPassed(),
}));

let epic: EpicRun;
let critics: readonly Start[];
let peakKb = 0;

beforeAll(async () => {
  epic = new EpicRun({
    config: {
      // One round only: whatever a judge refuses waits for a person, and nothing has to land.
      limits: {
        maxParallel: 16,
        maxAgents: MANY,
        maxVerify: 4,
        maxRevisions: 0,
        agentTimeout: '10m',
        stall: '10m',
      },
    },
    tickets: numbers.map((nth) => ({ id: idOf(nth) })),
    playbook: [...playbook, { role: 'auditor', auditor: '', say: auditFailed(['AC1']) }],
  });
  const { child, ended } = epic.start(['run', 'epic.yaml', '--no-input']);
  const watch = setInterval(() => (peakKb = Math.max(peakKb, peakOf(child.pid))), 200);
  // Nobody is let go before the last one has started: all of them are at work together.
  await Promise.all(numbers.map((nth) => epic.until(`held ${idOf(nth)}`)));
  critics = (await epic.starts()).filter(({ role }) => role === 'critic');
  peakKb = Math.max(peakKb, peakOf(child.pid));
  for (const nth of numbers.toReversed()) epic.letGo(idOf(nth));
  await ended;
  clearInterval(watch);
  await epic.look();
}, 900_000);

afterAll(() => epic?.remove());

test(`EPIC-15 ${MANY} critics work at once, one for each ticket, each with a token of its own`, () => {
  expect(critics.map(({ ticket }) => ticket).toSorted()).toEqual(numbers.map(idOf).toSorted());
  expect(new Set(critics.map(({ token }) => token)).size).toBe(MANY);
});

test('EPIC-15 every verdict is the one that was given about that ticket, by the critic who held its token', () => {
  for (const nth of numbers) {
    const id = idOf(nth);
    const [asked] = epic.runs(id, 'review');
    const verdicts = [...epic.of(id, 'critic_pass'), ...epic.of(id, 'critic_fail')];
    expect([id, verdicts.map(({ type, run }) => [type, run])]).toEqual([
      id,
      [[isWanting(nth) ? 'critic_fail' : 'critic_pass', asked?.run]],
    ]);
    const token = critics.find(({ ticket }) => ticket === id)?.token;
    expect(epic.record(asked?.run ?? -1, 'issued')).toMatchObject({ token });
  }
});

test('EPIC-15 no critic was told the token or the files of another', () => {
  for (const nth of numbers) {
    const [prompt = ''] = epic.prompts(idOf(nth), 'review');
    const strangers = critics.filter(({ ticket, token }) => ticket !== idOf(nth) && prompt.includes(token));
    expect([idOf(nth), strangers]).toEqual([idOf(nth), []]);
    const files = [...prompt.matchAll(/parts\/(C-\d+)\.txt/g)].map(([, ticket]) => ticket);
    expect(new Set(files)).toEqual(new Set([idOf(nth)]));
  }
});

test('EPIC-15 a finding reaches the ticket it is about and no other', () => {
  for (const nth of numbers) {
    const told = epic.of(idOf(nth), 'ticket_escalated');
    expect([idOf(nth), told.map(({ kind }) => kind)]).toEqual([
      idOf(nth),
      [isWanting(nth) ? 'review' : 'audit'],
    ]);
  }
});

test('EPIC-15 the coordinator takes less than 300 MB', () => {
  expect(peakKb).toBeGreaterThan(0);
  expect(peakKb).toBeLessThan(300 * 1024);
});

/** The most memory a process has ever taken, in KB, as the kernel counts it. */
function peakOf(pid: number | undefined): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

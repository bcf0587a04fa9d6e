import { expect, test } from 'vitest';

import { direct, directUnmeasured } from '../../../test/support/director.ts';
import { decisionLines, openDecisions } from './decisions.ts';
import { eventWords } from '../event-words.ts';

test('FIRST-06 a decision is said in one short line; the whole reason stays for gauntlet decide', () => {
  const stage = direct({ tickets: ['A'] }, { waitForPeople: true });
  const because = `the scores are missing: ${'no score; '.repeat(60)}\noutput of the check`;
  for (let nth = 0; nth < 3; nth++) stage.answer('A', 'agent_unclear', { because });
  const open = openDecisions(stage.state(), new Map());
  const [first = ''] = decisionLines(open, 'e1');
  expect(first).toMatch(
    /^ {2}A: unreadable answer: no answer of the develop stage could be read, asked 3 times .*: the scores are missing/,
  );
  expect(first.length).toBeLessThan(280);
  expect(open[0]?.because.length).toBeGreaterThan(600);
  const [escalated] = stage.events('ticket_escalated');
  expect(escalated === undefined ? '' : eventWords(escalated)).toMatch(/^needs your decision .{1,280}$/);
});

test('FIRST-06 a check that is red at base is named once', () => {
  const stage = directUnmeasured({ tickets: ['A'] });
  stage.answer('baseline', 'baseline_measured', { red: ['go test'], because: 'go test: exit code 1' });
  const [measured] = stage.events('baseline_measured').slice(-1);
  expect(measured === undefined ? '' : eventWords(measured)).toBe('not green at base: go test: exit code 1');
});

test('REWORK-11 a ticket that a person took over names the steps of the work, not the decision again', () => {
  const stage = direct({ tickets: ['A'] }, { maxRevisions: 0 });
  stage.drive('A', 'review');
  stage.answer('A', 'critic_fail', { findings: ['src/a.ts:3'] });
  stage.decide('A', 'manual', 'mine');
  const lines = decisionLines(openDecisions(stage.state(), new Map(), 'e1'), 'e1');
  expect(lines[0]).toBe('  A: a person fixes it by hand: mine');
  expect(lines.slice(1).map((line) => line.trim().replace(/ {2,}.*/, ''))).toEqual([
    'gauntlet ticket open A --epic e1',
    'gauntlet resume e1',
    'gauntlet decide A --fail --reason "…" --epic e1',
  ]);
  const [blocked] = stage.events('ticket_blocked');
  expect(blocked === undefined ? '' : eventWords(blocked)).toBe('a person fixes it by hand: mine');
});

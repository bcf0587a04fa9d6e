import { expect, test } from 'vitest';

import { direct, directUnmeasured } from '../../test/support/director.ts';
import { decisionLines, openDecisions } from './decisions.ts';
import { eventWords } from './event-words.ts';

test('FIRST-06 a decision is said in one short line; the whole reason stays for gauntlet decide', () => {
  const stage = direct({ tickets: ['A'] }, { waitForPeople: true });
  const because = `the scores are missing: ${'no score; '.repeat(60)}\noutput of the check`;
  for (let nth = 0; nth < 3; nth++) stage.answer('A', 'agent_unclear', { because });
  const open = openDecisions(stage.state(), new Map());
  const [first = ''] = decisionLines(open);
  expect(first).toMatch(
    /^ {2}A: agent_unavailable: no usable answer in develop stage: the scores are missing/,
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

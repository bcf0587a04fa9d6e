import fc from 'fast-check';
import { expect, test } from 'vitest';
import { epicText } from '../../test/samples.ts';
import type { Epic, Ticket } from '../model/epic.ts';
import { formatComplaint } from '../schema/complaint.ts';
import { readEpic } from './read-epic.ts';
import { readTicket, ticketText } from './read-ticket.ts';

const epic = read(`version: 1
epic: told
milestones: [{ id: m1 }, { id: m2, after: [m1] }]
tickets:
  - { id: A, title: First, milestone: m1, acceptance: [the file a.txt exists] }
  - { id: B, title: Second, milestone: m2, needs: [A], acceptance: [the file b.txt exists] }
`);

function read(text: string): Epic {
  const result = readEpic({ file: 'epic.yaml', text, readFile: () => '' });
  if (!result.ok) throw new Error(result.complaints.map(formatComplaint).join('\n'));
  return result.value;
}

function ticket(text: string, replaces: string | null = null, file = 't.yaml') {
  return readTicket({ file, text, epic, replaces, readFile: () => undefined });
}

function said(text: string, replaces: string | null = null, file = 't.yaml'): string[] {
  return ticket(text, replaces, file).complaints.map(formatComplaint);
}

test('BEYOND-10 all complaints about a new ticket come at once, at the places where they are', () => {
  const text = 'id: a\ntitel: Third\nneeds: [AA, Z]\nmilestone: m3\ntouches: ["../x"]\nacceptance: []\n';
  const complaints = said(text);
  expect(complaints.join('\n')).toContain('t.yaml:1:5 id: the id "a" is already used by A');
  for (const part of [
    't.yaml:2:1 titel: unknown key',
    'hint: did you mean',
    'there is no ticket "AA"',
    'there is no milestone "m3"',
    '"../x"',
    'has no acceptance criteria',
    '"title" is missing',
  ])
    expect(complaints.join('\n')).toContain(part);
});

test('BEYOND-10 circles are seen across the whole epic, milestones included', () => {
  expect(said('needs: [B]\ntitle: First\nacceptance: [it is there]\n', 'A').join()).toContain(
    'wait for each other: B → A → B',
  );
  const across = 'id: C\ntitle: Third\nmilestone: m1\nneeds: [B]\nacceptance: [the file c.txt exists]\n';
  expect(said(across).join()).toContain('depends on a ticket of a later milestone');
});

test('BEYOND-10 an edit says nothing of who a ticket is: id and milestone stay', () => {
  const text =
    'title: Second again\nneeds: []\nacceptance: [{ text: b.txt has 3 lines, verify: [wc, -l, b.txt] }]\n';
  expect(ticket(text, 'B')).toMatchObject({
    ok: true,
    value: { id: 'B', milestone: 'm2', needs: [], title: 'Second again' },
  });
  const moved = said(`id: D\nmilestone: m1\n${text}`, 'B');
  expect(moved.join()).toContain('an id cannot be changed');
  expect(moved.join()).toContain('cannot be moved to another milestone');
});

test('BEYOND-10 a Markdown ticket is read too, and complaints name the file that was given', () => {
  const text = '---\nid: C\n---\n# Third\n\nDo it.\n\n## Acceptance Criteria\n\n- the file c.txt exists\n';
  expect(ticket(text, null, 'notes/c.md')).toMatchObject({
    ok: true,
    value: { id: 'C', title: 'Third', description: 'Do it.', file: null, acceptance: [{ id: 'AC1' }] },
  });
  expect(said('---\nid: C\nneeds: [Z]\n---\n# Third\n', null, 'notes/c.md').join('\n')).toMatch(
    /^notes\/c\.md:/,
  );
});

test.each(['', '- a\n', 'just words', 'id: [', '&x {}'])('what is no ticket is refused: %j', (text) => {
  expect(ticket(text).ok).toBe(false);
});

const word = fc.stringMatching(/^[A-Za-z][A-Za-z0-9 ]{0,20}[A-Za-z0-9]$/);
const words = fc
  .string({ minLength: 1, maxLength: 60 })
  .map((text) => `x${text.replaceAll(/\p{Cc}|[\u2028\u2029\ufeff\ufffe\uffff]|\p{Cs}/gu, ' ')}x`.trim());
const anyTicket: fc.Arbitrary<Ticket> = fc.record({
  id: fc.constant('A'),
  title: words,
  description: words,
  file: fc.constant(null),
  type: fc.option(word),
  priority: fc.integer({ min: -1000, max: 1000 }),
  risk: fc.constantFrom('low', 'normal', 'high'),
  milestone: fc.constant('m1'),
  needs: fc.constant([]),
  touches: fc.uniqueArray(fc.constantFrom('src/**', 'docs/*.md')),
  mayChange: fc.uniqueArray(fc.constantFrom('tsconfig.json')),
  review: fc.boolean(),
  depth: fc.option(fc.constantFrom('quick', 'thorough')),
  critical: fc.boolean(),
  reading: fc.constant({ must: [], reference: [] }),
  standards: fc.array(
    words.map((text) => ({ kind: 'text', text }) as const),
    { maxLength: 2 },
  ),
  requirements: fc.uniqueArray(word, { maxLength: 2 }),
  acceptance: fc
    .uniqueArray(word, {
      minLength: 1,
      maxLength: 3,
      selector: (text) => text.toLowerCase().replaceAll(/ +/g, ' '),
    })
    .map((texts) =>
      texts.map((text, index) => ({ id: `AC${index + 1}`, text, verify: index === 0 ? 'npm test' : null })),
    ),
});

test('BEYOND-10 what is printed of a ticket reads back as the same ticket', () => {
  fc.assert(
    fc.property(anyTicket, (before) => {
      const result = ticket(ticketText(before), 'A');
      expect(result.complaints.filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(result.ok ? result.value : undefined).toEqual(before);
    }),
  );
});

test('the sample epic prints and reads back', () => {
  const sample = read(epicText);
  for (const one of sample.tickets)
    expect(
      readTicket({
        file: 't.yaml',
        text: ticketText(one),
        epic: sample,
        replaces: one.id,
        readFile: () => '',
      }),
    ).toMatchObject({ ok: true });
});

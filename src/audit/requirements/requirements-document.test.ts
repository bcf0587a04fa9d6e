import { expect, test } from 'vitest';
import { defaultConvergence } from '../../model/convergence.ts';
import { parseRequirements } from './requirements-document.ts';

const OPEN =
  'a code fence or comment is never closed, or the document is too long: not all checkboxes were read';

const document = `# Requirements

- [x] REQ-001: Users log in (review_cycles: 2)
- [ ] **REQ-002**: Users log out (review_cycles: 3)
  - [X] TECH-001 nested
* [ ] WIRE-003
+ [x] no id here

## Review Log

| cycle | reviewer | item | verdict | details |
| --- | --- | --- | --- | --- |
| 1 | critic | REQ-001 | FAIL | a \\| b |
| 2 | test | REQ-001 | PASS | |
`;

test('TEAM-12 boxes, ids, cycles and the Review Log are read', () => {
  expect(parseRequirements(document)).toEqual({
    total: 5,
    checked: 3,
    ratio: 0.6,
    reviewCycles: 3,
    health: 'degraded',
    escalated: ['REQ-002 (cycles: 3)'],
    reasons: [],
    items: [
      { id: 'REQ-001', text: 'REQ-001: Users log in', line: 3, checked: true, cycles: 2 },
      { id: 'REQ-002', text: '**REQ-002**: Users log out', line: 4, checked: false, cycles: 3 },
      { id: 'TECH-001', text: 'TECH-001 nested', line: 5, checked: true, cycles: 0 },
      { id: 'WIRE-003', text: 'WIRE-003', line: 6, checked: false, cycles: 0 },
      { id: '', text: 'no id here', line: 7, checked: true, cycles: 0 },
    ],
    log: [
      { cycle: 1, reviewer: 'critic', item: 'REQ-001', verdict: 'FAIL', details: 'a | b' },
      { cycle: 2, reviewer: 'test', item: 'REQ-001', verdict: 'PASS', details: '' },
    ],
  });
});

test('TEAM-12 CRLF changes nothing', () => {
  expect(parseRequirements(document.replaceAll('\n', '\r\n'))).toEqual(parseRequirements(document));
});

test('TEAM-12 without boxes the health is unknown', () => {
  expect(parseRequirements('# Nothing\n')).toEqual({
    total: 0,
    checked: 0,
    ratio: 0,
    reviewCycles: 0,
    health: 'unknown',
    escalated: [],
    reasons: ['no requirements: the document has no checkboxes'],
    items: [],
    log: [],
  });
});

test('TEAM-12 boxes in code fences and comments do not count, at any depth', () => {
  const hidden = [
    '- [x] REQ-1 (review_cycles: 1)',
    '```',
    '- [ ] REQ-2',
    '```',
    '~~~md',
    '- [ ] REQ-3 (review_cycles: 9)',
    '~~~',
    '    ```',
    '    - [ ] REQ-4',
    '    ```',
    '<!--',
    '- [ ] REQ-5',
    '-->',
    '<!-- - [ ] REQ-6 -->',
    'text - [ ] REQ-8',
  ].join('\n');
  expect(parseRequirements(hidden)).toMatchObject({
    total: 1,
    checked: 1,
    reviewCycles: 1,
    health: 'healthy',
  });
});

test('TEAM-12 a comment within a line hides nothing after it', () => {
  const text = '- [x] REQ-1 strips `<!--`\n- [ ] REQ-2 (review_cycles: 1)\n';
  expect(parseRequirements(text)).toMatchObject({ total: 2, checked: 1, reasons: [] });
});

test('TEAM-12 a fence or comment that is never closed makes the health unknown', () => {
  for (const opening of ['```', '<!-- later']) {
    const read = parseRequirements(`- [x] REQ-1 (review_cycles: 1)\n${opening}\n- [ ] REQ-2\n`);
    expect(read).toMatchObject({ total: 1, checked: 1, ratio: 1, health: 'unknown', reasons: [OPEN] });
  }
});

test('TEAM-12 a mark nobody can be sure about counts as open', () => {
  const marks = ['~', '-', '✓', '?', ' x', 'x '].map((mark, index) => `- [${mark}] REQ-${index + 1}`);
  const read = parseRequirements(['- []', '- [  ] REQ-9', '-[x] REQ-10', ...marks].join('\n'));
  expect(read).toMatchObject({ total: 9, checked: 1 });
  expect(read.reasons).toEqual([
    'line 4: [~] is neither ticked nor empty and counts as open',
    'line 5: [-] is neither ticked nor empty and counts as open',
    'line 6: [✓] is neither ticked nor empty and counts as open',
    'line 7: [?] is neither ticked nor empty and counts as open',
    'line 8: [x] is neither ticked nor empty and counts as open',
    'line 9: [x] is neither ticked nor empty and counts as open',
  ]);
});

test('TEAM-12 links and notes in brackets are no boxes', () => {
  const lines = [
    '- [x](https://example.org)',
    '- [docs](https://example.org)',
    '- [docs][1] more',
    '[1]: https://example.org',
    '- [[Page]]',
    '- [more than twelve] letters',
    '> [!NOTE]',
    '**[Note]** in bold',
    'see [ ] there',
    '| a | [docs](x) |',
  ];
  expect(parseRequirements(lines.join('\n')).items).toEqual([]);
});

test('TEAM-12 an item’s cycles are the highest of its markers, on its line or indented below', () => {
  const text = [
    '- [ ] REQ-1 (review_cycles: 4) and (review_cycles: 1)',
    '  more words (Review_Cycles:2)',
    '',
    '  (review_cycles: 5)',
    '- [ ] REQ-2',
    'not indented (review_cycles: 8)',
    '  indented, but after that (review_cycles: 9)',
    '- [ ] REQ-3',
    '## heading',
    '  (review_cycles: 7)',
    'review_cycles: 6',
  ].join('\n');
  const read = parseRequirements(text);
  expect(read.items.map((item) => item.cycles)).toEqual([5, 0, 0]);
  expect(read.reviewCycles).toBe(5);
});

test('TEAM-12 unchecked items are escalated from three cycles on, with their line where they have no id', () => {
  const text = '- [ ] REQ-1 (review_cycles: 2)\n- [ ] (review_cycles: 4)\n- [x] REQ-3 (review_cycles: 5)\n';
  expect(parseRequirements(text).escalated).toEqual(['line 2 (cycles: 4)']);
  const early = { ...defaultConvergence, escalateAfter: 2 };
  expect(parseRequirements(text, early).escalated).toEqual(['REQ-1 (cycles: 2)', 'line 2 (cycles: 4)']);
  expect(parseRequirements(text, { ...defaultConvergence, degradedRatio: 0.3 }).health).toBe('degraded');
});

test.each([
  ['REQ-001: x', 'REQ-001'],
  ['**REQ-001** x', 'REQ-001'],
  ['`REQ-001` x', 'REQ-001'],
  ['[REQ-001] x', 'REQ-001'],
  ['(REQ-001) x', 'REQ-001'],
  ['REQ-001a x', 'REQ-001a'],
  ['AC1 x', 'AC1'],
  ['A-B-3.2 x', 'A-B-3.2'],
  ['API docs', ''],
  ['REQ-x docs', ''],
  ['req-001 x', ''],
  ['see REQ-001', ''],
])('TEAM-12 the item %j has the id %j', (text, id) => {
  expect(parseRequirements(`- [ ] ${text}`).items[0]?.id).toBe(id);
});

test('TEAM-12 an id that stands twice is told', () => {
  expect(parseRequirements('- [x] REQ-1\n- [ ] REQ-2\n- [x] REQ-1\n- [ ]\n- [ ]').reasons).toEqual([
    'REQ-1 is on lines 1, 3',
  ]);
});

test('TEAM-12 beyond ten thousand boxes the health is unknown', () => {
  const many = (count: number) => '- [x] done\n'.repeat(count);
  expect(parseRequirements(many(10_000))).toMatchObject({ total: 10_000, health: 'healthy', reasons: [] });
  expect(parseRequirements(many(10_002))).toMatchObject({
    total: 10_002,
    checked: 10_000,
    health: 'unknown',
    reasons: ['2 boxes after the first 10000 were not read'],
  });
});

test('TEAM-12 boxes below a Review Log heading or after its table count', () => {
  const text =
    '## Review Log\n\n- [ ] REQ-1\n\n| a |\n|---|\n| 1 | b |\n- [ ] REQ-2\n| 2 | not in the table |\n';
  const read = parseRequirements(text);
  expect(read.items.map((item) => item.id)).toEqual(['REQ-1', 'REQ-2']);
  expect(read.log).toEqual([{ cycle: 1, reviewer: 'b', item: '', verdict: '', details: '' }]);
});

test('TEAM-12 only the first Review Log is read, and a row’s odd cycle is 0', () => {
  const table = (cycle: string) => `# the review log\n|c|r|i|v|d|\n|-|-|-|-|-|\n|${cycle}|r|i|v|d|\n`;
  const entry = { cycle: 0, reviewer: 'r', item: 'i', verdict: 'v', details: 'd' };
  expect(parseRequirements(table('one') + table('2')).log).toEqual([entry]);
});

test('TEAM-12 a Review Log without header has only entries', () => {
  const entry = { cycle: 1, reviewer: 'r', item: 'i', verdict: 'v', details: 'd' };
  const log = (rows: string) => parseRequirements(`## Review Log\n${rows}`).log;
  expect(log('| 1 | r | i | v | d |\n|1|r|i|v|d|\n')).toEqual([entry, entry]);
  expect(log('| head |\n')).toEqual([]);
});

test('TEAM-12 what an item says is cleaned and cut', () => {
  const [item] = parseRequirements(`- [ ] REQ-1 \u202e\u001b[31mred\t${'x'.repeat(400)}`).items;
  expect(item?.text).toHaveLength(300);
  expect(item?.text.startsWith('REQ-1 red xxx')).toBe(true);
});

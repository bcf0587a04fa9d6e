import { expect, test } from 'vitest';
import { raiseCycles, tick, untick } from './edit.ts';
import { parseRequirements } from './requirements-document.ts';

test.each([
  '1. [ ] REQ-2',
  '12) [ ] REQ-2',
  'a) [ ] REQ-2',
  '• [ ] REQ-2',
  '- - [ ] REQ-2',
  '> - [ ] REQ-2',
  '> 1. [ ] REQ-2',
  '| [ ] | REQ-2 |',
  '- [\u00a0] REQ-2',
  '- [   ] REQ-2',
  '- [\u200b ] REQ-2',
  '\ufeff- [ ] REQ-2',
  '\u200b- [ ] REQ-2',
  '- ☐ REQ-2',
  '- **[ ]** REQ-2',
  '- \\[ ] REQ-2',
  '[ ] REQ-2',
  '| REQ-2 | [ ] |',
  '| REQ-2 | later | [ ] | x |',
])('TEAM-12 an open box written as %j counts and is ticked where it stands', (line) => {
  const document = `- [x] REQ-1 (review_cycles: 1)\n${line}\n`;
  expect(parseRequirements(document)).toMatchObject({
    total: 2,
    checked: 1,
    health: 'degraded',
    reasons: [],
  });
  expect(parseRequirements(document).items[1]).toMatchObject({ id: 'REQ-2', line: 2, checked: false });
  const ticked = tick(document, ['REQ-2']);
  expect(ticked.changed).toEqual(['REQ-2']);
  expect(parseRequirements(ticked.text)).toMatchObject({ total: 2, checked: 2, health: 'healthy' });
  expect(parseRequirements(untick(ticked.text, ['REQ-2']).text)).toMatchObject({ total: 2, checked: 1 });
});

test.each([
  ['- [TODO] REQ-2', '[TODO]'],
  ['- [in progress] REQ-2', '[in progress]'],
  ['- [o] REQ-2', '[o]'],
  ['- [.] REQ-2', '[.]'],
  ['- [❌] REQ-2', '[❌]'],
  ['- ❌ REQ-2', '❌'],
  ['- [1] REQ-2', '[1]'],
  ['| [?] | REQ-2 |', '[?]'],
  ['- [\u202eok] REQ-2', '[ok]'],
])('TEAM-12 the box of %j counts as open and is told', (line, shown) => {
  expect(parseRequirements(`- [x] REQ-1\n${line}\n`)).toMatchObject({
    total: 2,
    checked: 1,
    reasons: [`line 2: ${shown} is neither ticked nor empty and counts as open`],
  });
});

test('TEAM-12 a box that is a link without words is a box', () => {
  expect(parseRequirements('- [x] REQ-1\n- [ ](#x) REQ-2\n')).toMatchObject({ total: 2, checked: 1 });
  expect(parseRequirements('- [x] REQ-1\n- [❌](#x) REQ-2\n')).toMatchObject({ total: 2, checked: 1 });
});

test('TEAM-12 numbered and nested boxes that are ticked count as ticked', () => {
  expect(parseRequirements('1. [x] REQ-1\n- - [X] REQ-2\n[x] REQ-3\n')).toMatchObject({
    total: 3,
    checked: 3,
  });
});

test('TEAM-12 TEAM-26 a document whose lines end in carriage returns is read and edited with its own line ends', () => {
  const document = '# R\r- [x] REQ-1\r- [ ] REQ-2\r- [ ] REQ-3\r';
  expect(parseRequirements(document).items.map(({ id, line }) => [id, line])).toEqual([
    ['REQ-1', 2],
    ['REQ-2', 3],
    ['REQ-3', 4],
  ]);
  expect(tick(document, ['REQ-2']).text).toBe('# R\r- [x] REQ-1\r- [x] REQ-2\r- [ ] REQ-3\r');
  expect(raiseCycles(document, ['REQ-3']).text).toBe(
    '# R\r- [x] REQ-1\r- [ ] REQ-2\r- [ ] REQ-3 (review_cycles: 1)\r',
  );
});

test('TEAM-26 a sign that is a box gets brackets when it is ticked', () => {
  expect(tick('- ☐ REQ-1\n', ['REQ-1']).text).toBe('- [x] REQ-1\n');
  expect(untick('- ❌ REQ-1\n', ['REQ-1']).text).toBe('- [ ] REQ-1\n');
});

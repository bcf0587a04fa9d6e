import { expect, test } from 'vitest';
import { appendReviewLog, raiseCycles, tick, untick } from './edit.ts';
import { parseRequirements } from './requirements-document.ts';

const document = '# R\r\n\r\n- [ ] REQ-1  \r\n* [X] REQ-2 (review_cycles: 9) x\r\n- [~] REQ-3\r\n- [] REQ-4';
const entry = { cycle: 2, reviewer: 'critic', item: 'REQ-1', verdict: 'FAIL', details: 'a | b\nc' };
const row = '| 2 | critic | REQ-1 | FAIL | a \\| b c |';
const header = '| cycle | reviewer | item | verdict | details |\n| --- | --- | --- | --- | --- |\n';

test('TEAM-26 ticking changes the boxes asked for and not one byte more', () => {
  expect(tick(document, ['REQ-1', 'REQ-2', 'REQ-3', 'REQ-4'])).toEqual({
    text: '# R\r\n\r\n- [x] REQ-1  \r\n* [X] REQ-2 (review_cycles: 9) x\r\n- [x] REQ-3\r\n- [x] REQ-4',
    changed: ['REQ-1', 'REQ-3', 'REQ-4'],
    problems: [],
  });
});

test('TEAM-26 unticking does the same the other way round', () => {
  expect(untick(document, ['REQ-4', 'REQ-3', 'REQ-2', 'REQ-1'])).toEqual({
    text: '# R\r\n\r\n- [ ] REQ-1  \r\n* [ ] REQ-2 (review_cycles: 9) x\r\n- [ ] REQ-3\r\n- [] REQ-4',
    changed: ['REQ-3', 'REQ-2'],
    problems: [],
  });
});

test('TEAM-24 raising cycles counts a marker up or adds one at the end of the line', () => {
  expect(raiseCycles(document, ['REQ-1', 'REQ-2', 'REQ-4', 'REQ-1'])).toEqual({
    text:
      '# R\r\n\r\n- [ ] REQ-1 (review_cycles: 1)  \r\n* [X] REQ-2 (review_cycles: 10) x\r\n- [~] REQ-3\r\n' +
      '- [] REQ-4 (review_cycles: 1)',
    changed: ['REQ-1', 'REQ-2', 'REQ-4'],
    problems: [],
  });
});

test('TEAM-24 a marker never grows out of what is read', () => {
  expect(raiseCycles('- [ ] A-1 (review_cycles: 999999)', ['A-1']).text).toBe(
    '- [ ] A-1 (review_cycles: 999999)',
  );
  expect(raiseCycles('- [ ] A-1 (review_cycles: 999998)', ['A-1']).text).toBe(
    '- [ ] A-1 (review_cycles: 999999)',
  );
});

test('TEAM-26 an id that is missing, stands twice or is empty is not ticked', () => {
  const text = '- [ ] REQ-1\n- [ ] REQ-1\n- [ ] no id\n```\n- [ ] REQ-2\n```\n';
  expect(tick(text, ['REQ-1', 'REQ-2', '', 'REQ-9'])).toEqual({
    text,
    changed: [],
    problems: [
      'REQ-1 is on lines 1 and 2',
      'REQ-2 is not in the document',
      ' is not in the document',
      'REQ-9 is not in the document',
    ],
  });
});

test('TEAM-12 a row goes to the end of the Review Log’s table and nothing else changes', () => {
  const before = `# R\n\n## Review Log\n\nWords.\n\n${header}| 1 | x | y | PASS | |\n`;
  const after = '\n## Next\n';
  expect(appendReviewLog(before + after, [entry, entry])).toEqual({
    text: `${before}${row}\n${row}\n${after}`,
    changed: ['REQ-1', 'REQ-1'],
    problems: [],
  });
});

test('TEAM-12 a table that ends the document without a line break gets its row', () => {
  const before = `## Review Log\n${header}| 1 | x | y | PASS | |`;
  expect(appendReviewLog(before, [entry]).text).toBe(`${before}\n${row}\n`);
});

test('TEAM-12 a Review Log without a table gets one, a document without a Review Log gets both', () => {
  expect(appendReviewLog('## Review Log\n\n## Next\n', [entry]).text).toBe(
    `## Review Log\n\n${header}${row}\n\n## Next\n`,
  );
  expect(appendReviewLog('# R\n', [entry]).text).toBe(`# R\n\n## Review Log\n\n${header}${row}\n`);
  expect(appendReviewLog('# R', [entry]).text).toBe(`# R\n\n## Review Log\n\n${header}${row}\n`);
  expect(appendReviewLog('', [entry]).text).toBe(`\n## Review Log\n\n${header}${row}\n`);
});

test('TEAM-12 the document’s own line breaks are used', () => {
  const { text } = appendReviewLog('# R\r\n', [entry]);
  expect(text).toBe(`# R\r\n\r\n## Review Log\r\n\r\n${header.replaceAll('\n', '\r\n')}${row}\r\n`);
});

test('TEAM-12 no rows change nothing, and a document that ends in a fence is waived', () => {
  expect(appendReviewLog('# R', [])).toEqual({ text: '# R', changed: [], problems: [] });
  expect(appendReviewLog('```\n', [entry])).toEqual({
    text: '```\n',
    changed: [],
    problems: ['the document ends inside a code fence or comment, or is too large'],
  });
  const logged = `## Review Log\n${header}\n\`\`\`\n`;
  expect(appendReviewLog(logged, [entry]).text).toBe(`## Review Log\n${header}${row}\n\n\`\`\`\n`);
});

test('SIGNAL-06 what is written to the Review Log is read back', () => {
  const { text } = appendReviewLog('', [entry]);
  expect(parseRequirements(text).log).toEqual([{ ...entry, details: 'a | b c' }]);
});

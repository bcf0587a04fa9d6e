import { expect, test } from 'vitest';
import { addLine, addQuoted, isRule, type Keeps, type Open, type Shape } from './section.ts';

function section(keeps: Keeps = 'all', shape: Shape = 'list'): Open & { indent: number } {
  return { shape, keeps, parts: [], indent: -1, isInline: false, rank: 2 };
}

function partsOf(open: Open, ...lines: readonly string[]): readonly string[] {
  let isAfterBlank = false;
  for (const line of lines) {
    if (line === '') isAfterBlank = true;
    else {
      addLine(open, line, isAfterBlank);
      isAfterBlank = false;
    }
  }
  return open.parts;
}

test('FLOW-04 bullets are entries, and what stands below one belongs to it', () => {
  expect(partsOf(section(), '- one', '  - more of one', '  and more', '- two')).toEqual([
    'one - more of one and more',
    'two',
  ]);
});

test('FLOW-04 rules across the page are no entries', () => {
  expect(partsOf(section(), '- one', '---', '- two', '* * *  ')).toEqual(['one', 'two']);
  expect(isRule('   ***')).toBe(true);
  expect(isRule('    ***')).toBe(false);
  expect(isRule('--')).toBe(false);
});

test('FLOW-04 prose after a list and a blank line is kept by those who keep it', () => {
  const lines = ['- one', '', 'This must be fixed.', '', 'It is fine.'];
  expect(partsOf(section('all'), ...lines)).toEqual(['one', 'This must be fixed.', 'It is fine.']);
  expect(partsOf(section('evidence'), ...lines)).toEqual(['one']);
  expect(partsOf(section('list'), ...lines)).toEqual(['one']);
});

test('FLOW-04 lines that follow one another are one entry; indented ones too, after a blank line', () => {
  expect(partsOf(section('list'), '- one', 'goes on', '', '  and on')).toEqual(['one goes on and on']);
  expect(partsOf(section('list'), '- one', '', '\tand on')).toEqual(['one and on']);
});

test('FLOW-04 rows of a table are entries, its header and ruler are not', () => {
  const table = ['| File | Issue |', '|:---|---:|', '| a.ts | wrong | |', '| b.ts | none |'];
  expect(partsOf(section('all'), ...table)).toEqual(['a.ts - wrong', 'b.ts']);
  expect(partsOf(section('all'), '  | a.ts | wrong |')).toEqual(['a.ts - wrong']);
  expect(partsOf(section('list'), '- one', '| a.ts | wrong |')).toEqual(['one']);
});

test('FLOW-04 code and quotes: entries where they name a place, the rest goes on with the entry before', () => {
  const open = section();
  addLine(open, '- one', false);
  addQuoted(open, '> because of this', 'quote');
  addQuoted(open, '> a.ts:3: wrong', 'quote');
  addQuoted(open, '>', 'quote');
  addQuoted(open, '- a bullet in code', 'fence');
  expect(open.parts).toEqual(['one because of this', 'a.ts:3: wrong', 'a bullet in code']);
});

test('FLOW-04 after "none" a quoted line is an entry of its own, and evidence takes code below an entry alone', () => {
  const none = section();
  addLine(none, '- none', false);
  addQuoted(none, '> but look here', 'quote');
  expect(none.parts).toEqual(['none', 'but look here']);
  const evidence = section('evidence');
  expect(addQuoted(evidence, 'ok', 'fence')).toBe(false);
  addLine(evidence, '- one', false);
  expect([addQuoted(evidence, 'ok', 'fence'), addQuoted(evidence, '> ok', 'quote')]).toEqual([true, false]);
  expect(evidence.parts).toEqual(['one']);
});

test('a text keeps code and not quotes, each line without what stands at its ends', () => {
  const text = section('all', 'text');
  addLine(text, '  said  ', false);
  addQuoted(text, '  const a = 1;', 'fence');
  addQuoted(text, '> quoted', 'quote');
  expect(text.parts).toEqual(['said', '  const a = 1;']);
});

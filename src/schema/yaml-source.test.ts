import { expect, test } from 'vitest';
import { formatComplaint } from './complaint.ts';
import { readYaml } from './yaml-source.ts';

function said(text: string): readonly string[] {
  return readYaml({ file: 'f', text }).complaints.map(formatComplaint);
}

test('DISPATCH-01 values, keys and list items know where they stand', () => {
  const { source, complaints } = readYaml({ file: 'f', text: 'a: 1\nb:\n  - x\n  - {c: yes}\nd:\n' });
  expect(complaints).toEqual([]);
  expect(source.value).toEqual({ a: 1, b: ['x', { c: 'yes' }], d: null });
  expect(source.locate(['a'])).toEqual({ line: 1, col: 4 });
  expect(source.locateKey(['a'])).toEqual({ line: 1, col: 1 });
  expect(source.locate(['b', 1, 'c'])).toEqual({ line: 4, col: 9 });
  expect(source.locateKey(['b', 1, 'c'])).toEqual({ line: 4, col: 6 });
  expect(source.locate(['b', 1, 'missing', 'deeper'])).toEqual({ line: 4, col: 5 });
  expect(source.locate([])).toEqual({ line: 1, col: 1 });
});

test('DISPATCH-11 lines that stand before the text are counted', () => {
  const { source } = readYaml({ file: 'f', text: 'a: 1\nb: 2', linesBefore: 1 });
  expect(source.locate(['b'])).toEqual({ line: 3, col: 4 });
});

test('DISPATCH-01 a merge key is a key like any other', () => {
  expect(readYaml({ file: 'f', text: '<<: {a: 1}' }).source.value).toEqual({ '<<': { a: 1 } });
});

test('DISPATCH-01 anchors and aliases are refused where they stand', () => {
  expect(said('a: &x 1\nb: *x\n')).toEqual([
    'f:1:4: YAML anchors are not allowed\n  hint: use the plain value instead',
    'f:2:4: YAML aliases are not allowed\n  hint: use the plain value instead',
  ]);
});

test('DISPATCH-01 a file full of aliases is refused after twenty of them', () => {
  const bomb = Array.from({ length: 50 }, (_, index) => `k${index}: &a${index} [*a, *a, *a]`).join('\n');
  const { source, complaints } = readYaml({ file: 'f', text: bomb });
  expect(source.value).toBeUndefined();
  expect(complaints).toHaveLength(20);
});

test.each(['[', '{a: ', '- ', '? ', ': '])(
  'DISPATCH-01 hundreds of thousands of levels of "%s" are refused at the 65th',
  (open) => {
    const { source, complaints } = readYaml({ file: 'f', text: open.repeat(400_000 / open.length) });
    expect(source.value).toBeUndefined();
    expect(complaints.map(({ message }) => message)).toEqual(['nested deeper than 64 levels']);
  },
);

test('DISPATCH-01 sixty-four levels are read', () => {
  expect(said(`${'['.repeat(64)}${']'.repeat(64)}`)).toEqual([]);
  expect(said(`${'['.repeat(66)}${']'.repeat(66)}`)).toEqual(['f:1:67: nested deeper than 64 levels']);
});

test('DISPATCH-01 more than 2 MiB are refused unread, counted in bytes', () => {
  const hint = '\n  hint: move long tickets into Markdown files of their own (file:)';
  const most = 2 * 1024 * 1024;
  expect(said(`a: ${'x'.repeat(most - 3)}`)).toEqual([]);
  expect(said(`a: ${'x'.repeat(most - 2)}`)).toEqual([`f:1:1: the file is larger than 2 MiB${hint}`]);
  expect(said(`a: ${'ä'.repeat(most / 2)}`)).toEqual([`f:1:1: the file is larger than 2 MiB${hint}`]);
});

test('DISPATCH-01 a key given twice is refused, and the first one counts for the rest', () => {
  const { source, complaints } = readYaml({ file: 'f', text: 'a: 1\nb: 2\na: 3\n' });
  expect(complaints.map(formatComplaint)).toEqual([
    'f:3:1: the key "a" is given twice\n  hint: keep one of them',
  ]);
  expect(source.value).toEqual({ a: 1, b: 2 });
});

test('DISPATCH-01 keys that are lists or reach for the prototype are refused', () => {
  expect(said('? [a]\n: 1')).toEqual(['f:1:3: a key must be a plain word']);
  expect(said('__proto__: {x: 1}')).toEqual(['f:1:1: a key must be a plain word']);
});

test('DISPATCH-01 tags, directives and a second document are refused', () => {
  expect(said('a: !secret x')).toEqual([
    'f:1:4: YAML tags are not allowed\n  hint: use the plain value instead',
  ]);
  expect(said('%YAML 1.1\n---\na: yes')).toEqual([
    'f:1:1: YAML directives are not allowed\n  hint: remove the line that begins with %',
  ]);
  expect(said('a: 1\n---\nb: 2')).toEqual([
    'f:2:1: more than one YAML document in the file\n  hint: remove the "---" line',
  ]);
});

test('DISPATCH-01 mistakes in the YAML itself come with a way out where there is one', () => {
  expect(said('a: b: c')[0]).toBe(
    'f:1:4: Nested mappings are not allowed in compact mappings\n  hint: put text that contains ": " in quotes',
  );
  expect(said('a:\n\tb: 1')[0]).toMatch(/^f:2:1: .*\n {2}hint: indent with spaces$/);
  expect(said('a: "x')[0]).toBe('f:1:6: Missing closing "quote');
});

test.each([['"'], ['!a '], [']'], ['%a\n'], ['---\n'], ['\n']])(
  'DISPATCH-01 a flood of mistakes made of %j is cut short',
  (piece) => {
    const { complaints } = readYaml({ file: 'f', text: piece.repeat(100_000 / piece.length) });
    expect(complaints.length).toBeGreaterThan(0);
    expect(complaints.length).toBeLessThanOrEqual(100);
  },
);

test.each([':\n', '-\n', 'a:\n - b\n', 'a: 1\n', '{a,a},', 'a:\n\t- b\n', '- !x y\n', '? a\n'])(
  'DISPATCH-01 a file of two million bytes made of %j is refused before it is read',
  (piece) => {
    const text = piece.repeat(2_000_000 / piece.length);
    expect(said(text)).toEqual([
      'f:1:1: the file has too many entries\n  hint: move long tickets into Markdown files of their own (file:)',
    ]);
  },
);

test('DISPATCH-01 half a million marks are read, one more is not', () => {
  const text = (marks: number) => `a: "${','.repeat(marks - 1)}"`;
  expect(said(text(500_000))).toEqual([]);
  expect(said(text(500_001))).toHaveLength(1);
});

test('DISPATCH-01 a thousand repeated keys are told, not more', () => {
  expect(said('a: 1\n'.repeat(1_001))).toHaveLength(1_000);
  expect(said('a: 1\n'.repeat(1_002))).toHaveLength(1_000);
});

test('DISPATCH-01 tags are refused whatever they name', () => {
  expect(said('a: !!seq [x]')).toEqual([
    'f:1:4: YAML tags are not allowed\n  hint: use the plain value instead',
  ]);
  expect(said('a: !!int "1"')).toEqual([
    'f:1:4: YAML tags are not allowed\n  hint: use the plain value instead',
  ]);
});

test('DISPATCH-01 twenty thousand tickets in one file are read', () => {
  const ticket = (index: number) =>
    `  - {id: T-${index}, title: Ticket ${index}, acceptance: [prints ${index}], needs: [T-0], touches: [src/${index}.ts]}\n`;
  const text = `tickets:\n${Array.from({ length: 20_000 }, (_, index) => ticket(index)).join('')}`;
  const { source, complaints } = readYaml({ file: 'f', text });
  expect(complaints).toEqual([]);
  expect(source.locate(['tickets', 19_999])).toEqual({ line: 20_001, col: 5 });
});

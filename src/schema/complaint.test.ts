import { expect, test } from 'vitest';
import { arrange, type Complaint, complain, complainOfKey, formatComplaint } from './complaint.ts';

const source = {
  file: 'a.yaml',
  locate: () => ({ line: 3, col: 5 }),
  locateKey: () => ({ line: 3, col: 1 }),
};

const one: Complaint = {
  file: 'a.yaml',
  line: 3,
  col: 5,
  path: 'tickets[2].needs[0]',
  message: 'wrong',
  hint: 'do this',
  severity: 'error',
};

test('DISPATCH-01 a complaint has file, line, column, path, message and hint', () => {
  expect(complain(source, ['tickets', 2, 'needs', 0], { message: 'wrong', hint: 'do this' })).toEqual(one);
  expect(formatComplaint(one)).toBe('a.yaml:3:5 tickets[2].needs[0]: wrong\n  hint: do this');
});

test('DISPATCH-01 a complaint about a key points at the key', () => {
  expect(complainOfKey(source, ['depht'], { message: 'unknown' })).toEqual({
    file: 'a.yaml',
    line: 3,
    col: 1,
    path: 'depht',
    message: 'unknown',
    hint: '',
    severity: 'error',
  });
});

test('DISPATCH-01 a warning says that it is one, and an empty path or hint leaves no trace', () => {
  const warning = complain(source, [], { message: 'vague', severity: 'warning' });
  expect(formatComplaint(warning)).toBe('a.yaml:3:5: warning: vague');
});

test('DISPATCH-01 what a file says cannot drive the terminal', () => {
  const { message, hint, path } = complain(source, ['k\u001b[2J'], { message: 'x\u0007y\u202e', hint: '\n' });
  expect({ message, hint, path }).toEqual({ message: 'x�y�', hint: '�', path: 'k�[2J' });
});

test('DISPATCH-01 a very long quotation is cut at 2,000 characters', () => {
  expect(complain(source, [], { message: 'x'.repeat(2_000) }).message).toBe('x'.repeat(2_000));
  expect(complain(source, [], { message: 'x'.repeat(2_001) }).message).toBe(`${'x'.repeat(2_000)}…`);
});

test('DISPATCH-01 complaints come in reading order, main file first, each once', () => {
  const at = (file: string, line: number, col: number): Complaint => ({ ...one, file, line, col });
  const mixed = [
    at('b.md', 1, 1),
    at('a.yaml', 9, 1),
    at('a.yaml', 2, 7),
    at('a.md', 5, 1),
    at('a.yaml', 2, 3),
  ];
  const order = arrange([...mixed, at('a.yaml', 9, 1)], 'a.yaml').map(
    ({ file, line, col }) => `${file}:${line}:${col}`,
  );
  expect(order).toEqual(['a.yaml:2:3', 'a.yaml:2:7', 'a.yaml:9:1', 'a.md:5:1', 'b.md:1:1']);
});

test('DISPATCH-01 a flood is cut at 1,000 with the number left out, and errors survive warnings', () => {
  const warnings = Array.from({ length: 1_004 }, (_, index): Complaint => ({
    ...one,
    line: index + 1,
    severity: 'warning',
  }));
  const last: Complaint = { ...one, line: 5_000 };
  const shown = arrange([...warnings, last], 'a.yaml');
  expect(shown).toHaveLength(1_001);
  expect(shown).toContainEqual(last);
  expect(shown.at(-1)).toMatchObject({
    line: 999,
    path: '',
    hint: '',
    message: 'and 5 more complaints that are not shown',
  });
  expect(arrange(warnings.slice(0, 1_000), 'a.yaml')).toEqual(warnings.slice(0, 1_000));
});

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import type { Complaint } from '../schema/complaint.ts';
import { readConfig } from './read-config.ts';
import { readEpic } from './read-epic.ts';

const read = (text: string, markdown = '') =>
  readEpic({ file: 'e.yaml', text, readFile: (path) => (path.endsWith('.md') ? markdown : undefined) });

const isSane = ({ file, line, col, message }: Complaint) =>
  file !== '' && line >= 1 && col >= 1 && message !== '';

const valid = `version: 1
epic: e
milestones: [{id: m}]
tickets:
  - id: A
    title: a
    milestone: m
    acceptance: [x]
  - {id: B, title: b, needs: [A], file: b.md}
`;

const pieces = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    'version: 1',
    'epic: e',
    '\ntickets:\n',
    '  - id: A\n',
    '    needs: [A',
    ']',
    '{',
    ': ',
    '&a ',
    '*a',
    '!!str ',
    '\t',
    '---\n',
  ),
);
const texts = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(''));

test('DISPATCH-01 arbitrary text never throws and is never an epic without being one', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const result = read(text, text);
      expect(result.complaints.every(isSane)).toBe(true);
      expect(result.ok).toBe(!result.complaints.some(({ severity }) => severity === 'error'));
      const config = readConfig({ file: 'c.yaml', text });
      expect(config.complaints.every(isSane)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('DISPATCH-11 arbitrary text in the middle of files that are fine never throws', () => {
  fc.assert(
    fc.property(texts, fc.nat(valid.length), (text, at) => {
      const changed = valid.slice(0, at) + text + valid.slice(at);
      expect(
        read(changed, `---\n${text}\n---\n${text}\n## Acceptance\n- ${text}`).complaints.every(isSane),
      ).toBe(true);
    }),
    { numRuns: 500 },
  );
});

const anything = fc.anything({
  maxDepth: 3,
  key: fc.constantFrom('id', 'needs', 'tickets', 'epic', 'audit', 'use', 'run', 'x'),
});

test('DISPATCH-01 arbitrary values in the place of any key never throw', () => {
  const keys = fc.constantFrom(
    'tickets',
    'milestones',
    'verify',
    'environments',
    'setup',
    'limits',
    'coordination',
    'phases',
    'standards',
  );
  const configKeys = fc.constantFrom(
    'agents',
    'audit',
    'audit_team',
    'review',
    'scans',
    'notify',
    'convergence',
    'report',
  );
  const json = anything.map((value) => JSON.stringify(value) ?? 'null');
  fc.assert(
    fc.property(keys, configKeys, json, (key, configKey, value) => {
      expect(read(`version: 1\nepic: e\n${key}: ${value}`).complaints.every(isSane)).toBe(true);
      expect(readConfig({ file: 'c.yaml', text: `${configKey}: ${value}` }).complaints.every(isSane)).toBe(
        true,
      );
    }),
    { numRuns: 500 },
  );
});

const words = fc.stringMatching(/^[a-z][a-z ]{0,20}[a-z]$/);
const tickets = fc.array(
  fc.record({
    title: words,
    text: words,
    needs: fc.nat(9),
    priority: fc.integer({ min: -1000, max: 1000 }),
    review: fc.boolean(),
  }),
  { minLength: 1, maxLength: 10 },
);

test('DISPATCH-01 an epic that is fine is read as it was written', () => {
  fc.assert(
    fc.property(tickets, words, (list, title) => {
      const written = list.map(({ title, text, needs, priority, review }, at) => ({
        id: `T${at}`,
        title,
        // Only earlier tickets, so that there can be no cycle.
        needs: needs < at ? [`T${needs}`] : [],
        priority,
        review,
        touches: [`src/${at}/**`],
        acceptance: [{ id: 'AC1', text, verify: 'true' }],
      }));
      const result = read(stringify({ version: 1, epic: 'e', title, tickets: written }));
      expect(result.complaints).toEqual([]);
      expect(result.ok && result.value).toMatchObject({ id: 'e', title, tickets: written });
    }),
    { numRuns: 200 },
  );
});

const mutations = [
  { kind: 'an unknown key', change: (line: string) => line.replace('title:', 'titel:') },
  { kind: 'a wrong type', change: (line: string) => line.replace(/title: \w+/, 'title: [x]') },
  {
    kind: 'an unknown dependency',
    change: (line: string) => line.replace(/needs: \[\w*\]/, 'needs: [NOPE]'),
  },
  {
    kind: 'itself as a dependency',
    change: (line: string) => line.replace(/id: (\w+)(.*)needs: \[\w*\]/, 'id: $1$2needs: [$1]'),
  },
  { kind: 'an unfit id', change: (line: string) => line.replace('id: T', 'id: -T') },
  { kind: 'no criteria', change: (line: string) => line.replace(/acceptance: \[\w+\]/, 'acceptance: []') },
  { kind: 'a path outside', change: (line: string) => line.replace('touches: [s]', 'touches: [../s]') },
  { kind: 'an unknown milestone', change: (line: string) => line.replace('}', ', milestone: nope}') },
  { kind: 'an unknown word', change: (line: string) => line.replace('}', ', depth: deep}') },
  { kind: 'an anchor', change: (line: string) => line.replace('title: ', 'title: &a ') },
] as const;

test.each(mutations)('DISPATCH-02 $kind is complained about on its line', ({ change }) => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.nat(), (size, pick) => {
      const at = pick % size;
      const lines = Array.from(
        { length: size },
        (_, index) => `  - {id: T${index}, title: t, needs: [], touches: [s], acceptance: [x]}`,
      );
      const changed = lines.map((line, index) => (index === at ? change(line) : line));
      const result = read(['version: 1', 'epic: e', 'tickets:', ...changed].join('\n'));
      expect(result.ok).toBe(false);
      expect(new Set(result.complaints.map(({ line }) => line))).toEqual(new Set([at + 4]));
    }),
    { numRuns: 30 },
  );
});

test('DISPATCH-02 a dependency turned round into a cycle is always found, and shown as one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 10 }), (size) => {
      const lines = Array.from(
        { length: size },
        (_, at) => `  - {id: T${at}, title: t, needs: [T${(at + 1) % size}], acceptance: [x]}`,
      );
      const { complaints } = read(['version: 1', 'epic: e', 'tickets:', ...lines].join('\n'));
      const way = [...Array.from({ length: size }, (_, at) => `T${at}`), 'T0'].join(' → ');
      expect(complaints.map(({ message, line }) => ({ message, line }))).toEqual([
        { message: `these tickets wait for each other: ${way}`, line: 4 },
      ]);
    }),
  );
});

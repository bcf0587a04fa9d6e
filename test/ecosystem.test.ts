import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import {
  changesOf,
  countsOf,
  failuresOf,
  type Label,
  type Labels,
  measuredOf,
  neverRead,
  stillOccurring,
  unjudgedGrave,
  type Judgement,
  type Repository,
  type Seen,
} from '../tools/ecosystem.ts';
import { allRules } from '../packages/scan/index.ts';

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const repositories = read('../bench/ecosystem.json') as readonly Repository[];
const judged = read('ecosystem/judged.json') as readonly Judgement[];

const seen = (fingerprint: string, more: Partial<Seen> = {}): Seen => ({
  repo: 'shop',
  rule: 'BACK-001',
  severity: 'HIGH',
  file: 'a.ts',
  line: 1,
  fingerprint,
  message: 'm',
  ...more,
});
const judgement = (fingerprint: string, right: boolean, rule = 'BACK-001'): Judgement => ({
  repo: 'shop',
  rule,
  file: 'a.ts',
  line: 1,
  fingerprint,
  right,
  why: 'w',
});
const shop: Repository = { name: 'shop', github: 'a/shop', commit: 'c' };

test('TEAM-03 the list holds at least ten repositories, each at a full commit', () => {
  expect(repositories.length).toBeGreaterThanOrEqual(10);
  for (const { github, commit } of repositories) expect(commit, github).toMatch(/^[0-9a-f]{40}$/);
  expect(new Set(repositories.map(({ name }) => name)).size).toBe(repositories.length);
});

test('TEAM-03 every judgement is of a listed repository, is the only one of its finding, and gives its reason', () => {
  const names = new Set(repositories.map(({ name }) => name));
  const keys = judged.map(({ repo, rule, fingerprint }) => `${repo} ${rule} ${fingerprint}`);
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  for (const each of judged) {
    expect(names.has(each.repo), each.repo).toBe(true);
    expect(each.why.length, `${each.file}:${each.line}`).toBeGreaterThan(10);
  }
});

const unseen = read('../bench/ecosystem-unseen.json') as readonly (Repository & { readonly half: string })[];
const kept = read('ecosystem/labels.json') as Labels;
const { date, labels, rewritten } = kept;

test('SCAN-01 labels are of repositories that were read, one for each finding, with a reason', () => {
  expect(rewritten.filter((rule) => !allRules.some(({ id }) => id === rule))).toEqual([]);
  expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  const learned = new Set(
    unseen
      .filter(({ half }) => /^(?:learning|held-out|held-out-2|held-out-3|known)$/.test(half))
      .map(({ name }) => name),
  );
  const keys = labels.map(({ repo, rule, fingerprint }) => `${repo} ${rule} ${fingerprint}`);
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  for (const { repo, label, why } of labels) {
    expect(learned.has(repo), repo).toBe(true);
    expect(['useful', 'pointless', 'false']).toContain(label);
    expect(why.length).toBeGreaterThan(10);
  }
});

test('SCAN-01 the parts of the unseen repositories are as large as each other, and have nothing of each other or of the tuned list', () => {
  const of = (half: string): readonly Repository[] => unseen.filter((each) => each.half === half);
  expect(of('learning')).toHaveLength(12);
  expect(of('held-out')).toHaveLength(12);
  expect(of('held-out-2')).toHaveLength(12);
  for (const half of ['held-out-3', 'held-out-4']) expect(of(half).length).toBeGreaterThanOrEqual(12);
  expect(new Set(unseen.map(({ github }) => github)).size).toBe(unseen.length);
  const tuned = new Set(repositories.map(({ github }) => github));
  expect(unseen.filter(({ github }) => tuned.has(github))).toEqual([]);
});

test('SCAN-01 what a rule is measured at counts its labels by what they say, unless it works in another way now', () => {
  const label = (fingerprint: string, said: Label['label']): Label => ({
    repo: 'shop',
    rule: 'A-001',
    file: 'a.ts',
    line: 1,
    fingerprint,
    label: said,
    why: 'w',
  });
  const all = [label('1', 'useful'), label('2', 'useful'), label('3', 'pointless'), label('4', 'false')];
  all.push({ ...label('5', 'false'), rule: 'B-001' });
  expect([...measuredOf({ labels: all, rewritten: ['B-001'], date: '2026-11-17' })]).toEqual([
    ['A-001', { read: 4, useful: 2, false: 1, date: '2026-11-17' }],
  ]);
});

test('SCAN-01 the figures of every rule are those of all labels; if not, run: npm run scan:measure -- --write', () => {
  const measured = measuredOf(kept);
  for (const { id, measured: written } of allRules) expect(written, id).toEqual(measured.get(id));
});

test('counts are compared per repository and rule, also where a rule fell silent', () => {
  const before = countsOf([shop], [seen('1'), seen('2'), seen('3', { rule: 'UI-001' })]);
  expect(before).toEqual({ shop: { 'BACK-001': 2, 'UI-001': 1 } });
  expect(changesOf(before, before)).toEqual([]);
  expect(changesOf(before, countsOf([shop], [seen('1')]))).toEqual([
    'shop BACK-001: 2 -> 1',
    'shop UI-001: 1 -> 0',
  ]);
});

test('a judged finding that is gone counts no more; a grave one that nobody judged is named', () => {
  const findings = [seen('1'), seen('2'), seen('3', { severity: 'LOW' })];
  const all = [judgement('1', true), judgement('9', false)];
  expect(stillOccurring(all, findings)).toEqual([all[0]]);
  expect(unjudgedGrave(all, findings)).toEqual([findings[1]]);
});

test('a rule that says something and of which nothing was read is named', () => {
  const findings = [seen('1'), seen('2', { rule: 'UI-001' }), seen('3', { rule: 'UI-001' })];
  expect(neverRead([judgement('1', true)], findings)).toEqual(['UI-001']);
  expect(neverRead([judgement('1', true), judgement('2', false, 'UI-001')], findings)).toEqual([]);
});

test('a rule fails below nine of ten from five judged findings on, the whole always', () => {
  const tenOf = (right: number, rule: string): readonly Judgement[] =>
    Array.from({ length: 10 }, (_, at) => judgement(String(at), at < right, rule));
  expect(failuresOf(tenOf(9, 'A-001'))).toEqual([]);
  expect(failuresOf([...tenOf(8, 'A-001'), ...tenOf(10, 'B-001')])).toEqual([
    'A-001: 8 of 10 right, below 0.9',
  ]);
  expect(failuresOf([...tenOf(10, 'A-001'), judgement('x', false, 'B-001')])).toEqual([]);
  expect(failuresOf(tenOf(8, 'A-001'))).toHaveLength(2);
  expect(failuresOf([])).toHaveLength(1);
});

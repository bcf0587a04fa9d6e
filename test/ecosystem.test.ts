import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import {
  changesOf,
  countsOf,
  failuresOf,
  neverRead,
  stillOccurring,
  unjudgedGrave,
  type Judgement,
  type Repository,
  type Seen,
} from '../tools/ecosystem.ts';

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

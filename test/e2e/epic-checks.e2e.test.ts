// Work that tries to pass by changing what judges it, and rules that code can hold.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Validation } from '../../src/gates/index.ts';
import { ready } from '../support/answers.ts';
import { type Ended, EpicRun, patience } from '../support/epic-run.ts';

let epic: EpicRun;
let ended: Ended;

const tests = `import assert from 'node:assert';
import { test } from 'node:test';
import { sum } from '../src/sum.js';
test('sums', () => {
  assert.strictEqual(sum(1, 2), 3);
  assert.strictEqual(sum(2, 2), 4);
});
`;
const manifest = (script: string): string =>
  `${JSON.stringify({ name: 'sample', type: 'module', scripts: { test: script } }, undefined, 2)}\n`;
const right = 'export function sum(a, b) {\n  return a + b;\n}\n';
const wrong = 'export function sum(a, b) {\n  return a - b;\n}\n';

// Put together here, so that nobody takes this file for one that holds secrets.
const key = ['AKIA', 'Q3EGRZ5XLTM7WPND'].join('');
const rest = 'x7Kq2mZ9vB4nT6wL1pR8sD3fG5hJ0yQcAeUi';
const token = ['ghp', rest].join('_');

beforeAll(async () => {
  epic = new EpicRun({
    files: {
      'package.json': manifest('node --test'),
      'test/sum.test.js': tests,
      'src/sum.js': right,
      'src/auth.js': 'export function authenticate(user, secret) {\n  return user === secret;\n}\n',
      'src/frozen.js': 'export const version = 1;\n',
    },
    epic: {
      verify: [{ id: 'unit tests', run: 'npm test --silent', timeout: '2m' }],
      coordination: {
        functions: [{ name: 'authenticate', file: 'src/auth.js', arity: 2, intent: 'checks one credential' }],
        prohibited: [{ path: 'src/frozen.js', reason: 'frozen until 2.0' }],
        architecture: ['adapters never import each other'],
        performance: ['sums stay constant in time'],
        security: ['no secret is ever logged'],
      },
    },
    tickets: [
      { id: 'TRUE' },
      { id: 'WEAK' },
      { id: 'GONE' },
      { id: 'MAY', mayChange: ['package.json'] },
      { id: 'SECRET' },
      { id: 'LEAK' },
      { id: 'RULES' },
      { id: 'BRANCH' },
    ],
    playbook: [
      { role: 'developer', ticket: 'TRUE', write: { 'package.json': manifest('true'), 'src/sum.js': wrong } },
      {
        role: 'developer',
        ticket: 'WEAK',
        write: { 'src/sum.js': wrong, 'test/sum.test.js': tests.replaceAll(/ {2}assert.*\n/g, '') },
      },
      {
        role: 'developer',
        ticket: 'GONE',
        write: { 'src/sum.js': wrong, 'test/sum.test.js': null, 'test/new.test.js': "import 'node:test';\n" },
      },
      {
        role: 'developer',
        ticket: 'MAY',
        write: { 'package.json': manifest('node --test --test-reporter=spec') },
      },
      {
        role: 'developer',
        ticket: 'SECRET',
        write: { 'src/aws.js': `export const id = '${key}';\n` },
        commit: 'Log in',
        say: ready(undefined, { Summary: `logged in with ${token}` }),
      },
      {
        role: 'developer',
        ticket: 'LEAK',
        write: { 'src/sum.js': `console.log(['ghp', '${rest}'].join('_'));\n${wrong}` },
      },
      {
        role: 'developer',
        ticket: 'RULES',
        write: {
          'src/auth.js': 'export function authenticate(user) {\n  return user;\n}\n',
          'src/frozen.js': 'export const version = 2;\n',
        },
      },
      {
        role: 'developer',
        ticket: 'BRANCH',
        shell: 'git checkout -q -b elsewhere && echo x >src/x.js && git add -A && git commit -qm x >&2',
      },
    ],
  });
  ended = await epic.run('run', '--max-revisions', '0');
}, patience);
afterAll(() => epic.remove());

function judged(ticket: string): Validation {
  return epic.record(epic.runs(ticket, 'validate')[0]?.run ?? 0, 'validation') as Validation;
}

const rules = (ticket: string): readonly string[] => judged(ticket).findings.map(({ rule }) => rule);

test('EPIC-19 a branch that makes its own checks pass is judged by the checks of the base', () => {
  expect(ended.code).toBe(3);
  expect(judged('TRUE').cells.every(({ status }) => status === 'PASS')).toBe(true);
  expect(rules('TRUE')).toEqual(expect.arrayContaining(['check-definition-changed', 'fails-base-checks']));
});

test.each(['WEAK', 'GONE'])(
  'EPIC-19 BEYOND-03 003#2 tests weakened or deleted (%s) are found, and base’s own are run over the work',
  (ticket) => {
    expect(judged(ticket).outcome).toBe('fail');
    expect(rules(ticket)).toContain('fails-base-checks');
    expect(rules(ticket).length).toBeGreaterThan(1);
  },
);

test('EPIC-19 what a ticket may change it may change: mayChange is honoured', () => {
  expect(judged('MAY').outcome).toBe('pass');
  expect(epic.landed()).toEqual(['MAY']);
});

test('EPIC-11 EPIC-18 003#17 functions, prohibited paths and the rest of the rules: code checks what it can, people and critics are told all', () => {
  expect(rules('RULES')).toEqual(expect.arrayContaining(['function-arity', 'prohibited-change']));
  for (const prompt of [epic.prompts('MAY', 'develop')[0], epic.prompts('MAY', 'review')[0]]) {
    for (const rule of [
      'authenticate',
      'frozen until 2.0',
      'adapters never import',
      'constant in time',
      'ever logged',
    ])
      expect(prompt).toContain(rule);
  }
});

test('EPIC-02 003#2 work on another branch is no delivery: validation says so before anybody reviews', () => {
  expect(judged('BRANCH').outcome).toBe('fail');
  expect(rules('BRANCH')).toContain('workspace-problem');
  for (const ticket of ['TRUE', 'WEAK', 'GONE', 'SECRET', 'LEAK', 'RULES', 'BRANCH'])
    expect(epic.runs(ticket, 'review'), ticket).toEqual([]);
});

test('BEYOND-09 003#2 a secret in a diff is CRITICAL and never lands', () => {
  expect(judged('SECRET').findings.find(({ rule }) => rule === 'no-secret')).toMatchObject({
    severity: 'CRITICAL',
    file: 'src/aws.js',
  });
  expect(epic.landed()).not.toContain('SECRET');
});

test('BEYOND-09 a secret that is said or found is in no journal, record, log, summary or readable copy', async () => {
  const places = [epic.state, join(epic.repository, '.gauntlet')];
  const files = places.flatMap((place) =>
    readdirSync(place, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const holding = files.filter((file) => {
    const text = readFileSync(file, 'latin1');
    return text.includes(key) || text.includes(token);
  });
  expect(files.length).toBeGreaterThan(50);
  expect(judged('LEAK').cells[0]?.log).toContain('sums');
  expect(holding).toEqual([]);
  expect([ended.stdout, ended.stderr].join('')).not.toContain(key);
  expect((await epic.ask('logs', 'SECRET')).stdout).not.toContain(token);
});

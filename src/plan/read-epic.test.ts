import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readEpic } from './read-epic.ts';
import { epicComplaints, goodConfig, goodEpic, withTickets } from '../../test/support/plan-samples.ts';

function fixture(name: string): string {
  return readFileSync(new URL(`../../test/fixtures/plan/${name}`, import.meta.url), 'utf8');
}

const nothing = { reading: { must: [], reference: [] }, standards: [], requirements: [], mayChange: [] };
const plain = {
  ...nothing,
  file: null,
  type: null,
  priority: 0,
  risk: 'normal',
  review: true,
  depth: null,
  critical: false,
};

test('DISPATCH-01 the example epic is read completely', () => {
  const epic = goodEpic(fixture('checkout.yaml'), { 'docs/REQUIREMENTS.md': '- [ ] x' });
  expect(epic).toEqual({
    version: 1,
    id: 'checkout-hardening',
    title: 'Checkout hardening',
    description: '',
    original: null,
    base: 'main',
    depth: null,
    limits: {},
    setup: { run: ['npm install'], copy: ['.env.test'], link: [], timeout: 600_000 },
    environments: [
      { id: 'local', prefix: [], env: {}, setup: null },
      { id: 'node22', prefix: ['npx', '-y', '-p', 'node@22', '--'], env: {}, setup: null },
    ],
    verify: [
      { id: 'types', run: 'npm run typecheck', timeout: null, environments: [], expect: 0 },
      { id: 'unit tests', run: 'npm test', timeout: 600_000, environments: [], expect: 0 },
    ],
    coordination: {
      functions: [{ name: 'authenticate', file: 'src/auth.ts', arity: 2, intent: 'checks one credential' }],
      directories: [],
      prohibited: [{ path: 'src/public-api.ts', reason: 'frozen until 2.0' }],
      interfaces: [],
      architecture: [],
      performance: [],
      security: [],
      patterns: [],
    },
    reading: { must: [], reference: [] },
    standards: [],
    dimensions: [],
    milestones: [{ id: 'm1', title: 'Limits', requirements: 'docs/REQUIREMENTS.md', after: [] }],
    phases: { e2e: null, browser: null },
    allowOverlap: false,
    tickets: [
      {
        ...plain,
        id: 'API-1',
        title: 'Add rate limiter',
        description: 'Limit POST /orders per user.',
        milestone: 'm1',
        needs: [],
        touches: ['src/limiter/**'],
        acceptance: [
          { id: 'AC1', text: 'the 101st request in a minute gets 429', verify: 'npx vitest run limiter' },
          { id: 'AC2', text: 'the limit is set by LIMIT_PER_MINUTE', verify: null },
        ],
      },
      {
        ...plain,
        id: 'WEB-7',
        title: 'Show the retry time',
        description: '',
        milestone: null,
        needs: ['API-1'],
        touches: [],
        acceptance: [{ id: 'AC1', text: 'the banner shows the seconds left', verify: null }],
      },
    ],
  });
});

const full = `
version: 1
epic: full
description: " all keys "
original: docs/PRD.md
base: release/2
depth: thorough
limits: { maxParallel: 2, budgetUsd: 0.5, stall: 90s, agentTimeout: 1h, ticketTimeout: 1d }
setup: { run: [[npm, ci], make], link: [node_modules], timeout: 500ms }
environments:
  - { id: local, env: { A: "1" }, setup: { copy: [x] } }
verify: [{ id: t, run: [npm, test], environments: [local], expect: 3 }]
coordination:
  functions: [{ name: f, file: a.ts }]
  directories: [{ path: src/**, purpose: code }, { path: lib }]
  prohibited: [{ path: old }]
  interfaces: [{ name: I, file: i.ts, signature: "(): void" }, { name: J, file: j.ts }]
  architecture: [a1]
  performance: [p1]
  security: [s1]
  patterns: [x1]
reading: { must: [docs/a.md], reference: [docs/b.md] }
standards: [docs/style.md, STYLE.md, no globals, {file: plain}, {text: docs/x.md}]
dimensions: [{ id: accessibility, class: important, questions: [is it?] }, { id: tone, class: moderate }]
milestones: [{ id: m1 }, { id: m2, title: Two, after: [m1, m1] }]
phases:
  e2e: { start: npm start, ready: "http://localhost:1", run: npm run e2e, stop: [kill], timeout: 2m }
  browser: { start: [a], run: b }
allowOverlap: true
tickets:
  - id: A
    title: T
    type: ui
    priority: high
    risk: high
    milestone: m2
    needs: [B, B]
    touches: [src/a, src/a]
    mayChange: [package.json]
    review: false
    depth: quick
    critical: true
    reading: { must: [docs/a.md] }
    standards: [be kind]
    requirements: [REQ-1]
    acceptance: [first, {text: second, verify: [npm, t]}, {id: LAST, text: third}]
  - { id: B, title: U, priority: low, acceptance: [x] }
  - { id: C, title: V, priority: 7, acceptance: [x] }
`;

const files = {
  'docs/PRD.md': '',
  'docs/a.md': '',
  'docs/b.md': '',
  'docs/style.md': '',
  'STYLE.md': '',
  plain: '',
};

test('DISPATCH-12 every key of an epic reaches the model, with durations in milliseconds', () => {
  const { tickets, coordination, ...epic } = goodEpic(full, files);
  expect(epic).toEqual({
    version: 1,
    id: 'full',
    title: 'full',
    description: 'all keys',
    original: 'docs/PRD.md',
    base: 'release/2',
    depth: 'thorough',
    limits: {
      maxParallel: 2,
      budgetUsd: 0.5,
      stall: 90_000,
      agentTimeout: 3_600_000,
      ticketTimeout: 86_400_000,
    },
    setup: { run: [['npm', 'ci'], 'make'], copy: [], link: ['node_modules'], timeout: 500 },
    environments: [
      {
        id: 'local',
        prefix: [],
        env: { A: '1' },
        setup: { run: [], copy: ['x'], link: [], timeout: 600_000 },
      },
    ],
    verify: [{ id: 't', run: ['npm', 'test'], timeout: null, environments: ['local'], expect: 3 }],
    reading: { must: ['docs/a.md'], reference: ['docs/b.md'] },
    standards: [
      { kind: 'file', path: 'docs/style.md' },
      { kind: 'file', path: 'STYLE.md' },
      { kind: 'text', text: 'no globals' },
      { kind: 'file', path: 'plain' },
      { kind: 'text', text: 'docs/x.md' },
    ],
    dimensions: [
      { id: 'accessibility', class: 'important', questions: ['is it?'] },
      { id: 'tone', class: 'moderate', questions: [] },
    ],
    milestones: [
      { id: 'm1', title: 'm1', requirements: null, after: [] },
      { id: 'm2', title: 'Two', requirements: null, after: ['m1'] },
    ],
    phases: {
      e2e: {
        start: 'npm start',
        ready: 'http://localhost:1',
        run: 'npm run e2e',
        stop: ['kill'],
        timeout: 120_000,
      },
      browser: { start: ['a'], ready: null, run: 'b', stop: null, timeout: 900_000 },
    },
    allowOverlap: true,
  });
  expect(coordination).toEqual({
    functions: [{ name: 'f', file: 'a.ts', arity: null, intent: '' }],
    directories: [
      { path: 'src/**', purpose: 'code' },
      { path: 'lib', purpose: '' },
    ],
    prohibited: [{ path: 'old', reason: '' }],
    interfaces: [
      { name: 'I', file: 'i.ts', signature: '(): void' },
      { name: 'J', file: 'j.ts', signature: '' },
    ],
    architecture: ['a1'],
    performance: ['p1'],
    security: ['s1'],
    patterns: ['x1'],
  });
  expect(tickets[0]).toEqual({
    id: 'A',
    title: 'T',
    description: '',
    file: null,
    type: 'ui',
    priority: 100,
    risk: 'high',
    milestone: 'm2',
    needs: ['B'],
    touches: ['src/a'],
    mayChange: ['package.json'],
    review: false,
    depth: 'quick',
    critical: true,
    reading: { must: ['docs/a.md'], reference: [] },
    standards: [{ kind: 'text', text: 'be kind' }],
    requirements: ['REQ-1'],
    acceptance: [
      { id: 'AC1', text: 'first', verify: null },
      { id: 'AC2', text: 'second', verify: ['npm', 't'] },
      { id: 'LAST', text: 'third', verify: null },
    ],
  });
  expect(tickets.map(({ priority }) => priority)).toEqual([100, -100, 7]);
});

test('DISPATCH-12 every file that is named has to exist', () => {
  const missing = epicComplaints(full);
  const hint = '\n  hint: paths are relative to the repository';
  expect(missing).toEqual([
    `e.yaml:5:11 original: the file "docs/PRD.md" does not exist${hint}`,
    `e.yaml:22:19 reading.must[0]: the file "docs/a.md" does not exist${hint}`,
    `e.yaml:22:43 reading.reference[0]: the file "docs/b.md" does not exist${hint}`,
    `e.yaml:23:13 standards[0]: the file "docs/style.md" does not exist${hint}`,
    `e.yaml:23:28 standards[1]: the file "STYLE.md" does not exist${hint}`,
    `e.yaml:23:50 standards[3]: the file "plain" does not exist${hint}`,
    `e.yaml:43:23 tickets[0].reading.must[0]: the file "docs/a.md" does not exist${hint}`,
  ]);
});

test('DISPATCH-11 a Markdown ticket is the same ticket as the one in the epic file', () => {
  const text = fixture('checkout.yaml');
  const inYaml = goodEpic(text, { 'docs/REQUIREMENTS.md': '' }).tickets[0];
  const entry = text.replace(/ {2}- id: API-1[\s\S]*?(?= {2}- id: WEB-7)/, '  - file: tickets/API-1.md\n');
  const inMarkdown = goodEpic(entry, { 'docs/REQUIREMENTS.md': '', 'tickets/API-1.md': fixture('API-1.md') })
    .tickets[0];
  expect(inMarkdown).toEqual({ ...inYaml, file: 'tickets/API-1.md' });
});

test('DISPATCH-01 an epic falls back on the environments of the configuration', () => {
  const text = `${withTickets('{id: A, title: a, acceptance: [x]}')}\nverify: [{id: t, run: t, environments: [ci]}]`;
  const config = goodConfig('environments: [{id: ci}]');
  const read = (more: object) => readEpic({ file: 'e.yaml', text, readFile: () => undefined, ...more }).ok;
  expect(read({ config })).toBe(true);
  expect(read({})).toBe(false);
});

test.each(['', '# nothing\n', 'null'])('DISPATCH-01 an empty file is refused: %j', (text) => {
  expect(epicComplaints(text)).toEqual(['e.yaml:1:1: the file is empty\n  hint: begin with "version: 1"']);
});

test.each([
  ['- a', 'a list'],
  ['just words', '"just words"'],
  ['x'.repeat(5_000), `"${'x'.repeat(100)}" and 4900 more characters`],
])('DISPATCH-01 a file that is not a map is refused', (text, what) => {
  const [complaint = '', ...others] = epicComplaints(text);
  expect(complaint.split('\n')).toEqual([
    `e.yaml:1:1: must be a map of keys and values, not ${what}`,
    expect.stringMatching(/^ {2}hint: known here: version, epic, title/),
  ]);
  expect(others).toEqual([]);
});

test('DISPATCH-12 of several forms the one that was meant is complained about', () => {
  const text = `${withTickets('{id: A, title: a, acceptance: [x]}')}\nstandards: [{text: x, fil: y}, {flie: z}]`;
  expect(epicComplaints(text)).toEqual([
    'e.yaml:5:23 standards[0].fil: unknown key "fil"\n  hint: known here: text',
    'e.yaml:5:32 standards[1]: "file" is missing',
    'e.yaml:5:33 standards[1].flie: unknown key "flie"\n  hint: did you mean "file"?',
  ]);
});

test.each([
  ['.', undefined],
  ['./', undefined],
  ['./packages/api', 'packages/api'],
  ['packages//api/.', 'packages/api'],
  ['packages/./api/', 'packages/api'],
])('BEYOND-15 EPIC-19 the folder %j of a check is kept as git names it', (dir, kept) => {
  const text = `version: 1\nepic: e\ntitle: t\nbase: main\nverify: [{ id: a, run: x, dir: ${dir}, paths: [packages/api, 'lib/**'] }]\ntickets: [{ id: A, title: a, acceptance: [x works] }]\n`;
  const read = readEpic({ file: 'e.yaml', text, readFile: () => undefined });
  const [check] = read.ok ? read.value.verify : [];
  expect(check?.dir).toBe(kept);
  expect(check?.paths).toEqual(['packages/api', 'packages/api/**', 'lib/**']);
});

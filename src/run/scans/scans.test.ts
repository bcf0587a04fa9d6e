import { expect, test } from 'vitest';

import { handOut, siteOf } from '../../../test/support/site.ts';
import { sampleFinding } from '../../../test/support/prompt-samples.ts';
import { grammarsFor } from '../../files/index.ts';
import { allRules } from '../../../packages/scan/index.ts';
import { scanLines } from './scans.ts';
import { validate } from '../stages/checks.ts';
import { team } from '../team-audit/milestone.ts';
import { score } from '../team-audit/score.ts';

const never = new AbortController().signal;
const run = 'audit:run';
const service = 'src/services/users.service.ts';
const honest = "import { http } from './http';\nexport const users = () => http.get('/users');\n";
const madeUp =
  "import { of } from 'rxjs';\nexport class Users {\n  all() {\n    return of([{ id: 1, name: 'Ann' }, { id: 2, name: 'Bob' }]);\n  }\n}\n";
const excused = madeUp.replace(
  '    return of',
  '    // gauntlet-disable-next-line MOCK-001 -- it is fine\n    return of',
);

/** A project that trusts these rules more than readers of others' code do. */
const config = 'scans: { severity: { MOCK-001: HIGH, BACK-001: HIGH, TEST-003: HIGH } }\n';

type Validated = { readonly type: string | undefined; readonly feedback: unknown };

/** What validation says of a delivered commit, and what its developer is told. */
async function validated(context: ReturnType<typeof siteOf>): Promise<Validated> {
  const { run } = handOut(context, 'develop');
  const delivered = { commit: 'work', tree: 'tree of work', leftOut: [], problems: [], answer: null };
  await context.records.put(run, 'delivered', delivered);
  const assignment = handOut(context, 'validate', { commit: 'work' });
  const draft = await validate(context, assignment, never);
  return { type: draft?.type, feedback: await context.records.get(assignment.run, 'feedback') };
}

test.each([
  ['made up', madeUp],
  ['made up, and excused by the change itself', excused],
])(
  'TEAM-22 a ticket that brings what rules call HIGH (%s) fails before an agent is asked',
  async (_, text) => {
    const commits = {
      base: { files: { [service]: honest } },
      work: { files: { [service]: text }, parents: ['base'] },
    };
    const context = siteOf({ config, commits });
    const { type, feedback } = await validated(context);
    expect(type).toBe('validation_failed');
    expect(context.calls).toEqual([]);
    expect(feedback).toMatchObject({
      kind: 'validation',
      findings: [{ rule: 'MOCK-001', file: service, source: { kind: 'gate', name: 'scans' } }],
    });
  },
);

test('SCAN-01 a rule that readers have not found useful often enough fails no ticket alone', async () => {
  const commits = {
    base: { files: { [service]: honest } },
    work: { files: { [service]: madeUp }, parents: ['base'] },
  };
  expect(await validated(siteOf({ commits }))).toMatchObject({ type: 'validation_passed' });
});

/** What the validation of a ticket says of one file, with or without it at the base. */
async function validatedFile(path: string, text: string, before?: string) {
  const at = (content?: string) => ({
    files: { [service]: honest, ...(content === undefined ? {} : { [path]: content }) },
  });
  const commits = { base: at(before), work: { ...at(text), parents: ['base'] } };
  return validated(siteOf({ config, commits }));
}

const other = 'src/services/orders.service.ts';
const onOneLine = `${madeUp.replaceAll('\n', ' ')}/* ${'long '.repeat(2_000)}*/`;

test.each([
  ['a header that says it was generated', other, `// @generated\n${madeUp}`],
  ['lines as long as those of a minified file', other, onOneLine],
  ['a name of generated files', 'src/services/orders.service.gen.ts', madeUp],
])('TEAM-22 a ticket does not hide behind %s', async (_, path, text) => {
  const { type, feedback } = await validatedFile(path, text);
  expect(type).toBe('validation_failed');
  expect(feedback).toMatchObject({ findings: [{ rule: 'MOCK-001', file: path }] });
});

test('TEAM-22 what the base says was generated may be generated again', async () => {
  const text = `// @generated\n${madeUp}`;
  expect(await validatedFile(other, text, '// @generated\nexport {};\n')).toMatchObject({
    type: 'validation_passed',
  });
});

test.each([
  ['nests deeper than it can be parsed', `export const deep = ${'['.repeat(20_000)}${']'.repeat(20_000)};\n`],
  ['has bytes that are no text', `export const nothing = '\0';\n${madeUp}`],
  ['is larger than what is looked at', `${madeUp}// ${'x'.repeat(1_000_001)}\n`],
])('TEAM-22 a program that %s is no pass', async (_, text) => {
  const { type, feedback } = await validatedFile(other, `import { of } from 'rxjs';\n${text}`);
  expect(type).toBe('validation_failed');
  const unseen = { rule: 'unseen', severity: 'HIGH', file: other };
  expect(feedback).toMatchObject({
    findings: expect.arrayContaining([expect.objectContaining(unseen)]) as unknown[],
  });
});

test.each([
  [
    'src/db/users.ts',
    "import { pool } from './pool';\n",
    "export const find = (name: string) => pool.query(`select * from users where name = '${name}'`);\n",
    'BACK-001',
  ],
  [
    'db.py',
    'import sqlite3\n',
    'def find(cursor, name):\n    cursor.execute(f"select * from users where name = \'{name}\'")\n',
    'BACK-001',
  ],
  [
    'src/a.test.ts',
    "import { expect, it } from 'vitest';\n",
    "it.only('adds', () => { expect(1 + 1).toBe(2); });\n",
    'TEST-003',
  ],
])(
  'TEAM-22 what a changed file alone shows is found, by whatever kind of rule (%s)',
  async (path, old, brought, rule) => {
    const commits = {
      base: { files: { [path]: old } },
      work: { files: { [path]: `${old}${brought}` }, parents: ['base'] },
    };
    const grammars = await grammarsFor([path]);
    const { type, feedback } = await validated({
      ...siteOf({ config, commits }),
      grammars: async () => grammars,
    });
    expect(type).toBe('validation_failed');
    expect(feedback).toMatchObject({
      findings: expect.arrayContaining([expect.objectContaining({ rule, file: path })]) as unknown[],
    });
  },
);

test('TEAM-22 BEYOND-14 what was there before is not the ticket’s fault', async () => {
  const commits = {
    base: { files: { [service]: madeUp } },
    work: { files: { [service]: `${madeUp}// more\n` }, parents: ['base'] },
  };
  expect(await validated(siteOf({ config, commits }))).toMatchObject({ type: 'validation_passed' });
});

const report = (auditor: string) =>
  [
    `# ${auditor} audit`,
    '',
    '## Findings',
    '',
    '### TECH-001',
    '- Verdict: PASS',
    '- Severity: -',
    '- File: src/a.ts:1',
    '- Evidence: seen',
    '',
  ].join('\n');

test('TEAM-02 scans come first: into the technical prompt, the findings and the score', async () => {
  const commits = {
    base: { files: { [service]: honest } },
    tip: { files: { [service]: madeUp }, parents: ['base'] },
  };
  const context = siteOf({ config: 'depth: standard\n', commits, says: () => report('technical') });
  context.tell({ type: 'base_synced', base: 'base', commit: 'tip', tree: 't', by: 'ada' });
  const seat = context.plan.gating.team.auditors.indexOf('technical');
  await team(context, handOut(context, 'team', { ticket: run, seat }), never);
  expect(context.calls.at(-1)?.prompt).toContain(`[MOCK-001] ${service}:4 -- `);
  const assignment = handOut(context, 'score', { ticket: run });
  await score(context, assignment, never);
  const scored = await context.records.get(assignment.run, 'score');
  expect(scored?.findings.filter(({ id }) => id === 'MOCK-001')).toMatchObject([{ source: 'scan' }]);
});

test('TRIAL-02 TEAM-20 one thing in several places is one line of a prompt', () => {
  const rules = allRules.filter(({ id }) => id === 'MOCK-001');
  const at = (line: number, message = 'made up') => ({ ...sampleFinding, rule: 'MOCK-001', message, line });
  const found = { rules, findings: [at(1), at(2, 'a second [x] thing'), at(9)], crashes: [], libraries: [] };
  expect(scanLines('technical', found, null)).toEqual([
    '[MOCK-001] src/limiter.ts:1, src/limiter.ts:9 -- made up (a hint: no findings reviewed by a person yet)',
    '[MOCK-001] src/limiter.ts:2 -- a second [x] thing (a hint: no findings reviewed by a person yet)',
  ]);
});

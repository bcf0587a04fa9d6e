import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { severityFloor } from './category.ts';
import { writeFindingsDocument } from './write.ts';
import { parseFindingsDocument } from './findings-document.ts';

const head = { ticket: '1', round: 1, reviewer: 'r', date: 'd', branch: 'b', recommendation: '' };
const clean = writeFindingsDocument({ ...head, findings: [] });

test.each([
  ['Security', 'CRITICAL'],
  ['security vulnerabilities', 'CRITICAL'],
  ['Vulnerability', 'CRITICAL'],
  ['Crash', 'CRITICAL'],
  ['possible crashes', 'CRITICAL'],
  ['Data-Loss', 'CRITICAL'],
  ['Data - loss', 'CRITICAL'],
  ['Security / dependency injection', 'CRITICAL'],
  ['Minor\u0433', 'HIGH'],
  ['Blocker\u0433', 'CRITICAL'],
  ['data corruption', 'CRITICAL'],
  ['ADR violation', 'CRITICAL'],
  ['ADRs', 'CRITICAL'],
  ['Hook violations', 'CRITICAL'],
  ['Missing critical test', 'CRITICAL'],
  ['Critical tests missing', 'CRITICAL'],
  ['minor security', 'CRITICAL'],
  ['Critical', 'CRITICAL'],
  ['Performance', 'HIGH'],
  ['Incomplete implementation', 'HIGH'],
  ['Architecture', 'HIGH'],
  ['architectural concern', 'HIGH'],
  ['Test gap', 'HIGH'],
  ['Important', 'HIGH'],
  ['Minor test gap', undefined],
  ['React hooks', undefined],
  ['Naming', undefined],
  ['Insecurity', undefined],
  ['Minor', 'LOW'],
  ['', undefined],
  ['SQL Injection', 'CRITICAL'],
  ['Vulnerable code', 'CRITICAL'],
  ['XSS', 'CRITICAL'],
  ['Auth bypass', 'CRITICAL'],
  ['Authentication bypass', 'CRITICAL'],
  ['Hard-coded secrets', 'CRITICAL'],
  ['S\u0435curity', 'CRITICAL'],
  ['S\u00e9curity', 'CRITICAL'],
  ['\uff33ecurity', 'CRITICAL'],
  ['Secu\u0433ity', 'HIGH'],
  ['\u0433ecurity', 'HIGH'],
  ['\u0438\u043c\u044f', undefined],
  ['na\u00efve na\u0142', undefined],
  ['Dependency injection', undefined],
  ['Blocker', 'CRITICAL'],
  ['Nit', 'LOW'],
] as const)('LOOP-10 the category %j is at least %s', (category, severity) => {
  expect(severityFloor(category, '')).toBe(severity);
});

test.each([
  'Path traversal',
  'Missing authorization',
  'Privilege escalation',
  'Remote code execution',
  'Access control',
  'Authentication',
  'IDOR',
  'Open redirect',
  'Sensitive data exposure',
  'Weak crypto',
  'Prototype pollution',
  'Insecure deserialization',
  'XXE',
  'Server-side request forgery',
  'Command injection',
  'Information disclosure',
])('LOOP-10 the category %j names a weakness: critical', (category) => {
  expect(severityFloor(category, '')).toBe('CRITICAL');
});

test.each([
  ['SQL injection through the name', 'CRITICAL'],
  ['the path allows directory traversal', 'CRITICAL'],
  ['Missing admin authorization check', 'CRITICAL'],
  ['the route has no authentication', 'CRITICAL'],
  ['authorization is not enforced', 'CRITICAL'],
  ['logs the password', 'CRITICAL'],
  ['hard-coded API key', 'CRITICAL'],
  ['\uff33QL injection', 'CRITICAL'],
  ['the docs of authentication are outdated', 'LOW'],
  ['Missing authentication docs', 'LOW'],
  ['use constructor injection', 'LOW'],
  ['the password field has an odd name', 'LOW'],
] as const)('LOOP-10 the minor finding [Naming] %j is %s', (title, severity) => {
  const said = `1. **[Naming]:** ${title}\n   - **Problem:** says nothing of SQL injection\n`;
  const { findings } = parseFindingsDocument(clean.replace('(Nice to Have)\n', `(Nice to Have)\n\n${said}`));
  expect(findings.map((each) => each.severity)).toEqual([severity]);
});

test.each(['Authentication docs', 'Documentation of access control', 'Constructor injection'])(
  'LOOP-10 the category %j is about words or wiring',
  (category) => {
    expect(severityFloor(category, '')).toBeUndefined();
  },
);

const minor = (category: string, title: string) =>
  parseFindingsDocument(
    clean.replace('(Nice to Have)\n', `(Nice to Have)\n\n1. **[${category}]:** ${title}\n`),
  ).findings.map(({ severity }) => severity);

test('LOOP-10 004#7 a broken hook and lost data are critical and unfinished work is important, in category and title', () => {
  const hook = fc.constantFrom('hook', 'Hooks', 'pre-commit hook', 'Git hook');
  const broken = fc.constantFrom('Broken', 'bypassed', 'skipped', 'violated', 'disabled', 'ignored');
  const lost = fc.constantFrom('Loss of data', 'data loss', 'lost data', 'Losing user data', 'Data is lost');
  const hooked = fc
    .tuple(hook, broken, fc.constantFrom(' ', ' is ', ': '))
    .map(([what, how, between]) => `${what}${between}${how}`);
  const breaking = fc.tuple(broken, hook).map((words) => words.join(' '));
  fc.assert(
    fc.property(fc.oneof(lost, hooked, breaking), (named) => {
      expect([minor(named, 'x'), minor('Style', named)]).toEqual([['CRITICAL'], ['CRITICAL']]);
    }),
  );
  const unfinished = fc.constantFrom(
    'Unfinished work',
    'not implemented',
    'Half-finished',
    'Not yet complete',
  );
  fc.assert(
    fc.property(unfinished, (named) => {
      expect([minor(named, 'x'), minor('Style', named)]).toEqual([['HIGH'], ['HIGH']]);
    }),
  );
  expect([minor('Hooks', 'useMemo is not needed'), minor('Process', 'commits use --no-verify')]).toEqual([
    ['LOW'],
    ['CRITICAL'],
  ]);
});

test('LOOP-10 004#7 remarks that only speak of hooks, data or the finished stay minor', () => {
  const subject = fc.constantFrom(
    'React hook',
    'webhook',
    'custom hooks',
    'data',
    'data layer',
    'lost and found',
  );
  const remark = fc.constantFrom('naming', 'docs', 'style', 'order of parameters', 'could be shorter');
  fc.assert(
    fc.property(subject, remark, (what, how) => {
      expect([minor(`${what} ${how}`, 'x'), minor('Style', `${what} ${how}`)]).toEqual([['LOW'], ['LOW']]);
    }),
  );
  for (const remark of ['the webhook is broken over two lines', 'the comment is unfinished'])
    expect(minor('Style', remark)).toEqual(['LOW']);
});

test('LOOP-10 a finding cannot be filed lower than its category allows', () => {
  const filed = (section: string, category: string, more = '') =>
    parseFindingsDocument(
      clean.replace(`(${section})\n`, `(${section})\n\n1. **[${category}]:** x\n${more}`),
    );
  const raised = filed('Nice to Have', 'Security');
  expect([raised.verdict, raised.counts, raised.reasons[0]]).toEqual([
    'unclean',
    { critical: 1, important: 0, minor: 0 },
    'finding 1 (Security) is CRITICAL, not minor',
  ]);
  expect(filed('Should Fix', 'Data loss').reasons[0]).toBe(
    'finding 1 (Data loss) is CRITICAL, not important',
  );
  expect(filed('Nice to Have', 'Performance').reasons[0]).toBe('finding 1 (Performance) is HIGH, not minor');
  expect(filed('Must Fix', 'Style').findings[0]?.severity).toBe('CRITICAL');
  expect(filed('Must Fix', 'Security').reasons.length).toBe(2);
  expect(filed('Should Fix', 'Style', '- Severity: LOW\n').findings[0]?.severity).toBe('HIGH');
  expect(filed('Should Fix', 'Style', '- Severity: Critical\n').findings[0]?.severity).toBe('CRITICAL');
  expect(filed('Nice to Have', 'Style', '- Severity: HIGH\n').findings[0]?.severity).toBe('HIGH');
  expect(filed('Nice to Have', 'Style', '- Severity: odd\n').findings[0]?.severity).toBe('HIGH');
  expect(filed('Nice to Have', 'Critical').verdict).toBe('unclean');
});

test('LOOP-03 a document of another round is stale', () => {
  expect(parseFindingsDocument(clean, { round: 1 }).verdict).toBe('clean');
  expect(parseFindingsDocument(clean, { round: 3 })).toMatchObject({
    verdict: 'unknown',
    reasons: ['the document is of round 1, not 3'],
  });
  const untitled = clean.replace(/^#.*\n/, '');
  expect(parseFindingsDocument(untitled, { round: 3 })).toMatchObject({
    verdict: 'unknown',
    round: null,
    ticket: '',
    reasons: ['the title does not say that the document is of round 3'],
  });
  expect(parseFindingsDocument(untitled).verdict).toBe('clean');
  expect(parseFindingsDocument(untitled, { ticket: '1' }).verdict).toBe('clean');
  for (const round of ['Round  1', 'round1', 'ROUND 1'])
    expect(parseFindingsDocument(clean.replace('Round 1', round), { round: 1 }).verdict).toBe('clean');
  expect(parseFindingsDocument(clean.replace('Round 1', 'Round One'), { round: 1 }).verdict).toBe('unknown');
  const twice = `### Story 1 Code Review Findings - Round 2\n\n${clean}`;
  expect(parseFindingsDocument(twice).reasons).toEqual([
    'there are two titles that differ: there is more than one document',
  ]);
  const other = `# Story 2 Code Review Findings - Round 1\n\n${clean}`;
  expect(parseFindingsDocument(other).reasons).toEqual([
    'there are two titles that differ: there is more than one document',
  ]);
  const unclean = untitled.replace('(Must Fix)\n', '(Must Fix)\n\n1. x\n');
  expect(parseFindingsDocument(unclean, { round: 3 }).verdict).toBe('unclean');
});

test.each([
  ['1', '1', 'clean'],
  ['T-1', 't-1', 'clean'],
  ['1.2: Names', '1.2', 'clean'],
  ['1.2 Names -', '1.2', 'clean'],
  ['', '1', 'clean'],
  ['9-9', '', 'clean'],
  ['9-9', '1', 'unknown'],
  ['1.2', '1', 'unknown'],
  ['1-2', '1', 'unknown'],
  ['11', '1', 'unknown'],
  ['1', '1.2', 'unknown'],
])('LOOP-03 a document titled %j where %j is expected is %s', (ticket, expected, verdict) => {
  const titled = clean.replace('# Story 1 ', `# Story ${ticket} `);
  const parsed = parseFindingsDocument(titled, { ticket: expected });
  expect([parsed.verdict, parsed.reasons]).toEqual([
    verdict,
    verdict === 'clean' ? [] : [`the document is about ${ticket}, not ${expected}`],
  ]);
});

test('LOOP-03 more than 2000 findings are not read', () => {
  const many = (count: number) =>
    parseFindingsDocument(clean.replace('(Must Fix)\n', `(Must Fix)\n\n${'1. x\n'.repeat(count)}`));
  expect([many(2000).verdict, many(2000).mustFix]).toEqual(['unclean', 2000]);
  expect([many(2001).verdict, many(2001).mustFix]).toEqual(['unknown', 2000]);
  expect(many(2001).reasons[0]).toBe('the document is too long to be read');
});

// Every block of docs/answers.md goes through the parsers of a run: accepted ones count, refused ones for the reason given.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import {
  parseAuditor,
  parseAuditReport,
  parseDeveloper,
  parseFindingsDocument,
  parseRemediator,
  readReview,
} from '../src/formats/index.ts';
import { root } from './source.ts';

const [counted = '', refused = ''] = readFileSync(join(root, 'docs/answers.md'), 'utf8').split(
  '## Answers that are refused',
);

const expected = { ticket: 'API-1', token: 't0ken' };
const changedFiles = ['src/limiter.ts', 'test/limiter.test.ts'];

/** What a run makes of an answer: its verdict, and why. */
function read(role: string, text: string): { readonly verdict: string; readonly reasons: readonly string[] } {
  switch (role) {
    case 'developer':
      return parseDeveloper(text, expected);
    case 'remediator':
      return parseRemediator(text, { ...expected, ticket: 'remediation:1' });
    case 'critic':
      return readReview(text, { ...expected, changedFiles });
    case 'auditor':
      return parseAuditor(text, { ...expected, criteria: [{ id: 'AC1', text: '' }] });
    case 'reviewer':
      return parseFindingsDocument(text, { ticket: 'API-1' });
    case 'team auditor': {
      const { complete, reasons } = parseAuditReport(text);
      return { verdict: complete ? 'complete' : 'unknown', reasons };
    }
    default:
      throw new Error(`no parser for ${role}`);
  }
}

const COUNTED = /^```(?:text|json) ([a-z ]+)\n([^]*?)^```$/gm;
const REFUSED = /^(`{3,4})(?:text|json) ([a-z ]+)\n([^]*?)^\1\n\n> (.+)$/gm;

test('SIGNAL-04 docs/answers.md shows an answer of every role that the parsers accept', () => {
  const answers = [...counted.matchAll(COUNTED)].map(([, role = '', text = '']) => ({ role, text }));
  expect(new Set(answers.map(({ role }) => role))).toEqual(
    new Set(['developer', 'remediator', 'critic', 'auditor', 'reviewer', 'team auditor']),
  );
  for (const { role, text } of answers) {
    const { verdict, reasons } = read(role, text);
    expect([role, verdict === 'unknown', reasons]).toEqual([role, false, []]);
  }
});

test('SIGNAL-04 docs/answers.md shows answers that are refused, each with the reason that a parser gives', () => {
  const answers = [...refused.matchAll(REFUSED)];
  expect(answers.length).toBe(refused.match(/^> /gm)?.length);
  for (const [, , role = '', text = '', reason = ''] of answers) {
    const { verdict, reasons } = read(role, text);
    expect(verdict).toBe(text.includes('Required Fixes:') ? 'fail' : 'unknown');
    expect(reasons).toEqual(expect.arrayContaining([reason]));
  }
});

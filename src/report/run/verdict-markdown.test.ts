import { expect, test } from 'vitest';
import type { AssignmentEvent, ResultEvent } from '../../model/events.ts';
import type { Finding } from '../../model/finding.ts';
import { verdictMarkdown } from './verdict-markdown.ts';

const by = { agent: 'claude', version: '2.1.0', model: 'opus', effort: 'high', session: 's-1' };
const assigned = { ticket: 'A', attempt: 0, stage: 'review', commit: 'abcdef0123' } as AssignmentEvent;
const head = { v: 1, seq: 3, at: 0, ticket: 'A', run: 7, used: { usd: 0, tokens: 0 } } as const;
const failed: ResultEvent = { ...head, type: 'critic_fail', commit: 'abcdef0123', findings: ['f'], by };
const finding: Finding = {
  source: { kind: 'critic', name: 'critic-0', by },
  rule: 'review',
  severity: 'HIGH',
  file: 'src/a.ts',
  line: 2,
  message: 'three\u001b[2J is wrong\n# PASSED',
  evidence: '',
  fix: '',
  fingerprint: 'f',
  grounding: 'located',
};
const nothing = { kept: [], setAside: [] };

test('FLOW-02 a verdict for people says who gave it, and of each finding who found it, in plain lines', () => {
  const other = { ...finding, file: '', source: { kind: 'critic', name: 'critic-1' } } as const;
  expect(verdictMarkdown(assigned, failed, { kept: [finding], setAside: [other] }))
    .toBe(`# A, attempt 1, review: critic: 1 finding

- by claude 2.1.0 (opus), effort high, session s-1
- run 7, commit abcdef01

## Found

- HIGH src/a.ts:2: three is wrong \\# PASSED (critic-0, claude 2.1.0 (opus))

## Not counted, not tied to any code

- HIGH three is wrong \\# PASSED (critic-1)
`);
});

test('there is none of work, of checks, and of whoever is not known', () => {
  const { by: _, ...anonymous } = failed;
  expect(verdictMarkdown(assigned, anonymous, nothing)).toBeUndefined();
  expect(verdictMarkdown({ ...assigned, stage: 'develop' }, failed, nothing)).toBeUndefined();
  const checked: ResultEvent = { ...head, type: 'validation_broken', because: 'so' };
  expect(verdictMarkdown({ ...assigned, stage: 'validate' }, checked, nothing)).toBeUndefined();
});

test('what an agent says of itself or finds is no mark-up, no link and no picture', () => {
  const sly = { ...by, agent: '![x](http://evil/pixel)', model: '<img src=//evil>', session: '`*`' };
  const found = {
    ...finding,
    message: '[ok](http://evil)',
    file: 'a_b_<i>.ts',
    source: { ...finding.source, by: sly },
  };
  const text = verdictMarkdown(assigned, { ...failed, by: sly }, { kept: [found], setAside: [] }) ?? '';
  expect(text).toContain('by \\!\\[x\\]');
  expect(text).not.toMatch(/(?<!\\)[[\]<>`*]|:\/\//);
});

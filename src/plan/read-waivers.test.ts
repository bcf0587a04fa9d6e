import { expect, test } from 'vitest';

import { formatComplaint } from '../schema/complaint.ts';
import { readWaivers } from './read-waivers.ts';

function read(text: string): unknown {
  const waivers = readWaivers({ file: 'w.yaml', text });
  return waivers.ok
    ? waivers.value
    : waivers.complaints.map((each) => formatComplaint(each).replace(/^(w\.yaml:\d+):\d+/, '$1'));
}

test('BEYOND-14 a waiver names what it is about, a reason and its last day', () => {
  expect(
    read(`version: 1
waivers:
  - { rule: mock-001, path: "legacy/**", reason: replaced in spring, until: 2027-01-31, by: the team }
  - { fingerprint: 0123456789abcdef, reason: a sample, until: "2028-02-29" }
`),
  ).toEqual([
    {
      fingerprint: null,
      rule: 'MOCK-001',
      path: 'legacy/**',
      reason: 'replaced in spring',
      until: '2027-01-31',
      by: 'the team',
    },
    {
      fingerprint: '0123456789abcdef',
      rule: null,
      path: null,
      reason: 'a sample',
      until: '2028-02-29',
      by: null,
    },
  ]);
});

test('BEYOND-14 a waiver without a reason, an end or anything to be about is refused, all at once', () => {
  expect(
    read(`waivers:
  - { rule: MOCK-001, until: 2027-01-31 }
  - { rule: MOCK-001, reason: x }
  - { reason: x, until: 2027-02-30 }
  - { rule: MOCK-001, path: "/etc/**", reason: x, until: 2027-02-03, untill: 1 }
`),
  ).toEqual([
    'w.yaml:2 waivers[0]: "reason" is missing',
    'w.yaml:3 waivers[1]: "until" is missing',
    'w.yaml:4 waivers[2]: it names neither a fingerprint nor a rule',
    'w.yaml:4 waivers[2].until: "2027-02-30" is not a valid date',
    'w.yaml:5 waivers[3].path: "/etc/**" must be relative to the repository',
    'w.yaml:5 waivers[3].untill: unknown key "untill"\n  hint: did you mean "until"?',
  ]);
});

test('a file that is no list of waivers says so', () => {
  expect(read('rules: []')).toEqual([
    'w.yaml:1 rules: unknown key "rules"\n  hint: known here: version, waivers',
    'w.yaml:1: "waivers" is missing',
  ]);
});

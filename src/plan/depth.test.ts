import { expect, test } from 'vitest';
import { auditors, type Depth, depths } from '../model/team.ts';
import { byDepth, type Gating, gatingOf } from './depth.ts';

import { goodConfig } from '../../test/support/plan-samples.ts';

type DepthSetting = keyof typeof byDepth.standard;
const depthSettings = Object.keys(byDepth.standard);
const gating = (depth: Depth, text = '') => gatingOf(depth, goodConfig(text));
const off = { enabled: false, auditors: [], maxFixRounds: 0, maxLibraryChecks: 0 };

test('TEAM-10 TEAM-28 each depth has its auditors, rounds, checks, critics, retries and passes', () => {
  expect(gating('quick')).toEqual({
    depth: 'quick',
    team: off,
    notes: ['depth quick: the audit team is off'],
    critics: 1,
    reviewRecoveryRetries: 1,
    maxScanFixPasses: 0,
    reconcile: false,
  });
  expect(gating('standard')).toEqual({
    depth: 'standard',
    team: { enabled: true, auditors: ['requirements', 'technical'], maxFixRounds: 1, maxLibraryChecks: 0 },
    notes: [],
    critics: 1,
    reviewRecoveryRetries: 1,
    maxScanFixPasses: 1,
    reconcile: false,
  });
  expect(gating('thorough')).toEqual({
    depth: 'thorough',
    team: { enabled: true, auditors, maxFixRounds: 2, maxLibraryChecks: 5 },
    notes: [],
    critics: 3,
    reviewRecoveryRetries: 2,
    maxScanFixPasses: 1,
    reconcile: true,
  });
  expect(gating('exhaustive')).toEqual({
    depth: 'exhaustive',
    team: { enabled: true, auditors, maxFixRounds: 3, maxLibraryChecks: 8 },
    notes: [],
    critics: 5,
    reviewRecoveryRetries: 3,
    maxScanFixPasses: 2,
    reconcile: true,
  });
});

test('TEAM-10 explicit settings win over the depth', () => {
  const text = `
audit: { auditors: { requirements: false, interface: true }, maxFixRounds: 0 }
review: { critics: 4 }
convergence: { reviewRecoveryRetries: 7 }
scans: { maxScanFixPasses: 0 }
`;
  expect(gating('standard', text)).toEqual({
    depth: 'standard',
    team: { enabled: true, auditors: ['technical', 'interface'], maxFixRounds: 0, maxLibraryChecks: 0 },
    notes: [],
    critics: 4,
    reviewRecoveryRetries: 7,
    maxScanFixPasses: 0,
    reconcile: false,
  });
});

test('TEAM-10 quick switches the team off whatever else is set, unless it is switched on explicitly', () => {
  expect(gating('quick', 'audit: {auditors: {test: true}, maxFixRounds: 2}').team).toEqual(off);
  expect(gating('quick', 'audit: {enabled: true}')).toMatchObject({
    team: { enabled: true, auditors: ['requirements', 'technical'], maxFixRounds: 0, maxLibraryChecks: 0 },
    notes: ['depth quick, but audit.enabled is true: the audit team runs'],
  });
});

test('TEAM-10 a team that is switched off stays off at every depth, and the result says so', () => {
  expect(gating('exhaustive', 'audit: {enabled: false}')).toMatchObject({
    team: off,
    notes: ['audit.enabled is false: the audit team is off'],
  });
});

test('TEAM-10 a library auditor asked for where the depth has none gets something to check', () => {
  expect(gating('standard', 'audit: {auditors: {library: true}}').team).toEqual({
    enabled: true,
    auditors: ['requirements', 'technical', 'library'],
    maxFixRounds: 1,
    maxLibraryChecks: 5,
  });
});

test('TEAM-13 no library checks means no library auditor, and no auditor at all means no team', () => {
  expect(gating('thorough', 'audit: {maxLibraryChecks: 0}')).toMatchObject({
    team: { auditors: ['requirements', 'technical', 'interface', 'test'], maxLibraryChecks: 0 },
    notes: ['maxLibraryChecks is 0: the library auditor is off'],
  });
  expect(gating('standard', 'audit: {auditors: {requirements: false, technical: false}}')).toMatchObject({
    team: off,
    notes: ['no auditor is switched on: the audit team is off'],
  });
});

/**
 * One case for every number that a depth decides: what is written, and what the gating then has at every depth that
 * says something else. The list of them is the code's own, so a number without a case fails here.
 */
const written: Readonly<
  Record<
    DepthSetting,
    { readonly text: string; readonly read: (gating: Gating) => unknown; readonly value: unknown }
  >
> = {
  auditors: {
    text: 'audit: { enabled: true, auditors: { requirements: false, technical: false, interface: true, test: false, library: false } }',
    read: ({ team }) => team.auditors,
    value: ['interface'],
  },
  maxFixRounds: {
    text: 'audit: { enabled: true, maxFixRounds: 7 }',
    read: ({ team }) => team.maxFixRounds,
    value: 7,
  },
  maxLibraryChecks: {
    text: 'audit: { enabled: true, maxLibraryChecks: 3 }',
    read: ({ team }) => team.maxLibraryChecks,
    value: 3,
  },
  critics: { text: 'review: { critics: 4 }', read: ({ critics }) => critics, value: 4 },
  reviewRecoveryRetries: {
    text: 'convergence: { reviewRecoveryRetries: 9 }',
    read: ({ reviewRecoveryRetries }) => reviewRecoveryRetries,
    value: 9,
  },
  maxScanFixPasses: {
    text: 'scans: { maxScanFixPasses: 6 }',
    read: ({ maxScanFixPasses }) => maxScanFixPasses,
    value: 6,
  },
  reconcile: { text: 'reconcile: true', read: ({ reconcile }) => reconcile, value: true },
};

test('TEAM-10 what is written wins over every depth, for every setting that a depth decides', () => {
  expect(Object.keys(written).toSorted()).toEqual([...depthSettings].toSorted());
  for (const [name, { text, read, value }] of Object.entries(written))
    for (const depth of depths) expect(read(gating(depth, text)), `${name} at ${depth}`).toEqual(value);
});

test('TEAM-10 each auditor can be switched on and off by itself at every depth', () => {
  for (const auditor of auditors)
    for (const depth of depths)
      for (const isOn of [true, false]) {
        const { team } = gating(depth, `audit: { enabled: true, auditors: { ${auditor}: ${isOn} } }`);
        expect(team.auditors.includes(auditor), `${auditor} ${isOn} at ${depth}`).toBe(isOn);
      }
});

test('TEAM-10 no depth decides a setting of the audit without a case above, and no other setting depends on one', () => {
  const plain = goodConfig('');
  const byDepth = [
    ...Object.entries(plain.audit),
    ...Object.entries(plain.review),
    ...Object.entries(plain.convergence),
    ...Object.entries(plain.scans),
    ...Object.entries(plain),
  ]
    .filter(([, value]) => value === null)
    .map(([name]) => name)
    .filter((name) => !notByDepth.has(name));
  // `enabled` is what a depth is asked for in words of its own (quick), and the auditors are a record, not null.
  expect(byDepth.toSorted()).toEqual(
    [...depthSettings.filter((name) => name !== 'auditors'), 'enabled'].toSorted(),
  );
});

/** Settings that may be missing, whatever the depth: paths, and what only some repositories have. */
const notByDepth = new Set(['path', 'coverage', 'baseline', 'ui', 'setup', 'waivers']);

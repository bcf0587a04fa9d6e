import { expect, test } from 'vitest';
import { auditors, type Depth } from '../model/team.ts';
import { gatingOf } from './depth.ts';
import { goodConfig } from './sample.ts';

const gating = (depth: Depth, text = '') => gatingOf(depth, goodConfig(text));
const off = { enabled: false, auditors: [], maxFixRounds: 0, maxLibraryChecks: 0 };

test('TEAM-10 TEAM-28 each depth has its auditors, rounds, checks, critics, retries and passes', () => {
  expect(gating('quick')).toEqual({
    depth: 'quick',
    team: off,
    notes: ['depth quick: the audit team is off'],
    critics: 1,
    reviewRecoveryRetries: 0,
    maxScanFixPasses: 0,
  });
  expect(gating('standard')).toEqual({
    depth: 'standard',
    team: { enabled: true, auditors: ['requirements', 'technical'], maxFixRounds: 1, maxLibraryChecks: 0 },
    notes: [],
    critics: 1,
    reviewRecoveryRetries: 1,
    maxScanFixPasses: 1,
  });
  expect(gating('thorough')).toEqual({
    depth: 'thorough',
    team: { enabled: true, auditors, maxFixRounds: 2, maxLibraryChecks: 5 },
    notes: [],
    critics: 3,
    reviewRecoveryRetries: 2,
    maxScanFixPasses: 1,
  });
  expect(gating('exhaustive')).toEqual({
    depth: 'exhaustive',
    team: { enabled: true, auditors, maxFixRounds: 3, maxLibraryChecks: 8 },
    notes: [],
    critics: 5,
    reviewRecoveryRetries: 3,
    maxScanFixPasses: 2,
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

import { expect, test } from 'vitest';

import { unsetAgent } from '../../model/config.ts';
import { readConfig } from '../../plan/index.ts';
import { type JudgeInputs, isOneJudge, judgesOf, withoutAgents } from './judge.ts';

const read = readConfig({ file: 'gauntlet.yaml', text: 'version: 1\n' });
if (!read.ok) throw new Error(JSON.stringify(read.complaints));
const config = read.value;
const cast = { settings: { ...unsetAgent, use: 'command' as const }, text: '', origin: '', hash: '' };
const asked: JudgeInputs = {
  reviewer: cast,
  programs: [{ path: '/bin/critic', sha256: 'a' }],
  surroundings: { MODEL: '1' },
  config,
  askedDepth: null,
};
const scans = { ...config.scans, severity: { 'js/eval': 'off' as const } };

test.each<[string, Partial<JudgeInputs>]>([
  ['another program', { programs: [{ path: '/bin/critic', sha256: 'b' }] }],
  ['other surroundings', { surroundings: { MODEL: '2' } }],
  ['other instructions', { reviewer: { ...cast, text: 'Be kind.' } }],
  ['other settings of reviews', { config: { ...config, review: { ...config.review, critics: 3 } } }],
  ['other settings of scans', { config: { ...config, scans } }],
  ['another depth', { askedDepth: 'quick' }],
])('BEYOND-04 with %s it is another judge, also where nobody names a model', (_, more) => {
  const [now] = judgesOf(asked, []);
  const [other] = judgesOf({ ...asked, ...more }, []);
  expect([now.model, other.model, isOneJudge(now, other)]).toEqual([null, null, false]);
});

test('BEYOND-04 the same program at another place, with other limits, or written in another order, is the same judge', () => {
  const turned = Object.fromEntries(Object.entries(config.scans).toReversed()) as typeof config.scans;
  expect(judgesOf({ ...asked, config: { ...config, scans: turned } }, [])).toEqual(judgesOf(asked, []));
  const limits = { ...config.limits, budgetUsd: 3 };
  const programs = [{ path: '/opt/critic', sha256: 'a' }];
  expect(judgesOf({ ...asked, programs, config: { ...config, limits } }, [])).toEqual(judgesOf(asked, []));
});

test('BEYOND-04 scans and detectors by other settings are another judge', () => {
  const now = withoutAgents(config, null);
  expect(isOneJudge(now, withoutAgents({ ...config, scans }, null))).toBe(false);
  expect(isOneJudge(now, withoutAgents(config, 'quick'))).toBe(false);
  expect(isOneJudge(now, withoutAgents({ ...config }, null))).toBe(true);
});

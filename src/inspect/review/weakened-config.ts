import { type FileChange, findingsOf } from '../../detect/index.ts';
import type { Config } from '../../model/config.ts';
import type { Finding } from '../../model/finding.ts';
import { readConfig } from '../../plan/index.ts';

type Check = Config['verify'][number];

/** Reports what a changed gauntlet.yaml no longer runs or requires: it judges the next change, so a person has to agree. */
export function weakenedConfig(changes: readonly FileChange[], file: string): readonly Finding[] {
  const change = changes.find(({ path }) => path === file);
  if (change?.before?.text === undefined) return [];
  const [before, after] = [change.before, change.after].map((side) => readConfig({ file, text: side?.text }));
  if (before?.ok !== true || after?.ok !== true) return [];
  const lost = lostIn(before.value, after.value);
  if (lost.length === 0) return [];
  return findingsOf('protected-files', [
    {
      rule: 'weakened-config',
      severity: 'HIGH',
      file,
      message: `The base's version judges this change. From the next change on, ${file} no longer runs or requires what is listed here.`,
      // A dismissal allows this very change of the file.
      identity: JSON.stringify([change.before.blob, change.after?.blob]),
      evidence: lost.join('\n'),
      fix: `Keep these entries of ${file}. If they have to go, a person dismisses this finding.`,
    },
  ]);
}

function lostIn(before: Config, after: Config): readonly string[] {
  const without = (all: readonly string[], left: readonly string[], key: string): readonly string[] =>
    all.filter((each) => !left.includes(each)).map((each) => `${key}: ${each}`);
  return [
    ...before.verify.flatMap((check) => lostOf(check, after.verify)),
    ...(before.review.verify && !after.review.verify ? ['review.verify: true'] : []),
    ...(before.hooks && !after.hooks ? ['hooks: true'] : []),
    ...without(before.require, after.require, 'require'),
    ...without(before.protect, after.protect, 'protect'),
  ];
}

/** A check is the same under another id, and another one with another command. */
function lostOf(check: Check, now: readonly Check[]): readonly string[] {
  const words = typeof check.run === 'string' ? check.run : check.run.join(' ');
  const same = now.filter(
    (each) => JSON.stringify(each.run) === JSON.stringify(check.run) && each.dir === check.dir,
  );
  if (same.length === 0) return [`check ${check.id} (${words})`];
  const settings = (key: 'paths' | 'environments' | 'expect' | 'results') =>
    same.every((each) => JSON.stringify(each[key]) !== JSON.stringify(check[key]) && each[key] !== undefined)
      ? [`check ${check.id} with its ${key}`]
      : [];
  return [...settings('paths'), ...settings('environments'), ...settings('expect'), ...settings('results')];
}

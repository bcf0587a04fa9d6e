import { expect, test } from 'vitest';

import { memoryTree } from '../../../test/support/memory-tree.ts';
import { readConfig } from '../../plan/index.ts';
import { scanChange } from './scan-change.ts';

const path = 'src/Button.tsx';
const text = 'export const Button = () => <button className="rounded bg-indigo-600 px-4">Go</button>;\n';

function found(scans: string): readonly (readonly [string, string])[] {
  const config = readConfig({ file: 'gauntlet.yaml', text: scans });
  if (!config.ok) throw new Error('the configuration is a valid one');
  const trees = { now: memoryTree(new Map([[path, text]])), before: memoryTree(new Map()) };
  const lines = new Map([[path, new Set([1])]]);
  const sides = { ...trees, whole: trees, lines, grammars: new Map() };
  const { findings } = scanChange(sides, config.value.scans);
  return findings.filter(({ rule }) => rule === 'SLOP-001').map(({ rule, severity }) => [rule, severity]);
}

test.each([
  ['a rule that has to be asked for is not asked', '', []],
  [
    'a rule that a severity is given to is asked, with that severity',
    'scans: { severity: { SLOP-001: LOW } }\n',
    [['SLOP-001', 'LOW']],
  ],
  [
    'a rule of a family that is switched off is not asked',
    'scans: { severity: { SLOP-001: LOW }, families: { slop: false } }\n',
    [],
  ],
])('TEAM-22 a review asks the rules that an audit asks: %s', (_, scans, expected) => {
  expect(found(scans)).toEqual(expected);
});

import { expect, test } from 'vitest';

import { weakenedConfig } from './weakened-config.ts';

const base = `version: 1
require: noticed
verify:
  - { id: unit, run: npm test }
  - { id: lint, run: [npm, run, lint], paths: [src/**] }
`;

function lost(after: string | null, before = base): readonly string[] {
  const side = (text: string) => ({ mode: '100644', blob: text, text, unread: null });
  const change = { path: 'gauntlet.yaml', before: side(before), after: after === null ? null : side(after) };
  const found = weakenedConfig([change], 'gauntlet.yaml');
  expect(found.every(({ severity }) => severity === 'HIGH')).toBe(true);
  return found.flatMap(({ evidence }) => evidence.split('\n'));
}

test.each([
  ['a check', base.replace('  - { id: unit, run: npm test }\n', ''), ['check unit (npm test)']],
  ['the command of a check', base.replace('npm test', 'npm test || true'), ['check unit (npm test)']],
  [
    'most changes from a check',
    base.replace('npm test', 'npm test, paths: [docs/**]'),
    ['check unit with its paths'],
  ],
  ['required evidence', base.replace('require: noticed\n', ''), ['require: noticed']],
  ['checks from reviews', `${base}review: { verify: false }\n`, ['review.verify: true']],
  ['the file', null, ['check unit (npm test)', 'check lint (npm run lint)', 'require: noticed']],
])('EVID-01 a change that takes away %s is HIGH and says what is lost', (_, after, expected) => {
  expect(lost(after)).toEqual(expected);
});

test.each([
  ['a check more', `${base}  - { id: types, run: npm run types }\n`],
  ['another id', base.replace('id: unit', 'id: tests')],
  ['a check for every change', base.replace(', paths: [src/**]', '')],
  ['another setting', `${base}limits: { maxParallel: 1 }\n`],
])('EVID-01 %s weakens nothing', (_, after) => {
  expect(lost(after)).toEqual([]);
});

import { expect, test } from 'vitest';

import { checkName } from './checks.ts';

test('FIRST-06 a check is named without the default environment, which nobody configured', () => {
  const said = ['', 'local', 'node22'].map((environment) => checkName({ check: 'lint', environment }));
  expect(said).toEqual(['lint', 'lint', 'lint in node22']);
});

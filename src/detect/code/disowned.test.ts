import { expect, test } from 'vitest';

import { changed } from '../../../test/support/file-change.ts';
import { detectTampering } from '../checks/tampering.ts';

test('EVID-02 code that says it is generated from now on is tampering, in runs and reviews alike', () => {
  const own = 'export const rate = 1;\n';
  const rules = (before: string | null, after: string) =>
    detectTampering([changed('src/rate.ts', before, after)], () => true).map(({ rule }) => rule);
  expect(rules(own, `// @generated\n${own}`)).toEqual(['says-generated']);
  expect(rules(`// @generated\n${own}`, `// @generated\n${own}\n`)).toEqual([]);
});

import { expect, test } from 'vitest';

import type { CalibrateOptions } from './calibrate-call.ts';
import { calibrateRequestOf } from './calibrate-request.ts';

const wish = (options: Partial<CalibrateOptions>) => calibrateRequestOf({ options });

test.each([
  [{ tolerance: '2.5' }, '--tolerance is a whole number up to 1000, not "2.5"'],
  [{ tolerance: '1001' }, '--tolerance is a whole number up to 1000, not "1001"'],
  [{ minPrecision: '0.5' }, '--min-precision needs --labelled'],
  [{ only: 'a' }, '--only needs --labelled'],
  [{ defects: '0', clean: '0' }, 'no defects and no clean changes: nothing to measure'],
])('BEYOND-04 %j is refused', (options, because) => {
  expect(() => wish(options)).toThrow(because);
});

test('BEYOND-04 whole lines, and defects or clean changes alone, are taken as they are said', () => {
  expect(wish({ tolerance: '0', defects: '0', clean: '3' })).toMatchObject({
    tolerance: 0,
    from: 'LOW',
    material: { defects: 0, clean: 3 },
  });
  expect(wish({})).toMatchObject({ tolerance: 5, material: { defects: 40, kinds: 8, clean: 20 } });
});

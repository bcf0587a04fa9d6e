import { expect, test } from 'vitest';

import { GauntletError } from '../model/error.ts';
import { calibrateRequestOf } from '../inspect/calibrate/calibrate-request.ts';
import { readAll } from './read-all.ts';

function wrong(message: string, hint?: string): () => never {
  return () => {
    throw new GauntletError('USAGE_INVALID', message, hint === undefined ? {} : { hint });
  };
}

test('what is read comes back in its order, and all that is wrong is one error', () => {
  const [one, two] = readAll(
    () => 1,
    () => 'two',
  );
  expect([one, two]).toEqual([1, 'two']);
  expect(() => readAll(wrong('a', 'A.'), () => 1, wrong('b'), wrong('c', 'C.'))).toThrow(
    expect.objectContaining({ code: 'USAGE_INVALID', message: 'a; b; c', hint: 'A. C.' }) as Error,
  );
  const alone = wrong('alone', 'Alone.');
  expect(() => readAll(alone)).toThrow(
    expect.objectContaining({ message: 'alone', hint: 'Alone.' }) as Error,
  );
});

test('what is no mistake of the command line is not collected', () => {
  const broken = (): never => {
    throw new TypeError('ours');
  };
  expect(() => readAll(wrong('a'), broken)).toThrow(TypeError);
});

test('every wrong number of a calibration is said at once', () => {
  const options = {
    defects: '-1',
    kinds: 'x',
    clean: '1.5',
    seed: 'z',
    budget: '-2',
    tolerance: 'q',
    commits: '',
  };
  expect(() => calibrateRequestOf({ options })).toThrow(
    /--commits.*--defects.*--clean.*--seed.*--kinds.*--budget.*--tolerance/,
  );
});

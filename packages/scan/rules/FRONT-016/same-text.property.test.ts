import fc from 'fast-check';
import { expect, test } from 'vitest';

import { normalised } from './same-text.ts';

const names = fc.uniqueArray(
  fc.stringMatching(/^[a-z]{3,8}$/).map((name) => `own_${name}`),
  { minLength: 2, maxLength: 2 },
);
const spaces = fc.constantFrom(' ', '\n', '  ', '\n\n', ' /* why */ ', ' // why\n');

/** A function of two names of its own, with some space between its words. */
function written([input = '', inner = '']: readonly string[], space: string): readonly [string, string] {
  const body = [
    '{ const',
    inner,
    '=',
    `${input}.length`,
    '+',
    '1;',
    'return',
    `call(${inner},`,
    `${input}.name)`,
    '}',
  ];
  return [`(${input}: string)`, body.join(space)];
}

test('TEAM-03 functions are one whatever their own names, spaces and comments are', () => {
  fc.assert(
    fc.property(names, names, spaces, spaces, (first, second, one, other) => {
      const [parameters, body] = written(first, one);
      const [otherParameters, otherBody] = written(second, other);
      expect(normalised(otherParameters, otherBody, false)).toEqual(normalised(parameters, body, false));
    }),
  );
});

test('TEAM-03 functions that call others are not one', () => {
  fc.assert(
    fc.property(names, fc.stringMatching(/^[a-z]{3,8}$/), (own, called) => {
      fc.pre(called !== 'call');
      const [parameters, body] = written(own, ' ');
      const changed = body.replace('call(', `${called}(`);
      expect(normalised(parameters, changed, false)).not.toEqual(normalised(parameters, body, false));
    }),
  );
});

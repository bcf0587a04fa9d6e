import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { jsonText } from './json-text.ts';

test('EPIC-13 JSON on stdout holds nothing a terminal would obey, and stays exact', () => {
  const text = '\u001b[31m \u009b \u202e \u200b \u{e0041} \ufe0f \u2028 é 漢 😀 \ud800';
  expect(jsonText(text)).toBe(
    '"\\u001b[31m \\u009b \\u202e \\u200b \\udb40\\udc41 \\ufe0f \\u2028 é 漢 😀 \\ud800"\n',
  );
});

test('an object is indented by two, and nothing at all is null', () => {
  expect(jsonText({ a: [1] })).toBe('{\n  "a": [\n    1\n  ]\n}\n');
  expect(jsonText(undefined)).toBe('null\n');
});

test('whatever goes in is what a program reads out', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(jsonText(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

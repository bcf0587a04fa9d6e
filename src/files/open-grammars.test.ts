import { expect, test } from 'vitest';

import { grammarsFor } from './open-grammars.ts';

const grammars = await grammarsFor(['a.py', 'a.cs']);

function typeOf(language: string, text: string): string {
  let type = '';
  grammars.get(language)?.(text, (root) => (type = root.type));
  return type;
}

test.each([
  ['python', '@a(', 'x = 1\n'],
  ['python', 'def f(', 'x = 1\n'],
  ['csharp', '[A(', 'class A {}'],
  ['csharp', 'a<', 'class A {}'],
])('TEAM-03 %s: %s without end is refused, and the next file is read', (language, unit, next) => {
  expect(() => typeOf(language, unit.repeat(30_000))).toThrow('nested deeper than 1000 levels');
  expect(typeOf(language, next)).toMatch(/^(?:module|compilation_unit)$/);
});

test('TEAM-03 a file that stops the parser is said, and after that there is a new parser for all languages', async () => {
  const stop = (): void => {
    const error = new Error('memory access out of bounds');
    error.name = 'RuntimeError';
    throw error;
  };
  expect(() => grammars.get('python')?.('x = 1\n', stop)).toThrow('the parser crashed on this file');
  expect(() => typeOf('csharp', 'class A {}')).toThrow('crashed on an earlier file');
  await grammars.renewed?.();
  expect(typeOf('csharp', 'class A {}')).toBe('compilation_unit');
  expect(typeOf('python', 'x = 1\n')).toBe('module');
  expect(grammars.renewed?.()).toBeUndefined();
});

test('TEAM-03 what a look throws by itself stops nothing', () => {
  const fail = (): void => {
    throw new TypeError('no such thing');
  };
  expect(() => grammars.get('python')?.('x = 1\n', fail)).toThrow('no such thing');
  expect(typeOf('python', 'x = 1\n')).toBe('module');
});

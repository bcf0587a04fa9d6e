import fc from 'fast-check';
import { expect, test } from 'vitest';

import { addressesIn, styleDeclarations } from './style-sheet.ts';

const property = fc.constantFrom('color', 'margin', '--brand', '$brand', 'background-image');
const value = fc.constantFrom(
  'red',
  '#fff',
  'calc(1px + (2px * 3))',
  'url(a;b.png)',
  '"a;b}"',
  "url('x)y')",
  '1px 2px',
);
const selector = fc.constantFrom('a', '.b:hover', '&:not(.c)', '@media (min-width: 3px)', ':root');
const noise = fc.constantFrom('', ' ', '\n', '/* color: blue; } */', '// x: y; {\n');
const rule = fc.record({ selector, before: noise, declarations: fc.array(fc.tuple(property, value, noise)) });

test('TEAM-03 what is declared is read back, with every value where it stands', () => {
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 4 }), (rules) => {
      const text = rules
        .map(({ selector: of, before, declarations }) => {
          const inner = declarations.map(([name, is, after]) => `${name}: ${is};${after}`).join('');
          return `${before}${of} {${inner}}`;
        })
        .join('\n');
      const read = styleDeclarations(text, { hasLineComments: true });
      expect(read.map((each) => [each.around.at(-1), each.property, each.value])).toEqual(
        rules.flatMap((each) => each.declarations.map(([name, is]) => [each.selector, name, is])),
      );
      for (const each of read)
        expect(text.slice(each.valueStart, each.valueStart + each.value.length)).toBe(each.value);
    }),
  );
});

test('TEAM-03 any text is read to its end', () => {
  const unit = fc.constantFrom(
    '{',
    '}',
    '(',
    ')',
    ';',
    ':',
    "'",
    '"',
    '\\',
    '#',
    '@',
    'a',
    '\n',
    'url(',
    '//',
    '/*',
    '*/',
  );
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 60 }), fc.boolean(), (text, hasLineComments) => {
      for (const each of styleDeclarations(text, { hasLineComments }))
        expect(each.valueStart).toBeLessThanOrEqual(text.length);
    }),
  );
});

test('TEAM-03 nested rules, interpolation and addresses', () => {
  const read = styleDeclarations(
    `.a { &:hover { color: #{$x}; } .b:not(.c) { margin: 0 } @apply p-4 bg-[#fff]; background: url( "a b.png" ) }`,
    { hasLineComments: true },
  );
  expect(read.map((each) => `${each.around.join(' ')}|${each.property}|${each.value}`)).toEqual([
    '.a &:hover|color|#{$x}',
    '.a .b:not(.c)|margin|0',
    '.a|@apply|p-4 bg-[#fff]',
    '.a|background|url( "a b.png" )',
  ]);
  expect(addressesIn('url( "a b.png" ), url(c.png)').map((each) => each.address)).toEqual([
    'a b.png',
    'c.png',
  ]);
});

test('braces in braces without end take no more memory than the text, and every declaration is read', () => {
  const many = 20_000;
  const read = styleDeclarations(`${'a{color:red;'.repeat(many)}${'}'.repeat(many)}b{gap:1px}`);
  expect(read).toHaveLength(many + 1);
  expect(Math.max(...read.map(({ around }) => around.length))).toBeLessThan(100);
  expect(read.at(-1)).toMatchObject({ property: 'gap', around: ['b'] });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { markupTags } from './tags.ts';

const name = fc.constantFrom('img', 'a', 'div', 'my-part', 'Logo', 'app-root');
const attributeName = fc.constantFrom('src', 'href', ':src', '[src]', '@click', 'class', 'data-x');
const value = fc.string({
  unit: fc.constantFrom('a', 'b', '/', '.', '>', '<', ' ', '{', '}', '-'),
  maxLength: 12,
});
const tag = fc.record({
  name,
  attributes: fc.array(fc.record({ name: attributeName, value }), { maxLength: 4 }),
});

test('TEAM-03 what is written as tags is read back, with every value where it stands', () => {
  fc.assert(
    fc.property(fc.array(tag, { maxLength: 5 }), (tags) => {
      const text = tags
        .map((each) => {
          const written = each.attributes.map((one) => ` ${one.name}="${one.value.replaceAll(/[{}]/g, '')}"`);
          return `text <${each.name}${written.join('')}>\n`;
        })
        .join('<!-- <img src="no"> -->');
      const read = markupTags(text);
      expect(read.map((each) => each.name)).toEqual(tags.map((each) => each.name.toLowerCase()));
      for (const [index, { attributes }] of read.entries()) {
        expect(attributes.map((each) => [each.name, each.value])).toEqual(
          tags[index]?.attributes.map((each) => [each.name, each.value.replaceAll(/[{}]/g, '')]),
        );
        for (const each of attributes)
          expect(text.slice(each.valueStart, each.valueStart + each.value.length)).toBe(each.value);
      }
    }),
  );
});

test('TEAM-03 any text is read to its end', () => {
  const unit = fc.constantFrom(
    '<',
    '>',
    '"',
    "'",
    '{',
    '}',
    '%',
    '=',
    '/',
    'a',
    ' ',
    '\n',
    '<style>',
    '{{',
    '<!--',
  );
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 60 }), (text) => {
      for (const { start, attributes } of markupTags(text)) {
        expect(text[start]).toBe('<');
        for (const each of attributes) expect(each.valueStart).toBeLessThanOrEqual(text.length);
      }
    }),
  );
});

test('TEAM-03 marks of template languages and expressions do not end a tag', () => {
  const tags = markupTags(
    `<img {% if a > b %}src="{% static "a.png" %}"{% endif %} alt=x>
     <p on:click={() => a > b} class={cls}>
     <style lang="scss">a > b { color: red }</style><b>`,
  );
  expect(tags.map((each) => each.name)).toEqual(['img', 'p', 'style', 'b']);
  expect(tags[0]?.attributes.map((each) => each.value)).toEqual(['{% static "a.png" %}', 'x']);
  expect(tags[1]?.attributes.map((each) => each.value)).toEqual(['{() => a > b}', '{cls}']);
});

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type LineKind, type LineOptions, scanLines } from './lines.ts';

function kinds(text: string, options: LineOptions = {}): readonly LineKind[] {
  const found: LineKind[] = [];
  scanLines(text, (_start, _end, kind) => found.push(kind) > 0, options);
  return found;
}

test('SIGNAL-03 every line is visited once, with its place and its number', () => {
  const seen: unknown[] = [];
  const long = 'x'.repeat(100);
  scanLines(`a\n\n${long}\nlast`, (start, end, kind, number) => {
    seen.push([start, end, kind, number]);
    return true;
  });
  expect(seen).toEqual([
    [0, 1, 'text', 1],
    [2, 2, 'text', 2],
    [3, 103, 'text', 3],
    [104, 108, 'text', 4],
  ]);
});

test('SIGNAL-03 the walk ends when the visitor says so, and an empty text has no line', () => {
  const seen: number[] = [];
  scanLines('a\nb\nc', (_start, _end, _kind, number) => {
    seen.push(number);
    return number < 2;
  });
  expect(seen).toEqual([1, 2]);
  expect(kinds('')).toEqual([]);
  expect(kinds('a\n')).toEqual(['text']);
});

test.each<[string, string, readonly LineKind[]]>([
  ['a fence', 'a\n```\nb\n\n```\nc', ['text', 'open', 'fence', 'fence', 'close', 'text']],
  ['a fence of tildes', '~~~ts\nb\n~~~\nc', ['open', 'fence', 'close', 'text']],
  ['a fence with a language', '```ts x\nb\n```', ['open', 'fence', 'close']],
  ['a longer closing fence', '```\nb\n`````  \nc', ['open', 'fence', 'close', 'text']],
  ['a shorter fence inside', '````\n```\n````\nc', ['open', 'fence', 'close', 'text']],
  ['the other character inside', '```\n~~~\n```\nc', ['open', 'fence', 'close', 'text']],
  ['words after the closing fence', '```\n``` x\nb', ['open', 'fence', 'fence']],
  ['two marks only', '``\nb\n~~\nc', ['text', 'text', 'text', 'text']],
  ['code within a line', '``` a ``` b\nc', ['text', 'text']],
  ['tildes with a backtick after', '~~~ `\nb', ['open', 'fence']],
  ['a fence indented by three', '   ```\nb\n   ```\nc', ['open', 'fence', 'close', 'text']],
  ['a fence indented by four', '    ```\nb', ['text', 'text']],
  ['a closing fence indented by four', '```\n    ```\nb', ['open', 'fence', 'fence']],
  ['a fence behind a tab', '\t```\nb', ['text', 'text']],
  ['a fence that never ends', '```\nb\n\nc', ['open', 'fence', 'fence', 'fence']],
  ['blanks in a fence', '```\n   \n```', ['open', 'fence', 'close']],
  ['a quote', '> a\n   > b\n\nc', ['quote', 'quote', 'text', 'text']],
  ['a quote indented by four', '    > a\nb', ['text', 'text']],
  [
    'a quote that goes on without its mark',
    '> a\nb\n    c\n  \nd',
    ['quote', 'lazy', 'lazy', 'text', 'text'],
  ],
  ['a quote that goes on up to an empty line', '> a\nb\n\nd', ['quote', 'lazy', 'text', 'text']],
  ['a quote ended by a fence', '> a\n```\nb\n```\nc', ['quote', 'open', 'fence', 'close', 'text']],
  ['a quote ended by a comment', '> a\n<!-- -->\nc', ['quote', 'comment', 'text']],
  ['a comment', 'a\n<!--\n\nb\n-->\nc', ['text', 'comment', 'comment', 'comment', 'comment', 'text']],
  ['a comment with words around', '<!-- a\nb --> c\nd', ['comment', 'comment', 'text']],
  ['a comment on one line', '<!-- a --> b\nc', ['comment', 'text']],
  ['the shortest comments', '<!-->\na\n<!--->\nb', ['comment', 'text', 'comment', 'text']],
  ['an indented comment', '   <!-- a\nb -->\nc', ['comment', 'comment', 'text']],
  ['a comment that never ends', 'a\n<!-- b\nc', ['text', 'comment', 'comment']],
  ['a fence in a comment', '<!--\n```\n-->\na', ['comment', 'comment', 'comment', 'text']],
  ['a comment in a fence', '```\n<!--\n```\na', ['open', 'fence', 'close', 'text']],
  ['a comment within a line', 'a <!-- b\nc\n\nd -->\ne', ['text', 'shadow', 'shadow', 'shadow', 'text']],
  ['a second comment on the line', 'a <!-- b --> <!--\nc\n-->\nd', ['text', 'shadow', 'shadow', 'text']],
  ['a comment after one that ended', 'a <!-- b\n--> c <!-- d\n-->\ne', ['text', 'shadow', 'shadow', 'text']],
  ['a comment within a line that never ends', 'a <!-- b\nc', ['text', 'text']],
  ['two comments that never end', 'a <!-- b\n<!--\nc', ['text', 'comment', 'comment']],
  ['a comment within a quote', '> a <!--\n\nb\n-->\nc', ['quote', 'shadow', 'shadow', 'shadow', 'text']],
  [
    'a fence in the shadow',
    'a <!--\n```\n-->\nb\n```\nc',
    ['text', 'open', 'fence', 'fence', 'close', 'text'],
  ],
  ['an end without a start', 'a -->\nb', ['text', 'text']],
  ['a comment behind four blanks', '    <!-- a\nb -->\nc', ['text', 'shadow', 'text']],
])('SIGNAL-03 %s is told apart from text', (_, text, expected) => {
  expect(kinds(text)).toEqual(expected);
});

test('SIGNAL-03 whatever the text, its lines are those between line feeds', () => {
  const piece = fc.constantFrom('\n', ' ', '```', '~~~', '> ', '<!--', '-->', 'a', '`', '\t');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const text = pieces.join('');
      const lines: string[] = [];
      scanLines(text, (start, end, _kind, number) => {
        lines.push(text.slice(start, end));
        return number === lines.length;
      });
      const split = text.split('\n');
      expect(lines).toEqual(split.at(-1) === '' ? split.slice(0, -1) : split);
    }),
  );
});

test.each<[string, string, LineOptions, readonly LineKind[]]>([
  ['a carriage return within a line', 'a\rb\r\nc', {}, ['text', 'text']],
  ['a carriage return that ends a line', 'a\rb\r\nc', { returns: true }, ['text', 'text', 'text']],
  ['a fence far to the right', '    ```\n a\n    ```', {}, ['text', 'text', 'text']],
  ['a fence between list items', '    ```\n a\n    ```', { anyIndent: true }, ['open', 'fence', 'close']],
  ['a comment between list items', '\t<!-- a\n-->\nb', { anyIndent: true }, ['comment', 'comment', 'text']],
  [
    'a fence within one for Markdown',
    '```md\n```js\n```\na\n```',
    {},
    ['open', 'fence', 'close', 'text', 'open'],
  ],
  [
    'a nested fence',
    '```md\n```js\n```\na\n```',
    { nests: true },
    ['open', 'open', 'close', 'fence', 'close'],
  ],
  ['a fence closed far to the right', '```js\n      ```\na', { nests: true }, ['open', 'close', 'text']],
  ['a wrapper', '```md\n<!-- a\n\n```', { unwraps: true }, ['wrap', 'text', 'text', 'wrap']],
  ['code is no wrapper', '```js\na\n```', { unwraps: true }, ['open', 'fence', 'close']],
])('TEAM-04 the lines of %s', (_, text, options, expected) => {
  expect(kinds(text, options)).toEqual(expected);
});

test('TEAM-04 a walk that ends inside a fence or comment has not seen all', () => {
  const isWhole = (text: string) => scanLines(text, () => true);
  expect(['a', '```\na\n```', '<!-- a -->', 'a <!-- b'].map(isWhole)).toEqual([true, true, true, true]);
  expect(['```\na', '<!-- a\nb'].map(isWhole)).toEqual([false, false]);
});

test('TEAM-04 a fence that a reader finds behind a label hides the lines up to its end', () => {
  const seen: LineKind[] = [];
  const fence = { mark: 96, length: 3, isMarkdown: false, mayWrap: false };
  scanLines('- Evidence: ```\n# a\n```\n# b', (_start, _end, kind, number) => {
    seen.push(kind);
    return number === 1 ? fence : true;
  });
  expect(seen).toEqual(['text', 'fence', 'close', 'text']);
});

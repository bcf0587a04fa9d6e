import ts from 'typescript-api';
import { expect, test } from 'vitest';

import { parseCode } from './parse-code.ts';

const page = { path: 'a.vue', language: 'vue', isTest: false, isSide: false } as const;

test('of a page its scripts are parsed, with their lines where they are', () => {
  const text =
    '<template>\n<p/>\n</template>\n<script lang="ts">\nlet a;\n</script>\n<SCRIPT>let b;</script >\n';
  const { source } = parseCode({ ...page, text });
  expect(source.text.split('\n').map((line) => line.trim())).toEqual([
    '',
    '',
    '',
    '',
    'let a;',
    '',
    'let b;',
    '',
  ]);
  expect(source.text).toHaveLength(text.length);
});

test.each(['<script ', '<script>', '<script></script'])('tags that never end (%s) take no time', (tag) => {
  const text = tag.repeat(60_000);
  expect(parseCode({ ...page, text }).source.text.trim()).toBe('');
});

test.each(['', 'a', 'a\nb\n', '\n\n', 'a\r\nb\rc\n', 'a\u2028b\nc'])(
  'lines of %j begin where the compiler says',
  (text) => {
    const { source } = parseCode({
      path: 'a.ts',
      language: 'typescript',
      isTest: false,
      isSide: false,
      text,
    });
    const plain = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest);
    expect(source.getLineStarts()).toEqual(plain.getLineStarts());
  },
);

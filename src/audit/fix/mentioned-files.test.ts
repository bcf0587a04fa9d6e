import { expect, test } from 'vitest';
import { mentionedFiles } from './mentioned-files.ts';

test('TEAM-07 paths with a folder and an extension are files, each once', () => {
  expect(mentionedFiles('see src/a.ts, (lib/b.test.tsx) and `src/a.ts`.')).toEqual([
    'src/a.ts',
    'lib/b.test.tsx',
  ]);
});

test('TEAM-07 a bare name is a file only with a line', () => {
  expect(mentionedFiles('a.ts:5 b.ts#L7 c.ts d.ts. e.ts: Date.now()')).toEqual(['a.ts', 'b.ts']);
});

test('TEAM-07 Windows paths, a leading ./ and line ranges are read', () => {
  expect(mentionedFiles('src\\a.ts:5 ./src/b.ts:5-9 src/c.ts:5:12')).toEqual([
    'src/a.ts',
    'src/b.ts',
    'src/c.ts',
  ]);
});

test('TEAM-07 addresses, folders, versions and dots are no files', () => {
  expect(
    mentionedFiles('https://x.org/a.html src/auth/ src/auth 1.2.3 a/1.5 ... a/b.toolongextension'),
  ).toEqual([]);
});

test('TEAM-07 names in other scripts and with marks are files too', () => {
  expect(mentionedFiles('src/größe.ts src/@x/y-z+1.d.ts')).toEqual(['src/größe.ts', 'src/@x/y-z+1.d.ts']);
});

test('TEAM-07 only the beginning of a very long text is looked at', () => {
  const text = `${'x '.repeat(9_990)}src/in.ts ${'y '.repeat(100)}src/out.ts`;
  expect(mentionedFiles(text)).toEqual(['src/in.ts']);
});

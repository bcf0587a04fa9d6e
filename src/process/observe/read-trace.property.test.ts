import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import type { ObservedInputs } from '../../model/checks.ts';
import { traceReader } from './read-trace.ts';

function inputsIn(lines: readonly string[]): ObservedInputs {
  const reader = traceReader('/repo');
  for (const line of lines) reader.line(line);
  return reader.inputs();
}

const nothing: ObservedInputs = { read: [], seen: [], missing: [], listed: [], modules: [] };

/** As strace writes a path: everything but plain letters as octal numbers of its bytes. */
const escaped = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');

const name = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .map((text) => text.replaceAll(/[/\0]/g, 'x'))
  .filter((text) => text.isWellFormed() && text !== '.' && text !== '..');

test('EVID-01 a path is read as it was, whatever characters it has', () => {
  fc.assert(
    fc.property(name, (file) => {
      const call = `7  openat(AT_FDCWD</repo>, "d/${escaped(file)}", O_RDONLY|O_CLOEXEC) = 3</repo/d/${escaped(file)}>`;
      expect(inputsIn([call])).toEqual({ ...nothing, read: [`d/${file}`] });
    }),
  );
});

test('EVID-01 calls that other processes interrupt say the same as whole ones', () => {
  const call = fc.record({ file: fc.stringMatching(/^[a-z (),=<"]{1,8}$/), isThere: fc.boolean() });
  fc.assert(
    fc.property(fc.array(call, { minLength: 1, maxLength: 8 }), fc.context(), (calls, context) => {
      const halves = calls.map(({ file, isThere }, nth) => {
        const start = `${nth + 1}  openat(AT_FDCWD</repo>, "${escaped(file)}", O_RDONLY`;
        const end = isThere ? `) = 3</repo/${escaped(file)}>` : ') = -1 ENOENT (No such file or directory)';
        return { start, end, nth };
      });
      const whole = halves.map(({ start, end }) => `${start}${end}`);
      const cut = [
        ...halves.map(({ start }) => `${start} <unfinished ...>`),
        ...halves.map(({ end, nth }) => `${nth + 1}  <... openat resumed>${end}`),
      ];
      context.log(cut.join('\n'));
      expect(inputsIn(cut)).toEqual(inputsIn(whole));
    }),
  );
});

test('EVID-01 no line makes the reader fail, and nothing outside of the workspace is an input', () => {
  const part = fc.constantFrom(
    'open',
    'openat(',
    '"',
    '\\',
    '<',
    '>',
    '/repo/a',
    '..',
    ') = 3',
    ', ',
    '7  ',
    'AT_FDCWD',
  );
  fc.assert(
    fc.property(
      fc.array(
        fc.array(part, { maxLength: 12 }).map((parts) => parts.join('')),
        { maxLength: 6 },
      ),
      (lines) => {
        const { read, missing, listed } = inputsIn(lines);
        for (const path of [...read, ...missing, ...listed]) expect(path).not.toMatch(/^\/|^\.\.(?:\/|$)/);
      },
    ),
  );
});

test.each<readonly [string, readonly string[], Partial<ObservedInputs>]>([
  [
    'a file number stands for its folder',
    ['1  openat(5</repo/test>, "helper", O_RDONLY) = -1 ENOENT (No)'],
    { missing: ['test/helper'] },
  ],
  [
    'a process that changed its folder',
    ['1  chdir("sub") = 0', '1  access("x", R_OK) = -1 ENOENT (No)'],
    { missing: ['sub/x'] },
  ],
  [
    'a folder that could not be entered',
    ['1  chdir("sub") = -1 EACCES (No)', '1  access("x", R_OK) = 0'],
    { seen: ['sub', 'x'] },
  ],
  [
    'a folder entered by its number',
    ['1  fchdir(4</repo/sub>) = 0', '1  stat("x", {st_mode=0}) = 0'],
    { seen: ['sub/x'] },
  ],
  [
    'a folder that was listed',
    ['1  getdents64(3</repo/cases>, 0x5 /* 3 entries */, 32768) = 80'],
    { listed: ['cases'] },
  ],
  ['the root', ['1  getdents64(3</repo>, 0x5 /* 3 entries */, 32768) = 80'], { listed: [''] }],
  ['a program', ['1  execve("./run", ["./run", "--x"], 0x7ffe /* 3 vars */) = 0'], { read: ['run'] }],
  [
    'a program that PATH does not have',
    ['1  execve("/repo/bin/tool", ["tool"], 0x7ff /* 3 vars */) = -1 ENOENT (No)'],
    { missing: ['bin/tool'] },
  ],
  [
    'a file that is only written',
    ['1  openat(AT_FDCWD</repo>, "log", O_WRONLY|O_CREAT|O_APPEND, 0666) = 3</repo/log>'],
    {},
  ],
  [
    'a file that the check made itself',
    [
      '1  openat(AT_FDCWD</repo>, "out", O_RDWR|O_CREAT|O_TRUNC, 0666) = 3</repo/out>',
      '1  openat(AT_FDCWD</repo>, "out", O_RDONLY) = 3</repo/out>',
    ],
    { remade: ['out'] },
  ],
  [
    'a file that was moved before it was read',
    ['1  rename("a", "b") = 0', '1  openat(AT_FDCWD</repo>, "b", O_RDONLY) = 3</repo/b>'],
    { read: ['a'], remade: ['b'] },
  ],
  [
    'the same in folders',
    [
      '1  renameat2(AT_FDCWD</repo>, "a", 4</repo/d>, "b", 0) = 0',
      '1  open("/repo/d/b", O_RDONLY) = 3</repo/d/b>',
    ],
    { read: ['a'], remade: ['d/b'] },
  ],
  [
    'a file in a folder that was moved to its place',
    ['1  rename("bent", "tests") = 0', '1  open("tests/a.py", O_RDONLY) = 3</repo/tests/a.py>'],
    { read: ['bent', 'tests/a.py'], remade: ['tests/a.py'] },
  ],
  [
    'a file that was opened to be written, by another name',
    [
      '1  openat(AT_FDCWD</repo>, "/proc/self/root/repo/a", O_RDWR) = 3</repo/a>',
      '1  open("a", O_RDONLY) = 3</repo/a>',
    ],
    { read: ['a'], remade: ['a'] },
  ],
  ['a link', ['1  openat(AT_FDCWD</repo>, "link", O_RDONLY) = 3</repo/real>'], { read: ['link', 'real'] }],
  [
    'dots',
    ['1  openat(AT_FDCWD</repo/test>, "../src/./a.js", O_RDONLY) = 3</repo/src/a.js>'],
    { read: ['src/a.js'] },
  ],
  [
    'a neighbour with a longer name',
    ['1  openat(AT_FDCWD</repo>, "/repository/a", O_RDONLY) = 3</repository/a>'],
    {},
  ],
  ['files of git', ['1  openat(AT_FDCWD</repo>, ".git/HEAD", O_RDONLY) = 3</repo/.git/HEAD>'], {}],
  [
    'a module from elsewhere',
    [
      '1  openat(AT_FDCWD</repo>, "/usr/lib/python3/json/__pycache__/__init__.cpython-311.pyc", O_RDONLY) = 3</usr/lib/python3/json/__pycache__/__init__.cpython-311.pyc>',
    ],
    { modules: ['json'] },
  ],
])('EVID-01 %s', (_title, lines, expected) => {
  expect(inputsIn(lines)).toEqual({ ...nothing, ...expected });
});

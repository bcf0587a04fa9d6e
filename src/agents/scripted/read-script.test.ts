import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { readScript } from './read-script.ts';

function complaints(text: string): readonly string[] {
  const read = readScript(text, 's.yaml');
  return read.ok ? [] : read.complaints;
}

test('everything wrong with a script is said at once, by line, with what was probably meant', () => {
  const text = [
    '- when: { role: develper }',
    '  say: x',
    '- wen: { role: critic }',
    '  say: { signal: REVIEW_PASED }',
    '- when: { role: critic, round: -1 }',
    '  pass: { file: changed }',
    '  fail: {}',
    '- when: { role: developer }',
    '  do:',
    '    - { wirte: a.txt, text: x }',
    '    - { write: a.txt }',
    '    - { run: node }',
    '    - { delete: ../a.txt }',
    '    - { write: /etc/x, text: x }',
    '  say: x',
    '- when: { role: developer }',
  ].join('\n');
  expect(complaints(text)).toEqual([
    's.yaml:1:17 [0].when.role: "develper" is not one of developer, critic, auditor, reviewer, fixer, remediator\n  hint: did you mean "developer"?',
    's.yaml:3:3 [1].wen: unknown key "wen"\n  hint: did you mean "when"?',
    's.yaml:3:3 [1]: "when" is missing',
    expect.stringMatching(
      /^s\.yaml:4:18 \[1\]\.say\.signal: "REVIEW_PASED" is not one of .*\n {2}hint: did you mean "REVIEW_PASSED"\?$/,
    ),
    's.yaml:5:3 [2]: must have one of say, pass and fail',
    's.yaml:5:32 [2].when.round: must be at least 0, not -1',
    's.yaml:6:11 [2].pass.file: unknown key "file"\n  hint: did you mean "files"?',
    's.yaml:10:7 [3].do[0]: "write" is missing',
    's.yaml:10:9 [3].do[0].wirte: unknown key "wirte"\n  hint: did you mean "write"?',
    's.yaml:11:7 [3].do[1]: "text" is missing',
    's.yaml:12:14 [3].do[2].run: must be a list, not "node"',
    's.yaml:13:17 [3].do[3].delete: "../a.txt" must be a path inside the working directory',
    's.yaml:14:16 [3].do[4].write: "/etc/x" must be a path inside the working directory',
    's.yaml:16:3 [4]: must have one of say, pass and fail',
  ]);
});

test('a text that is no list, no YAML, or refers to itself is refused', () => {
  expect(complaints('when: x')).toEqual(['s.yaml:1:1: must be a list, not a map']);
  expect(complaints('- [')).not.toEqual([]);
  expect(complaints('- &a { when: { role: critic }, pass: {} }\n- *a\n')).not.toEqual([]);
});

test('a script that is right is read as it stands', () => {
  const read = readScript(
    '- when: { role: developer, ticket: A-1, attempt: 1 }\n  do: [{ write: a/b.txt, text: "x\\n" }, { commit: Do it }]\n  say: { signal: READY_FOR_REVIEW, files: [a/b.txt] }\n- when: { role: critic }\n  pass:\n',
    's.yaml',
  );
  expect(read).toMatchObject({
    ok: true,
    script: [
      {
        when: { role: 'developer', ticket: 'A-1', auditor: null, attempt: 1, try: null },
        do: [
          { kind: 'write', path: 'a/b.txt', text: 'x\n' },
          { kind: 'commit', message: 'Do it' },
        ],
        say: { kind: 'parts', signal: 'READY_FOR_REVIEW', parts: { files: ['a/b.txt'], matrix: [] } },
      },
      {
        when: { role: 'critic', ticket: null },
        do: [],
        say: { signal: 'pass', parts: { files: 'changed' } },
      },
    ],
  });
});

test('whatever is handed in is read or complained of, and no path that is read leaves the folder', () => {
  const step = fc.oneof(
    fc.record({
      write: fc.oneof(fc.string(), fc.constantFrom('..', 'a/../../b', '/x', 'C:\\x', 'a\\..\\..\\x')),
      text: fc.string(),
    }),
    fc.jsonValue(),
  );
  const entry = fc.oneof(
    fc.record({
      when: fc.constant({ role: 'developer' }),
      do: fc.array(step, { maxLength: 3 }),
      say: fc.string(),
    }),
    fc.jsonValue(),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(entry, { maxLength: 3 }).map((value) => JSON.stringify(value)),
        fc.string(),
      ),
      (text) => {
        const read = readScript(text, 's');
        if (!read.ok) return read.complaints.length > 0;
        const paths = read.script.flatMap((each) =>
          each.do.flatMap((done) => ('path' in done ? [done.path] : [])),
        );
        return paths.every(
          (path) => path !== '' && !/^[\\/]|^[A-Za-z]:|(?:^|[\\/])\.\.(?:[\\/]|$)/.test(path),
        );
      },
    ),
  );
});

import { expect, test } from 'vitest';

import type { FileVersion } from './change.ts';
import { changed } from '../../test/support/file-change.ts';
import { findingsOf } from './finding.ts';
import { detectOddities } from './oddities.ts';
import { detectProtected } from './protected-files.ts';
import { detectScope } from './scope.ts';

const matches = (glob: string, path: string) =>
  glob.endsWith('**') ? path.startsWith(glob.slice(0, -2)) : glob === path;
const none = (_path: string) => false;

test('BEYOND-03 files that steer gate, CI, agents and machines are protected, also before they exist and in any case', () => {
  const paths =
    'gauntlet.yaml Gauntlet.local.yml epics/a.yaml .github/workflows/ci.yml .GitLab-ci.yml .husky/pre-commit .gitattributes sub/.gitmodules AGENTS.md docs/claude.md .claude/settings.json .Codex/config.toml .cursor/rules/a.mdc .gemini/x .mcp.json .vscode/tasks.json .idea/x.xml agents.d/critic.md opencode.json .envrc .env .devcontainer/devcontainer.json Jenkinsfile';
  const open = paths.split(' ').filter((path) => {
    const found = detectProtected(changed(path, null, 'x'), { protect: [], mayChange: none, matches });
    return found[0]?.severity !== 'HIGH';
  });
  expect(open).toEqual([]);
});

test('other files are not protected, and mayChange opens those that are', () => {
  const said = (path: string, may = none, protect: readonly string[] = []) =>
    detectProtected(changed(path, 'a', 'b'), { protect, mayChange: may, matches }).length;
  for (const path of [
    'src/a.ts',
    'docs/agents.html',
    '.env.example',
    'src/github/a.ts',
    'README.md',
    'package.json',
  ])
    expect([path, said(path)]).toEqual([path, 0]);
  expect(said('.github/a.yml', (path) => path === '.github/a.yml')).toBe(0);
  expect(said('src/Public/a.ts', none, ['src/public/**'])).toBe(1);
});

test('a change outside what the ticket touches is out of scope, and without touches nothing is', () => {
  const said = (path: string, touches: readonly string[], may = none) =>
    detectScope(changed(path, 'a', 'b'), { touches, mayChange: may, matches }).map(({ rule }) => rule);
  expect(said('src/a.ts', ['src/**'])).toEqual([]);
  expect(said('lib/a.ts', ['src/**'])).toEqual(['out-of-scope']);
  expect(said('lib/a.ts', ['src/**'], () => true)).toEqual([]);
  expect(said('lib/a.ts', [])).toEqual([]);
});

test('BEYOND-03 a link that leads outside is found, one within the repository is not', () => {
  const said = (path: string, target: string) =>
    detectOddities(changed(path, null, target, '120000')).map(({ rule }) => rule);
  for (const target of ['/etc/passwd', '../../secret', '../..', '~/x', 'C:\\x', '.git/config', ''])
    expect([target, said('src/link', target)]).toEqual(
      target === '.git/config' ? [target, []] : [target, ['link-outside']],
    );
  expect(said('link', '.git/config')).toEqual(['link-outside']);
  expect(said('src/link', '../README.md')).toEqual([]);
  expect(said('src/link', './a/b.ts')).toEqual([]);
  expect(said('src/link', './../a/./b.ts')).toEqual([]);
});

test('T7 links that lead out only by way of one another are found', () => {
  // `here` is the folder itself, so `here/..` is the folder above it, and `up/..` the one above that.
  const said = (path: string, target: string) =>
    detectOddities(changed(path, null, target, '120000')).map(({ rule }) => rule);
  expect(said('here', '.')).toEqual([]);
  for (const target of ['here/..', 'here/../secret', './here/./../x', 'up/..', 'a/b/../c'])
    expect([target, said('up', target)]).toEqual([target, ['link-outside']]);
});

test('BEYOND-03 submodules, executable data, hidden letters, conflict markers and odd paths are found', () => {
  const said = (...parts: Parameters<typeof changed>) =>
    detectOddities(changed(...parts)).map(({ rule, severity, line }) => [rule, severity, line]);
  expect(said('data.json', '{}', '{}', '100755')).toEqual([['executable-data', 'MEDIUM', 0]]);
  expect(said('run.sh', 'x', 'x', '100755')).toEqual([]);
  expect(said('a.ts', 'x\n', 'x\nif (a /*\u202e } */) {}\n')).toEqual([['hidden-letters', 'HIGH', 2]]);
  expect(said('a.ts', null, '\ufeffconst a = 1;\n')).toEqual([]);
  expect(said('a.ts', null, 'const a = "\u{e0041}";\n')).toEqual([['hidden-letters', 'HIGH', 1]]);
  expect(said('a.ts', null, 'const family = "👩\u200d👩\u200d👧 👍🏽\u200d❤️\u200d🔥";\n')).toEqual([]);
  expect(said('a.ts', null, 'const ad\u200dmin = 1;\n')).toEqual([['hidden-letters', 'HIGH', 1]]);
  expect(said('a.ts', 'x\n', '<<<<<<< ours\nx\n=======\ny\n>>>>>>> theirs\n')).toEqual([
    ['conflict-marker', 'HIGH', 1],
  ]);
  expect(said('README.md', null, 'Title\n=======\ntext\n')).toEqual([]);
  expect(said('src/a\u200b.ts', null, 'x')).toEqual([['odd-path', 'HIGH', 0]]);
  expect(said('a/.GIT/hooks/x', null, 'x')).toEqual([['odd-path', 'HIGH', 0]]);
  const version = (mode: string, unread: FileVersion['unread']) => ({
    mode,
    blob: 'b',
    text: undefined,
    unread,
  });
  const odd = (path: string, after: FileVersion) =>
    detectOddities({ path, before: null, after }).map(({ rule }) => rule);
  expect(odd('sub', version('160000', 'submodule'))).toEqual(['submodule']);
  expect(odd('big.bin', version('100644', 'large'))).toEqual(['large-file']);
  expect(odd('a.ts', version('100644', 'binary'))).toEqual(['binary-code']);
  expect(odd('a.png', version('100644', 'binary'))).toEqual([]);
});

test('findings of a gate are cleaned and told apart, and moving lines does not change them', () => {
  const detected = (line: number) => ({
    rule: 'r',
    severity: 'LOW' as const,
    file: 'a\u001b[31m.ts',
    line,
    message: 'm\u202e',
    evidence: 'same  text',
    fix: '',
  });
  const [first, second] = findingsOf('g', [detected(1), detected(5)]);
  const [moved] = findingsOf('g', [{ ...detected(99), evidence: ' same text ' }]);
  expect(first).toMatchObject({ source: { kind: 'gate', name: 'g' }, file: 'a.ts', message: 'm' });
  expect(first?.fingerprint).toMatch(/^[0-9a-f]{16}$/);
  expect(second?.fingerprint).not.toBe(first?.fingerprint);
  expect(moved?.fingerprint).toBe(first?.fingerprint);
});

test('T4 a Python file that is to be read in another way than it looks is found', () => {
  const said = (text: string) =>
    detectOddities(changed('a.py', null, text)).map(({ rule, line }) => [rule, line]);
  expect(said('#!/usr/bin/env python\n# -*- coding: raw_unicode_escape -*-\n# \\u000aimport os\n')).toEqual([
    ['odd-encoding', 2],
  ]);
  for (const usual of [
    '# -*- coding: utf-8 -*-\n',
    '# vim: set fileencoding=latin-1 :\n',
    'x = 1\n\n# coding: utf-7\n',
  ])
    expect([usual, said(usual)]).toEqual([usual, []]);
});

test('T4 a Python file is refused for a way of writing only where that is new and can mislead', () => {
  const said = (before: string | null, after: string) =>
    detectOddities(changed('a.py', before, after)).map(({ rule, line }) => [rule, line]);
  for (const old of ['gbk', 'euc-kr', 'shift_jis', 'koi8-r', 'utf-7']) {
    const text = `# -*- coding: ${old} -*-\nimport os\n`;
    expect([old, said(text, `${text}x = 1\n`)]).toEqual([old, []]);
  }
  for (const text of [
    '# coding: gbk\n',
    'import base64\n# decoding: base64 of the token\n',
    '"""Module."""\n# Percent-encoding: see RFC 3986\n',
    '# Percent-encoding: see RFC 3986\n',
    'import os\n# coding: utf-7\n',
  ])
    expect([text, said(null, text)]).toEqual([text, []]);
  for (const codec of 'utf-7 UTF7 U7 unicode_escape raw-unicode-escape rot13 rot_13 punycode idna hex base64_codec bz2 zlib uu quopri undefined string_escape hz iso-2022-jp utf-16 cp037'.split(
    ' ',
  )) {
    expect([codec, said('import os\n', `# coding=${codec}\nimport os\n`)]).toEqual([
      codec,
      [['odd-encoding', 1]],
    ]);
    expect([codec, said('# coding: gbk\n', `\n# vim: fileencoding=${codec}\n`)]).toEqual([
      codec,
      [['odd-encoding', 2]],
    ]);
  }
  expect(said(null, '#!/usr/bin/python\r# coding: utf-7\rimport os\r')).toEqual([['odd-encoding', 2]]);
});

test('EVID-08 a name or path that no file system takes is a finding, whoever committed it', () => {
  const rules = (path: string) => detectOddities(changed(path, null, 'x')).map(({ rule }) => rule);
  expect(rules(`src/${'n'.repeat(256)}.ts`)).toEqual(['odd-path']);
  expect(rules(`${'d'.repeat(200)}/`.repeat(27) + 'file.ts')).toEqual(['odd-path']);
  expect(rules(`src/${'ü'.repeat(130)}.ts`)).toEqual(['odd-path']);
  expect(rules(`src/${'n'.repeat(250)}.ts`)).toEqual([]);
});

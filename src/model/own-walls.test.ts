import { expect, test } from 'vitest';

import { bringsOwnWalls, prefixAt, wallsNote } from './checks.ts';

test.each([
  ['docker', 'run', '--rm', 'node:22'],
  ['/usr/bin/docker', 'exec', 'box'],
  ['ssh', 'build-host', '--'],
  ['bwrap', '--bind', '{workspace}', '/work'],
  ['kubectl', 'exec', 'pod', '--'],
])('ENV-01 an environment behind %s provides its own isolation, and says so', (...prefix) => {
  expect(bringsOwnWalls(prefix)).toBe(true);
  expect(wallsNote({ prefix })).toContain('no gauntlet sandbox');
});

test.each([
  [[]],
  [['npx', '-y', '-p', 'node@22', '--']],
  [['env', 'A=1']],
  [['sh', '-c', 'docker run x']],
  // Programs of the judged tree are never started outside of the sandbox, whatever they are called.
  [['./docker', 'run']],
  [['bin/ssh', 'host']],
  [['{workspace}/docker']],
  // These take orders from the judged tree.
  [['docker', 'compose', 'run', 'app']],
  [['vagrant', 'ssh', '-c']],
  [['devcontainer', 'exec']],
])('ENV-01 %j stays in the sandbox of gauntlet', (prefix) => {
  expect(bringsOwnWalls(prefix)).toBe(false);
  expect(wallsNote({ prefix })).toBe('');
});

test('ENV-01 a prefix may name the folder to be checked, but not start a program of it', () => {
  expect(prefixAt(['docker', '-v', '{workspace}:/work'], '/w')).toEqual(['docker', '-v', '/w:/work']);
  expect(prefixAt(['{workspace}/docker'], '/w')).toEqual(['{workspace}/docker']);
  expect(prefixAt([], '/w')).toEqual([]);
});

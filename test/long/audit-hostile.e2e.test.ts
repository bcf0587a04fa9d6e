import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { builtCli, type Place } from '../built-cli.ts';

let place: Place;
beforeAll(() => {
  place = builtCli();
});
beforeEach(() => {
  rmSync(place.dir, { recursive: true, force: true });
  mkdirSync(place.dir);
});
afterAll(() => place.remove());

const good = 'export const one = 1;\n';
const bad = 'export function Page() {\n  return <p>Lorem ipsum dolor sit amet</p>;\n}\n';

type Left = Readonly<Record<string, number>>;

/** What was left out, by reason, and which files findings are in. */
function audited(...args: readonly string[]): { left: Left; files: readonly string[]; scanned: number } {
  const ran = place.run(['audit', '--profile', 'all', '--json', '--no-agents', ...args]);
  expect(ran.code, ran.stderr).toBe(0);
  const json = JSON.parse(ran.stdout) as {
    left: { reason: string; count: number }[];
    findings: { file: string }[];
    scanned: { files: number };
  };
  return {
    left: Object.fromEntries(json.left.map(({ reason, count }) => [reason, count])),
    files: json.findings.map(({ file }) => file),
    scanned: json.scanned.files,
  };
}

test.each(['a folder', 'a repository'])('in %s odd files are said and stop nothing', (kind) => {
  if (kind === 'a repository') execFileSync('git', ['init', '--quiet', place.dir]);
  place.write('src/pages/found.tsx', bad);
  place.write('src/broken.ts', 'export const = {{{ ;;; "never closed\n\t`${`');
  place.write('src/halves.ts', '\ufeffexport const a = "\\ud800";\r\n');
  writeFileSync(join(place.dir, 'src/binary.ts'), Buffer.from([0x7f, 0x45, 0, 1, 2, 0xff]));
  writeFileSync(join(place.dir, 'src/latin.ts'), Buffer.from([0x2f, 0x2f, 0xe4, 0xf6, 0x0a]));
  place.write('src/large.ts', '');
  truncateSync(join(place.dir, 'src/large.ts'), 50_000_000);
  place.write('src/app.rb', 'puts 1\n');
  place.write('src/empty.ts', '');
  symlinkSync('.', join(place.dir, 'loop'));
  symlinkSync('/etc/hostname', join(place.dir, 'src/outside.ts'));
  symlinkSync('nowhere', join(place.dir, 'src/dangling.ts'));
  execFileSync('mkfifo', [join(place.dir, 'src/pipe.ts')]);
  const { left, files } = audited();
  expect(files).toEqual(['src/pages/found.tsx']);
  expect(left).toMatchObject({
    binary: 1,
    'larger than 1 MB': 1,
    'symbolic link': 3,
    'Ruby: unsupported language': 1,
  });
  // Git does not list a pipe at all; a walk sees it.
  expect(left['not a regular file']).toBe(kind === 'a folder' ? 1 : undefined);
});

test('an empty folder is no pass, and it, a missing one and a file are each told apart', () => {
  const empty = place.run(['audit']);
  expect(empty).toMatchObject({
    code: 5,
    stdout: expect.stringContaining('AUDIT  NOT PROVED: there was nothing to scan') as string,
  });
  expect(place.run(['audit', 'nowhere'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('nowhere: there is no such folder') as string,
  });
  place.write('a.ts', good);
  expect(place.run(['audit', 'a.ts'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('a.ts: it is a file, not a folder') as string,
  });
  // Nothing is installed, so nobody has looked at how libraries are used.
  expect(place.run(['audit', '--rule', 'LIB-001'])).toMatchObject({
    code: 5,
    stdout: expect.stringContaining('AUDIT  NOT PROVED: no enabled rule applies') as string,
  });
  expect(place.run(['audit', '--changed'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('not in a git repository') as string,
  });
});

test('names with line breaks, escape codes and marks of formats do not get out of any format', () => {
  const names = [
    'a\nAUDIT  PASSED.tsx',
    'b\u001b[2J.tsx',
    'c\r::error::x.tsx',
    'd\u202e.tsx',
    'e<script>.tsx',
    'f]]>.tsx',
    "g' onload='.tsx",
  ];
  for (const name of names) place.write(join('src/pages', name), bad);
  const text = place.run(['audit', '--profile', 'all']).stdout;
  expect(text).not.toMatch(/[\u001b\r\u202e]/);
  expect(text.split('\n').filter((line) => line.startsWith('AUDIT'))).toHaveLength(1);
  const formats = ['json', 'sarif', 'junit', 'github', 'markdown', 'html'];
  for (const format of formats) {
    const { code, stdout } = place.run(['audit', '--profile', 'all', '--format', format]);
    expect(code, format).toBe(0);
    expect(stdout, format).not.toMatch(/[\u001b\r\u202e]/);
    expect(stdout, format).not.toMatch(/^AUDIT  PASSED|^::error::/m);
  }
  expect(place.run(['audit', '--profile', 'all', '--format', 'html']).stdout.match(/<script>/g)).toHaveLength(
    1,
  );
  expect(audited().files.toSorted()).toEqual(names.map((name) => `src/pages/${name}`).toSorted());
});

test.each(['a folder', 'a repository'])('in %s a folder that cannot be read is said', (kind) => {
  if (kind === 'a repository') execFileSync('git', ['init', '--quiet', place.dir]);
  place.write('src/a.ts', good);
  place.write('shut/b.ts', good);
  chmodSync(join(place.dir, 'shut'), 0o000);
  try {
    const said = asNobody(['audit', '--json', place.dir]);
    const { left } = JSON.parse(said) as { left: { reason: string }[] };
    expect(left.map(({ reason }) => reason).join()).toContain('a folder that cannot be read');
  } finally {
    chmodSync(join(place.dir, 'shut'), 0o700);
  }
});

/** Root may read everything, so it steps down; anybody else is nobody enough. */
function asNobody(args: readonly string[]): string {
  const isRoot = process.getuid?.() === 0;
  if (isRoot)
    for (const path of [join(place.dir, '../..'), join(place.dir, '..'), place.dir]) chmodSync(path, 0o755);
  const ran = spawnSync(process.execPath, [place.cli, ...args], {
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'safe.directory',
      GIT_CONFIG_VALUE_0: '*',
    },
    ...(isRoot ? { uid: 65_534, gid: 65_534 } : {}),
  });
  expect(ran.stderr).toBe('');
  return ran.stdout;
}

test('a report or a baseline does not follow a link that the repository put there', () => {
  place.write('src/pages/a.tsx', bad);
  const outside = join(place.dir, '../outside.txt');
  writeFileSync(outside, 'mine');
  symlinkSync(outside, join(place.dir, '.gauntlet-baseline.json'));
  mkdirSync(join(place.dir, 'reports'));
  symlinkSync(outside, join(place.dir, 'reports/AUDIT_REPORT.md'));
  rmSync(join(place.dir, '.gauntlet-baseline.json'));
  symlinkSync('../gone.txt', join(place.dir, '.gauntlet-baseline.json'));
  expect(place.run(['audit', '--update-baseline', '-o', 'reports']).code).toBe(0);
  expect(execFileSync('cat', [outside], { encoding: 'utf8' })).toBe('mine');
  expect(spawnSync('test', ['-e', join(place.dir, '../gone.txt')]).status).toBe(1);
});

/** `npm run test:full` makes it two hundred thousand. */
const many = Number(process.env['GAUNTLET_FILES'] ?? 4_000);

test(`a tree of ${many} files is looked at whole`, { timeout: 900_000 }, () => {
  for (let folder = 0; folder < many / 200; folder++)
    for (let file = 0; file < 200; file++)
      place.write(
        `packages/p${folder}/src/f${file}.ts`,
        `import { v } from './f${(file + 1) % 200}.ts';\nexport const w = v + ${file};\n`,
      );
  place.write('packages/p0/src/pages/found.tsx', bad);
  const { files, scanned, left } = audited();
  expect(scanned).toBe(many + 1);
  expect(left).toEqual({});
  expect(files).toEqual(['packages/p0/src/pages/found.tsx']);
});

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';
import { builtinModules } from 'node:module';

import { expect, test } from 'vitest';

import { type Room, rooms } from './rooms.ts';
import { filesUnder, parseSource, readSource, root, type Source } from './source.ts';

const caps = { file: 300, test: 400, function: 60 };
const drawers = /(^|[-/])(utils?|helpers?|common|manager|service|handler|misc)([-./]|$)/;
const sources = ['src', 'packages'].flatMap((folder) => filesUnder(folder, '.ts')).map(readSource);
const code = sources.filter((source) => !source.path.endsWith('.test.ts'));
const elsewhere = ['test', 'tools', 'bench'].flatMap((folder) => filesUnder(folder, '.ts')).map(readSource);

test('every folder of src and packages is a room, and every room has its place in the table', () => {
  const folders = ['src', 'packages'].flatMap((home) =>
    readdirSync(join(root, home), { withFileTypes: true }),
  );
  const held = new Set(sources.map((source) => roomOf(source.path)));
  expect(folders.filter((entry) => !entry.isDirectory()).map((entry) => entry.name)).toEqual([]);
  expect([...held].filter((name) => !(name in rooms))).toEqual([]);
});

test('no room imports one it does not know, and none goes past a door', () => {
  expect(code.flatMap(trespasses)).toEqual([]);
});

test('the doors of the scan are the exports of its package, which is private and imports nothing of src', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'packages/scan/package.json'), 'utf8')) as {
    readonly private: boolean;
    readonly exports: Readonly<Record<string, string>>;
  };
  expect(manifest.private).toBe(true);
  expect(Object.values(manifest.exports).map((door) => door.slice(2))).toEqual(rooms['scan']?.doors);
  const outward = sources.filter(
    ({ path, imports }) =>
      path.startsWith('packages/') &&
      imports.some(({ from }) => normalize(join(dirname(path), from)).startsWith('src/')),
  );
  expect(outward.map(({ path }) => path)).toEqual([]);
});

test('no folder of the scan has more than 30 files', () => {
  const folders = Map.groupBy(filesUnder('packages/scan', ''), dirname);
  expect([...folders].filter(([, files]) => files.length > 30).map(([folder]) => folder)).toEqual([]);
});

test('a pure room has no clock, no chance, no disk and no process', () => {
  expect(code.flatMap(impurities)).toEqual([]);
});

test('files, tests and functions stay small enough to read', () => {
  expect([...sources, ...elsewhere].flatMap(oversized)).toEqual([]);
});

test('tests of the built command line are in test/e2e, test/long or test/heavy, and no other tests are', () => {
  const tests = ['src', 'packages', 'test'].flatMap((folder) => filesUnder(folder, '.test.ts'));
  const misplaced = tests.filter(
    (path) => path.endsWith('.e2e.test.ts') !== /^test\/(?:e2e|long|heavy)\//.test(path),
  );
  expect(misplaced).toEqual([]);
});

test('no file is a drawer, and nothing is exported without a name', () => {
  const all = [...sources, ...elsewhere];
  expect(all.filter((source) => drawers.test(source.path)).map((source) => source.path)).toEqual([]);
  expect(all.filter((source) => source.hasDefaultExport).map((source) => source.path)).toEqual([]);
});

test('no file needs, at run time, a file that needs it', () => {
  expect(importCycles(code)).toEqual([]);
});

/** Programs of their own, which an agent's sandbox starts. */
const programs = /^src\/agents\/(?:.*\/)?(?:relay|look-server)\.ts$/;

test('only the command line prints or exits', () => {
  const ways = ['process.stdout', 'process.stderr', 'process.exit', 'process.exitCode'];
  const printing = code.filter(({ members }) => ways.some((way) => members.has(way)));
  const others = printing.map(({ path }) => path).filter((path) => roomOf(path) !== 'cli');
  expect(others.filter((path) => !programs.test(path))).toEqual([]);
});

/** Folders that still have cycles of type imports; the list only gets shorter. */
const tangled = /^src\/(?:run|cli|inspect|app|project)\//;

test('no file imports a type from a file that imports it', () => {
  const all = importCycles(code, { types: true });
  expect(all.filter((cycle) => !cycle.split(' -> ').every((path) => tangled.test(path)))).toEqual([]);
});

/** What knows TypeScript's API: its view, and the checks of libraries. */
const compiling = /^packages\/scan\/(?:syntax\/typescript\/compiler|concepts\/library\/[\w-]+)\.ts$/;

test('only the view of TypeScript and the checks of libraries import the compiler', () => {
  const importing = code.filter(({ imports }) => imports.some(({ from }) => from === 'typescript-api'));
  expect(importing.map(({ path }) => path).filter((path) => !compiling.test(path))).toEqual([]);
});

test('each of these rules notices when it is broken', () => {
  const route = (text: string) => parseSource('src/decide/decide.ts', text);
  expect(trespasses(route("import { x } from '../cli/io.ts';"))).toEqual([
    'src/decide/decide.ts -> cli/io.ts',
  ]);
  expect(trespasses(route("export { x } from '../state/evolve.ts';"))).toEqual([
    'src/decide/decide.ts -> state/evolve.ts (past the door)',
  ]);
  expect(trespasses(route("import { z } from 'zod';"))).toEqual(['src/decide/decide.ts -> zod']);
  expect(trespasses(route("import type { x } from '../state/index.ts';"))).toEqual([]);
  expect(trespasses(parseSource('src/attic/x.ts', ''))).toEqual(['src/attic/x.ts is in no room']);
  expect(impurities(route("import 'node:fs';"))).toEqual(['src/decide/decide.ts: node:fs']);
  expect(impurities(route('Date.now(); new Date(); Math.random();')).map((line) => line.slice(22))).toEqual([
    'Date.now',
    'Math.random',
    'new Date()',
  ]);
  expect(impurities(route('process.exit(); globalThis.x; new Date(0);'))).toEqual([
    'src/decide/decide.ts: process',
    'src/decide/decide.ts: globalThis',
  ]);
  expect(oversized(route('const x = () => {\n'.concat('\n'.repeat(59), '};')))).toEqual([
    'src/decide/decide.ts:1 x has 61 lines',
  ]);
  const logic = 'const x = () => {\n\n\n\n};\n'.repeat(61);
  expect(oversized(route(logic))).toEqual(['src/decide/decide.ts has 305 lines']);
  expect(oversized(route('const x = {\n\n\n\n};\n'.repeat(61)))).toEqual([]);
  expect(oversized(parseSource('tools/x.ts', '\n'.repeat(300).concat('x;')))).toEqual([
    'tools/x.ts has 301 lines',
  ]);
  expect(oversized(route('const x = () => {\n'.concat('\n'.repeat(58), '};')))).toEqual([]);
  const left = parseSource('src/a/left.ts', "import './right.ts';");
  const right = parseSource('src/a/right.ts', "import '../a/left.ts';");
  expect(importCycles([left, right])).toEqual(['src/a/left.ts -> src/a/right.ts -> src/a/left.ts']);
});

function trespasses(source: Source): string[] {
  const room = rooms[roomOf(source.path)];
  if (room === undefined) return [`${source.path} is in no room`];
  return source.imports.flatMap(({ from }) => {
    const said = from.startsWith('.') ? wayIn(source.path, from, room) : packageIn(from, room);
    return said === undefined ? [] : [`${source.path} -> ${said}`];
  });
}

function wayIn(path: string, from: string, room: Room): string | undefined {
  const target = normalize(join(dirname(path), from));
  const other = roomOf(target);
  if (other === roomOf(path)) return undefined;
  const short = target.replace(/^(?:src|packages)\//, '');
  if (!room.knows.includes(other)) return short;
  const doors = rooms[other]?.doors ?? ['index.ts'];
  const isDoor =
    rooms[other]?.open === true || doors.includes(target.replace(/^(?:src|packages)\/\w+\//, ''));
  return isDoor ? undefined : `${short} (past the door)`;
}

function packageIn(from: string, room: Room): string | undefined {
  if (isBuiltin(from)) return undefined;
  const name = from.split('/', from.startsWith('@') ? 2 : 1).join('/');
  return room.packages?.includes(name) === true ? undefined : name;
}

function impurities(source: Source): string[] {
  if (rooms[roomOf(source.path)]?.pure !== true) return [];
  const world = [
    'process',
    'performance',
    'globalThis',
    'setTimeout',
    'setInterval',
    'fetch',
    'crypto',
    'console',
  ];
  const used = [
    ...source.imports.map((each) => each.from).filter((from) => isBuiltin(from) && !isHash(source, from)),
    ...['Date.now', 'Math.random'].filter((member) => source.members.has(member)),
    ...['new Date()', 'new Date'].filter((made) => source.members.has(made)),
    ...world.filter((name) => source.names.has(name)),
  ];
  return used.map((what) => `${source.path}: ${what}`);
}

/** A hash is pure; the rest of `node:crypto` is not, so one file imports it for everybody. */
function isHash(source: Source, from: string): boolean {
  return source.path === 'src/model/sha256.ts' && from === 'node:crypto';
}

function oversized(source: Source): string[] {
  const isTest = source.path.endsWith('.test.ts');
  const cap = isTest ? caps.test : isDeclared(source) ? Infinity : caps.file;
  const whole = source.lines > cap ? [`${source.path} has ${source.lines} lines`] : [];
  const long = source.functions.filter((each) => each.lines > caps.function && !isTest);
  return [
    ...whole,
    ...long.map((each) => `${source.path}:${each.line} ${each.name} has ${each.lines} lines`),
  ];
}

/** Declared data may be as long as it is: functions take less than a tenth of its lines. */
function isDeclared({ path, functions, lines }: Source): boolean {
  const inFunctions = functions.reduce((sum, each) => sum + each.lines, 0);
  return path.startsWith('src/') && inFunctions * 10 < lines;
}

function importCycles(all: readonly Source[], { types = false } = {}): string[] {
  const edges = new Map(all.map((source) => [source.path, importsOf(source, types)]));
  const done = new Set<string>();
  const cycles: string[] = [];
  const walk = (path: string, trail: readonly string[]): void => {
    const seen = trail.indexOf(path);
    if (seen !== -1) cycles.push([...trail.slice(seen), path].join(' -> '));
    if (seen !== -1 || done.has(path)) return;
    for (const next of edges.get(path) ?? []) walk(next, [...trail, path]);
    done.add(path);
  };
  for (const source of all) walk(source.path, []);
  return cycles;
}

function importsOf(source: Source, types: boolean): string[] {
  const relative = source.imports.filter((each) => (types || !each.typeOnly) && each.from.startsWith('.'));
  return relative.map((each) => normalize(join(dirname(source.path), each.from)));
}

function isBuiltin(name: string): boolean {
  return name.startsWith('node:') || builtinModules.includes(name);
}

function roomOf(path: string): string {
  return path.split('/')[1] ?? '';
}

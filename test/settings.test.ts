// No setting without an effect: every key of gauntlet.yaml is read by code that a command really runs. The bundler drops
// functions that nothing calls, so a setting that only a test reads is not read.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { parseAst } from 'rolldown/parseAst';
import { beforeAll, expect, test } from 'vitest';

import { schemaNamed } from '../src/cli/schema-named.ts';
import { auditors, roles } from '../src/model/team.ts';

const root = join(import.meta.dirname, '..');

/** Files that check and complete what a person wrote: a key that only they read does nothing. */
const READING = /^src\/(?:plan\/(?:.*-rules|read-.*)|schema\/.*|model\/(?:.*settings|config|epic))\.ts$/;

type Node = { readonly type: string; readonly [member: string]: unknown };
type Property = { readonly name?: string; readonly value?: unknown };

/** By name of a property: the production files that read it. */
let readers: ReadonlyMap<string, ReadonlySet<string>>;

beforeAll(async () => {
  readers = await propertiesRead();
});

async function propertiesRead(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const commands = globSync('src/cli/commands/**/*.ts', { cwd: root }).filter(
    (file) => !file.endsWith('test.ts'),
  );
  const adapters = globSync('src/agents/*/agent.ts', { cwd: root });
  const input = [...commands, ...adapters, 'src/run/scans/lazy-scans.ts'].map((file) => join(root, file));
  const bundle = await rolldown({ input, platform: 'node', external: [/^[^./]/], logLevel: 'silent' });
  const { output } = await bundle.generate({ format: 'esm' });
  await bundle.close();
  const found = new Map<string, Set<string>>();
  for (const chunk of output) {
    for (const [id, { code }] of Object.entries(chunk.type === 'chunk' ? chunk.modules : {})) {
      const file = id.slice(root.length + 1);
      if (code === null || !file.startsWith('src/') || READING.test(file) || isScan(file)) continue;
      const note = (name: string): unknown => found.set(name, (found.get(name) ?? new Set()).add(file));
      collect(parseAst(code), note);
    }
  }
  return found;
}

/** Rules look at other people's code, and have no settings of their own. */
function isScan(file: string): boolean {
  return /^src\/(?:scan|detect|calibrate)\//.test(file);
}

function collect(node: unknown, note: (name: string) => unknown): void {
  if (Array.isArray(node)) {
    for (const each of node) collect(each, note);
    return;
  }
  if (typeof node !== 'object' || node === null || !('type' in node)) return;
  const { type, computed, property, properties, callee, arguments: given } = node as Node;
  const nameOf = ({ name, value }: Property): string => name ?? String(value);
  if (type === 'MemberExpression' && (computed === false || (property as Node).type === 'Literal'))
    note(nameOf(property as Property));
  // `member(value, 'name')` reads data that has no type.
  if (type === 'CallExpression' && (callee as Property).name === 'member')
    note(nameOf((given as readonly Property[])[1] ?? {}));
  if (type === 'ObjectPattern') {
    for (const each of properties as readonly { type: string; key: Property }[])
      if (each.type === 'Property') note(nameOf(each.key));
  }
  for (const part of Object.values(node)) collect(part, note);
}

type Schema = {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly $defs?: Readonly<Record<string, Schema>>;
};

function keysIn(whole: Schema, schema = whole, path: readonly string[] = []): readonly (readonly string[])[] {
  const named = schema.$ref === undefined ? schema : whole.$defs?.[schema.$ref.split('/').at(-1) ?? ''];
  const { properties = {}, additionalProperties, items, anyOf = [] } = named ?? {};
  const inside = [...anyOf, items, additionalProperties].filter((each) => typeof each === 'object');
  return [
    ...inside.flatMap((each) => keysIn(whole, each, path)),
    ...Object.entries(properties).flatMap(([key, value]) => [
      [...path, key],
      ...keysIn(whole, value, [...path, key]),
    ]),
  ];
}

/** Names of roles and auditors are looked up in a table: reading the table reads them. */
const looked: ReadonlySet<string> = new Set([...roles, ...auditors, 'default']);

/** A setting under its name in the code: the founding block `audit_team` fills `audit`, in snake case and with switches of auditors. */
function nameInCode(path: readonly string[]): string {
  const key = path.at(-1) ?? '';
  if (key === 'audit_team') return 'audit';
  if (looked.has(key)) return nameInCode(path.slice(0, -1));
  if (key.endsWith('_auditor')) return 'auditors';
  // `audit.library.mcp` is the list of documentation servers.
  if (key === 'mcp') return 'servers';
  // The shape turns `when` of a critic into `types` and `paths`.
  if (key === 'when') return 'types';
  return key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function settingsOf(file: 'config' | 'epic'): readonly (readonly string[])[] {
  const keys = keysIn(schemaNamed(file));
  // An editor reads the address of the schema.
  return [...new Map(keys.map((path) => [path.join('.'), path])).values()].filter(
    ([first]) => first !== '$schema',
  );
}

test.each([
  ['gauntlet.yaml', 'config', 200],
  ['an epic', 'epic', 80],
] as const)('FOUND-01 002#34 every setting of %s is read by code that a command runs', (_, file, least) => {
  const settings = settingsOf(file);
  expect(settings.length).toBeGreaterThan(least);
  const unread = settings.filter((path) => !readers.has(nameInCode(path)));
  expect(unread.map((path) => path.join('.'))).toEqual([]);
});

test.each([['config'], ['epic']] as const)(
  'FOUND-01 every setting of %s is written by a test that says what it does',
  (file) => {
    // Tests about the schemas as such write every key and say nothing of any.
    const about = globSync(['test/**/*.ts', 'src/**/*.test.ts'], { cwd: root }).filter(
      (name) => !/settings\.test|schema|reference/.test(name),
    );
    const text = about.map((name) => readFileSync(join(root, name), 'utf8')).join('\n');
    const written = new Set(Array.from(text.matchAll(/\b(\w+)['"]?\s*[:,}]/g), ([, name = '']) => name));
    const unwritten = settingsOf(file).filter((path) => !written.has(path.at(-1) ?? ''));
    expect(unwritten.map((path) => path.join('.'))).toEqual([]);
    expect(written.has('noSuchSetting')).toBe(false);
  },
);

test('a name that nothing reads is noticed', () => {
  expect(readers.has('noSuchSetting')).toBe(false);
  expect([...(readers.get('maxCycles') ?? [])]).toContain('src/audit/convergence.ts');
});

// What docs/reference.md says: exit codes, every key of both files, and the addresses of the dashboard's server, each from
// where it is decided.
import { readFileSync } from 'node:fs';

import { commands } from '../src/cli/commands/index.ts';
import { exitCodesText } from '../src/model/exit-codes.ts';
import { routes } from '../src/serve/index.ts';

export const referenceFile = new URL('../docs/reference.md', import.meta.url);

export function referencePage(): string {
  return [
    '# Reference',
    '',
    '<!-- Written by `npm run reference` from the sources; edit those, not this page. -->',
    '',
    'Rules of the scans: [rules.md](rules.md). Answers of agents: [answers.md](answers.md). For editors and programs the schemas are in [schema](../schema) and printed by',
    '`gauntlet schema config|epic|event`.',
    '',
    '## Commands',
    '',
    '`gauntlet COMMAND --help` shows the options of a command. Every command takes `--json`, `--no-color` and `--cwd DIR`. Results are printed',
    'to stdout, everything else to stderr.',
    '',
    '| command | use it to |',
    '| --- | --- |',
    ...commands.flatMap(({ name, summary, verbs = [] }) => [
      `| \`${name}\` | ${cell(summary)} |`,
      ...verbs.map((verb) => `| \`${name} ${verb.name}\` | ${cell(verb.summary)} |`),
    ]),
    '',
    '## Exit codes',
    '',
    '| code | meaning |',
    '| --- | --- |',
    ...[...exitCodesText().matchAll(/^ {2}(\d+) +(.+)$/gm)].map(
      ([, code, meaning]) => `| ${code} | ${meaning} |`,
    ),
    '',
    ...keysOf('gauntlet.yaml', 'config'),
    ...keysOf('An epic', 'epic'),
    ...apiPart(),
  ].join('\n');
}

type Schema = {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: string | number | boolean | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly additionalProperties?: Schema | boolean;
};

function keysOf(title: string, name: 'config' | 'epic'): readonly string[] {
  const file = new URL(`../schema/${name}.v1.json`, import.meta.url);
  const schema = JSON.parse(readFileSync(file, 'utf8')) as Schema;
  return [
    `## ${title}`,
    '',
    '| key | kind | default | says |',
    '| --- | --- | --- | --- |',
    ...rowsOf(schema, ''),
    '',
  ];
}

/** Roles of `agents` have the same keys; they are said once. */
const said = /^agents\.(?!default)/;

function rowsOf(schema: Schema, at: string): readonly string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, part]) => {
    const path = at === '' ? key : `${at}.${key}`;
    const isNeeded = schema.required?.includes(key) === true;
    const row = `| ${[
      `\`${path}\`${isNeeded ? ' (needed)' : ''}`,
      cell(kindOf(part)),
      part.default === undefined ? '' : cell([part.default].flat().join(', ')),
      cell(part.description ?? ''),
    ].join(' | ')} |`;
    if (said.test(path)) return path.split('.').length === 2 ? [row] : [];
    return [row, ...insideOf(part, path)];
  });
}

function insideOf(part: Schema, path: string): readonly string[] {
  const shapes = [part, ...(part.anyOf ?? [])];
  return [
    ...shapes.flatMap((shape) => rowsOf(shape, path)),
    ...shapes.flatMap((shape) => (shape.items === undefined ? [] : insideOf(shape.items, `${path}[]`))),
  ];
}

function kindOf(part: Schema): string {
  if (part.const !== undefined) return JSON.stringify(part.const);
  if (part.enum !== undefined) return part.enum.map((word) => String(word)).join(', ');
  if (part.anyOf !== undefined) return [...new Set(part.anyOf.map(kindOf))].join(' or ');
  if (part.items !== undefined) return `list of ${kindOf(part.items)}`;
  return typeof part.type === 'string' ? part.type : (part.type ?? ['anything']).join(' or ');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ');
}

function apiPart(): readonly string[] {
  const types = [...new Set(routes.map(({ answers }) => answers))].filter((name) => name !== '');
  return [
    '## The HTTP interface of the dashboard',
    '',
    'What `gauntlet serve` answers under `/api/v1/`, to programs that say `Authorization: Bearer TOKEN` (the token of the printed address). Where',
    'there are several epics, `epic=ID` says which; what is written has to say it. Everything is JSON unless it is said to be text.',
    '',
    '| | address | says | answers |',
    '| --- | --- | --- | --- |',
    ...routes.map(
      ({ method, path, says, answers }) =>
        `| ${method} | \`${path}\` | ${says} | ${answers === '' ? 'text' : `\`${answers}\``} |`,
    ),
    '',
    'What is refused is `{error: {code, message, hint}}` with a status that says so. The shapes, as the sources have them:',
    '',
    '```ts',
    ...declared(types),
    '```',
    '',
  ];
}

/** The declarations of some types and of those they mention, in the order of the files. */
function declared(wanted: readonly string[]): readonly string[] {
  const text = ['wire.ts', 'wire-tables.ts']
    .map((name) => readFileSync(new URL(`../src/serve/${name}`, import.meta.url), 'utf8'))
    .join('\n');
  const all = new Map(
    [...text.matchAll(/^export (type (\w+) =(?: [^{\n]*;|[^]*?^\};))$/gm)].map(
      ([, words = '', name = '']) => [name, words],
    ),
  );
  const needed = new Set<string>();
  const queue = [...wanted];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const words = all.get(name);
    if (words === undefined || needed.has(name)) continue;
    needed.add(name);
    queue.push(...(words.match(/\b[A-Z]\w+\b/g) ?? []));
  }
  return [...all]
    .filter(([name]) => needed.has(name))
    .flatMap(([, words]) => [words.replaceAll('readonly ', ''), '']);
}

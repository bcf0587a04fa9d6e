import { expect, test } from 'vitest';

import { memoryTree } from '../../../../test/support/memory-tree.ts';
import { allFinders, allRules, scanTree } from '../../index.ts';

function found(files: Readonly<Record<string, string>>): readonly string[] {
  const rules = allRules.filter(({ id }) => id === 'SAFE-006');
  const { findings } = scanTree(memoryTree(new Map(Object.entries(files))), { rules, finders: allFinders });
  return findings.map(({ file, line }) => `${file}:${line}`);
}

const store = 'export async function keep(row: Row) {\n  await db.row.create({ data: row });\n}\n';

test('SCAN-04 a call of an async function of another file is lost where nothing awaits it, and only there', () => {
  const calls = (how: string): string =>
    `import { keep } from './store';\nexport async function add(row: Row) {\n  ${how}\n}\n`;
  expect(found({ 'src/store.ts': store, 'src/add.ts': calls('keep(row);') })).toEqual(['src/add.ts:3']);
  for (const how of ['await keep(row);', 'return keep(row);', 'void keep(row);', 'keep(row).catch(report);'])
    expect(found({ 'src/store.ts': store, 'src/add.ts': calls(how) }), how).toEqual([]);
});

test('SCAN-04 a function that deals with its failures itself, and a name that only sounds like a write, lose nothing', () => {
  const careful =
    'export async function keep(row: Row) {\n  try {\n    await db.row.create(row);\n  } catch (error) {\n    report(error);\n  }\n}\n';
  const add =
    "import { keep } from './store';\nexport async function add(row: Row) {\n  keep(row);\n  names.delete(row);\n}\n";
  expect(found({ 'src/store.ts': careful, 'src/add.ts': add })).toEqual([]);
});

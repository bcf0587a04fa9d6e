import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { readFixture } from '../../../test/support/rule-examples.ts';
import {
  allFinders,
  allRules,
  type ScanResult,
  scanTree,
  syntaxFinders,
} from '../../../packages/scan/index.ts';
import { secretDetection } from '../../detect/index.ts';
import { openGrammars, openTree } from '../../files/index.ts';
import { scanFolder } from './scan-folder.ts';

let top: string;
/** One example of every rule. */
let folder: string;
let cache: { readonly folder: string; readonly version: string };

const rules = join(dirname(fileURLToPath(import.meta.url)), '../../../packages/scan/rules');
const everyExample = fs.globSync('*/bad/*.txt', { cwd: rules }).toSorted();

function plantExamples(into: string, examples: readonly string[]): void {
  for (const example of examples) {
    const { files } = readFixture(fs.readFileSync(join(rules, example), 'utf8'), 'NONE');
    for (const [path, text] of files) {
      const place = join(into, example.replaceAll('/', '-'), path);
      fs.mkdirSync(dirname(place), { recursive: true });
      fs.writeFileSync(place, text);
    }
  }
}

beforeAll(() => {
  top = fs.mkdtempSync(join(tmpdir(), 'gauntlet-scan-folder-'));
  folder = join(top, 'project');
  cache = { folder: join(top, 'cache'), version: '1' };
  plantExamples(
    folder,
    everyExample.filter((example, index) => dirname(example) !== dirname(everyExample[index - 1] ?? '')),
  );
});

afterAll(() => fs.rmSync(top, { recursive: true, force: true }));

async function plain(of = folder): Promise<ScanResult> {
  const tree = openTree(of);
  const syntax = { grammars: await openGrammars(tree), finders: syntaxFinders };
  return scanTree(tree, { rules: allRules, finders: allFinders, syntax, secrets: secretDetection });
}

type How = { readonly of?: string; readonly threads?: number; readonly isKept?: boolean };

async function scanned({ of = folder, ...how }: How): Promise<ScanResult> {
  return scanFolder({
    folder: of,
    tree: openTree(of),
    rules: allRules,
    libraries: 0,
    progress: () => undefined,
    cache: how.isKept === true ? cache : undefined,
    threads: how.threads ?? 0,
  });
}

test('threads, and what is kept from an earlier scan, say what a plain scan says', async () => {
  // Every example of every rule, each in a folder of its own: every kind of fact there is.
  const of = join(top, 'every-example');
  plantExamples(of, everyExample);
  const expected = await plain(of);
  expect(expected.findings.length).toBeGreaterThan(50);
  expect(expected.crashes).toEqual([]);
  expect(await scanned({ of, threads: 2 })).toEqual(expected);
  expect(await scanned({ of, isKept: true })).toEqual(expected);
  expect(fs.readdirSync(join(cache.folder, 'scans'))).toHaveLength(1);
  expect(await scanned({ of, isKept: true })).toEqual(expected);
});

test('a file that changed is looked at again, whatever its date and size', async () => {
  const path = join(folder, 'src', 'mail', 'changed.ts');
  fs.mkdirSync(dirname(path), { recursive: true });
  const long = new Date('2020-01-01');
  const text = 'export const shown = 1; export const more = { a: shown, b: shown };\n';
  fs.writeFileSync(path, text);
  fs.utimesSync(path, long, long);
  await scanned({ isKept: true });
  fs.writeFileSync(
    path,
    'const a = new https.Agent({ rejectUnauthorized: false });'.padEnd(text.length - 1).concat('\n'),
  );
  fs.utimesSync(path, long, long);
  const { findings } = await scanned({ isKept: true });
  const here = findings.filter(({ file }) => file === 'src/mail/changed.ts');
  expect(here.map(({ rule }) => rule)).toEqual(['SAFE-002']);
  expect(await plain()).toEqual(await scanned({ isKept: true }));
});

test('a cache that is damaged, of other rules or open to others is as if it were not there', async () => {
  fs.rmSync(cache.folder, { recursive: true });
  const expected = await plain();
  await scanned({ isKept: true });
  const [name = ''] = fs.readdirSync(join(cache.folder, 'scans'));
  const file = join(cache.folder, 'scans', name);
  const whole = fs.readFileSync(file, 'utf8');
  for (const damaged of [whole.slice(0, whole.length / 2), 'x', '', whole.replace('"', '"x')]) {
    fs.writeFileSync(file, damaged);
    expect(await scanned({ isKept: true })).toEqual(expected);
  }
  const hollow = whole.split('\n').map((line, index) => (index > 0 && index % 2 === 0 ? '{}' : line));
  fs.writeFileSync(file, hollow.join('\n'));
  expect(await scanned({ isKept: true })).toEqual(expected);
  fs.writeFileSync(file, whole.replaceAll('"rule":"MOCK', '"rule":"SEC'));
  fs.chmodSync(file, 0o666);
  expect(await scanned({ isKept: true })).toEqual(expected);
});

test('a file that could not be read is read the next time, though nothing about it has changed', async () => {
  const own = { folder: join(top, 'broken-disk'), version: '1' };
  const path = 'src/mail/slow.ts';
  fs.mkdirSync(dirname(join(folder, path)), { recursive: true });
  fs.writeFileSync(join(folder, path), 'const a = new https.Agent({ rejectUnauthorized: false });\n');
  const long = new Date('2020-01-01');
  fs.utimesSync(join(folder, path), long, long);
  const found = async (isBroken: boolean) => {
    const tree = openTree(folder);
    const entries = tree.list().entries.map((entry) => ({ ...entry, mark: '1 1 1 1' }));
    const { findings, left } = await scanFolder({
      folder,
      tree: {
        list: () => ({ entries, left: [] }),
        read: (asked) => (isBroken && asked === path ? 'EIO' : tree.read(asked)),
      },
      rules: allRules,
      libraries: 0,
      progress: () => undefined,
      cache: own,
      threads: 0,
    });
    const isLeft = left.some(({ reason }) => reason === 'unreadable: EIO');
    return { isLeft, rules: findings.filter(({ file }) => file === path).map(({ rule }) => rule) };
  };
  expect(await found(true)).toEqual({ isLeft: true, rules: [] });
  expect(await found(false)).toEqual({ isLeft: false, rules: ['SAFE-002'] });
});

test.each([
  ['was another one', [], new TextEncoder().encode('{ "name": "shop", "dependencies": { "egg": "4.0.0" } }')],
  ['could not be read', ['ORPHAN-002'], 'EIO'],
])(
  'what rules over the project said of a file that %s for a moment is not believed later',
  async (_, then, moment) => {
    const own = fs.mkdtempSync(join(top, 'moment-'));
    fs.mkdirSync(join(own, 'project', 'src'), { recursive: true });
    const files = {
      'package.json': '{ "name": "shop" }',
      'src/index.ts': "import { total } from './money';\nconsole.log(total());\n",
      'src/money.ts': 'export const total = () => 1;\nexport const half = (n: number) => n / 2;\n',
    };
    for (const [path, text] of Object.entries(files)) fs.writeFileSync(join(own, 'project', path), text);
    let checks = 0;
    const rules = allRules.flatMap((rule) => {
      if (rule.id !== 'ORPHAN-002' || rule.kind !== 'project') return [];
      const check: typeof rule.check = (...asked) => ((checks += 1), rule.check(...asked));
      return [{ ...rule, check }];
    });
    const found = async (isMoment: boolean) => {
      const tree = openTree(join(own, 'project'));
      let areLooksTaken = false;
      const { findings } = await scanFolder({
        folder: join(own, 'project'),
        tree: {
          list: () => tree.list(),
          read: (path) => (isMoment && areLooksTaken && path === 'package.json' ? moment : tree.read(path)),
        },
        rules,
        libraries: 0,
        progress: (done, all) => (areLooksTaken = done === all),
        cache: { folder: join(own, 'cache'), version: '1' },
        threads: 0,
      });
      return { rules: findings.map(({ rule }) => rule), checks };
    };
    expect(await found(true)).toEqual({ rules: then, checks: 1 });
    expect(await found(false)).toEqual({ rules: ['ORPHAN-002'], checks: 2 });
    // What is said of files that stay as they are is kept again.
    expect(await found(false)).toEqual({ rules: ['ORPHAN-002'], checks: 2 });
  },
);

test('where the cache is a link to a folder of other things, those stay', async () => {
  const other = join(top, 'documents');
  fs.mkdirSync(other);
  for (let at = 0; at < 40; at += 1) fs.writeFileSync(join(other, `letter-${at}.txt`), 'dear');
  const linked = { folder: join(top, 'linked'), version: '1' };
  fs.mkdirSync(linked.folder);
  fs.symlinkSync(other, join(linked.folder, 'scans'));
  await scanFolder({
    folder,
    tree: openTree(folder),
    rules: allRules,
    libraries: 0,
    progress: () => undefined,
    cache: linked,
    threads: 0,
  });
  expect(fs.readdirSync(other).filter((name) => name.startsWith('letter'))).toHaveLength(40);
  expect(fs.readdirSync(other)).toHaveLength(41);
});

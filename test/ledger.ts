// Which requirements are proved, told by the titles of the tests.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { requirements } from './requirements.ts';
import { filesUnder, root, testTitles } from './source.ts';

/** Proved as a rule (pure code), on the real path (`*.e2e.test.ts`), and what was cited but does not exist. */
export type Proof = {
  readonly rule: ReadonlySet<string>;
  readonly path: ReadonlySet<string>;
  readonly unknown: readonly string[];
};

/** The requirements that no test proves yet. */
export type OpenList = { readonly rule: readonly string[]; readonly path: readonly string[] };

export const ids = Object.keys(requirements);
export const openFile = join(root, 'test/ledger-open.json');

export function storedOpenList(): OpenList {
  return JSON.parse(readFileSync(openFile, 'utf8')) as OpenList;
}

export function proofOfRepository(): Proof {
  const files = ['src', 'packages', 'test'].flatMap((folder) => filesUnder(folder, '.test.ts'));
  return proofIn(files.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

const families = new Set(ids.map((id) => id.replace(/-\d+$/, '')));
const CITATION = new RegExp(`\\b(?:${[...families].join('|')})-\\d+\\b`, 'g');

export function proofIn(texts: readonly (readonly [path: string, text: string])[]): Proof {
  const rule = new Set<string>();
  const path = new Set<string>();
  const unknown: string[] = [];
  for (const [file, text] of texts) {
    for (const id of testTitles(file, text).flatMap((title) => title.match(CITATION) ?? [])) {
      if (!ids.includes(id)) unknown.push(`${file}: ${id}`);
      else (file.endsWith('.e2e.test.ts') ? path : rule).add(id);
    }
  }
  return { rule, path, unknown };
}

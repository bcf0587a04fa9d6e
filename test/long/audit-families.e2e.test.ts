// Every scan rule through the built CLI: one planted mistake of each is found where it was planted, and what only looks
// like one is left alone. Many little projects stand side by side in one repository, because starting costs the most.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { readFixture } from '../support/rule-examples.ts';
import { allRules } from '../../packages/scan/registry.generated.ts';
import { tierOf } from '../../packages/scan/engine/findings/tier.ts';
import { builtCli, type Place } from '../built-cli.ts';
import { root } from '../source.ts';

/** As the requirement names them; a family without numbers has at least one rule. */
const families =
  'MOCK-001..008 UI-001..004 FRONT BACK SLOP DEPLOY-001..004 ASSET-001..003 DB-001..008 API-001..004 SDL-001..003 XREF-001..002 ENUM-001..004 SEED-001..003 ORPHAN WIRE TEST LIB E2E-001..002 E2E-004..004 E2E-006..007 SEC DUP';

/** They look at a repository as a whole, or at documents at its top, and are asked in one of their own. */
const wholeRepository = ['API-001', 'API-002'];
/** Examples that mean something else beside others, each with one that does not. */
const chosen: Readonly<Record<string, string>> = {
  'API-004': 'class.txt',
  'ENUM-002': 'sent.txt',
  'SEED-003': 'django-create-user.txt',
  'XREF-001': 'aspnet.txt',
};

let place: Place;
beforeAll(() => {
  place = builtCli();
});
beforeEach(() => rmSync(place.dir, { recursive: true, force: true }));
afterAll(() => place.remove());

/** Writes an example of a rule below a folder; answers the places that have to be found. */
function plant(rule: string, kind: 'bad' | 'good', name: string, folder: string): readonly string[] {
  const text = readFileSync(join(root, 'packages/scan/rules', rule, kind, name), 'utf8');
  const { files, marked } = readFixture(text, rule);
  for (const [path, content] of files) place.write(join(folder, path), content);
  return marked.map((at) => join(folder, at));
}

function examples(rule: string, kind: 'bad' | 'good'): readonly string[] {
  return readdirSync(join(root, 'packages/scan/rules', rule, kind)).filter((name) => name.endsWith('.txt'));
}

type Found = { readonly rule: string; readonly file: string; readonly line: number };

/** Everything that these rules, or all that are on, say about the repository, by rule and place. */
function found(rules: readonly string[] = []): readonly string[] {
  const asked = rules.flatMap((id) => ['--rule', id]);
  const more = ['--library-checks', '99', '--no-cache', '--json'];
  const { stdout, stderr } = place.run(['audit', '.', '--no-agents', ...more, ...asked]);
  expect(stderr).toBe('');
  const { findings } = JSON.parse(stdout) as { readonly findings: readonly Found[] };
  return findings.map(({ rule, file, line }) => `${rule} ${file}:${line}`);
}

test('TEAM-03 every family that was asked for is there, with its numbers', () => {
  const ids = allRules.map(({ id }) => id);
  for (const family of families.split(' ')) {
    const [, name = '', first, last] = /^([A-Z0-9]+)(?:-(\d+)\.\.(\d+))?$/.exec(family) ?? [];
    const from = Number(first ?? 1);
    const numbers = Array.from({ length: Number(last ?? 0) - from + 1 }, (_, nth) =>
      String(from + nth).padStart(3, '0'),
    );
    expect(ids).toEqual(expect.arrayContaining(numbers.map((number) => `${name}-${number}`)));
    expect(ids.filter((id) => id.startsWith(`${name}-`))).not.toEqual([]);
  }
});

test('TEAM-03 a planted mistake of every rule is found at its lines by the built command; rules that are off speak when asked', () => {
  const rules = allRules.filter(({ id }) => !wholeRepository.includes(id));
  const ids = rules.map(({ id }) => id);
  const planted = new Map(
    ids.map((id, nth) => [
      id,
      plant(id, 'bad', chosen[id] ?? examples(id, 'bad')[0] ?? '', `part${nth}`).map((at) => `${id} ${at}`),
    ]),
  );
  const wanted = (isOff: boolean): readonly string[] =>
    rules.flatMap((rule) => ((tierOf(rule) === 'hint') === isOff ? (planted.get(rule.id) ?? []) : []));
  expect([...planted.values()].filter((marked) => marked.length === 0)).toEqual([]);
  expect(inOwnPart(found(), ids).toSorted()).toEqual(wanted(false).toSorted());
  const off = rules.filter((rule) => tierOf(rule) === 'hint').map(({ id }) => id);
  expect(inOwnPart(found(off), ids).toSorted()).toEqual(wanted(true).toSorted());
});

/** What other rules say about an example that was not made for them is no matter here. */
function inOwnPart(lines: readonly string[], ids: readonly string[]): readonly string[] {
  return lines.filter((line) => {
    const [id = '', at = ''] = line.split(' ');
    return at.startsWith(`part${ids.indexOf(id)}/`);
  });
}

test.each(wholeRepository)(
  'TEAM-03 a planted mistake of %s, which looks at a repository as a whole, is found',
  (id) => {
    const planted = plant(id, 'bad', examples(id, 'bad')[0] ?? '', '.');
    expect(found([id])).toEqual(planted.map((at) => `${id} ${at}`));
  },
);

test('TEAM-03 what only looks like a mistake is left alone by the rule that it was made for', () => {
  const rules = allRules.map(({ id }) => id);
  for (const [nth, id] of rules.entries()) plant(id, 'good', examples(id, 'good')[0] ?? '', `part${nth}`);
  expect(inOwnPart(found(rules), rules)).toEqual([]);
});

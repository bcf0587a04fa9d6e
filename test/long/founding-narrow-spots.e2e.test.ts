// Narrow spots of the scans, as a user sees them through the built CLI: the examples of the rules in one repository.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { root } from '../source.ts';
import { EpicRun, patience } from '../support/epic-run.ts';

const examples = [
  'SDL-002/bad/two-api-objects',
  'DB-005/bad/prisma-relations',
  'WIRE-003/bad/nest-only-service',
  'WIRE-003/bad/angular-only-service',
  'WIRE-003/bad/aspnet-only-service',
  'WIRE-003/bad/aspnet-class',
];

/** The files of an example, and the lines it marks. */
function exampleFiles(name: string): Readonly<Record<string, string>> {
  const text = readFileSync(join(root, 'packages/scan/rules', `${name}.txt`), 'utf8');
  const parts = text.split(/^=== (.+)\n/m).slice(1);
  return Object.fromEntries(
    parts.flatMap((path, at) => (at % 2 === 0 ? [[path, parts[at + 1] ?? ''] as const] : [])),
  );
}

function markedIn(files: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(files).flatMap(([path, text]) =>
    text.split('\n').flatMap((line, at) => (line.includes('<- ') ? [`${path}:${at + 1}`] : [])),
  );
}

let world: EpicRun;
beforeAll(() => {
  world = new EpicRun({ tickets: [{ id: 'UNUSED' }] });
});
afterAll(() => world.remove());

test.each(examples)(
  'FOUND-01 002#40 gauntlet audit finds %s where it is marked, and nowhere else',
  async (name) => {
    const files = exampleFiles(name);
    const folder = name.replaceAll('/', '-');
    world.write(Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text])));
    const [rule = ''] = name.split('/');
    const { code, stdout } = await world.gauntlet(
      'audit',
      folder,
      '--rule',
      rule,
      '--json',
      '--fail-on',
      'LOW',
    );
    expect(code).toBe(1);
    const { findings } = JSON.parse(stdout) as {
      readonly findings: readonly { readonly rule: string; readonly file: string; readonly line: number }[];
    };
    expect(findings.map(({ file, line }) => `${file}:${line}`).toSorted()).toEqual(
      markedIn(files).toSorted(),
    );
  },
  patience,
);

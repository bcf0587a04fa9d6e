import { describe, expect, test } from 'vitest';

import { allRules } from '../../packages/scan/index.ts';
import { mutated } from './mutation.ts';
import { readMutations, readProjects, runTruth } from './run-truth.ts';
import { bounds, tableOf } from './table.ts';

const projects = readProjects();
const mutations = await readMutations();

describe('TEAM-03 the labelled projects', () => {
  test('every list of mutations is about a project, and every project has one', () => {
    expect([...mutations.keys()].toSorted()).toEqual(projects.map(({ name }) => name).toSorted());
  });

  test.each(projects.map(({ name, files }) => [name, files] as const))(
    'each mutation of %s fits, and has a name of its own',
    (name, files) => {
      const all = mutations.get(name) ?? [];
      for (const mutation of all) expect(mutated(files, mutation), mutation.what).not.toEqual(files);
      const rules = new Set(allRules.map(({ id }) => id));
      expect(all.map(({ rule }) => rule).filter((rule) => !rules.has(rule))).toEqual([]);
      const names = all.map(({ rule, what }) => `${rule} ${what}`);
      expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
    },
  );

  test('nine of ten planted mistakes are found, and 95 of 100 findings are right', async () => {
    const truth = await runTruth();
    const { precision, recall } = bounds(truth);
    expect(precision, tableOf(truth)).toBeGreaterThanOrEqual(0.95);
    expect(recall, tableOf(truth)).toBeGreaterThanOrEqual(0.9);
  });
});

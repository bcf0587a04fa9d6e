import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { readTrial } from '../bench/trial/folder.ts';
import { root } from './source.ts';

const folder = join(root, 'trials');
const trials = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => readTrial(join(folder, name)));

test.each(trials)(
  'TRIAL-01 the trial $name has six tickets that depend on each other or overlap, and hidden tests for each',
  (trial) => {
    expect(trial.tickets.length).toBeGreaterThanOrEqual(6);
    expect(trial.epic.text).toMatch(/^ {4}needs: \[|^allowOverlap: true$/m);
    const commits = Object.values(trial.hidden.tickets).map(({ commit }) => commit);
    expect(new Set([trial.base, ...commits]).size).toBe(commits.length + 1);
  },
);

test('trials/README.md lists every trial with its purpose', () => {
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  const rows = trials.map(({ name, repository, purpose }) => `| ${name} | ${repository} | ${purpose} |`);
  expect(rows.filter((row) => !readme.includes(row))).toEqual([]);
});

// A package of npm workspaces that moves to another folder, through the built command line and with the real npm.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { patience } from '../support/epic-run.ts';
import { ReviewRepo } from '../support/review-repo.ts';

type Texts = Readonly<Record<string, string>>;

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;
const test1 = (title: string, source: string, call: string): string =>
  `const assert = require('node:assert');
const { test } = require('node:test');
const { sum } = require('${source}');

test('${title}', () => assert.equal(${call}, 3));
`;

const maths = (folder: string): Texts => ({
  [`${folder}/package.json`]: json({
    name: '@kit/maths',
    version: '1.0.0',
    main: 'index.js',
    scripts: { test: 'node --test' },
  }),
  [`${folder}/README.md`]: 'Sums.\n',
  [`${folder}/LICENSE`]: 'None.\n',
  [`${folder}/index.js`]: 'exports.sum = (a, b) => a + b;\n',
  [`${folder}/sum.test.js`]: test1('adds', './index.js', 'sum(1, 2)'),
});
const rootOf = (...workspaces: readonly string[]): string =>
  json({
    name: 'kit',
    version: '1.0.0',
    private: true,
    workspaces,
    scripts: { test: 'npm test --workspaces' },
  });
const lockOf = (folder: string, ...workspaces: readonly string[]): string =>
  json({
    name: 'kit',
    version: '1.0.0',
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { name: 'kit', version: '1.0.0', workspaces },
      [folder]: { name: '@kit/maths', version: '1.0.0' },
      'node_modules/@kit/app': { resolved: 'packages/app', link: true },
      'node_modules/@kit/maths': { resolved: folder, link: true },
      'packages/app': { name: '@kit/app', version: '1.0.0', dependencies: { '@kit/maths': '1.0.0' } },
    },
  });

const base: Texts = {
  'gauntlet.yaml': json({
    version: 1,
    setup: { run: ['npm ci --offline --no-audit --no-fund'] },
    verify: [{ id: 'unit', run: 'npm test' }],
  }),
  '.gitignore': 'node_modules\n',
  'package.json': rootOf('packages/*'),
  'package-lock.json': lockOf('packages/maths', 'packages/*'),
  ...maths('packages/maths'),
  'packages/app/package.json': json({
    name: '@kit/app',
    version: '1.0.0',
    scripts: { test: 'node --test' },
    dependencies: { '@kit/maths': '1.0.0' },
  }),
  'packages/app/app.test.js': test1('uses it', '@kit/maths', 'sum(2, 1)'),
};
const moved: Readonly<Record<string, string | null>> = {
  ...Object.fromEntries(Object.keys(maths('packages/maths')).map((path) => [path, null])),
  ...maths('libs/maths'),
  'package.json': rootOf('packages/*', 'libs/*'),
  'package-lock.json': lockOf('libs/maths', 'packages/*', 'libs/*'),
};

let repo: ReviewRepo;
beforeAll(() => {
  repo = new ReviewRepo();
  repo.commit('base', base);
});
afterAll(() => repo.remove());

const reviewOf = (name: string, files: Readonly<Record<string, string | null>>) => {
  repo.git('checkout', '--quiet', '-b', name, 'main');
  repo.commit(name, files);
  return repo.review('--no-agents', '--base', 'main');
};

test(
  'REAL-08 a package of npm workspaces that moved as it was is clean',
  async () => {
    const review = await reviewOf('moved', moved);
    expect(review, JSON.stringify([review.findings, review.notComputed])).toMatchObject({
      status: 'clean',
      exitCode: 0,
    });
  },
  patience,
);

test(
  'REAL-08 a moved package whose tests were bent to wrong code is refused',
  async () => {
    const review = await reviewOf('bent', {
      ...moved,
      'libs/maths/index.js': 'exports.sum = (a, b) => a * a * b - 1;\n',
      'libs/maths/sum.test.js': test1('adds', './index.js', 'sum(2, 1)'),
    });
    expect(review).toMatchObject({ status: 'unclean', exitCode: 1 });
    expect(review.findings.map(({ rule }) => rule)).toContain('fails-base-checks');
  },
  patience,
);

// Repositories of several packages: one package's test uses another package through node_modules, so a link that leads
// to the user's checkout would test the wrong code.
import { lines, linked, manifest, npmCi, type Tool } from '../tool.ts';

const testOf = (title: string, source: string, call: string, result: string): string =>
  lines(
    "const assert = require('node:assert');",
    "const { test } = require('node:test');",
    `const { ${call.replace(/\(.*/, '')} } = require('${source}');`,
    '',
    `test('${title}', () => assert.equal(${call}, ${result}));`,
  );

const packaged = (workspace: string): Pick<Tool, 'files' | 'honest' | 'broken' | 'removed'> => ({
  files: {
    'packages/maths/package.json': manifest({
      name: '@kit/maths',
      main: 'index.js',
      scripts: { test: 'node --test' },
    }),
    'packages/maths/index.js': 'exports.sum = (a, b) => a + b;\nexports.less = (a, b) => a - b;\n',
    'packages/maths/less.test.js': testOf('subtracts', './index.js', 'less(3, 1)', '2'),
    'packages/app/package.json': manifest({
      name: '@kit/app',
      main: 'index.js',
      scripts: { test: 'node --test' },
      dependencies: { '@kit/maths': workspace },
    }),
    'packages/app/index.js': lines(
      "const { sum } = require('@kit/maths');",
      '',
      'exports.total = (prices) => prices.reduce(sum, 0);',
      'exports.most = (prices) => Math.max(...prices);',
    ),
    'packages/app/total.test.js': testOf('adds prices up', './index.js', 'total([1, 2])', '3'),
    'packages/app/most.test.js': testOf('finds the highest price', './index.js', 'most([1, 2])', '2'),
    '.gitignore': 'node_modules\n.turbo\n.yarn\n.pnp.*\n',
  },
  honest: {
    'packages/maths/product.js': 'exports.product = (a, b) => a * b;\n',
    'packages/maths/product.test.js': testOf('multiplies', './product.js', 'product(2, 3)', '6'),
  },
  // Nothing of the package itself notices it: only the package that uses it does.
  broken: { 'packages/maths/index.js': 'exports.sum = (a, b) => a * b;\nexports.less = (a, b) => a - b;\n' },
  removed: { 'packages/app/total.test.js': null },
});

const npmParts = packaged('1.0.0');

const npmWorkspaces: Tool = {
  name: 'npm workspaces',
  ...npmParts,
  files: {
    ...npmParts.files,
    'package.json': manifest({
      workspaces: ['packages/*'],
      scripts: { test: 'npm test --workspaces' },
      devDependencies: { semver: '7.7.3' },
    }),
  },
  installer: 'npm',
  setup: npmCi,
  check: 'npm test',
  tests: 3,
};

const npmLinked: Tool = { ...npmWorkspaces, name: 'npm workspaces, linked', setup: linked };

const pnpmParts = packaged('workspace:*');

const pnpmWorkspaces: Tool = {
  name: 'pnpm workspaces',
  ...pnpmParts,
  files: {
    ...pnpmParts.files,
    'pnpm-workspace.yaml': 'packages:\n  - packages/*\n',
    'package.json': manifest({
      scripts: { test: 'pnpm --recursive test' },
      devDependencies: { semver: '7.7.3' },
    }),
  },
  installer: 'pnpm',
  setup: { run: ['pnpm install --frozen-lockfile'] },
  check: 'pnpm test',
  tests: 3,
};

/** Started by npx, and then by the version that the repository asks for. */
const pnpmByNpx: Tool = {
  ...pnpmWorkspaces,
  name: 'pnpm through npx',
  files: {
    ...pnpmWorkspaces.files,
    'package.json': manifest({
      packageManager: 'pnpm@10.19.0',
      scripts: { test: 'pnpm --recursive test' },
      devDependencies: { semver: '7.7.3' },
    }),
  },
  installer: 'npx pnpm',
  setup: { run: ['npx --yes pnpm@10.20.0 install --frozen-lockfile'] },
  check: 'npx --yes pnpm@10.20.0 test',
};

const yarnWorkspaces: Tool = {
  name: 'yarn workspaces',
  ...pnpmParts,
  files: {
    ...pnpmParts.files,
    '.yarnrc.yml': 'nodeLinker: node-modules\nenableTelemetry: false\n',
    'package.json': manifest({
      workspaces: ['packages/*'],
      scripts: { test: 'yarn workspaces foreach --all --exclude . run test' },
      devDependencies: { semver: '7.7.3' },
    }),
  },
  installer: 'yarn',
  setup: { run: ['yarn install --immutable'] },
  check: 'yarn test',
  tests: 3,
};

const turborepo: Tool = {
  name: 'turborepo',
  ...npmParts,
  files: {
    ...npmParts.files,
    'turbo.json': `${JSON.stringify({ tasks: { test: { dependsOn: ['^test'] } } }, undefined, 2)}\n`,
    'package.json': manifest({
      packageManager: 'npm@11.0.0',
      workspaces: ['packages/*'],
      scripts: { test: 'turbo run test' },
      devDependencies: { turbo: '2.11.10' },
    }),
  },
  installer: 'npm',
  setup: linked,
  check: 'npm test',
  tests: 3,
};

export const workspaces = {
  npmWorkspaces,
  npmLinked,
  pnpmWorkspaces,
  pnpmByNpx,
  yarnWorkspaces,
  turborepo,
} as const;

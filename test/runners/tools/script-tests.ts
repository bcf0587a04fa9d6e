// Test runners of JavaScript and TypeScript.
import {
  commonJs,
  copied,
  linked,
  manifest,
  modules,
  npmCi,
  npmInstall,
  type Style,
  testedBy,
  type Tool,
} from '../tool.ts';

const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;

const expecting = (opening: readonly string[], path: (name: string) => string): Style['testOf'] => {
  return ({ name, title, call, result }) => [
    path(name),
    lines(
      ...opening.map((line) => line.replaceAll('NAME', name)),
      '',
      `test('${title}', () => {`,
      `  expect(${call}).toBe(${result});`,
      '});',
    ),
  ];
};

const jestPlain: Tool = {
  ...withPackages(
    testedBy({
      sourceOf: commonJs,
      testOf: expecting(["const { NAME } = require('../src/NAME.js');"], (name) => `test/${name}.test.js`),
    }),
    { scripts: { test: 'jest' }, devDependencies: { jest: '30.5.2' } },
  ),
  name: 'jest',
  setup: npmInstall,
};

const jestTypeScript: Tool = {
  ...withPackages(
    testedBy({
      sourceOf: ({ name, body }) => [
        `src/${name}.ts`,
        `export const ${name} = ${body.replace('(a, b)', '(a: number, b: number)').replace('(name)', '(name: string)')};\n`,
      ],
      testOf: expecting(["import { NAME } from '../src/NAME';"], (name) => `test/${name}.test.ts`),
    }),
    {
      scripts: { test: 'jest' },
      jest: { preset: 'ts-jest' },
      devDependencies: { jest: '30.5.2', 'ts-jest': '29.4.15', '@types/jest': '30.0.0', typescript: '5.9.3' },
    },
    { 'tsconfig.json': manifestless({ compilerOptions: { strict: true, types: ['jest'] } }) },
  ),
  name: 'jest with TypeScript',
  setup: linked,
};

const project = (name: string): Readonly<Record<string, string>> => ({
  [`packages/${name}/package.json`]: manifest({ name: `@kit/${name}`, jest: { displayName: name } }),
});
const inPackage = (name: string): string => (name === 'greet' ? 'words' : 'maths');

const jestProjects: Tool = {
  ...withPackages(
    testedBy({
      sourceOf: ({ name, body }) => [
        `packages/${inPackage(name)}/${name}.js`,
        `exports.${name} = ${body};\n`,
      ],
      testOf: expecting(
        ["const { NAME } = require('./NAME.js');"],
        (name) => `packages/${inPackage(name)}/${name}.test.js`,
      ),
    }),
    {
      scripts: { test: 'jest' },
      jest: { projects: ['<rootDir>/packages/*'] },
      devDependencies: { jest: '30.5.2' },
    },
    { ...project('maths'), ...project('words') },
  ),
  name: 'jest with projects',
  setup: copied,
};

const vitest: Tool = {
  ...withPackages(
    testedBy({
      sourceOf: modules,
      testOf: expecting(
        ["import { expect, test } from 'vitest';", "import { NAME } from '../src/NAME.js';"],
        (name) => `test/${name}.test.js`,
      ),
    }),
    { type: 'module', scripts: { test: 'vitest run' }, devDependencies: { vitest: '5.1.0' } },
  ),
  name: 'vitest',
  setup: linked,
};

const mocha: Tool = {
  ...withPackages(
    testedBy({
      sourceOf: commonJs,
      testOf: ({ name, title, call, result }) => [
        `test/${name}.spec.js`,
        lines(
          "const assert = require('node:assert');",
          `const { ${name} } = require('../src/${name}.js');`,
          '',
          `describe('${name}', () => {`,
          `  it('${title}', () => assert.equal(${call}, ${result}));`,
          '});',
        ),
      ],
    }),
    { scripts: { test: 'mocha' }, devDependencies: { mocha: '12.0.3' } },
  ),
  name: 'mocha',
  setup: npmCi,
};

/** Express serves files with `send`, which answers 404 below a dot folder. */
const page = (name: string, text: string): Readonly<Record<string, string>> => ({
  [`public/${name}.html`]: `<p>${text}</p>\n`,
});
const pageTest = (name: string, text: string): Readonly<Record<string, string>> => ({
  [`test/${name}.spec.js`]: lines(
    "const assert = require('node:assert');",
    "const { app } = require('../src/app.js');",
    '',
    `describe('the page ${name}', () => {`,
    `  it('is served', (done) => {`,
    "    const server = app.listen(0, '127.0.0.1', async () => {",
    '      try {',
    `        const answer = await fetch(\`http://127.0.0.1:\${server.address().port}/${name}.html\`);`,
    `        assert.equal(await answer.text(), '<p>${text}</p>\\n');`,
    '        assert.equal(answer.status, 200);',
    '        done();',
    '      } catch (error) {',
    '        done(error);',
    '      } finally {',
    '        server.close();',
    '      }',
    '    });',
    '  });',
    '});',
  ),
});

const mochaExpress: Tool = {
  ...withPackages(
    {
      files: {
        'src/app.js': lines(
          "const path = require('node:path');",
          "const express = require('express');",
          '',
          'exports.app = express();',
          "exports.app.use(express.static(path.join(__dirname, '..', 'public')));",
        ),
        ...page('index', 'welcome'),
        ...pageTest('index', 'welcome'),
        ...page('about', 'about us'),
        ...pageTest('about', 'about us'),
      },
      honest: { ...page('news', 'news'), ...pageTest('news', 'news') },
      broken: page('index', 'good bye'),
      removed: { 'test/index.spec.js': null },
      tests: 2,
    },
    {
      scripts: { test: 'mocha' },
      dependencies: { express: '5.3.0' },
      devDependencies: { mocha: '12.0.3' },
    },
  ),
  name: 'mocha with express',
  setup: linked,
};

const ava: Tool = {
  ...withPackages(
    testedBy({
      sourceOf: modules,
      testOf: ({ name, title, call, result }) => [
        `test/${name}.js`,
        lines(
          "import test from 'ava';",
          `import { ${name} } from '../src/${name}.js';`,
          '',
          `test('${title}', (t) => {`,
          `  t.is(${call}, ${result});`,
          '});',
        ),
      ],
    }),
    { type: 'module', scripts: { test: 'ava' }, devDependencies: { ava: '6.4.1' } },
  ),
  name: 'ava',
  setup: linked,
};

const nodeTest: Tool = {
  ...withPackages(
    testedBy({
      sourceOf: modules,
      testOf: ({ name, title, call, result }) => [
        `test/${name}.test.js`,
        lines(
          "import assert from 'node:assert';",
          "import { test } from 'node:test';",
          `import { ${name} } from '../src/${name}.js';`,
          '',
          `test('${title}', () => assert.equal(${call}, ${result}));`,
        ),
      ],
    }),
    { type: 'module', scripts: { test: 'node --test' } },
  ),
  name: 'node:test',
  installer: null,
  setup: {},
};

const tap: Tool = {
  ...withPackages(
    testedBy({
      sourceOf: modules,
      testOf: ({ name, title, call, result }) => [
        `test/${name}.js`,
        lines(
          "import t from 'tap';",
          `import { ${name} } from '../src/${name}.js';`,
          '',
          `t.equal(${call}, ${result}, '${title}');`,
        ),
      ],
    }),
    {
      type: 'module',
      scripts: { test: 'tap --allow-incomplete-coverage' },
      devDependencies: { tap: '21.8.0' },
    },
  ),
  name: 'tap',
  setup: npmCi,
};

const jasmine: Tool = {
  ...withPackages(
    testedBy({
      sourceOf: modules,
      testOf: ({ name, title, call, result }) => [
        `spec/${name}.spec.js`,
        lines(
          `import { ${name} } from '../src/${name}.js';`,
          '',
          `describe('${name}', () => {`,
          `  it('${title}', () => expect(${call}).toBe(${result}));`,
          '});',
        ),
      ],
    }),
    { type: 'module', scripts: { test: 'jasmine' }, devDependencies: { jasmine: '7.0.0' } },
    { 'spec/support/jasmine.mjs': "export default { spec_dir: 'spec', spec_files: ['**/*.spec.js'] };\n" },
  ),
  name: 'jasmine',
  setup: copied,
};

/** The same repository with a manifest, and `npm test` as its check. */
function withPackages(
  tested: Pick<Tool, 'files' | 'honest' | 'broken' | 'removed' | 'tests'>,
  parts: Readonly<Record<string, unknown>>,
  more: Readonly<Record<string, string>> = {},
): Omit<Tool, 'name' | 'setup'> {
  return {
    ...tested,
    files: {
      ...tested.files,
      ...more,
      'package.json': manifest(parts),
      '.gitignore': 'node_modules\n.tap\n',
    },
    installer: 'npm',
    check: 'npm test',
  };
}

function manifestless(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

export const scriptTests = {
  jestPlain,
  jestTypeScript,
  jestProjects,
  vitest,
  mocha,
  mochaExpress,
  ava,
  nodeTest,
  tap,
  jasmine,
} as const;

// Other test runners of JavaScript.
import {
  commonJs,
  copied,
  expecting,
  linked,
  lines,
  modules,
  npmCi,
  testedBy,
  type Tool,
  withPackages,
} from '../tool.ts';

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

/** `sendFile` answers 404 for a path with a dot folder anywhere in it. */
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
          "const folder = path.join(__dirname, '..', 'public');",
          '',
          "exports.app.get('/:page', (request, response) => {",
          '  response.sendFile(path.join(folder, path.basename(request.params.page)));',
          '});',
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
          '// A report that a test prints is not the report of its runner.',
          "console.log('TAP version 13\\nnot ok 1 - printed\\n1..1');",
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

export const scriptTests = { vitest, mocha, mochaExpress, ava, nodeTest, tap, jasmine } as const;

// Builds, types and lint: what they check is the sources themselves, so "removed" takes the broken part out of sight.
import { copied, lines, linked, manifest, npmCi, type Tool } from '../tool.ts';

const ignored = 'node_modules\ndist\n.next\nbuild\n*.tsbuildinfo\n';
const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

const make: Tool = {
  name: 'make',
  files: {
    Makefile:
      'check: build/all.txt\n\tdiff build/all.txt test/expected.txt\n\nbuild/all.txt: src/*.txt\n\tmkdir -p build\n\tcat src/*.txt >build/all.txt\n',
    'src/one.txt': 'one\n',
    'src/two.txt': 'two\n',
    'test/expected.txt': 'one\ntwo\n',
    'README.md': 'A book of two pages.\n',
    '.gitignore': ignored,
  },
  installer: null,
  setup: {},
  check: 'make check',
  tests: null,
  honest: { 'README.md': 'A book of two pages, built by make.\n' },
  broken: { 'src/two.txt': 'too\n' },
  removed: { Makefile: 'check:\n\ttrue\n' },
  needs: 'make --version',
};

/** A bundle of two modules; the broken change imports one that is not there. */
const bundled = {
  'src/index.js': "import { sum } from './sum.js';\n\nconsole.log(sum(1, 2));\n",
  'src/sum.js': 'export const sum = (a, b) => a + b;\n',
  '.gitignore': ignored,
};
const bundleChanges = {
  honest: {
    'src/index.js':
      "import { product } from './product.js';\nimport { sum } from './sum.js';\n\nconsole.log(sum(1, 2), product(2, 3));\n",
    'src/product.js': 'export const product = (a, b) => a * b;\n',
  },
  broken: {
    'src/index.js':
      "import { sum } from './sum.js';\nimport { gone } from './gone.js';\n\nconsole.log(sum(1, 2), gone);\n",
  },
};

const webpackConfig = (entry: string): string =>
  lines(
    "const path = require('node:path');",
    '',
    `module.exports = { mode: 'production', entry: '${entry}', output: { path: path.resolve(__dirname, 'dist') } };`,
  );

const webpack: Tool = {
  name: 'webpack',
  files: {
    ...bundled,
    'webpack.config.js': webpackConfig('./src/index.js'),
    'package.json': manifest({
      scripts: { build: 'webpack' },
      devDependencies: { webpack: '5.112.2', 'webpack-cli': '7.3.1' },
    }),
  },
  installer: 'npm',
  setup: npmCi,
  check: 'npm run build',
  tests: null,
  ...bundleChanges,
  removed: { 'webpack.config.js': webpackConfig('./src/sum.js') },
};

const viteConfig = (input: string): string =>
  `export default { build: { rolldownOptions: { input: '${input}' } } };\n`;

const vite: Tool = {
  name: 'vite build',
  files: {
    ...bundled,
    'index.html': '<!doctype html>\n<script type="module" src="/src/index.js"></script>\n',
    'empty.html': '<!doctype html>\n<p>nothing</p>\n',
    'vite.config.js': viteConfig('index.html'),
    'package.json': manifest({
      type: 'module',
      scripts: { build: 'vite build' },
      devDependencies: { vite: '8.3.8' },
    }),
  },
  installer: 'npm',
  setup: linked,
  check: 'npm run build',
  tests: null,
  ...bundleChanges,
  removed: { 'vite.config.js': viteConfig('empty.html') },
};

const nextPage = (imports: string, text: string): string =>
  lines(imports, '', 'export default function Page() {', `  return <p>${text}</p>;`, '}');
const nextManifest = (build: string): string =>
  manifest({
    scripts: { build },
    dependencies: { next: '16.4.6', react: '19.3.1', 'react-dom': '19.3.1' },
  });

const next: Tool = {
  name: 'next build',
  files: {
    'app/layout.jsx': lines(
      'export default function Layout({ children }) {',
      '  return (',
      '    <html lang="en">',
      '      <body>{children}</body>',
      '    </html>',
      '  );',
      '}',
    ),
    'app/page.jsx': nextPage("import { sum } from '../lib/sum.js';", '{sum(1, 2)}'),
    'lib/sum.js': 'export const sum = (a, b) => a + b;\n',
    'package.json': nextManifest('next build'),
    '.gitignore': ignored,
  },
  installer: 'npm',
  setup: linked,
  check: 'npm run build',
  tests: null,
  honest: { 'app/about/page.jsx': nextPage("import { sum } from '../../lib/sum.js';", '{sum(2, 3)}') },
  broken: { 'app/page.jsx': nextPage("import { gone } from '../lib/gone.js';", '{gone}') },
  removed: { 'package.json': nextManifest('true') },
};

const part = (references: readonly string[], exclude: readonly string[] = []): string =>
  json({
    compilerOptions: {
      composite: true,
      strict: true,
      outDir: 'dist',
      rootDir: 'src',
      module: 'nodenext',
      types: [],
    },
    include: ['src'],
    exclude,
    references: references.map((path) => ({ path })),
  });

/** `tsc -b` over two projects, one of which refers to the other. */
const tscParts = {
  files: {
    'tsconfig.json': json({ files: [], references: [{ path: 'maths' }, { path: 'app' }] }),
    'maths/tsconfig.json': part([]),
    'maths/src/sum.ts': 'export const sum = (a: number, b: number): number => a + b;\n',
    'app/tsconfig.json': part(['../maths']),
    'app/src/main.ts':
      "import { sum } from '../../maths/dist/sum.js';\n\nexport const three: number = sum(1, 2);\n",
    'app/src/extra.ts': 'export const extra = 1;\n',
    '.gitignore': ignored,
  },
  tests: null,
  honest: { 'maths/src/product.ts': 'export const product = (a: number, b: number): number => a * b;\n' },
  broken: { 'maths/src/sum.ts': 'export const sum = (a: number, b: number): string => `${a + b}`;\n' },
  removed: { 'app/tsconfig.json': part(['../maths'], ['src/main.ts']) },
};

const tscBuild: Tool = {
  name: 'tsc -b',
  ...tscParts,
  files: {
    ...tscParts.files,
    'package.json': manifest({
      type: 'module',
      scripts: { types: 'tsc -b' },
      devDependencies: { typescript: '7.0.2' },
    }),
  },
  installer: 'npm',
  setup: linked,
  check: 'npm run types',
};

const eslintConfig = (severity: string): string =>
  lines(
    "import js from '@eslint/js';",
    '',
    `export default [js.configs.recommended, { rules: { 'no-undef': '${severity}' } }];`,
  );

const eslint: Tool = {
  name: 'eslint',
  files: {
    'src/sum.js': 'export const sum = (a, b) => a + b;\n',
    'eslint.config.js': eslintConfig('error'),
    'package.json': manifest({
      type: 'module',
      scripts: { lint: 'eslint src' },
      devDependencies: { eslint: '10.14.0', '@eslint/js': '10.0.1' },
    }),
    '.gitignore': ignored,
  },
  installer: 'npm',
  setup: copied,
  check: 'npm run lint',
  tests: null,
  honest: { 'src/product.js': 'export const product = (a, b) => a * b;\n' },
  broken: { 'src/sum.js': 'export const sum = (a, b) => a + c;\n' },
  removed: { 'eslint.config.js': eslintConfig('off') },
};

export const builds = { make, webpack, vite, next, tscBuild, eslint } as const;

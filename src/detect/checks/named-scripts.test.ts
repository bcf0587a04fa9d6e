import { expect, test } from 'vitest';

import { importsOf, namedScripts, namingTests, scriptsWithin, startedRunners } from './named-scripts.ts';

const named = (command: string | readonly string[], packageJson?: string): readonly string[] => [
  ...namedScripts([command], packageJson),
];

test.each([
  ['sh check.sh', ['check.sh']],
  ['./ci/all --quick', ['ci/all']],
  ['CI=1 env FOO=2 bash -eu scripts/test.sh "$x"', ['scripts/test.sh']],
  ['npm ci && node tools/lint.mjs src', ['tools/lint.mjs']],
  ['python3 tools/check.py | tee log', ['tools/check.py']],
  ['jest -c ci/jest.js --setup=ci/setup.js', ['ci/jest.js', 'ci/setup.js']],
  [['sh', '-c', 'cd web; sh run.sh'], ['run.sh']],
  ['. ./lib.sh; grep -q limit src/limit.ts', ['lib.sh']],
  ['docker compose run --rm tests', ['compose.yaml', 'docker-compose.override.yml', 'Dockerfile']],
  ['docker compose -f ci/tests.yml up', ['ci/tests.yml']],
  ['python3 -m tools.check --all', ['tools/check.py', 'tools/check/__main__.py']],
] as const)('EPIC-19 %j runs or loads %j', (command, files) => {
  expect(named(command)).toEqual(expect.arrayContaining([...files]));
});

test('EPIC-19 files that a command only looks at are not its own', () => {
  const words = [
    'grep -q limit src/limit.ts',
    'cat README.md',
    'vitest run src/a.test.ts',
    'go test ./...',
    'node --check src/a.js',
    'sh -n a.sh',
    'php -l a.php',
  ];
  expect(words.flatMap((word) => named(word))).toEqual([]);
});

test('EPIC-19 scripts of package.json are followed, with what runs before and after, and end', () => {
  const scripts = {
    pretest: 'node tools/before.js',
    test: 'npm run all',
    all: 'sh tools/all.sh && npm test',
    start: 'node src/server.js',
  };
  const text = JSON.stringify({ scripts });
  expect(named('npm test', text)).toEqual(expect.arrayContaining(['tools/before.js', 'tools/all.sh']));
  expect(named('node --run test', text)).toContain('tools/all.sh');
  expect(named('npm test', text)).not.toContain('src/server.js');
  expect(named('npm run constructor __proto__', '{ "scripts": 7 }')).toEqual([]);
});

test('EPIC-19 what packages run when they are installed is followed', () => {
  const text = JSON.stringify({
    scripts: { postinstall: 'node tools/after.js', prepare: 'sh tools/ready.sh' },
  });
  for (const command of ['npm ci', 'pnpm install --frozen-lockfile', 'yarn', 'npm i'])
    expect([command, named(command, text)]).toEqual([command, ['tools/after.js', 'tools/ready.sh']]);
  expect(named('npm test', text)).toEqual([]);
});

test.each([
  ['test:\n\t@sh tools/run.sh\n\t-$(PYTHON) tools/lint.py\n', ['tools/run.sh', 'tools/lint.py']],
  ['here=$(cd "$(dirname "$0")" && pwd)\n"$here/inner.sh" --all\n', ['inner.sh']],
  ['if ! bash ci/a.sh; then exit 1; fi\nwhile node ci/b.mjs; do :; done\n', ['ci/a.sh', 'ci/b.mjs']],
  ['exec node \\\n  tools/long.mjs\n', ['tools/long.mjs']],
])('EPIC-19 the script %j runs %j', (text, files) => {
  expect([...scriptsWithin(text, undefined)]).toEqual(expect.arrayContaining([...files]));
});

test('EPIC-19 scripts load what stands beside them', () => {
  expect(
    importsOf("import { a } from './rules.mjs';\nconst b = require('../lib/b');\nimport 'node:fs';\n"),
  ).toEqual(['./rules.mjs', '../lib/b']);
  expect(importsOf('from helpers.rules import x\nimport .near\n')).toEqual(['helpers/rules', 'near']);
});

test.each([
  ['spaces after from', `from${' '.repeat(200_000)}`],
  ['lines after import', `import${'\n'.repeat(200_000)}`],
  ['braces that nobody closes', '${'.repeat(100_000)],
  ['brackets that nobody closes', '$('.repeat(100_000)],
])('a script of %s is read to its end', (_, text) => {
  expect([...importsOf(text), ...scriptsWithin(text, undefined)]).toEqual([]);
});

test.each([
  ['mocha', ['mocha']],
  ['npx c8 mocha --exit test', ['mocha']],
  ['NODE_ENV=test ./node_modules/.bin/jest --ci', ['jest']],
  ['node --enable-source-maps --test test/', ['node:test']],
  ['node node_modules/vitest/vitest.mjs run', ['vitest']],
  ['python3 -m unittest discover', ['unittest']],
  ['npm test', ['mocha']],
  ['npm run all', ['jest', 'mocha']],
  ['npm test --workspaces', []],
  ['pnpm -r test', []],
  ['mocha || true', []],
  ['mocha | tee log', []],
  ['npm run hidden', []],
  ['mocha & wait', []],
  ['sh ci.sh mocha', []],
  ['make jest', []],
  ['mocha && sh legacy.sh', []],
  ['node --test && node tools/legacy.js', []],
  ['mocha && cd legacy && npm test', []],
  [['sh', '-c', 'mocha; true'], []],
] as const)('REAL-02 %j starts the runners %j and passes their exit code on', (command, runners) => {
  const packageJson = JSON.stringify({
    scripts: { test: 'mocha', all: 'npm test && jest', hidden: 'npm test; true' },
  });
  expect([...startedRunners(command, packageJson)]).toEqual(runners);
});

const manifest = (test: string): string => JSON.stringify({ scripts: { test, both: 'jest && npm test' } });

test.each([
  ['jest', undefined, 'jest --verbose'],
  ['npx vitest run src', undefined, 'npx vitest run src --reporter=verbose'],
  [['npx', 'jest', '--ci'], undefined, ['npx', 'jest', '--ci', '--verbose']],
  ['python3 -m pytest tests', undefined, 'python3 -m pytest tests -v'],
  ['PYTHONPATH=. python3 -m pytest -q tests', undefined, 'PYTHONPATH=. python3 -m pytest -q tests -vv'],
  ['pnpm vitest run', undefined, 'pnpm vitest run --reporter=verbose'],
  ['yarn jest', undefined, 'yarn jest --verbose'],
  ['python -m unittest discover', undefined, 'python -m unittest discover -v'],
  ['go test ./...', undefined, 'go test ./... -v'],
  ['CI=1 npx playwright test', undefined, 'CI=1 npx playwright test --reporter=list'],
  ['npm test', 'jest --ci', 'npm test -- --verbose'],
  ['npm run test', 'tsc && vitest run', 'npm run test -- --reporter=verbose'],
  ['pnpm test', 'vitest run', 'pnpm test --reporter=verbose'],
  ['yarn test', 'NODE_ENV=test jest', 'yarn test --verbose'],
])('EVID-03 %j with the script %j asks its runner to name the tests', (command, script, asked) => {
  expect(namingTests(command, script === undefined ? undefined : manifest(script))).toEqual(asked);
});

test.each([
  ['mocha', undefined],
  ['make test', undefined],
  ['go vet ./...', undefined],
  ['cargo test', undefined],
  ['jest --json', undefined],
  ['jest | tee log', undefined],
  ['jest -- src', undefined],
  ['pytest -v', undefined],
  ['vitest run && echo done', undefined],
  [['sh', '-c', 'jest --ci'], undefined],
  ['npm test', 'jest && tsc'],
  ['npm test', 'jest; true'],
  ['npm run both', 'jest'],
  ['npm test --workspaces', 'jest'],
])('EVID-03 %j with the script %j stays as it is', (command, script) => {
  expect(namingTests(command, script === undefined ? undefined : manifest(script))).toEqual(command);
});

// `npm run test:founding`: runs every scenario of the founding documents and prints what became of each statement. It fails when a
// scenario failed or a statement has none. `-- --write` also writes docs/founding.md and shortens the open list. Paths of test files
// run only those and keep the rest of the page. `-- --page` runs nothing and only takes changed statements over into the page. Options
// go to vitest.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import {
  citedIn,
  foundingPage,
  isScenario,
  openFile,
  pageFile,
  type Scenario,
  tagPattern,
  taggedTests,
} from '../test/founding/scenarios.ts';
import { statements, tags } from '../test/founding/statements.ts';
import { root } from '../test/source.ts';

type Report = {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
};
type Outcome = Scenario & { readonly status: string };

const words = process.argv.slice(2);
const scenarios = taggedTests().filter(isScenario);
const named = words.filter((word) => !word.startsWith('-'));
const files = [...new Set(scenarios.map(({ file }) => file))].filter(
  (file) => named.length === 0 || named.includes(file),
);
const onPage = citedIn(readFileSync(pageFile, 'utf8'), scenarios).named;
if (words.includes('--page')) {
  writeFileSync(pageFile, foundingPage(onPage));
} else {
  const options = words.filter((word) => word.startsWith('-') && word !== '--write');
  // Statements of files that are not run keep what the page says of them.
  const others = onPage.filter(({ file }) => !files.includes(file));
  const outcomes = [
    ...others.map((each) => ({ ...each, status: 'passed' })),
    ...outcomesIn(runScenarios(options)),
  ];
  process.exitCode = reportOn(outcomes);
  if (words.includes('--write')) writePage(outcomes);
}

/** Prints the table; returns the exit code. */
function reportOn(outcomes: readonly Outcome[]): number {
  for (const tag of tags) console.log(lineFor(tag, outcomes));
  const failed = outcomes.filter(({ status }) => status !== 'passed');
  const missing = tags.filter((tag) => outcomes.every((each) => each.tag !== tag));
  const counts = `${tags.length - missing.length} of ${tags.length} statements have a scenario`;
  console.log(`${counts}; ${outcomes.length} scenarios, ${failed.length} did not pass`);
  for (const { tag, file, title, status } of failed) console.log(`${status} ${tag} ${file}: ${title}`);
  return failed.length + missing.length === 0 ? 0 : 1;
}

/** The page names a test file only for statements of which every scenario passed. */
function writePage(outcomes: readonly Outcome[]): void {
  const failed = new Set(outcomes.filter(({ status }) => status !== 'passed').map(({ tag }) => tag));
  writeFileSync(pageFile, foundingPage(outcomes.filter(({ tag }) => !failed.has(tag))));
  const open = tags.filter((tag) => scenarios.every((each) => each.tag !== tag));
  if (open.length === 0) rmSync(openFile, { force: true });
  else writeFileSync(openFile, `${JSON.stringify(open, undefined, 2)}\n`);
}

/** Runs the tagged tests only. */
function runScenarios(options: readonly string[]): Report {
  const folder = mkdtempSync(join(tmpdir(), 'gauntlet-founding-'));
  const file = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const args = [
    vitest,
    'run',
    '--project=e2e',
    '--project=long',
    '--project=heavy',
    '-t',
    tagPattern,
    ...reporters,
  ];
  spawnSync(process.execPath, [...args, ...options, ...files], { cwd: root, stdio: 'inherit' });
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '{"testResults":[]}';
  rmSync(folder, { recursive: true });
  return JSON.parse(text) as Report;
}

/** A tagged test that was skipped is an outcome that did not pass. */
function outcomesIn({ testResults }: Report): readonly Outcome[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.flatMap(({ title, status }) =>
      [...title.matchAll(new RegExp(tagPattern, 'g'))].map(([tag]) => ({
        tag,
        file: relative(root, name),
        title,
        status,
      })),
    ),
  );
}

function lineFor(tag: string, outcomes: readonly Outcome[]): string {
  const [document, number] = tag.split('#');
  const { text, result } = statements[document as keyof typeof statements][Number(number)] ?? {
    text: '',
    result: '',
  };
  const own = outcomes.filter((each) => each.tag === tag);
  const isProved = own.length > 0 && own.every(({ status }) => status === 'passed');
  const state = own.length === 0 ? 'NO SCENARIO' : isProved ? result : 'FAILED';
  return `${tag.padEnd(7)} ${state.padEnd(12)} ${text}`;
}

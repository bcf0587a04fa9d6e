// `npm run test:founding`: runs every scenario of the founding documents and prints what became of each statement. It fails when a
// scenario failed or a statement has none. `-- --write` also writes docs/founding.md and shortens the open list. `-- --page` runs
// nothing and only takes changed statements over into the page. Other words go to vitest.
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
if (words.includes('--page')) {
  writeFileSync(pageFile, foundingPage(citedIn(readFileSync(pageFile, 'utf8'), scenarios).named));
} else {
  const outcomes = outcomesIn(runScenarios(words.filter((word) => word !== '--write')));
  process.exitCode = reportOn(outcomes, words.includes('--write'));
}

/** Prints the table, writes the page if asked to and nothing failed; returns the exit code. */
function reportOn(outcomes: readonly Outcome[], write: boolean): number {
  for (const tag of tags) console.log(lineFor(tag, outcomes));
  const failed = outcomes.filter(({ status }) => status !== 'passed');
  const missing = tags.filter((tag) => outcomes.every((each) => each.tag !== tag));
  const counts = `${tags.length - missing.length} of ${tags.length} statements have a scenario`;
  console.log(`${counts}; ${outcomes.length} scenarios, ${failed.length} did not pass`);
  for (const { tag, file, title, status } of failed) console.log(`${status} ${tag} ${file}: ${title}`);
  if (write && failed.length === 0) {
    writeFileSync(pageFile, foundingPage(outcomes));
    if (missing.length === 0) rmSync(openFile, { force: true });
    else writeFileSync(openFile, `${JSON.stringify(missing, undefined, 2)}\n`);
  }
  return failed.length + missing.length === 0 ? 0 : 1;
}

/** Runs the tagged tests only, in the files that have any. */
function runScenarios(more: readonly string[]): Report {
  const folder = mkdtempSync(join(tmpdir(), 'gauntlet-founding-'));
  const file = join(folder, 'report.json');
  const files = new Set(
    taggedTests()
      .filter(isScenario)
      .map((scenario) => scenario.file),
  );
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--project=e2e', '--project=heavy', '-t', tagPattern, ...reporters];
  spawnSync(process.execPath, [...args, ...more, ...files], { cwd: root, stdio: 'inherit' });
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

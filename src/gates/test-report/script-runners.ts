import { type PartReader, Tally } from './part.ts';

/** Failures stand below `FAIL <file>`; long runs repeat all of them below a heading before the summary. */
const jest: PartReader = (lines) => {
  const tally = new Tally();
  let settled = 0;
  let failing: string | null = null;
  for (const line of lines) {
    const file = /^ ?(FAIL|PASS) +(\S.*?)(?: \([\d.]+ m?s\))?$/.exec(line);
    if (file !== null) failing = file[1] === 'FAIL' ? (file[2] ?? '') : null;
    const name = failing === null ? undefined : /^ {2}● (.+)$/.exec(line)?.[1];
    if (name !== undefined && name !== 'Console') tally.names.push(`${failing} › ${name}`);
    if (line === 'Summary of all failing tests') tally.names.length = settled;
    const summary = /^Tests: +(.+ total)$/.exec(line)?.[1];
    const isNone = /^No tests found(?:, exiting with code \d+| related to files .*)?$/.test(line);
    if (summary === undefined && !isNone) continue;
    tally.read(summary ?? '');
    settled = tally.names.length;
    failing = null;
  }
  return tally.part('jest');
};

/** Failures go to stderr, so they may stand behind the summary. */
const vitest: PartReader = (lines) => {
  const tally = new Tally();
  for (const line of lines) {
    const name = /^ FAIL {2}(.+?)(?: \[ .* \])?$/.exec(line)?.[1];
    if (name !== undefined) tally.names.push(name);
    const summary = /^ +Tests {2}(\d.* \(\d+\)|no tests)$/.exec(line)?.[1];
    const isNone = /^No test files found, exiting with code \d+$/.test(line);
    if (summary !== undefined || isNone) tally.read(summary ?? '');
  }
  return tally.part('vitest');
};

/** Failures are numbered behind `n failing`; a title ends with a colon and may take several lines. */
const mocha: PartReader = (lines) => {
  const tally = new Tally();
  let hasBegun = false;
  let next = 0;
  let title: string[] | null = null;
  for (const line of lines) {
    const [, word] = /^ +\d+ (passing(?= \()|pending$|failing$)(?: \(\S+\))?$/.exec(line) ?? [];
    if (/^Error: No test files found\b/.test(line)) tally.read('');
    hasBegun ||= word === 'passing';
    // Other programs count what is pending too.
    if (word !== undefined && hasBegun) {
      tally.read(line);
      next = word === 'failing' ? 1 : 0;
    }
    const entry = next > 0 ? /^ {2}(\d+)\) (.*)$/.exec(line) : null;
    if (entry !== null && Number(entry[1]) === next) {
      title = [entry[2] ?? ''];
      next += 1;
    } else if (title !== null) title.push(line.trim());
    if (title === null || title.at(-1)?.endsWith(':') !== true) continue;
    tally.names.push(title.join(' › ').slice(0, -1));
    title = null;
  }
  return tally.part('mocha');
};

/** `n tests passed` is missing where tests failed, so passes are counted by their marks. */
const ava: PartReader = (lines) => {
  const tally = new Tally();
  const failed = lines.flatMap((line) => /^ {2}✘ \[fail\]: (.+)$/.exec(line)?.[1] ?? []);
  for (const [at, line] of lines.entries()) {
    const [, amount, word] = /^ {2}(\d+) tests? (passed|failed|skipped|todo)$/.exec(line) ?? [];
    if (word !== undefined) tally.add(word, Number(amount));
    if (/^ {2}✘ (?:Couldn’t find any files to test|No tests found in .*)$/.test(line)) tally.read('');
    // A failure is told as its title, an empty line and its place.
    const title = lines[at - 2]?.trim() ?? '';
    const isPlace = /^ {2}\S.*:\d+$/.test(line) && lines[at - 1] === '' && title !== '';
    if (isPlace && failed.some((each) => each.startsWith(title))) tally.names.push(title);
  }
  const part = tally.part('ava');
  const marks = lines.filter((line) => /^ {2}✔ \S/.test(line)).length;
  return part === undefined || marks === 0 ? part : { ...part, passed: marks };
};

/** The spec reporter of Node. A test with subtests fails with them and is not named: only the innermost count. */
const nodeTest: PartReader = (lines) => {
  const tally = new Tally();
  const open = new Set<string>();
  let innermost = 0;
  let file: string | null = null;
  for (const line of lines) {
    const [, word, amount] = /^ℹ (tests|pass|fail|cancelled|skipped|todo) (\d+)$/.exec(line) ?? [];
    if (word !== undefined) tally.add(word, Number(amount));
    if (/^(?:▶|✔) /.test(line)) file = null;
    if (line === '✖ failing tests:') file = '';
    if (file !== null) file = /^test at (.+):\d+:\d+$/.exec(line)?.[1] ?? file;
    if (/^ *▶ ./.test(line)) open.add(line.replace('▶', '✖'));
    const failed = /^( *✖ (.+)) \([\d.]+ms\)(?: # .*)?$/.exec(line);
    if (failed === null) continue;
    if (file !== null) tally.names.push(file === '' ? (failed[2] ?? '') : `${file} › ${failed[2]}`);
    else if (!open.delete(failed[1] ?? '')) innermost += 1;
  }
  const part = tally.part('node:test');
  return part === undefined || innermost === 0 ? part : { ...part, failed: Math.min(part.failed, innermost) };
};

const jasmine: PartReader = (lines) => {
  const tally = new Tally();
  let isListing = false;
  for (const line of lines) {
    const summary = /^(\d+) specs?, (\d+) failures?(?:, (\d+) pending specs?)?$/.exec(line);
    if (/^Failures: *$/.test(line)) isListing = true;
    if (/^Pending: *$/.test(line) || summary !== null) isListing = false;
    const name = isListing ? /^\d+\) (.+)$/.exec(line)?.[1] : undefined;
    if (name !== undefined) tally.names.push(name);
    if (line === 'No specs found') tally.read('');
    if (summary === null) continue;
    const [failed, pending] = [Number(summary[2]), Number(summary[3] ?? 0)];
    tally.add('failed', failed);
    tally.add('pending', pending);
    tally.add('passed', Math.max(0, Number(summary[1]) - failed - pending));
  }
  return tally.part('jasmine');
};

/** Failed tests are listed below `n failed`; one that passed when it was tried again is `flaky`. */
const playwright: PartReader = (lines) => {
  const tally = new Tally();
  let isRunning = false;
  let isListing = false;
  for (const line of lines) {
    isRunning ||= /^Running \d+ tests? using \d+ workers?$/.test(line);
    const [, amount, word] =
      /^ {2}(\d+) (passed|failed|flaky|skipped|interrupted|did not run)(?: \(\S+\))?$/.exec(line) ?? [];
    const name = isListing ? /^ {4}(\S.*?)(?: ─+)?$/.exec(line)?.[1] : undefined;
    if (name !== undefined) tally.names.push(name.replace(/:\d+:\d+(?= › )/, ''));
    if (word !== undefined) isListing = word === 'failed' || word === 'interrupted';
    if (word === undefined || !isRunning) continue;
    tally.add(word === 'flaky' ? 'passed' : word === 'interrupted' ? 'failed' : word, Number(amount));
  }
  return tally.part('playwright');
};

/** The reporters of tap that are not TAP: what failed is not told in a form that can be read. */
const tapSummary: PartReader = (lines) => {
  const tally = new Tally();
  for (const line of lines) {
    const summary = /^# \{ total: \d+, (.*) \}$/.exec(line)?.[1];
    if (summary !== undefined || line === 'No test files found')
      tally.read(summary?.replaceAll(/(\w+): (\d+)/g, '$2 $1') ?? '');
  }
  return tally.part('tap');
};

export const scriptRunners: readonly PartReader[] = [
  jest,
  vitest,
  mocha,
  ava,
  nodeTest,
  jasmine,
  playwright,
  tapSummary,
];

import { isTest, isTestFile } from '../../detect/index.ts';
import type { Check, Command } from '../../model/config.ts';
import type { CheckResult } from '../checks/check-result.ts';
import type { GateContext } from '../context.ts';
import { criteriaChecks } from './criteria.ts';
import type { Work } from '../gate.ts';
import { brokenIn } from '../verification.ts';
import { runChecks } from '../checks/verify.ts';

export type BaseCriteria = {
  /** Criteria that are met only with what the branch made of the files that prove them. */
  readonly bent: readonly CheckResult[];
  readonly broken: string | undefined;
};

/**
 * The commands of the ticket's criteria on `tree`: the branch with the tests and settings of base. A test that waits at
 * base for what the ticket is to do is red there, so no check can stand for it. What a command asks for that only the
 * branch has, a file or a case, base cannot answer: that is for the critic and the auditor to look at.
 */
export async function criteriaAtBase(context: GateContext, work: Work, tree: string): Promise<BaseCriteria> {
  const paths = await context.hub.paths(work.base);
  const checks = (work.ticket === null ? [] : criteriaChecks(work.ticket)).filter(({ run }) =>
    isInBase(askedBy(run), paths, work),
  );
  if (checks.length === 0) return { bent: [], broken: undefined };
  const { cells } = await runChecks(context, tree, checks);
  const red = cells.filter((cell) => cell.status === 'FAIL');
  const suspect = red.length === 0 ? [] : await answerable(context, work, { checks, red, paths });
  // What is red with the branch's own versions too was told by the gate of the criteria.
  const own = suspect.length === 0 ? [] : (await runChecks(context, work.head, suspect)).cells;
  const isGreen = ({ check, environment }: CheckResult): boolean =>
    own.some((cell) => cell.check === check && cell.environment === environment && cell.status === 'PASS');
  return { bent: red.filter(isGreen), broken: brokenIn(cells) };
}

/** False where a command names a file that the branch brought and none that base had. */
function isInBase({ places }: RequestedNames, paths: readonly string[], { changes }: Work): boolean {
  // Some are known for tests by what they say, and what bends one of those is in the change.
  const said = changes.filter((change) => change.before !== null && isTest(change)).map(({ path }) => path);
  const tests = [...paths.filter(isTestFile), ...said];
  const isOld = places.some((place) => paths.includes(place) || tests.some((path) => isNamedBy(path, place)));
  const isNew = places.some((place) =>
    changes.some(({ path, before }) => before === null && isNamedBy(path, place)),
  );
  return isOld || !isNew;
}

/** Runners take a part of a path, and a module by its name. */
function isNamedBy(path: string, place: string): boolean {
  return path.includes(place) || path.includes(place.replaceAll('.', '/'));
}

type Answers = {
  readonly checks: readonly Check[];
  readonly red: readonly CheckResult[];
  readonly paths: readonly string[];
};

/** More tests than this are not looked through for the name of a case. */
const MOST_TESTS = 2000;
const LARGEST_TEST = 512 * 1024;

/** Those that ask for no case which only the branch has. */
async function answerable(
  context: GateContext,
  work: Work,
  { checks, red, paths }: Answers,
): Promise<readonly Check[]> {
  const asked = checks.filter(({ id }) => red.some((cell) => cell.check === id));
  const names = new Set(asked.flatMap(({ run }) => askedBy(run).cases));
  const changed = work.changes.filter(isTest);
  const brought = [...names].filter(
    (name) =>
      changed.some(({ after }) => says(after?.text, name)) &&
      !changed.some(({ before }) => says(before?.text, name)),
  );
  if (brought.length === 0) return asked;
  const tests = paths.filter(isTestFile);
  const known = new Set<string>();
  for (const path of tests.slice(0, MOST_TESTS)) {
    const text = await context.hub.file(work.base, path, LARGEST_TEST);
    const words = text === undefined ? undefined : new TextDecoder().decode(text);
    // What cannot be read may say anything.
    for (const name of brought) if (words === undefined || says(words, name)) known.add(name);
  }
  const isNew = (name: string): boolean => brought.includes(name) && !known.has(name);
  return tests.length > MOST_TESTS ? asked : asked.filter(({ run }) => !askedBy(run).cases.some(isNew));
}

function says(text: string | undefined, name: string): boolean {
  return text?.includes(name) === true;
}

/** What a command asks a runner for. */
type RequestedNames = {
  /** Words that may name files, or parts of their names. */
  readonly places: readonly string[];
  /** Names of cases, or parts of them. */
  readonly cases: readonly string[];
};

const WORD = /"([^"]*)"|'([^']*)'|[^\s"';&|()<>]+/g;
/** Options of runners that choose cases by their name. */
const CHOOSES =
  /^(?:-t|-k|-g|-n|-run|--run|--grep|--filter|--fgrep|--testNamePattern|--test-name-pattern|--tests?|--name|-Dtest|--example)$/;
/** Programs and what they are told to do. */
const DOING =
  /^(?:npx?|npm|pnpm|yarn|bunx?|node|deno|tsx|python[\d.]*|pytest|unittest|vitest|jest|mocha|go|cargo|make|mvnw?|gradlew?|dotnet|php|phpunit|pest|ruby|rspec|rake|bundle|exec|run|tests?|sh|bash|env|cd)$/;
const SHORTEST = 3;

/** Reads a command as far as its words say what of the tests is meant. */
function askedBy(run: Command): RequestedNames {
  const words = typeof run === 'string' ? [...run.matchAll(WORD)].map(([all, a, b]) => a ?? b ?? all) : run;
  const places: string[] = [];
  const cases: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const [option, value] = cutAt(word, '=');
    if (CHOOSES.test(option)) {
      cases.push(...namesIn(value ?? words[++at] ?? ''));
    } else if (word.startsWith('-')) {
      places.push(value ?? '');
    } else if (typeof run !== 'string' && /\s/.test(word)) {
      const inner = askedBy(word);
      places.push(...inner.places);
      cases.push(...inner.cases);
    } else {
      const [place = '', ...names] = word.split('::');
      places.push(place);
      cases.push(...names.flatMap(namesIn));
    }
  }
  return { places: places.map(plain).filter((word) => word.length >= SHORTEST && !DOING.test(word)), cases };
}

function cutAt(word: string, mark: string): readonly [string, string | undefined] {
  const at = word.indexOf(mark);
  return at < 0 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
}

/** `./pkg/new/...` and `tests/**` are folders. */
function plain(word: string): string {
  return word.replace(/^(?:\.\/)+/, '').replace(/\/?(?:\.\.\.|\*+)?$/, '');
}

/** A pattern as the words between its signs, the long ones: `^adds (two|three)$`, `TestAdd#two`, `not slow and more`. */
function namesIn(pattern: string): readonly string[] {
  return pattern
    .split(/[^\p{L}\p{N}_ -]+|\b(?:and|or|not)\b/u)
    .map((name) => name.trim())
    .filter((name) => name.length >= SHORTEST);
}

import type { Command } from '../model/config.ts';

/** What a command asks a runner for. */
export type RequestedNames = {
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
export function askedBy(run: Command): RequestedNames {
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

import { type Infer, listOf, mapOf, nullable, oneOf, optional, text, truth, whole } from '../schema/shape.ts';
import { count } from './amounts.ts';
import { checkName } from './checks.ts';

const label = text({ most: 200 });
const MOST_NAMES = 10;
const shownNames = listOf(label, { most: MOST_NAMES });

/** The tests a check ran, compared with those that pass at base (EVID-03). */
const testsShape = mapOf({
  ran: whole(),
  /** Whether both sides name their tests, only count them, or base has no report. */
  compared: oneOf(['name', 'number', 'nothing']),
  /** How many did not run because they are skipped; missing in older records. */
  skipped: optional(whole()),
  /** Passes here and at base, or fails in both. */
  same: whole(),
  /** Fails at base and passes here. With `same`, `fresh` and `failing` it makes up `ran`. */
  fixed: optional(whole()),
  /** Not at base. A renamed test counts here, and by its old name as missing. */
  fresh: whole(),
  /** Passes at base and did not run here. */
  missing: whole(),
  /** Passes at base and fails here. */
  failing: whole(),
  /** Names of failing, then of missing tests, the first few. */
  names: shownNames,
});

const evidenceShape = mapOf({
  check: label,
  environment: label,
  /** null: the output names no tests, so the exit code is all there is. Left out: the check has no result. */
  tests: optional(nullable(testsShape)),
  /** It fails on this commit, so it proves nothing. */
  failed: optional(truth()),
  /** How the files that define the check are known (EVID-01): traced at base, or by their names alone. */
  inputs: optional(oneOf(['observed', 'named'])),
  /**
   * What the walls around the check lack (EVID-04, EVID-06); left out where they lack nothing. `layers`: no overlays, so
   * dependencies are installed in checkouts that branches use in turn. `sandbox`: the check ran without one of ours.
   */
  walls: optional(oneOf(['layers', 'sandbox'])),
  /**
   * How many changed functions were taken out one run later, and those that the check did not notice (EVID-02). `files`
   * without functions were put back as they are at base instead.
   * `notAsked` says why that run was not made; `blind`: it fails, and also where the code that was put in changes nothing. `withBase`:
   * it fails with base's versions of the functions, not without them. `hidden`: functions that it notices together with others only, and not by
   * themselves; `untried`: how many were not tried by themselves, for time.
   */
  noticed: optional(
    mapOf({
      functions: whole(),
      files: optional(whole()),
      unnoticed: shownNames,
      notAsked: optional(label),
      blind: optional(truth()),
      withBase: optional(truth()),
      hidden: optional(shownNames),
      untried: optional(whole()),
    }),
  ),
});

/** What the result of one check in one environment rests on. Each gate adds the part that it knows. */
export type CheckEvidence = Infer<typeof evidenceShape>;
export type TestEvidence = Infer<typeof testsShape>;

/** As events carry it; journals of older versions have none. */
export const proved = { evidence: optional(listOf(evidenceShape, { most: 100 })) };

/** The parts that several gates know, one entry for each check and environment. */
export function joinEvidence(parts: readonly CheckEvidence[]): readonly CheckEvidence[] {
  const joined = new Map<string, CheckEvidence>();
  for (const part of parts) {
    const key = JSON.stringify([part.check, part.environment]);
    joined.set(key, { ...joined.get(key), ...part });
  }
  return [...joined.values()];
}

/** The first names of a list, short enough for an event. */
export function firstNames(names: readonly string[]): readonly string[] {
  return names.slice(0, MOST_NAMES).map((name) => name.slice(0, 200));
}

/** One line for each check: what every verdict shows of how it was proved. */
export function evidenceLines(evidence: readonly CheckEvidence[]): readonly string[] {
  return evidence.map((each) => `${checkName(each)}: ${evidenceWords(each)}`);
}

const wallWords = {
  layers: 'dependencies installed in shared checkouts, no overlays here',
  sandbox: "ran without gauntlet's sandbox",
};

function evidenceWords({ tests, failed = false, inputs, walls, noticed }: CheckEvidence): string {
  const alone = failed ? 'fails; its output names no tests' : 'proved by exit code alone';
  return [
    tests === undefined ? 'no result' : tests === null ? alone : testWords(tests),
    ...(inputs === 'named' ? ['inputs detected by name, not observed'] : []),
    ...(walls === undefined ? [] : [wallWords[walls]]),
    ...(noticed === undefined ? [] : [noticedWords(noticed)]),
  ].join('; ');
}

function noticedWords({
  functions,
  files = 0,
  unnoticed,
  notAsked,
  blind = false,
  withBase = false,
  hidden = [],
  untried = 0,
}: NonNullable<CheckEvidence['noticed']>): string {
  if (notAsked !== undefined) return `check not repeated without the change: ${notAsked}`;
  if (blind)
    return 'this check cannot tell whether the change works: it also fails on inserted code that does nothing';
  const taken =
    files > 0
      ? `${count(files, 'changed file')} as at base`
      : `${count(functions, 'changed function')} ${withBase ? 'as at base' : 'taken out'}`;
  if (unnoticed.length > 0) return `still passes with ${taken}: ${unnoticed.join(', ')}`;
  return [
    `fails with ${taken}${hidden.length === 0 ? '' : ' together'}`,
    ...(hidden.length === 0 ? [] : [`still passes without ${hidden.join(', ')}`]),
    ...(untried === 0 ? [] : [`${count(untried, 'function')} not tried one by one`]),
  ].join('; ');
}

/** What ran adds up; tests of base that did not run stand apart from it. */
function testWords(tests: TestEvidence): string {
  const { ran, compared, skipped = 0, same, fixed = 0, fresh, missing, failing, names } = tests;
  const all = `${count(ran, 'test')} ran${skipped === 0 ? '' : ` (${skipped} skipped)`}`;
  if (compared === 'nothing') return `${all}, not compared with base`;
  if (compared === 'number')
    return `${all}, ${same + missing} at base (by count only, the test names are unknown)`;
  const lost = `${failing} no longer passing${named(names.slice(0, failing), failing)}`;
  const parts = [
    `${same} as at base`,
    ...(fixed === 0 ? [] : [`${fixed} fixed`]),
    `${fresh} new`,
    ...(failing === 0 ? [] : [lost]),
  ];
  return `${all}: ${parts.join(', ')}; ${missing} of base missing${named(names.slice(failing), missing)}`;
}

function named(names: readonly string[], all: number): string {
  const more = all - names.length;
  if (names.length === 0) return '';
  return ` (${names.join(', ')}${more > 0 ? ` and ${more} more` : ''})`;
}

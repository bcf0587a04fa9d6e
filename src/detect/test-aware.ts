import { addedShortLines, type FileChange } from './change.ts';
import { checkRole } from './check-files.ts';
import type { Detected } from './finding.ts';
import { languageOf } from './language.ts';

/** What only a test runner sets. */
const RUNNER =
  /\bNODE_TEST_CONTEXT\b|\bJEST_WORKER_ID\b|\bVITEST(?:_WORKER_ID|_POOL_ID|_MODE)?\b|\bPYTEST_(?:CURRENT_TEST|VERSION|XDIST_WORKER)\b|["']_?(?:pytest|unittest)["']\s+(?:not\s+)?in\s+sys\.modules|\btesting\.Testing\(\)|\bnpm_lifecycle_event\b/;
/** What people set for tests too; there are good reasons to ask for it. */
const MODE = /\b(?:NODE_ENV|RAILS_ENV|RACK_ENV|APP_ENV|MIX_ENV)\b.{0,40}\btest\b/;
const ENDS =
  /\bprocess\s*\.\s*(?:exit|exitCode|reallyExit)\b|\bos\s*\.\s*_exit\b|\bsys\s*\.\s*exit\b|\bos\s*\.\s*Exit\b|\bexit!|\bSystem\s*\.\s*exit\b/;

/** `NODE_ENV !== 'test'`, `!process.env.VITEST`: what follows happens outside of tests. */
const NEGATED = /!==?|!\s*\(?\s*(?:process|import)\b|\bnot\s|\bunless\b/;

/** As near as what depends on a condition stands to it. */
const NEAR = 4;

/** Code that asks whether it is being tested behaves otherwise there; with an end of the program, every test passes. */
export function detectTestAware(change: FileChange): readonly Detected[] {
  const { path, after } = change;
  if (languageOf(path) === undefined || checkRole(change) !== undefined) return [];
  const lines = after?.text?.split('\n') ?? [];
  return addedShortLines(change).flatMap(({ line, text }) => {
    const isRunner = RUNNER.test(text);
    if (!isRunner && !MODE.test(text)) return [];
    const around = lines.slice(line - 1, line + NEAR).map((each) => each.slice(0, 1000));
    const isElsewhere = NEGATED.test(text) && !around.some((each) => /\belse\b/.test(each));
    const isEnd = !isElsewhere && around.some((each) => ENDS.test(each));
    if (!isRunner && !isEnd) return [];
    return [
      {
        rule: isEnd ? 'no-ended-tests' : 'knows-it-is-tested',
        severity: isEnd ? ('HIGH' as const) : ('MEDIUM' as const),
        file: path,
        line,
        message: isEnd
          ? 'This ends the program where it is tested: tests that did not run cannot fail.'
          : 'This code asks whether it is being tested: what the tests see is not what people get.',
        evidence: text.trim().slice(0, 300),
        fix: 'Let the code do the same in tests and outside of them; hand in what has to differ.',
      },
    ];
  });
}

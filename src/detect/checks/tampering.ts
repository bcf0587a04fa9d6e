import { type FileChange, addedShortLines } from '../change.ts';
import { checkRole } from './check-files.ts';
import type { Detected } from '../finding.ts';
import { languageOf, type Language } from '../code/language.ts';
import { detectDisowned } from '../code/disowned.ts';
import { detectNeutralised } from './neutralised.ts';
import { detectWeakenedTests } from '../tests/weakened-tests.ts';

/**
 * Everything in a change that makes tests, checks or scans notice less. Runs and reviews ask this one function. `mayChange`
 * says which test files the ticket may rewrite.
 */
export function detectTampering(
  changes: readonly FileChange[],
  mayChange: (path: string) => boolean,
): readonly Detected[] {
  return [
    ...detectWeakenedTests(changes, mayChange),
    ...changes.flatMap(detectNeutralised),
    ...changes.flatMap(detectSuppressions),
    ...changes.flatMap(detectTestAware),
    ...changes.flatMap(detectDisowned),
  ];
}

const SUPPRESSED =
  /(?:\/\/|\/\*|#|--|<!--)\s*(?:@ts-(?:ignore|nocheck|expect-error)|(?:eslint|oxlint|biome|tslint|stylelint)-(?:disable|ignore)|biome-ignore|noqa\b|type:\s*ignore|pyright:\s*ignore|pylint:\s*disable|mypy:\s*ignore|nosec\b|pragma:\s*no\s*cover|istanbul\s+ignore|c8\s+ignore|v8\s+ignore|nolint\b|rubocop:disable|phpstan-ignore|NOSONAR|noinspection)|@SuppressWarnings\b|#pragma\s+warning\s+disable|#!?\[allow\(/;

/** Comments that tell a linter, a type checker or a coverage tool to look away. */
export function detectSuppressions(change: FileChange): readonly Detected[] {
  if (languageOf(change.path) === undefined) return [];
  return addedShortLines(change).flatMap(({ line, text }) =>
    SUPPRESSED.test(text)
      ? [
          {
            rule: 'suppressed-check',
            severity: 'MEDIUM' as const,
            file: change.path,
            line,
            message: 'This switches a checker off for the following code.',
            evidence: text.trim().slice(0, 300),
            fix: 'Fix what it reports, or add a comment that says why it does not apply here.',
          },
        ]
      : [],
  );
}

/** What only a test runner sets. */
const RUNNER =
  /\bNODE_TEST_CONTEXT\b|\bJEST_WORKER_ID\b|\bVITEST(?:_WORKER_ID|_POOL_ID|_MODE)?\b|\bPYTEST_(?:CURRENT_TEST|VERSION|XDIST_WORKER)\b|["']_?(?:pytest|unittest)["']\s+(?:not\s+)?in\s+sys\.modules|\btesting\.Testing\(\)|\bnpm_lifecycle_event\b/;
/** What people set for tests too; there are good reasons to ask for it. */
const MODE = /\b(?:NODE_ENV|RAILS_ENV|RACK_ENV|APP_ENV|MIX_ENV)\b.{0,40}\btest\b/;
const ENDS =
  /\bprocess\s*\.\s*(?:exit|exitCode|reallyExit)\b|\bos\s*\.\s*_exit\b|\bsys\s*\.\s*exit\b|\bos\s*\.\s*Exit\b|\bexit!|\bSystem\s*\.\s*exit\b/;

const NAME = String.raw`(?:NODE_TEST_CONTEXT|JEST_WORKER_ID|VITEST\w*|PYTEST_\w+)`;
const MODE_NAME = '(?:NODE_ENV|RAILS_ENV|RACK_ENV|APP_ENV|MIX_ENV)';
const asked = (name: string): string =>
  String.raw`(?:(?:process|import\.meta|os)\??\.env(?:iron)?|ENV)(?:\??\.${name}\b|\[["']${name}["']\]|\.(?:get|fetch)\(["']${name}["']\))|(?:os|System)\.[gG]etenv\(["']${name}["']\)`;
const RUNS = String.raw`(?:${asked(NAME)}|import\.meta\.vitest\b|testing\.Testing\(\))`;
const modeBeing = (operator: string): string =>
  String.raw`(?:${asked(MODE_NAME)})\s*${operator}\s*["']test["']`;

/** Conditions that hold outside of tests alone. What they compare with has to be what a runner sets. */
const outside = [
  modeBeing('!==?'),
  String.raw`["']test["']\s*!==?\s*(?:${asked(MODE_NAME)})`,
  String.raw`!\s*\(\s*${modeBeing('===?')}\s*\)`,
  String.raw`(?:!\s*|not\s+)${RUNS}`,
  String.raw`${RUNS}\s*(?:===?\s*(?:undefined|null|nil)|is\s+None)\b`,
  String.raw`["']${NAME}["']\s+not\s+in\s+os\.environ`,
  String.raw`["']_?(?:pytest|unittest)["']\s+not\s+in\s+sys\.modules`,
].join('|');
const IN_BRACKETS = new RegExp(String.raw`\bif\s*\(\s*(?:${outside})\s*(?:\)|&&)`);
const BARE = new RegExp(
  String.raw`\b(?:if\s+(?:${outside})|unless\s+${modeBeing('==')})\s*(?::|\{|then\b|and\b|&&|$)`,
);
const BRACKETS: ReadonlySet<Language> = new Set(['js', 'java', 'csharp', 'php', 'c']);

/** Whether what follows happens outside of tests only, whatever else is asked for; there is no other way in. */
function isOutside(around: readonly string[], language: Language): boolean {
  const [text = '', next = ''] = around;
  const condition = (BRACKETS.has(language) ? IN_BRACKETS : BARE).exec(text);
  if (condition === null || /\|\||\?\?|\bor\b/.test(text)) return false;
  const rest = text.slice(condition.index + condition[0].length);
  const others = text.slice(0, condition.index) + rest;
  if (RUNNER.test(others) || MODE.test(others) || around.some((each) => /\bel(?:se|s?if)\b/.test(each)))
    return false;
  // What leaves here outside of tests lets only the tests come to what stands below.
  const first = /^[\s{]*$/.test(rest) ? next : rest;
  return !/^[\s{]*(?:return|continue|break|throw|raise|next)\b/.test(first) || ENDS.test(first);
}

/** As near as what depends on a condition stands to it. */
const NEAR = 4;

/** Code that asks whether it is being tested behaves otherwise there; with an end of the program, every test passes. */
export function detectTestAware(change: FileChange): readonly Detected[] {
  const { path, after } = change;
  const language = languageOf(path);
  if (language === undefined || checkRole(change) !== undefined) return [];
  const lines = after?.text?.split('\n') ?? [];
  return addedShortLines(change).flatMap(({ line, text }) => {
    const isRunner = RUNNER.test(text);
    if (!isRunner && !MODE.test(text)) return [];
    const around = lines.slice(line - 1, line + NEAR).map((each) => each.slice(0, 1000));
    const isEnd = around.some((each) => ENDS.test(each)) && !isOutside(around, language);
    if (!isRunner && !isEnd) return [];
    return [
      {
        rule: isEnd ? 'no-ended-tests' : 'knows-it-is-tested',
        severity: isEnd ? ('HIGH' as const) : ('MEDIUM' as const),
        file: path,
        line,
        message: isEnd
          ? 'This exits the program during tests, so the remaining tests never run.'
          : 'This code checks whether it is being tested: tests and users may see different behaviour.',
        evidence: text.trim().slice(0, 300),
        fix: 'Make the code behave the same in tests and in production; pass differences in as parameters.',
      },
    ];
  });
}

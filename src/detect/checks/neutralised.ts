import { addedShortLines, type FileChange, removedLines } from '../change.ts';
import { checkRole, parsedObject, RUNNER } from './check-files.ts';
import type { Detected } from '../finding.ts';
import { detectSwappedPackages } from './lockfiles.ts';

/** Checks that were switched off or loosened in the files that say how they are run. */
export function detectNeutralised(change: FileChange): readonly Detected[] {
  const role = checkRole(change);
  const scripts = scriptFindings(change);
  const swaps = [...runnerSwaps(change), ...detectSwappedPackages(change, (name) => RUNNER.test(name))];
  if (role === undefined || role === 'test') return [...scripts, ...swaps];
  const told = new Set(scripts.map((each) => each.line));
  const words = offSwitches(change).filter((each) => !told.has(each.line));
  return [...scripts, ...words, ...lowered(change), ...swaps];
}

const OFF =
  /\|\|\s*(?:true\b|:(?=["'\s]|$)|exit\s+0\b|echo\b)|;\s*(?:true|exit\s+0)\s*["']?,?\s*$|^[\s-]*(?:run:\s*)?exit\s+0\s*$|--pass-?with-?no-?tests\b|passWithNoTests["']?\s*:\s*true|continue-on-error:\s*true|allow_failure:\s*true|ignoreErrors\s*[:=]\s*true|-DskipTests\b|<skipTests>\s*true|maven\.test\.(?:skip|failure\.ignore)|ignoreFailures\s*=\s*true|-x\s+test\b|\bset\s+\+e\b|\bif:\s*(?:false|\$\{\{\s*false\s*\}\})|--(?:exit-zero|no-fail|nofail|suppress-all)\b|dangerouslyIgnoreUnhandledErrors["']?\s*:\s*true|ignore_errors\s*=\s*true\s*$|noEmitOnError["']?\s*:\s*false/i;

const IGNORED =
  /testPathIgnorePatterns|coveragePathIgnorePatterns|\bexclude\b|--ignore[=\s]|--deselect|norecursedirs|collect_ignore|--exclude\b|skipLibCheck/;

function offSwitches(change: FileChange): readonly Detected[] {
  return addedShortLines(change).flatMap(({ line, text }) => {
    const isOff = OFF.test(text);
    if (!isOff && !IGNORED.test(text)) return [];
    return [
      {
        rule: isOff ? 'no-neutralised-check' : 'narrowed-check',
        severity: isOff ? ('HIGH' as const) : ('MEDIUM' as const),
        file: change.path,
        line,
        message: isOff
          ? 'This makes a check pass even when it finds errors.'
          : 'This excludes something from a check.',
        evidence: text.trim().slice(0, 300),
        fix: 'Restore the check, and fix what it reports.',
      },
    ];
  });
}

const CHECKING =
  /^(?:pre|post)?(?:test|lint|type|check|verify|ci|build|coverage|cov|e2e|unit|integration|spec|audit|format)/i;

const NOTHING = /^\s*(?:true|:|exit\s+0|echo(?:\s.*)?|node\s+-e\s+["']{0,2}|)\s*$/i;

/** Scripts of package.json that check something and now do nothing. */
function scriptFindings(change: FileChange): readonly Detected[] {
  if (!/(?:^|\/)package\.json$/i.test(change.path)) return [];
  const before = scriptsOf(change.before?.text);
  const after = scriptsOf(change.after?.text);
  return Object.entries(before).flatMap(([name, command]) => {
    const now = after[name];
    if (!CHECKING.test(name) || now === command || NOTHING.test(command)) return [];
    if (now !== undefined && !NOTHING.test(now) && !OFF.test(now)) return [];
    const text = change.after?.text ?? '';
    const at = text.split('\n').findIndex((line) => line.includes(JSON.stringify(name)));
    return [
      {
        rule: now === undefined ? 'no-removed-script' : 'no-neutralised-check',
        severity: 'HIGH' as const,
        file: change.path,
        line: now === undefined ? 0 : at + 1,
        message: `The script "${name}" ran \`${command}\` and now ${now === undefined ? 'is gone' : 'can no longer fail'}.`,
        evidence: now === undefined ? name : `"${name}": "${now}"`,
        fix: 'Restore the script, and fix the errors that it reports.',
      },
    ];
  });
}

function scriptsOf(text: string | undefined): Readonly<Record<string, string>> {
  const scripts = parsedObject(text ?? '')?.['scripts'];
  if (typeof scripts !== 'object' || scripts === null) return {};
  return Object.fromEntries(
    Object.entries(scripts).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

const FLOOR =
  /["']?\b(lines|branches|functions|statements|threshold|fail[_-]?under|minimum(?:_coverage)?|min(?:imum)?Coverage|coverageThreshold|target|floor)["']?\s*[:=]\s*["']?(\d+(?:\.\d+)?)/i;
const CEILING =
  /(max[-_]?warnings|max[-_]?(?:complexity|errors|lines|depth|params))["']?\s*[:=,\s]\s*\[?["'\s]*(\d+)/i;

/** Limits that are lower (or, for what may not be exceeded, higher) than before, or gone. */
function lowered(change: FileChange): readonly Detected[] {
  const now = [...addedShortLines(change)];
  return removedLines(change).flatMap(({ line, text }) => {
    const floor = FLOOR.exec(text);
    const found = floor ?? CEILING.exec(text);
    if (found === null) return [];
    const pattern = floor === null ? CEILING : FLOOR;
    const sameKey = now.findIndex((added) => pattern.exec(added.text)?.[1] === found[1]);
    const replaced = sameKey === -1 ? undefined : now.splice(sameKey, 1)[0];
    const [from, to] = [Number(found[2]), Number(pattern.exec(replaced?.text ?? '')?.[2] ?? Number.NaN)];
    if (floor === null ? to <= from : to >= from) return [];
    return [
      {
        rule: 'no-lowered-threshold',
        severity: 'HIGH' as const,
        file: change.path,
        line: replaced?.line ?? 0,
        message: `The limit "${found[1]}" was ${from} and is now ${replaced === undefined ? 'gone' : to}: the check is weaker than before.`,
        evidence: (replaced?.text ?? `line ${line} before: ${text}`).trim().slice(0, 300),
        fix: 'Restore the limit and meet it.',
      },
    ];
  });
}

/** A test runner, linter or library of assertions that comes from somewhere else than its registry. */
function runnerSwaps(change: FileChange): readonly Detected[] {
  if (!/(?:^|\/)package\.json$/i.test(change.path)) return [];
  return addedShortLines(change).flatMap(({ line, text }) => {
    const [, name = '', from = ''] =
      /"([^"]+)"\s*:\s*"((?:file|link|portal|git|https?|npm|workspace|github)[^"]*)"/.exec(text) ?? [];
    if (!RUNNER.test(name)) return [];
    return [
      {
        rule: 'no-swapped-runner',
        severity: 'HIGH' as const,
        file: change.path,
        line,
        message: `The program that runs the checks (${name}) is taken from ${from}: that code decides what passes.`,
        evidence: text.trim().slice(0, 300),
        fix: 'Install it from the registry, in the version used before.',
      },
    ];
  });
}

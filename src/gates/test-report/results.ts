import type { Runner } from '../../detect/index.ts';
import { FILE } from './passes.ts';
import type { Command } from '../../model/config.ts';
import type { CheckRun } from '../checks/check-result.ts';
import { logOf } from '../checks/run-check-command.ts';
import { readTestReport, type TestReport } from './test-report.ts';

/** A line behind which the files of `results` are printed. The last one counts: they come when the command is over. */
const MARK = '--- test results ---';

/**
 * The command, and then the files in which it wrote its results, printed by the shell around it. Files of that name
 * that were there before are removed first: a report that the branch brought along is none.
 */
export function withResults(run: Command, files: readonly string[]): Command {
  const names = files.map((file) => `./${file}`).join(' ');
  // Errors are read behind all other output.
  const print = `{ echo; echo '${MARK}'; cat -- ${names} 2>/dev/null; } >&2`;
  const script = `rm -f -- ${names}; "$@"; code=$?; ${print}; exit $code`;
  return ['sh', '-c', script, 'sh', ...(typeof run === 'string' ? ['sh', '-c', run] : run)];
}

/**
 * The tests that a run says it ran, by its results where it wrote some, else by its output, and the run without those
 * results. Reports that tests printed are told apart only where several runners reported. The tested code can write to
 * both: a report makes a verdict stricter, never milder. `run`: its command.
 */
export function readRun(
  ran: CheckRun,
  started: ReadonlySet<Runner>,
  run: Command = '',
): { readonly shown: CheckRun; readonly report: TestReport | null } {
  const at = ran.output.lastIndexOf(`\n${MARK}\n`);
  const output = at === -1 ? ran.output : ran.output.slice(0, at).trimEnd();
  const results = at === -1 ? '' : ran.output.slice(at + MARK.length + 2);
  const shown = at === -1 ? ran : { ...ran, output, log: logOf(output) };
  const written = readTestReport(results);
  if (written !== null) return { shown, report: written };
  const all = readTestReport(output);
  const report = all === null || all.runners.length < 2 ? all : readTestReport(output, started);
  if (report === null) return { shown, report: at !== -1 && ran.exitCode === 0 ? NO_TESTS : null };
  return { shown, report: isFilesAlone(report, run) ? { ...report, ranNoTest: true } : report };
}

/** A check that is to write results and writes none. */
const NO_TESTS: TestReport = {
  runners: [],
  passed: 0,
  failed: 0,
  skipped: 0,
  failures: [],
  passes: [],
  ranNoTest: true,
};

/** node:test counts a file that runs no test as one that passes: that is what is left where a pattern matches none. */
function isFilesAlone({ runners, failed, passes = null }: TestReport, run: Command): boolean {
  const isChosen = /--test-(?:name-pattern|skip-pattern|only)\b/.test(String(run));
  const isAlone = runners.length === 1 && runners[0] === 'node:test' && failed === 0;
  return isChosen && isAlone && passes?.every((title) => FILE.test(title)) === true;
}

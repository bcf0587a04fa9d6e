import type { Runner } from '../../detect/index.ts';
import type { Command } from '../../model/config.ts';
import type { Ran } from '../cell.ts';
import { logOf } from '../run-check-command.ts';
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
 * both: a report makes a verdict stricter, never milder.
 */
export function readRun(
  ran: Ran,
  started: ReadonlySet<Runner>,
): { readonly shown: Ran; readonly report: TestReport | null } {
  const at = ran.output.lastIndexOf(`\n${MARK}\n`);
  const output = at === -1 ? ran.output : ran.output.slice(0, at).trimEnd();
  const results = at === -1 ? '' : ran.output.slice(at + MARK.length + 2);
  const shown = at === -1 ? ran : { ...ran, output, log: logOf(output) };
  const written = readTestReport(results);
  if (written !== null) return { shown, report: written };
  const all = readTestReport(output);
  return { shown, report: all === null || all.runners.length < 2 ? all : readTestReport(output, started) };
}
